"""Names that look like a claimed name because they differ only by characters that draw nothing."""

import pytest

from tests.harness import ServerProcess, client
from tests.server.accounts.test_accounts import code_of, sign_up

pytestmark = pytest.mark.processes

NOTHING = ["\ufe00", "\ufe0f", "\U000e01ef", "\u034f", "\u180b", "\u17b4", "\u3164", "\u115f"]
PASSWORD = "seven sable queens ride"
STACKED = "Z" + "\u0301\u0302\u0303\u0304\u0305" * 4


async def test_a_claimed_name_is_not_had_again_with_what_draws_nothing(
    server: ServerProcess,
) -> None:
    async with client(server.url) as ian, client(server.url) as other:
        await sign_up(ian, "Ian")
        room = await ian.create("aces_up")
        for char in NOTHING:
            name = f"Ia{char}n"
            made = other.ask("sign_up", name=name, password=PASSWORD)
            assert await code_of(made) == "name_taken"
            assert await code_of(other.join(room["code"], name)) == "name_claimed"
            assert await code_of(other.create("aces_up", name=name)) == "name_claimed"


@pytest.mark.parametrize("name", ["\u3164", "\u2800", STACKED, "the server", "The \u0405erver"])
async def test_nobody_has_a_name_that_is_blank_or_stacked_or_the_program_s(
    name: str, server: ServerProcess
) -> None:
    async with client(server.url) as ann, client(server.url) as guest:
        room = await ann.create("aces_up", name="Ann")
        assert await code_of(guest.join(room["code"], name)) == "bad_name"
        assert await code_of(guest.create("aces_up", name=name)) == "bad_name"
        made = guest.ask("sign_up", name=name, password=PASSWORD)
        assert await code_of(made) == "bad_name"
        await sign_up(guest, "Bea")
        assert await code_of(guest.ask("rename", name=name)) == "bad_name"


async def test_a_name_is_kept_without_what_draws_nothing(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as guest:
        room = await ann.create("aces_up", name="A\ufe0fnn")
        assert [member["name"] for member in room["members"]] == ["Ann"]
        assert await code_of(guest.join(room["code"], "An\u034fn")) == "name_taken"
        signed = await guest.ask("sign_up", name="B\u034fen", password=PASSWORD)
        assert signed["account"]["name"] == "Ben"
