"""Parts that several screens share: lists, dialogs, standings, forms, themes.

Begin with `list_page.py` and `modal.py`.
"""
