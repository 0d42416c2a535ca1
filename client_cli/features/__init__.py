"""What is asked of a server about accounts, boards, crowns, calls, rivals and history.

Imports `net`, `state`, `messages` and `local`. Begin with `accounts.py`.
"""
