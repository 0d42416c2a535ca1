"""Nobody is told a card before it was turned up, a seed before the end, or a rival's board.

recorder.py   keeps every byte sent to everybody in a room, in the order of time
referee.py    knows from the engine alone what each contestant had seen after each of their moves
scan.py       holds the one against the other and says what leaked
racers.py     machine players who race and misbehave
running.py    a server to plant leaks in, and their races on it
glass.py      a server without sockets: the same words at the same moments give the same bytes
script.py     what is said to it
sight.py      which cards somebody has never seen, though others may lie face down as well
"""
