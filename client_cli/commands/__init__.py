"""The command tree of `patience`: the options, arguments and help of each command.

This package is the top layer and may import all other packages of `client_cli`. Begin with
`options.py`, then any command, for example `races.py`.
"""
