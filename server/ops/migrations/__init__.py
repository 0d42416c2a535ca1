"""Migrations of the store's schema, which is a number every server process must know.

A newer version migrates a store to its own schema, step by step, while older processes serve it.
"""
