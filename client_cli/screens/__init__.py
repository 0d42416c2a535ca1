"""The full-screen client.

Begin with `app.py` and `page.py`; `entry_points.py` has the ways in. `pages/` has a file for each
screen, `table/` draws and moves cards, `widgets/` has the parts that pages share.
"""
