"""Leisure races: requests to the server, and sentences for the player.

In a leisure race a closed circle plays the same deals within hours or days, each contestant alone
and when they like. A contestant plays each deal once; this is called a try. Until nobody may play
any more, nothing is told of the tries of others; then the race is *told*.

Somebody without an account takes part as a guest. The token that proves who the guest is is stored
on this computer.
"""

from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from client_cli.exit_codes import UNREACHABLE, Failure
from client_cli.local.guest_entries import (
    LEISURE_RACES,
    KnownGuest,
    forget_guest,
    guest_in,
    new_guest,
)
from client_cli.messages.displayed_code import displayed
from client_cli.messages.game import clock, options, score
from client_cli.messages.race_terms import TAKE_BACK_WORDS, RacePlan
from client_cli.net import addresses
from client_cli.net.invitations import ONLY_HERE, Invitation, ServerAddress
from client_cli.net.one_shot_client import OneShotClient
from client_cli.net.room_client import RoomClient, chosen_race
from engine.races.ranking import Standing
from engine.rules import RULES
from engine.rules import rules as rules_of
from protocol.guests import GuestEntry
from protocol.leisure_races import (
    LATEST_OPENING_MS,
    LONGEST_MS,
    SHORTEST_MS,
    GetLeisureRace,
    InviteToLeisureRace,
    JoinLeisureRace,
    LeisureContestant,
    LeisureEntry,
    LeisureNews,
    LeisureRace,
    LeisureRaces,
    LeisureResult,
    LeisureRound,
    ListLeisureRaces,
    NewLeisureRace,
    PlayLeisureDeal,
    QuitLeisureRace,
)
from protocol.texts import _, ngettext

PATH = "l"
"""The first path segment of a link to a leisure race."""
HOUR_MIN, DAY_MIN = 60, 1440
LONGEST_TITLE = 60
"""The maximum number of characters of a title that the organiser can type on a form, and of one
that is made of names of games."""


# Requests. ------------------------------------------------------------------------------------


class NewRaceChoice(NamedTuple):
    """What the organiser of a new leisure race has chosen: its title, its deals as races that each
    contestant plays alone, the names of the friends who are invited, how many more may come by the
    code, and the times until it opens and for which it is open."""

    title: str
    deals: list[RacePlan]
    invited: list[str]
    by_code: int
    opens_in_ms: int
    lasts_ms: int


def usual_title(deals: list[RacePlan]) -> str:
    """Return the title of a leisure race to which the organiser gives none: the names of its
    games."""
    games = ", ".join(dict.fromkeys(_(each.game.book.title) for each in deals))
    return games if len(games) <= LONGEST_TITLE else _("Leisure race")


def refuse_times(chosen: NewRaceChoice) -> None:
    """Raise Failure if the new leisure race would open too late, or be open for too short or too
    long a time."""
    if not SHORTEST_MS <= chosen.lasts_ms <= LONGEST_MS:
        raise Failure.usage(_("A leisure race is open for an hour to 14 days."))
    if not 0 <= chosen.opens_in_ms <= LATEST_OPENING_MS:
        raise Failure.usage(_("A leisure race opens within 30 days."))


async def make(client: OneShotClient, chosen: NewRaceChoice) -> LeisureRace:
    """Make a leisure race and return it. Raises Failure if the server refuses or cannot be
    reached."""
    await client.authenticate()
    deals = [chosen_race(each) for each in chosen.deals]
    first = deals[0]
    are_alike = all(each == first for each in deals)
    fields = {
        **chosen._asdict(),
        "deals": len(deals),
        "rounds": [] if are_alike else deals,
    }
    return await client.ask(
        LeisureRace,
        lambda n: NewLeisureRace(
            id=n,
            game=first.game,
            options=first.options,
            terms=first.terms,
            bell_ms=first.bell_ms,
            **fields,
        ),
    )


async def show(client: OneShotClient, code: str) -> LeisureRace:
    """Return a leisure race, as the account that is logged in, as a guest who has joined it from
    this computer, or as somebody who only has the code. Raises Failure if the server refuses or
    cannot be reached."""
    guest = await _asker(client, code)
    return await client.ask(LeisureRace, lambda n: GetLeisureRace(id=n, code=code, guest=guest))


