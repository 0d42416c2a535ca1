"""Draw the table of a game and turn input on it into moves: layout, cards, animation, keys, mouse.

Imports nothing of `pages`. Begin with `table_view.py` (the widget), `table_renderer.py` (drawing)
and `input_controller.py` (keys and mouse).
"""
