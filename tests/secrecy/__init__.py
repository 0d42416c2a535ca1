"""Nobody is told a card before it was turned up, a seed before the end, or a rival's board.

recorder.py    keeps every byte sent to everybody in a room, in the order of time
referee.py     knows from the engine alone what each contestant had seen after each of their moves
known.py       what is secret in a room; words.py: what a text says
following.py   what somebody may know, as far as they were told; onlooking.py: of others
listener.py    searches all that one person was told; scan.py: all that was said in a room
plans.py       what happens in a room
contestant.py  machine players: getting in, hearing, moving
mischief.py    what they do that is forbidden at the table
company.py     what they say and do beside it
racers.py      who does what of this when, in rooms; tries.py: in tries of daily deals
running.py     a server to plant leaks in, and their races on it
glass.py       a server without sockets: the same words at the same moments give the same bytes
script.py      what is said to it
sight.py       which cards somebody has never seen, though others may lie face down as well
"""
