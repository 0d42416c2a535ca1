"""The pages of tournaments: the list, one tournament, its result tables, and the wall display.

Begin with `tournament_page.py`.
"""
