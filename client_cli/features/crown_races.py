"""Crown races: requests to the server, parsing of typed codes and orders of games, and sentences
for the player.

A crown race is an event in which all racers play the same five deals, each at their own pace. The
deals are one of each great game; these are the five games that count for a crown, the prize for
winning three or all five of them in a row.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence

from client_cli.exit_codes import Failure
from client_cli.features.crowns import CROWNS, title
from client_cli.local.storage import Storage, short
from client_cli.messages.displayed_code import displayed
from client_cli.messages.game import clock
from client_cli.net.addresses import room_code
from client_cli.net.invitations import Invitation, ServerAddress, by_command
from client_cli.net.one_shot_client import OneShotClient
from engine.crowns.facts import GREAT_GAMES
from engine.games import GAMES, slug_of
from engine.races.fairness import NONCE_BYTES
from protocol import codes
from protocol.crown_races import (
    CrownRace,
    CrownRacer,
    FollowCrownRace,
    GameRaced,
    JoinCrownRace,
    OpenCrownRace,
    QuitCrownRace,
    StartCrownRace,
)
from protocol.message import Request
from protocol.texts import _, ngettext

RESULTS = {
    "playing": "plays",
    "won": _("solved"),
    "lost": "lost",
    "resigned": _("given up"),
    "timeout": _("time was up"),
    "abandoned": "left",
    "void": "void",
}


# Requests. ------------------------------------------------------------------------------------


async def race(client: OneShotClient, make: Callable[[int], Request]) -> CrownRace:
    """Send a request about a crown race, and return the state of the race after it. `make` gets a
    request id and returns the request. If the player takes part, store the race's code on this
    computer. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    found = await client.ask(CrownRace, make)
    if found.mine is not None:
        remember(client, found)
    return found


def opening(games: Sequence[str] | None) -> Callable[[int], Request]:
    chosen, nonce = None if games is None else list(games), secrets.token_hex(NONCE_BYTES)
    return lambda n: OpenCrownRace(id=n, nonce=nonce, games=chosen)


def joining(code: str) -> Callable[[int], Request]:
    nonce = secrets.token_hex(NONCE_BYTES)
    return lambda n: JoinCrownRace(id=n, code=code, nonce=nonce)


def starting(code: str) -> Callable[[int], Request]:
    return lambda n: StartCrownRace(id=n, code=code)


def quitting(code: str) -> Callable[[int], Request]:
    return lambda n: QuitCrownRace(id=n, code=code)


def seeing(code: str) -> Callable[[int], Request]:
    """Return a function that gets a request id and returns the request for the state of a crown
    race. The request also subscribes the connection to changes of the race."""
    return lambda n: FollowCrownRace(id=n, code=code)


def code_of(text: str) -> str:
    """Return the code of a crown race that a user has typed. Raises Failure if the text is not a
    code."""
    return room_code(text)


def code_or_last(text: str | None, storage: Storage, server: str) -> str:
    """Return the code of a crown race that a user has typed or, if `text` is None, that of the
    crown race in which the player last took part on this server. Raises Failure if the text is not
    a code, or there is no such race."""
    code = remembered(storage, server) if text is None else code_of(text)
    if code is None:
        raise Failure.not_found(
            _("You take part in no crown race here. Name one: patience crown race status CODE.")
        )
    return code


def order_of(text: str) -> list[str]:
    """Return the slugs of the five great games in the order typed. The typed names are separated by
    commas; the beginning of a name is enough. Raises Failure unless each of the five is named
    once."""
    games = [slug_of(word) or _begun(word) for word in text.split(",")]
    if sorted(games) != sorted(GREAT_GAMES):
        five = ",".join(slug.replace("_", "-") for slug in GREAT_GAMES)
        raise Failure.usage(_("An order names each of the five once, such as {five}.", five=five))
    return games


def _begun(word: str) -> str:
    """Return the great game whose slug begins with a typed word; the empty string if there is
    none."""
    plain = word.strip().lower().replace("-", "_").replace(" ", "_")
    return next((slug for slug in GREAT_GAMES if plain and slug.startswith(plain)), "")


def remember(client: OneShotClient, race: CrownRace) -> None:
    """Store on this computer the code of a crown race in which the player takes part. It replaces
    the code stored before for this server."""
    path = client.storage.root / "crown-races" / f"{short(client.server)}.json"
    client.storage.write(path, {"code": race.code})


def remembered(storage: Storage, server: str) -> str | None:
    """Return the code of the crown race in which the player last took part on a server; None if
    there is none."""
    kept = storage.read(storage.root / "crown-races" / f"{short(server)}.json").get("code")
    return codes.normal(kept) if isinstance(kept, str) else None


# Sentences. -----------------------------------------------------------------------------------


