"""Secrecy tests: no client gets a card before it is turned up, a seed before the end, or a rival's
board.

recorder.py    records every byte sent to everybody in a room, in order of time
referee.py     computes with the engine what each contestant had seen after each move
known.py       what is secret in a room; words.py: the cards and codes that a text contains
following.py   what somebody may know, from what they were told; onlooking.py: of others
listener.py    searches everything one person was told; scan.py: everything sent in a room
plans.py       what happens in a room
contestant.py  machine players: enter, receive, move
mischief.py    what they do that is forbidden at the table
company.py     chat, room settings and accounts
racers.py      the course of a race in a room; tries.py: of a try of a daily deal
running.py     a server to plant leaks in, and races on it
glass.py       a deterministic server without sockets: equal input at equal times, equal bytes
script.py      the input of such a race
sight.py       which face-down cards somebody has never seen
"""
