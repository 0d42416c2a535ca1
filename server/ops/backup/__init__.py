"""Backup and restore of the store, which is Redis.

A backup is one file, made while the server runs, with all keys as they were at one instant.
"""
