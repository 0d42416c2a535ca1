"""Serves the browser client: its static files, the generated game catalogue, its pages.

Of the server, imports only the package `leaderboards`, which knows the families of games (groups of
games that have one rating together). Begin to read with `pages.py`.
"""
