"""The computer players (bots) that the server plays in rooms.

Begin in `service.py`, which runs the computer players of one server process. A computer player has
a numbered place (a seat) in a room, and takes the place of the connection that a person would have
(`bot.py`). It is sent what a person on the seat would be sent, remembers that (`knowledge.py`),
chooses moves from it (`choices.py`), and sends them through the same checks as a person.
`docs/bots.md` describes computer players for those who play with them.
"""
