"""Deletion of an account: all its data are deleted, also if a process dies meanwhile."""

from pathlib import Path

from server.accounts.data_owners import forget_gone
from server.accounts.store import Account
from server.errors import StoreAway
from server.store import keys
from tests.server.clocked_process import PASSWORD, Time, process, real_store
from tests.server.crowns.crown_process import NOON


class Cupboard:
    """Keeps something of everybody, and may be out of reach."""

    def __init__(self) -> None:
        self.away = True
        self.forgotten: list[str] = []
        self.broken: set[str] = set()

    async def export(self, account: Account) -> dict[str, object]:
        return {"cupboard": account.name}

    async def forget(self, number: str) -> None:
        if self.away:
            raise StoreAway
        if number in self.broken:
            raise ValueError
        self.forgotten.append(number)


async def test_what_could_not_be_forgotten_at_once_is_soon(tmp_path: Path) -> None:
    cupboard = Cupboard()
    async with real_store(tmp_path) as store, process(store, Time(NOON)) as one:
        seat_board = one.seat_boards.accounts._replace(elsewhere=(cupboard,))
        one.seat_boards = one.seat_boards._replace(accounts=seat_board)
        anna = await one.person("Anna")
        assert (await anna.say("export_account"))["data"]["cupboard"] == "Anna"
        answer = await anna.say("delete_account", password=PASSWORD)
        assert answer["type"] == "done", "the account is no more"
        (number,) = await one.accounts.gone()
        cupboard.away = False
        for _ in range(2):  # as every process does
            await forget_gone(one.accounts, (cupboard,))
        assert (cupboard.forgotten, await one.accounts.gone()) == ([number], [])


async def test_the_fault_of_one_place_keeps_nothing_else_from_being_forgotten(
    tmp_path: Path,
) -> None:
    first, second = Cupboard(), Cupboard()
    first.away = second.away = False
    async with real_store(tmp_path) as store, process(store, Time(NOON)) as one:
        numbers = ["anna", "ben", "cid"]
        for number in numbers:
            await one.kept.others.sadd(keys.GONE, number)
        first.broken = {"anna"}
        await forget_gone(one.accounts, (first, second))
        assert (first.forgotten, second.forgotten) == (["ben", "cid"], numbers)
        assert await one.accounts.gone() == ["anna"]
        first.broken.clear()
        await forget_gone(one.accounts, (first, second))
        assert await one.accounts.gone() == []
