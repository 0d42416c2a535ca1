"""The table as it is drawn and played: layout, cards, animation, input.

Imports nothing of `pages`. Begin with `table_view.py` (the widget), `table_renderer.py` (drawing)
and `input_controller.py` (keys and mouse).
"""
