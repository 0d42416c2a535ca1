"""The exceptions of the engine.

EngineError         a sentence for people, and a code for programs
├── IllegalMove     the rules forbid the move; the state is unchanged
│   └── Overtaken   in Racing Demon, somebody else put a card on the foundation first
├── RoundOver       the round of Racing Demon is over
├── BadRequest      a request that cannot be read or has an impossible value
├── BadOption       the game has no such option, or the option has no such value
├── BadPack         a card is missing, duplicated or not a card
├── BadPosition     the text of a position is incomplete or the position impossible
├── BadRecord       a record is truncated, altered or not a record
└── HiddenCard      a move on a view needs a card that only the server knows
"""


class EngineError(Exception):
    """The base class of the exceptions of the engine: a request or a move is refused. `str(error)`
    is one sentence for people. `code` is for programs and never changes."""

    code = "bad_request"


class IllegalMove(EngineError):
    code = "illegal_move"


class Overtaken(IllegalMove):
    """A move in Racing Demon came too late: another player put a card first on the foundation,
    which all players share. `seat` is the number of that player at the table. The foundation has
    `height` cards now, and `top` is the name of its top card."""

    code = "overtaken"

    def __init__(self, seat: int, height: int, top: str) -> None:
        super().__init__("Another card was there first.")
        self.seat, self.height, self.top = seat, height, top


class RoundOver(EngineError):
    code = "round_over"


class BadRequest(EngineError):
    code = "bad_request"


class BadOption(EngineError):
    """A game has no such option, or the option cannot have the given value. `path` leads from the
    given options to the wrong value: keys of objects and indices of lists. `words` are the possible
    values, if they are words."""

    code = "bad_option"

    def __init__(self, sentence: str, *path: str | int, words: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.path = path
        self.words = words


class BadPack(EngineError):
    code = "bad_pack"


class BadPosition(EngineError):
    code = "bad_position"


class BadRecord(EngineError):
    code = "bad_record"


class HiddenCard(EngineError):
    code = "hidden_card"


def brief(value: object) -> str:
    """Return `value`, which comes from a user, in quotation marks, to be put into the sentence of
    an error. A text is cut after 24 characters. For a value that is not text, return the word
    `that`, without quotation marks."""
    if not isinstance(value, str):
        return "that"
    return repr(value if len(value) <= 24 else value[:24] + "…")
