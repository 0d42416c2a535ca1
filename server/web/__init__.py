"""The browser client as the server serves it: files, generated catalogue, pages.

Imports `protocol` and `engine` alone. Begin with `pages.py`.
"""