async def join(client: OneShotClient, code: str, name: str) -> LeisureRace:
    """Take part in a leisure race, and return it. Without an account this is as a guest, who is
    called `name`. Raises Failure if the server refuses or cannot be reached."""
    if client.is_known:
        await client.authenticate()
        return await client.ask(LeisureRace, lambda n: JoinLeisureRace(id=n, code=code))
    before = guest_in(client.storage, client.server, code, LEISURE_RACES)
    guest = new_guest(client.storage, client.server, code, name, LEISURE_RACES)
    entry = GuestEntry(name=guest.name, token=guest.token)
    try:
        return await client.ask(
            LeisureRace, lambda n: JoinLeisureRace(id=n, code=code, guest=entry)
        )
    except Failure as failure:
        if before is not None:
            new_guest(client.storage, client.server, code, before.name, LEISURE_RACES)
        elif failure.code != UNREACHABLE:  # otherwise the server may have stored the entry
            forget_guest(client.storage, client.server, code, LEISURE_RACES)
        raise


async def invite(client: OneShotClient, code: str, names: list[str]) -> LeisureRace:
    """Invite friends to a leisure race that the player has made, and return it. Raises Failure if
    the server refuses or cannot be reached."""
    await client.authenticate()
    return await client.ask(
        LeisureRace, lambda n: InviteToLeisureRace(id=n, code=code, invited=names)
    )


async def quit_it(client: OneShotClient, code: str) -> LeisureRace:
    """Stop taking part in a leisure race, and return it. Raises Failure if the server refuses or
    cannot be reached."""
    guest = await _asker(client, code)
    return await client.ask(LeisureRace, lambda n: QuitLeisureRace(id=n, code=code, guest=guest))


async def listed(client: OneShotClient) -> LeisureRaces:
    """Return the leisure races of the player's account. Raises Failure if no account is logged in,
    or the server refuses or cannot be reached."""
    await client.authenticate()
    return await client.ask(LeisureRaces, lambda n: ListLeisureRaces(id=n))


def playing(code: str, deal: int | None) -> Callable[[RoomClient], Awaitable[None]]:
    """Return a function that enters the room of the player's try of a deal; if `deal` is None, of
    the first deal that they have not played. If a try is in progress, it returns to that one."""

    async def enter(room: RoomClient) -> None:
        guest = guest_in(room.storage, room.server, code, LEISURE_RACES)
        token = None if guest is None else guest.token
        await room.take_seat_by(PlayLeisureDeal, code=code, deal=deal, guest=token)

    return enter


async def _asker(client: OneShotClient, code: str) -> str | None:
    """Return the token of the guest who has joined a leisure race from this computer; None if there
    is none. If an account is logged in, authenticate the connection and return None."""
    if client.is_known:
        await client.authenticate()
        return None
    guest: KnownGuest | None = guest_in(client.storage, client.server, code, LEISURE_RACES)
    return None if guest is None else guest.token


# What is typed, and passed on. ------------------------------------------------------------------


def race_address(text: str, server: str | None) -> tuple[str, str]:
    """Return (server address, code) of a typed code or link of a leisure race. Raises Failure if it
    is invalid."""
    if "://" not in text:
        return addresses.server_address(server), addresses.room_code(text)
    parts = [part for part in urlsplit(text.strip()).path.split("/") if part]
    if len(parts) != 2 or parts[0] != PATH:
        raise Failure.usage(_("A link to a leisure race looks like http://host:8765/l/KQ7-4TX."))
    address = addresses.server_address(text.strip().removesuffix(urlsplit(text.strip()).path))
    return address, addresses.room_code(parts[1])


def invitation(race: LeisureRace, reach: ServerAddress) -> Invitation:
    """Return what the player passes on so that others can take part: the link, and the command."""
    link = addresses.leisure_link(reach.others or reach.server, race.code)
    if reach.others is not None:
        return Invitation(link, f"patience leisure join {link}")
    return Invitation("", f"patience leisure join {link}", (ONLY_HERE,))


# Sentences. -----------------------------------------------------------------------------------


