"""Migrations of the store (Redis) from one schema to the next.

A schema is the form of the stored data, and has a number. A process of a newer version migrates the
store to its own schema, step by step. Meanwhile processes of older versions that can read the new
schema go on serving. Begin to read with `steps.py`.
"""
