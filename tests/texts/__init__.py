"""The texts that players read: collecting them, and a translation for tests.

Begin with `catalogue.py`, which writes `protocol/texts/patience.pot` (`make texts`).
`../checks/texts.py` finds the texts outside the catalogue.
"""