def crown_race_lines(race: CrownRace) -> list[str]:
    """Return the state of a crown race as lines of text."""
    sentences = [
        _(
            "Crown race {code}, {status}: {games}.",
            code=displayed(race.code),
            status=STATUS[race.status],
            games=", ".join(map(title, race.games)),
        )
    ]
    sentences += [racer_line(race, racer) for racer in race.racers]
    if race.closes_in_ms is not None and race.status == "running":
        sentences.append(_("It ends in {time} at the latest.", time=clock(race.closes_in_ms)))
    if race.opened is not None:
        sentences.append(
            _(
                "Opened: {secret}, committed to as {commitment}.",
                secret=race.opened.secret,
                commitment=race.commitment,
            )
        )
    return [*sentences, *next_words(race)]


STATUS = {"lobby": _("not yet begun"), "running": _("under way"), "over": _("over")}


def next_words(race: CrownRace) -> list[str]:
    """Return a sentence about what the player can do next in a crown race. The list is empty if
    there is nothing to do."""
    code, me = displayed(race.code), mine(race)
    if race.status == "lobby":
        begin = _("Whoever opened it begins it: patience crown race start {code}.", code=code)
        return [begin] if me else [_("Take part: patience crown race join {code}.", code=code)]
    if race.status == "running" and me is not None and not me.quit:
        game = at_game(race, me)
        return (
            [_("Next, {game}: patience crown race play {code}.", game=title(game), code=code)]
            if game
            else []
        )
    return []


def invitation(race: CrownRace, reach: ServerAddress) -> Invitation:
    """Return the invitation for other players to a crown race that has not started: the command
    that they type."""
    return by_command(reach, f"patience crown race join {codes.spoken(race.code)}")


def mine(race: CrownRace) -> CrownRacer | None:
    """Return the player's own entry among the racers of a crown race; None if they do not take
    part."""
    at = race.mine
    return race.racers[at] if at is not None and at < len(race.racers) else None


def at_game(race: CrownRace, racer: CrownRacer) -> str | None:
    """Return the slug of the game that a racer is playing or will play next; None once all five are
    done."""
    done = sum(each.result != "playing" for each in racer.games)
    return race.games[done] if done < len(race.games) else None


def racer_line(race: CrownRace, racer: CrownRacer) -> str:
    """Return a racer's place and results in one line, such as `1. Anna (you): 2 games won in 31:20,
    Triple Crown; Uncle Remus solved in 21:03; plays Kings, 31 of 104`. Uncle Remus and Kings are
    games; a game that is out is won."""
    you = " (you)" if racer is mine(race) else ""
    won = ngettext("{n} game won", "{n} games won", racer.won)
    won += _(" in {time}", time=clock(racer.took_ms)) if racer.won else ""
    crown = f", {CROWNS[racer.crown]}" if racer.crown else ""
    games = "; ".join(map(game_words, racer.games))
    quit_ = _("; takes part no more") if racer.quit else ""
    return f"{racer.place}. {who(racer)}{you}: {won}{crown}{f'; {games}' if games else ''}{quit_}"


def who(racer: CrownRacer) -> str:
    return racer.name or _("(nobody any more)")


def game_words(game: GameRaced) -> str:
    """Return a racer's result or progress in one game in words: `Kings solved in 21:03`, `Uncle
    Remus lost with 31`, `plays Kings, 31 of 104`."""
    if game.result == "playing":
        return _(
            "plays {game}, {progress}{goal}",
            game=title(game.game),
            progress=game.progress,
            goal=_goal(game),
        )
    if game.result == "won" and game.took_ms is not None:
        sentence = _("{game} solved in {time}", game=title(game.game), time=clock(game.took_ms))
    else:
        sentence = _(
            "{game} {result} with {progress}",
            game=title(game.game),
            result=RESULTS[game.result],
            progress=game.progress,
        )
    return sentence if game.code is None else f"{sentence} ({displayed(game.code)})"


def _goal(game: GameRaced) -> str:
    return _(" of {goal}", goal=GAMES[game.game].goal) if game.game in GAMES else ""


def change_lines(before: CrownRace, now: CrownRace) -> Iterable[str]:
    """Return lines about what has changed between two states of a crown race. If the race has
    started or ended in between, these describe the whole race; otherwise there is a line for each
    racer with a new result."""
    if before.status != now.status:
        return crown_race_lines(now)
    known = {racer.name: _done(racer) for racer in before.racers}
    return [racer_line(now, racer) for racer in now.racers if known.get(racer.name) != _done(racer)]


def _done(racer: CrownRacer) -> tuple[object, ...]:
    """Return the fields of a racer whose change is worth a sentence. Progress within a game is
    not."""
    return racer.crown, racer.quit, tuple((game.game, game.result) for game in racer.games)
