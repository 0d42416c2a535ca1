"""Builds the protocol messages about an account's telephone calls, and their export.

A call is a message that the winner of a crown sends to other accounts; a crown is the title for
three or five particular games won in a row.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple

from engine.crowns.run import Award
from protocol import telephone as say
from protocol.crowns import CrownKind, GameWon
from server.accounts.store import Account, AccountNames
from server.telephone.store import MOST_TO_EVERYBODY, CallEntry, CallStore, StoredCall

Stands = Callable[[str], Awaitable[dict[str, str]]]
"""Returns how an account stands to others, such as friend or blocked (see `change_friend.lua`), by
the id of the other account."""

KINDS: dict[str, CrownKind] = {"triple": "triple", "quintuple": "quintuple"}


class ListedCalls(NamedTuple):
    """The calls of an account, latest first; the number of the last call it has seen (`heard`); the
    number of calls it has not seen (`missed`); and whether it has muted the telephone."""

    entries: list[CallEntry]
    heard: int
    missed: int
    muted: bool


class CallMessages:
    """Reads telephone calls and builds the messages for the accounts that made or received them.
    All methods raise StoreAway if the store cannot be reached."""

    def __init__(
        self, store: CallStore, names: AccountNames, stands: Stands, now: Callable[[], int]
    ) -> None:
        self.store, self.names, self.stands, self.now = store, names, stands, now

    async def listed(self, account: Account) -> ListedCalls:
        """Return the calls that an account has made or received.

        The account of a person also gets the calls to everybody that were made since the account
        was created; the account of a bot does not. Calls of accounts that the account has blocked
        are left out.
        """
        me = account.number
        listing = await self.store.listing(me)
        stands = await self.stands(me)
        found = {entry.number: entry for entry in listing.own}
        if not account.bot:
            old = account.last_call
            found |= {entry.number: entry for entry in listing.everybody if entry.number > old}
        entries = [entry for entry in found.values() if stands.get(entry.caller) != "blocked"]
        entries.sort(reverse=True)
        missed = sum(entry.number > listing.heard and entry.caller != me for entry in entries)
        return ListedCalls(entries, listing.heard, missed, listing.muted)

    async def told(
        self, account: Account, entries: Iterable[CallEntry], heard: int
    ) -> list[say.Call]:
        """Return the messages about the calls `entries` for an account. A call of somebody else
        with a number above `heard`, the last call that the account has seen, is marked as
        missed.

        The message about a call that the account itself made has all answers. The message about any
        other call has only the account's own answer.
        """
        me, calls = account.number, await self.store.calls(entry.number for entry in entries)
        mine = [call.number for call in calls if call.caller == me]
        theirs = [call.number for call in calls if call.caller != me]
        answers = {n: [(me, how)] for n, how in (await self.store.answers_by(me, theirs)).items()}
        answers |= await self.store.answers(mine)
        withdrawn = await self.store.withdrawn({call.award for call in calls})
        people = {call.caller for call in calls} - {""}
        people |= {who for given in answers.values() for who, _ in given}
        names = await self.names(people)
        blocked = {other for other, how in (await self.stands(me)).items() if how == "blocked"}
        return [
            message(
                call,
                names.get(call.caller, (None, False))[0],
                self.now(),
                mine=call.caller == me,
                missed=call.number > heard and call.caller != me,
                withdrawn=call.award in withdrawn,
                answers=[
                    say.Answered(name=names[who][0], answer=how)
                    for who, how in answers.get(call.number, [])
                    if who in names and who not in blocked
                ],
            )
            for call in calls
        ]

    async def called(self, account: Account, number: int) -> bool:
        """Return whether the account has received the call with this number."""
        listed = await self.listed(account)
        return any(
            entry.number == number and entry.caller != account.number for entry in listed.entries
        )

    async def export(self, account: Account) -> dict[str, object]:
        """Return, under the key `telephone`, whether the account has muted the telephone, and its
        calls: those that it made, those that others made to this account, and those calls to
        everybody that it has answered."""
        listing = await self.store.listing(account.number)
        own = {entry.number for entry in listing.own}
        answered = await self.store.answers_by(
            account.number, (entry.number for entry in listing.everybody)
        )
        entries = sorted({*listing.own, *listing.everybody}, reverse=True)
        kept = [entry for entry in entries if entry.number in own or entry.number in answered]
        calls = await self.told(account, kept[:MOST_TO_EVERYBODY], listing.heard)
        told = [call.model_dump() for call in calls]
        return {"telephone": {"muted": listing.muted, "calls": told}}

    async def forget(self, number: str) -> None:
        """Delete what the store has about the calls of the deleted account with the id `number`:
        its list of calls, its telephone settings and its answers. The calls that it made stay,
        without its id and words."""
        await self.store.forget(number)


def message(
    call: StoredCall,
    name: str | None,
    now: int,
    *,
    mine: bool,
    missed: bool,
    withdrawn: bool = False,
    answers: list[say.Answered] | None = None,
) -> say.Call:
    """Return the message about a call. `name` is the name of the caller. If it is None, because the
    account is deleted, the message also lacks the caller's words. `mine` says that the account that
    gets the message made the call, and `missed` that it has not seen the call. `withdrawn` says
    that the crown has been withdrawn."""
    return say.Call(
        call=call.number,
        name=name,
        award=call.award,
        crown=KINDS[call.told.crown],
        games=games(call.told, now),
        line=call.line if name is not None else "",
        ago_ms=max(0, now - call.at),
        everybody=call.everybody,
        mine=mine,
        missed=missed,
        withdrawn=withdrawn,
        answers=answers or [],
    )


def games(award: Award, now: int) -> list[GameWon]:
    """Return the games with which a crown was won, in the form that messages have."""
    return [
        GameWon(
            game=win.game, race=win.race, took_ms=win.took_ms, ago_ms=max(0, now - win.ended_ms)
        )
        for win in award.games
    ]
