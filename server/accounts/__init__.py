"""Accounts: claimed names, and what goes with them."""
