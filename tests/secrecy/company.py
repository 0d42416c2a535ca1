"""Chat, room settings and account requests of the machine players."""

import secrets
from typing import Any

from protocol.rooms.talk import PHRASES
from tests.secrecy.contestant import Contestant
from tests.secrecy.plans import Plan
from tests.secrecy.words import CARD, strings

NOBODY = 9_000
FRIENDLY = ("add", "accept", "remove", "block", "unblock")


def account_name(plan: Plan, number: int) -> str:
    """The account name of a contestant; unique on a server."""
    return f"p{number} of {plan.seed}"


class Company(Contestant):
    """A contestant's requests beside the game."""

    async def talk(self) -> None:
        """Send a set phrase, or free text that names a card, whether it is allowed now or not."""
        if self.rng.random() < 0.3:
            await self.ask("phrase", phrase=self.rng.choice(list(PHRASES)))
            return
        seen = [
            card for text in strings((self.table or {}).get("view")) for card in CARD.findall(text)
        ]
        await self.ask("say", text=f"{self.rng.choice(seen or ['QH'])} {secrets.token_hex(8)}")

    async def keep(self) -> None:
        """Send a host's requests; those of others are refused. Nobody is kicked here, and settings
        change only during a race, when most of them are fixed."""
        rng, seats = self.rng, self.room.plan.seats
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("silence", {"seat": rng.randrange(seats + 1), "silent": rng.random() < 0.6}),
            ("kick", {"seat": rng.choice([self.seat or 0, NOBODY])}),
        ]
        if not self.hosts or self.status == "running":
            usual = self.room.plan.settings
            boards, late = rng.choice(["nobody", "everybody"]), rng.random() < 0.3
            kinds.append(
                ("change_settings", {"settings": {**usual, "boards": boards, "late": late}})
            )
        kind, fields = rng.choice(kinds)
        await self.ask(kind, **fields)

    async def ask_around(self) -> None:
        """Send requests unrelated to the room; most need an account."""
        rng, plan = self.rng, self.room.plan
        other = account_name(plan, rng.randrange(2))
        held = [{"code": self.room.record.code, "token": self.tape.token}]
        chosen = {
            "name": "cards.back",
            "value": rng.choice(["red", "blue"]),
            "at": rng.randrange(9),
        }
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("rooms", {}),
            ("list_dailies", {}),
            ("get_account", {}),
            ("get_friends", {}),
            ("export_account", {}),
            ("befriend", {"name": other, "what": rng.choice(FRIENDLY)}),
            ("claim_seats", {"seats": held}),
            ("save_preferences", {"preferences": [chosen]}),
            ("delete_account", {"password": f"wrong {secrets.token_hex(8)}"}),
        ]
        kind, fields = rng.choice(kinds)
        await self.ask(kind, **fields)
