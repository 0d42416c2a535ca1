"""The full-screen client.

Begin with `app.py` and `page.py`; `entry_points.py` has the ways in, and `registry.py` says where
pages are loaded from. `pages/` has a file for each screen, `table/` draws and moves cards,
`widgets/` has the parts that pages share.
"""
