"""Draw the table of any game on a canvas of character cells: cards, columns, rows of piles, grids.

Begin with `table_renderer.py`.
"""
