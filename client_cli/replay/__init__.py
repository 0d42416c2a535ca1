"""Look back at finished games: positions, comparison, charts, certificates.

Imports `messages`, `local` and `terminal`. Begin with `positions.py`.
"""
