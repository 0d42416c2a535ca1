"""The types of the protocol for programs in other languages, made from the models and the games.

`json_schema.py` and `typescript.py` write them; `payloads.py` and `game_types.py` make the types of
what depends on the game."""
