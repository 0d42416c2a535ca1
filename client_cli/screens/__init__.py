"""The full-screen client.

Begin with `app.py` and `page.py`. `entry_points.py` has the functions that start the client, and
`registry.py` lists the pages and imports each when it is opened. `pages/` has a module for each
page, `table/` draws tables and turns input into moves, `widgets/` has the parts that several pages
share.
"""
