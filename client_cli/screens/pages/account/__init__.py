"""The pages of the player's account, friends and options.

Begin with `account.py`.
"""
