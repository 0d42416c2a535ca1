"""Backup and restore of the store: one file, made while the server runs, as of one instant."""
