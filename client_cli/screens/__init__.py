"""The full-screen terminal client: its pages, the drawing of tables, and its keys and mouse. A page
fills the terminal; the table of a game is the part of a page that shows its cards.

Begin with `app.py` (the application) and `page.py` (the base class of pages). `entry_points.py` has
the functions that start the client, and `registry.py` lists the pages and imports each when it is
opened. `pages/` has a module for each page, `table/` draws tables and turns input into moves, and
`widgets/` has the parts that several pages share.
"""
