"""Show the table of a deal, given its number or its deal seed (the 32 bytes from which the pack is
shuffled), for the command `patience deal`."""

import re

from client_cli.exit_codes import Failure
from client_cli.messages import table_text
from client_cli.solo.game import new_deal_number
from client_cli.terminal.output import Output
from engine.cards import LAST_DEAL_NUMBER, NAME, deal_number_seed
from engine.games import AnyGame
from protocol.texts import _

SEED = re.compile(r"[0-9a-fA-F]{64}")


def show_deal(game: AnyGame, number: int | None, seed: str | None, voice: Output) -> None:
    """Print the table of a game after the deal with the number `number` or the deal seed `seed`; if
    both are None, after a random deal. Programs, which read JSON, also get the seed and the whole
    pack. Raises Failure for an invalid number or seed."""
    if number is not None and seed is not None:
        raise Failure.usage(_("A deal has a number or a seed: one of them."))
    if seed is None:
        number = number or new_deal_number()
    chosen = seed_of_number(number or 0) if seed is None else typed_seed(seed)
    pack = game.pack(chosen)
    state = game.deal(pack)
    voice.put(
        {
            "type": "deal",
            "game": game.slug,
            "options": game.chosen,
            "deal": number,
            "seed": chosen.hex(),
            "pack": [NAME[card] for card in pack],
            "view": game.view(state).to_json(),
            "position": game.position(state),
            "legal": [game.codec.to_text(move) for move in game.legal(state).moves],
        }
    )
    if not voice.as_json:
        which = (
            _("seed {seed}", seed=chosen.hex())
            if number is None
            else _("deal {number}", number=number)
        )
        voice.say([f"{_(game.book.title)}, {which}.", *table_text.table(game, state, voice.cards)])


def typed_seed(text: str) -> bytes:
    """Return the deal seed that is written as 64 hexadecimal digits. Raises Failure for any other
    text."""
    if not SEED.fullmatch(text):
        raise Failure.usage(_("A seed is 32 bytes, written as 64 hexadecimal digits."))
    return bytes.fromhex(text)


def seed_of_number(number: int) -> bytes:
    """Return the deal seed of the deal with this number. Raises Failure if the number is too
    large."""
    if number > LAST_DEAL_NUMBER:
        raise Failure.usage(_("A deal number lies between 1 and {most}.", most=LAST_DEAL_NUMBER))
    return deal_number_seed(number)