def about(ms: int) -> str:
    """Return a long time in words, without a count of seconds: `3 days`, `5 hours`, `20
    minutes`."""
    minutes = max(1, round(ms / 60_000))  # a second after "3 days" it is not 2 days yet
    if minutes >= 2 * DAY_MIN:
        return ngettext("{n} day", "{n} days", minutes // DAY_MIN)
    if minutes >= 2 * HOUR_MIN:
        return ngettext("{n} hour", "{n} hours", minutes // HOUR_MIN)
    return ngettext("{n} minute", "{n} minutes", minutes)


def status_words(race: LeisureRace | LeisureEntry) -> str:
    """Return the status of a leisure race for the middle of a sentence."""
    if race.status == "planned":
        return _("opens in {time}", time=about(race.opens_in_ms))
    if race.status == "open":
        return _("open for {time}", time=about(race.closes_in_ms))
    return _("closed; the last tries end") if race.status == "closed" else _("over")


def entry_line(entry: LeisureEntry) -> str:
    """Return a leisure race of the player's list in one line, such as `KQ7-4TX Over the holidays:
    Aces Up, open for 2 days, 1 of 3 deals played; it is your turn.`"""
    return f"{displayed(entry.code)} {entry.title}: {entry_words(entry)}."


def entry_words(entry: LeisureEntry) -> str:
    """Return a leisure race of the player's list without its code and title, such as `Aces Up, open
    for 2 days, 1 of 3 deals played; it is your turn`."""
    played = _("{n} of {all} deals played", n=entry.played, all=entry.deals)
    games = ", ".join(dict.fromkeys(map(_game, entry.games or [entry.game])))
    told = f"{games}, {status_words(entry)}, {played}"
    if entry.your_turn:
        return _("{race}; it is your turn", race=told)
    return _("{race}; new", race=told) if entry.is_news else told


def waiting_words(races: LeisureRaces) -> str:
    """Return the titles of the leisure races in which the player can play, and of those that are
    over and new, for the menu; empty if there are none."""
    turns = [each.title for each in races.races if each.your_turn]
    news = [each.title for each in races.races if each.is_news]
    told = [_("your turn: {titles}", titles=", ".join(turns))] if turns else []
    told += [_("over: {titles}", titles=", ".join(news))] if news else []
    return "; ".join(told)


def news_sentence(news: LeisureNews) -> str:
    """Return the sentence about a leisure race that the player can play now, or that was told."""
    if news.news == "your_turn":
        return _("It is your turn in {title}.", title=news.title)
    return _("{title} is over.", title=news.title)


def news_line(news: LeisureNews) -> str:
    """Return what `news_sentence` says in line mode, with the command to play or to see the
    table."""
    code = displayed(news.code)
    if news.news == "your_turn":
        return _(
            "It is your turn in {title}: patience leisure play {code}", title=news.title, code=code
        )
    return _("{title} is over: patience leisure show {code}", title=news.title, code=code)


def news_of(entry: LeisureEntry) -> LeisureNews | None:
    """Return the news that a leisure race of the player's list has; None if it has none."""
    if not entry.your_turn and not entry.is_news:
        return None
    news: Literal["your_turn", "told"] = "your_turn" if entry.your_turn else "told"
    return LeisureNews(code=entry.code, title=entry.title, game=entry.game, news=news)


def head_lines(race: LeisureRace) -> list[str]:
    """Return the lines about a leisure race itself, without its contestants."""
    title, code = race.title, displayed(race.code)
    deals = ngettext("{n} deal", "{n} deals", race.deals)
    status = f"{deals}, {status_words(race)}."
    if race.rounds:
        return [f"{title} ({code}): {status}", *_round_lines(race)]
    game = _(
        "{title} ({code}): {game}, time limit {time}, {take_back}.",
        title=title,
        code=code,
        **_terms_words(deal_of(race, 1)),
    )
    return [game, status]


def deal_of(race: LeisureRace, deal: int) -> LeisureRound:
    """Return the game, the terms and the time limit of a deal, given by its number from 1."""
    if race.rounds:
        return race.rounds[deal - 1]
    return LeisureRound(
        game=race.game, options=race.options, terms=race.terms, bell_ms=race.bell_ms
    )


def _round_lines(race: LeisureRace) -> list[str]:
    """Return a line about each deal of a leisure race whose deals differ."""
    return [
        _("Deal {n}: {game}, time limit {time}, {take_back}.", n=n, **_terms_words(each))
        for n, each in enumerate(race.rounds, 1)
    ]


def _terms_words(deal: LeisureRound) -> dict[str, str]:
    """Return the words about a deal that the sentences about its race contain."""
    rules = rules_of(deal.game, deal.options)
    return {
        "game": f"{_(rules.book.title)}{options(deal.options, rules)}",
        "time": clock(deal.bell_ms),
        "take_back": TAKE_BACK_WORDS[deal.terms.take_back],
    }


def lines(race: LeisureRace) -> list[str]:
    """Return a leisure race as lines of text."""
    told = head_lines(race)
    if race.status == "told":
        told += [table_line(race, one) for one in race.contestants]
    else:
        told += _sealed_lines(race)
    if race.opened is not None:
        told.append(
            _(
                "Opened: {secret}, committed to as {commitment}.",
                secret=race.opened.secret,
                commitment=race.commitment,
            )
        )
    return [*told, *next_words(race)]


def _sealed_lines(race: LeisureRace) -> list[str]:
    """Return the lines about a leisure race that is not told: who takes part, how the player has
    played, and for whom the race waits if the player may know it."""
    names = ", ".join(who(race, one) for one in race.contestants)
    told = [_("Taking part: {names}.", names=names)]
    if race.places_left:
        told.append(
            ngettext(
                "{n} more may come by the code.", "{n} more may come by the code.", race.places_left
            )
        )
    own = mine(race)
    if own is not None:
        told += [f"{result_words(race, each)}." for each in own.results]
    waits = [who(race, one) for one in race.contestants if one.has_played is False]
    if waits:
        told.append(_("It waits for {names}.", names=", ".join(waits)))
    return told


def next_words(race: LeisureRace) -> list[str]:
    """Return a sentence about what the player can do next in a leisure race; an empty list if there
    is nothing to do."""
    code, own = displayed(race.code), mine(race)
    if race.status != "open":
        return []
    if own is None or race.has_quit:
        return [_("Take part: patience leisure join {code}", code=code)]
    done = sum(not each.is_playing for each in own.results)
    return [_("Play: patience leisure play {code}", code=code)] if done < race.deals else []


def mine(race: LeisureRace) -> LeisureContestant | None:
    """Return the player's own entry among the contestants; None if they do not take part."""
    at = race.mine
    return race.contestants[at] if at is not None and at < len(race.contestants) else None


def may_invite(race: LeisureRace, account: str | None) -> bool:
    """Return whether the player, whose account is called `account`, can invite friends: whoever has
    made the race can, until it closes."""
    return account is not None and race.organiser == account and race.status in ("planned", "open")


def who(race: LeisureRace, one: LeisureContestant) -> str:
    """Return the name of a contestant, with a mark if it is the player."""
    name = one.name or _("(nobody any more)")
    return _("{name} (you)", name=name) if one is mine(race) else name


def table_line(race: LeisureRace, one: LeisureContestant) -> str:
    """Return a contestant's place, points and results in one line."""
    place = "–" if one.place is None else f"{one.place}."
    results = "; ".join(result_words(race, each) for each in one.results)
    told = f"{place} {who(race, one)}: {points_words(one.points or 0.0)}"
    return f"{told}; {results}" if results else told


def result_words(race: LeisureRace, each: LeisureResult) -> str:
    """Return a try in words: `deal 2: solved in 3:10, 1.5 points (KQ7-4TX)`, or `deal 2, Kings: …`
    if the deals differ."""
    played = deal_of(race, each.deal)
    deal = _("deal {n}", n=each.deal)
    if race.rounds:
        deal = _("deal {n}, {game}", n=each.deal, game=_game(played.game))
    if each.is_playing:
        return _("{deal}: being played", deal=deal)
    if each.void or each.standing is None:
        return _("{deal}: void", deal=deal) if each.void else _("{deal}: never dealt", deal=deal)
    standing = Standing(**each.standing.model_dump(exclude={"progress"}))
    told = f"{deal}: {score(rules_of(played.game, played.options), standing)}"
    if each.points is not None:
        told = f"{told}, {points_words(each.points)}"
    return f"{told} ({displayed(each.code)})"


def points_words(points: float) -> str:
    """Return matchpoints in words, such as `2.5 points`."""
    number = f"{points:g}"
    return _("1 point") if points == 1 else _("{number} points", number=number)


def _game(slug: str) -> str:
    return _(RULES[slug].book.title) if slug in RULES else slug


def code_of_last(races: LeisureRaces) -> str:
    """Return the code of the leisure race in which it is the player's turn; the one that was made
    last if there are several. Raises Failure if there is none."""
    turn = next((each.code for each in races.races if each.your_turn), None)
    if turn is None:
        raise Failure.not_found(_("It is your turn in no leisure race; see: patience leisure list"))
    return turn
