"""The table of a game on the full screen: its drawing, its animation, and the keys and mouse events
that select cards and make moves.

Imports nothing of `pages`. Begin with `table_view.py` (the widget), `drawing/table_renderer.py`
(drawing) and `input_controller.py` (keys and mouse).
"""
