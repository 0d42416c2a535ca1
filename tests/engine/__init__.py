"""The rules, and everything that is computed from them."""
