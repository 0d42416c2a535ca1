"""The command tree of `patience`: the options, arguments and help of each command.

Imports every other package. Begin with `options.py`, then any command, for example `races.py`.
"""
