"""Migrations of the store from one schema, which is a number, to the next.

A process of a newer version migrates the store to its own schema, step by step, while processes of
older versions that can read it go on serving.
"""
