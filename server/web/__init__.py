"""Serves the browser client: its static files, the generated game catalogue, its pages.

Of the server, imports only `leaderboards`, for families of games. Begin with `pages.py`.
"""
