"""Chat in a room: free text, and set phrases, which each have an id and are shown in the language
of the reader."""

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from protocol.message import Message, Request, Seat

LONGEST_TEXT = 200

FirstPhraseId = Literal[
    "ace_please",
    "thank_you",
    "rotten_cards",
    "defeated_cards",
    "superstition",
    "cheating",
    "skill",
    "frightfully_complicated",
    "grinds_to_a_halt",
    "appalling_jumble",
    "cock_up",
    "golden_rule",
    "good_news",
    "clever_and_lucky",
    "on_the_trot",
    "telephone",
    "drink",
    "congratulations",
    "same_again",
]
"""The set phrases that every client knows. `Said.phrase` has no other, because the first clients
refuse an id that they do not know."""
FIRST_PHRASES: tuple[FirstPhraseId, ...] = get_args(FirstPhraseId)
LaterPhraseId = Literal["counting", "black_on_red", "good_luck", "well_played"]
PhraseId = FirstPhraseId | LaterPhraseId

PHRASES: dict[PhraseId, str] = {
    "ace_please": "Ace, please.",
    "thank_you": "Thank you.",
    "rotten_cards": "The rotten cards have won.",
    "defeated_cards": "You have defeated the cards.",
    "superstition": "Merely superstition.",
    "cheating": "Auntie Allis said we were cheating.",
    "skill": "A real game of skill.",
    "frightfully_complicated": "Frightfully complicated!",
    "grinds_to_a_halt": "Play grinds to a halt.",
    "appalling_jumble": "An appalling jumble.",
    "cock_up": "Assuming no cock-up.",
    "golden_rule": "There is a golden rule.",
    "good_news": "Very good news.",
    "clever_and_lucky": "Very clever and lucky.",
    "on_the_trot": "On the trot!",
    "telephone": "I am going to the room without a telephone.",
    "drink": "A drink, for inspiration.",
    "congratulations": "Congratulations!",
    "same_again": "Shuffle the cards and start again?",
    "counting": "Shut up, I'm counting.",
    "black_on_red": "Black 8 on red 9.",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
}
"""The set phrases with their English texts. They may be said at any time, also during one's own
race. Most are quoted from the rules of the family whose games these are. They are the same in every
game. Clients number them in this order, so a new phrase is put at the end."""

ASK: PhraseId = "ace_please"
"""The phrase that the server answers with the phrase THANKS if the deal brings the card that the
phrase asks for (`engine.game.Game.thanks`)."""
THANKS: FirstPhraseId = "thank_you"
HUSH: PhraseId = "counting"
"""The phrase after which a contestant is sent no chat until the deal that they watch has ended."""


def _text(text: str) -> str:
    text = " ".join(text.split())
    if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
        raise ValueError(f"a text has 1 to {LONGEST_TEXT} printable characters")
    return text


Words = Annotated[str, Field(max_length=2 * LONGEST_TEXT), AfterValidator(_text)]


class Say(Request):
    """Write a text to everybody in the room who may read texts now. Nobody may write or read texts
    while they are racing, nor while newcomers may join the running race. Somebody who takes no part
    in the race may not do so either while others may still play its deal in other rooms."""

    type: Literal["say"] = "say"
    text: Words


class SayPhrase(Request):
    """Say a set phrase to everybody in the room.

    The phrase `ace_please` asks for an ace. If a contestant says it during the countdown or before
    dealing again, and the deal brings an ace, the server says `thank_you` once in the name of the
    contestant. It sends this answer only to contestants of the race. In some games contestants
    watch their deal step by step before they play. A contestant who says `counting` during that
    time gets the texts and phrases of others only when the deal has ended.
    """

    type: Literal["phrase"] = "phrase"
    phrase: PhraseId


class Said(Message):
    """Somebody in the room said something. `set_phrase` is the id of the set phrase. It is None for
    free text, and from a server that does not send the field. A client may get an id that it does
    not know. `phrase` is the same id if it is one of those that every client knows, otherwise
    None."""

    type: Literal["said"] = "said"
    seat: Seat
    text: str
    phrase: FirstPhraseId | None
    set_phrase: Annotated[str, Field(max_length=40)] | None = None
