"""Pages of tournaments: the list, one tournament, its score sheet, and the wall of standings.

Begin with `tournament_page.py`.
"""
