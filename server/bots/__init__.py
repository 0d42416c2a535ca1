"""The computer players (bots) that the server plays in rooms.

Begin in `service.py`, which runs those of a process. Each is a connection of its seat (`bot.py`):
it is sent what a person on the seat would be sent, remembers that (`knowledge.py`), chooses moves
from it (`choices.py`), and makes them on the same path as a person. `docs/bots.md`
describes them for players.
"""
