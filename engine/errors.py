"""What the engine refuses, as one tree.

EngineError                 a sentence a player understands, and a code a program understands
├── IllegalMove             the rules forbid it; the state is as it was
├── BadRequest              it cannot be read: unknown move kind, field, pile or request
├── BadOption               no such option, or a value it cannot take
├── BadPack                 a card is missing, twice or not a card
├── BadPosition             a position text that is half right, or cannot arise
├── BadRecord               a record that is cut short, altered or not a record
└── HiddenCard              a view was asked to turn a card only the server knows
"""


class EngineError(Exception):
    """A refusal. `str(error)` is one sentence; `code` is stable for programs."""

    code = "bad_request"


class IllegalMove(EngineError):
    code = "illegal_move"


class BadRequest(EngineError):
    code = "bad_request"


class BadOption(EngineError):
    code = "bad_option"


class BadPack(EngineError):
    code = "bad_pack"


class BadPosition(EngineError):
    code = "bad_position"


class BadRecord(EngineError):
    code = "bad_record"


class HiddenCard(EngineError):
    code = "hidden_card"


def brief(value: object) -> str:
    """What somebody wrote, quoted and cut short enough to stand within a sentence."""
    if not isinstance(value, str):
        return "that"
    return repr(value if len(value) <= 24 else value[:24] + "…")
