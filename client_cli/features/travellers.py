"""The traveller of a deal, which compares everybody who has played it: the request to the server,
and sentences that show its answer.

A try is the game of one contestant on the deal. The goal is the progress at which the game is won
or complete.
"""

from client_cli.features.leaderboards import NOBODY
from client_cli.messages.game import clock, score
from client_cli.net.one_shot_client import OneShotClient
from engine.games import AnyGame, game
from engine.races.ranking import Standing
from protocol.rooms import travellers as said
from protocol.texts import _, ngettext

HEADING = _("Everybody on this deal")
ALONE = _("Nobody has a result on this deal.")


async def traveller(
    client: OneShotClient, deal: str, offset: int = 0, count: int = 50
) -> said.Traveller:
    """Return the traveller of a deal, with at most `count` of its ranked tries, after the first
    `offset`. `deal` is a race id, a room code or the name of a daily deal. If an account is logged
    in, its tries are in the answer too. Raises Failure if the server refuses or cannot be
    reached."""
    if client.is_known:
        await client.authenticate()
    return await client.ask(
        said.Traveller,
        lambda n: said.GetTraveller(id=n, deal=deal, offset=offset, count=count),
    )


def traveller_lines(told: said.Traveller) -> list[str]:
    """Return everything that a traveller says as lines: the tries, the times to each tenth of the
    goal, and the first choices."""
    rules = game(told.game, told.options)
    blocks = [
        [title_line(told, rules), *rank_lines(told, rules)],
        apart_lines(told, rules),
        pace_lines(told),
        choice_lines(told),
    ]
    lines = list[str]()
    for block in filter(None, blocks):
        lines += ["", *block] if lines else block
    return lines


def title_line(told: said.Traveller, rules: AnyGame) -> str:
    """Return the heading of a traveller, with the game and the number of ranked tries."""
    tries = ngettext("{n} try", "{n} tries", told.total)
    return f"{HEADING}: {_(rules.book.title)}, {tries}"


def rank_lines(told: said.Traveller, rules: AnyGame) -> list[str]:
    """Return the ranked tries of the answer as lines, then the reader's own tries if they are not
    among them, and how many tries never got going."""
    lines = [row_line(row, rules, told.total) for row in told.rows]
    listed = {(row.race, row.seat) for row in told.rows}
    lines += [
        row_line(row, rules, told.total) for row in told.own if (row.race, row.seat) not in listed
    ]
    if told.left_out:
        lines.append(
            ngettext(
                "{n} try that never got going is left out.",
                "{n} tries that never got going are left out.",
                told.left_out,
            )
        )
    return lines if told.total else [ALONE, *lines]


def row_line(row: said.TravellerRow, rules: AnyGame, total: int) -> str:
    """Return a ranked try as a line, such as `2. Ben: 31 of 52 at 5:02; 1.5 of 3, 50 %`: the place,
    the result, the matchpoints and the percentile. `total` is the number of ranked tries."""
    points = _("{points} of {most}", points=_half(row.matchpoints), most=total - 1)
    figures = f"{points}, {percent(row.percent)}" if total > 1 else ""
    told = f"{row.place}. {name(row)}: {result(row, rules)}"
    return f"{told}; {figures}" if figures else told


def apart_lines(told: said.Traveller, rules: AnyGame) -> list[str]:
    """Return the tries that are not ranked as lines under a heading; an empty list if there are
    none."""
    if not told.apart:
        return []
    lines = [f"{name(row)}: {result(row, rules)}" for row in told.apart]
    if more := told.apart_total - len(told.apart):
        lines.append(_("{n} more", n=more))
    return [_("Not ranked: bots, and later practice against a ghost"), *lines]


def pace_lines(told: said.Traveller) -> list[str]:
    """Return the times to each tenth of the goal as lines under a heading. Tenths that nobody has
    reached are left out; the list is empty if nobody has reached any."""
    lines = [
        _(
            "{share} %: {fastest}, {middle}, {slowest}; {reached} of {total}",
            share=10 * number,
            fastest=clock(tenth.fastest or 0),
            middle=clock(tenth.middle or 0),
            slowest=clock(tenth.slowest or 0),
            reached=tenth.reached,
            total=told.total,
        )
        for number, tenth in enumerate(told.pace, 1)
        if tenth.reached
    ]
    heading = _(
        "Time to each tenth of the way to {goal}: fastest, middle, slowest; how many got there",
        goal=told.goal,
    )
    return [heading, *lines] if lines else []


def choice_lines(told: said.Traveller) -> list[str]:
    """Return the tree of first choices as lines under a heading, each indented by the number of
    choices before it; an empty list if nobody had a choice."""
    heading = _("First choices: how many made each, how many of them won, their mean percentile")
    return [heading, *map(_choice, told.choices)] if told.choices else []


def _choice(one: said.FirstChoice) -> str:
    figures = _(
        "{move}: {tries}, {won} won, {percent}",
        move=_("other moves") if one.move is None else one.move,
        tries=one.tries,
        won=one.won,
        percent=percent(one.percent),
    )
    return "  " * (one.depth + 1) + figures


def name(row: said.TravellerRow) -> str:
    """Return the name of the player of a try, and that they are a bot or raced a ghost."""
    told = NOBODY if row.name is None else row.name
    told += _(", a bot") * row.bot
    return told + (", " + _("against a ghost")) * row.ghost


def result(row: said.TravellerRow, rules: AnyGame) -> str:
    """Return the result of a try in words."""
    return score(rules, standing_of(row))


def standing_of(row: said.TravellerRow) -> Standing:
    """Return the final figures of a try."""
    return Standing(**{field: getattr(row, field) for field in Standing._fields})


def percent(value: float | None) -> str:
    """Return a percentage as a whole number, rounded down."""
    return _("{n} %", n=int(value or 0))


def _half(points: float | None) -> str:
    return f"{points or 0:g}"
