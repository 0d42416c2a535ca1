"""Parts that several pages share: lists, dialogs, standings, forms, themes.

Begin with `list_page.py` and `modal.py`.
"""
