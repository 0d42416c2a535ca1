"""The types of all messages for programs in other languages, as JSON Schema and as TypeScript.

Begin with `json_schema.py`, which makes the schema from the pydantic models. `typescript.py`
translates the schema. `payloads.py` and `game_types.py` make the types of those fields whose
content depends on the game: views (what somebody may see of a table), what a move changed, moves
and records.
"""
