"""Peers: servers of a trivial patience game in other frameworks, measured in turns with ours.

Begin with `run.py`. `servers.py` lists the peers and starts them, `talkers.py` has a client for the
protocol of each. The rule of the game is in `trivial_game.js` and, for the server in Python, in
`appending_server.py`: move number n takes the n-th card of a shuffled pack.
"""
