"""Presence: tells people which of their friends are on line, and passes on challenges to friends.

Begin with `roster.py`, which says who is on line where. `service.py` keeps it up to date and sends
it to those who follow their friends; `challenges.py` says when a challenge is over; `channel.py`
connects the processes of a server. Nothing is stored: a process knows who is connected to it, and
tells the other processes by the publish and subscribe commands of Redis.
"""
