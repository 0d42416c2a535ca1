"""The pages of tournaments: the list, one tournament, its result tables, and the wall display (a
page in large type for many people to watch).

Begin with `tournament_page.py`.
"""
