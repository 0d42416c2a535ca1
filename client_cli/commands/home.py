"""`patience` without a command: the home page on the full screen or, where that cannot be used, a
menu as lines of text (line mode)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from client_cli.exit_codes import NOT_FOUND, REFUSED, UNREACHABLE, Failure
from client_cli.local.storage import Storage
from client_cli.terminal.output import Output, ask, full_screen_fits, is_terminal
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.features.practice import Opponents
    from client_cli.screens.pending_action import PendingAction
    from client_cli.text_mode.server_command import ServerCommandContext
    from engine.games import AnyGame
    from engine.racing_demon.game import RacingDemon

DEALT_HERE = _("No server answers: the game is dealt here and counts for no crown.")
MENU = _("""\
Crown Patience
  patience play aces-up       alone, at once
  patience host aces-up       open a race for friends
  patience join KQ7-4TX       join one
  patience games              all games
  patience --help             everything else""")
Run = Callable[[Sequence[str]], int]


def open_home(voice: Output, storage: Storage, plain: bool, run: Run) -> None:
    """Show the home page until the player leaves. If the full screen cannot be used, print a menu
    instead; if a person is at the terminal, the menu then reads commands and passes the words of
    each to `run`."""
    if full_screen_fits(plain, as_json=False):
        return _full_screen(voice, storage)
    from client_cli.local.server_version import update_notice

    notice = update_notice(storage)
    told = [*_asking(voice, storage), *([notice] if notice else [])]
    if is_terminal():
        from client_cli.text_mode.home import stay

        return stay(voice, told, run)
    return voice.say([*MENU.splitlines(), *told])


def _asking(voice: Output, storage: Storage) -> list[str]:
    """Return sentences that name the accounts whose friend requests the player has not answered.
    The list is empty if no account is logged in."""
    from client_cli.local.account_store import account_on
    from client_cli.net.addresses import server_address

    server = server_address(None)
    if account_on(storage, server) is None:
        return []
    from client_cli.messages import accounts
    from client_cli.text_mode import accounts as text_mode_accounts
    from client_cli.text_mode.server_command import ServerCommandContext

    return accounts.asking(text_mode_accounts.asking(ServerCommandContext(server, voice, storage)))


def _full_screen(voice: Output, storage: Storage) -> None:
    """Show the home page, run the action that the player chooses there, and show the page again,
    until the player leaves the program."""
    from client_cli.screens.home_entry import run_home
    from client_cli.terminal.output import printed_after_exit

    told: list[str] = []
    gone: list[bool] = []
    again: PendingAction | None = None
    while not gone:
        wish, again = run_home(storage, told=" ".join(told), again=again), None
        if wish is None:
            return
        try:
            _run_wish(wish, voice, storage, lambda: gone.append(True))
            told = [] if gone else printed_after_exit()
        except Failure as failure:
            _forget(wish, failure, storage)
            told = [str(failure)]
            refused = failure.code in (NOT_FOUND, REFUSED)
            again = wish if wish.kind in ("join", "watch") and refused else None
    voice.say(printed_after_exit())


def _forget(wish: "PendingAction", failure: Failure, storage: Storage) -> None:
    """If the player wanted to resume their seat in a room (`wish`) and `failure` says that the room
    no longer exists, stop offering that room on the home page."""
    if wish.kind == "resume" and failure.code == NOT_FOUND:
        from client_cli.screens.ui_state import store_ui_state

        store_ui_state(storage, room="")


def _run_wish(
    wish: "PendingAction", voice: Output, storage: Storage, left: Callable[[], None]
) -> None:
    """Run the action that the player has chosen on the home page (`wish`). `left` is called if the
    player leaves the program from a page of that action."""
    from client_cli.commands.full_screen import Screens
    from client_cli.features import race_setup
    from client_cli.local.preferences import usual_options
    from client_cli.net.addresses import server_address
    from client_cli.terminal.game_input import chosen_game
    from client_cli.text_mode import daily
    from client_cli.text_mode.rooms import rooms
    from client_cli.text_mode.server_command import ServerCommandContext

    context = ServerCommandContext(server_address(None), voice, storage, Screens(), left)
    if wish.kind == "alone":
        rules = chosen_game(wish.game, usual_options(storage, wish.game))
        _alone(rules, voice, storage, left)
    elif wish.kind == "host":
        terms = dict(wish.terms)
        plan, kept = race_setup.made(wish.game, terms, storage), race_setup.settings(terms)
        lan = bool(terms.get(race_setup.LAN))
        asked = [wish.challenged] if wish.challenged else []
        rooms.host(context, plan, wish.name, lan=lan, settings=kept, challenged=asked)
    elif wish.kind == "practise":
        from client_cli.features.practice import Opponents
        from client_cli.terminal.game_input import chosen_table

        terms = dict(wish.terms)
        against = Opponents(int(terms["bots"]), terms["strength"], terms["pace"])
        practise(chosen_table([]), against, None, voice, storage, plain=False)
    elif wish.kind == "daily":
        daily.begin(context, wish.name)
    elif wish.kind in ("crown", "crown_back", "crown_race"):
        _play_for_a_crown(wish, context)
    elif wish.kind == "leisure_race":
        from client_cli.text_mode import leisure_races

        leisure_races.play(context, wish.code, None)
    elif wish.kind == "tournament":
        from client_cli.text_mode.tournaments import tournament_play

        tournament_play.play(context, wish.code)
    else:
        _go_to_room(wish, context)


def _play_for_a_crown(wish: "PendingAction", context: "ServerCommandContext") -> None:
    from client_cli.text_mode.crowns import crown_races, crowns

    match wish.kind:
        case "crown":
            crowns.begin(context, wish.game, [])
        case "crown_back":
            crowns.resume(context)
        case "crown_race":
            crown_races.sit(context, wish.code)


def _go_to_room(wish: "PendingAction", context: "ServerCommandContext") -> None:
    from client_cli.net.addresses import invite_of, room_address
    from client_cli.text_mode.rooms import rooms

    address, code = room_address(wish.code, None)
    context, invite = context._replace(server=address), invite_of(wish.code)
    match wish.kind:
        case "resume":
            rooms.resume(context, rooms.open_seat(context.storage, code, address))
        case "join":
            rooms.join(context, code, wish.name, invite)
        case "watch":
            rooms.watch(context, code, stay=True, invite=invite)


def ask_game(voice: Output) -> str:
    """List the games, ask the player to choose one by name or number, and return the answer. It is
    a slug if a number was typed, otherwise the unchecked text. Raises Failure if nobody can be
    asked, because no terminal is attached or the output is JSON."""
    from engine.games import FIRST_GAME, GAMES

    if not is_terminal() or voice.as_json:
        raise Failure.usage(_("Name a game: {games}.", games=", ".join(GAMES)))
    slugs = list(GAMES)
    voice.say(f"{number}. {_(GAMES[slug].book.title)}" for number, slug in enumerate(slugs, 1))
    first = _(GAMES[FIRST_GAME].book.title)
    answer = ask(_("Which game? (Enter for {first})", first=first)) or FIRST_GAME
    if answer.isdecimal() and 1 <= int(answer) <= len(slugs):
        return slugs[int(answer) - 1]
    return answer


def play_alone(  # one for each word of the command line
    game: "AnyGame",
    deal: int | None,
    voice: Output,
    storage: Storage,
    plain: bool,
    winnable: bool = False,
    difficulty: str | None = None,
) -> None:
    """Play one deal alone, on the full screen or in line mode. A `deal` of None is chosen at
    random. With `winnable`, of the packs of this deal the first that the solver wins is dealt; if
    `difficulty` names a class, the first that is also in this class. Raises Failure if there is no
    deal of that number, no such class, or the game has no such winnable deals."""
    from engine.cards import LAST_DEAL_NUMBER

    if deal is not None and deal > LAST_DEAL_NUMBER:
        raise Failure.usage(
            _(
                "A deal number lies between 1 and {last_deal_number}.",
                last_deal_number=LAST_DEAL_NUMBER,
            )
        )
    full_screen = full_screen_fits(plain, voice.as_json)
    if winnable:
        return _winnable_alone(game, deal, difficulty, voice, storage, full_screen)
    if full_screen:
        if deal is None:
            return _alone(game, voice, storage)
        from client_cli.screens.solo_entry import run_solo

        run_solo(game.slug, game.chosen, deal, storage)
        return None
    from client_cli.solo.game import SoloGame, new_deal_number
    from client_cli.text_mode.solo.solo_start import play

    return play(SoloGame(game, deal or new_deal_number()), voice, storage)


def _winnable_alone(
    game: "AnyGame",
    deal: int | None,
    difficulty: str | None,
    voice: Output,
    storage: Storage,
    full_screen: bool,
) -> None:
    """Play a winnable deal alone. Before the search, which can take several seconds, say that there
    is one. Raises Failure if the game has no winnable deals, or none of this difficulty."""
    from client_cli.messages.race_terms import difficulty_named
    from client_cli.solo.game import SoloGame, new_deal_number
    from client_cli.solo.winnable import SEARCHING, search_deal

    number = deal or new_deal_number()
    classed = None if difficulty is None else difficulty_named(difficulty)
    searched = search_deal(game, number, classed, lambda: voice.say([SEARCHING]))
    solo = SoloGame(game, number, searched=searched)
    if full_screen:
        from client_cli.screens.solo_entry import run_winnable

        run_winnable(solo, searched.sentence(), storage)
        return
    from client_cli.text_mode.solo.solo_start import play

    play(solo, voice, storage)


def _alone(
    game: "AnyGame", voice: Output, storage: Storage, left: Callable[[], None] = lambda: None
) -> None:
    """Play a game alone on the full screen. The server deals a game that could count for a crown.
    If no server answers, this computer deals it, and a note on the table says that the game does
    not count. `left` is called if the player leaves the program."""
    from client_cli.features.crown_eligibility import counts_alone
    from client_cli.net.addresses import server_address
    from client_cli.screens.solo_entry import run_solo

    server = server_address(None)
    if not counts_alone(game.slug, game.chosen, server, storage):
        run_solo(game.slug, game.chosen, None, storage)
        return
    from client_cli.commands.full_screen import Screens
    from client_cli.features import crown_play
    from client_cli.text_mode.rooms import rooms
    from client_cli.text_mode.server_command import ServerCommandContext

    context = ServerCommandContext(server, voice, storage, Screens(), left)
    try:
        rooms.enter_by(context, crown_play.alone(game, server, storage))
    except Failure as failure:
        if failure.code != UNREACHABLE:
            raise
        run_solo(game.slug, game.chosen, None, storage, told=DEALT_HERE)


def practise(  # one for each word of the command line
    rules: "RacingDemon",
    against: "Opponents",
    deal: int | None,
    voice: Output,
    storage: Storage,
    plain: bool,
) -> None:
    """Play Racing Demon against computer players on this computer, on the full screen or in line
    mode. `deal` is the number of the first deal; None means a random one. Raises Failure if the
    number, the strength or the pace of the computer players is not possible."""
    from client_cli.features.practice import practice_room
    from client_cli.net.connection_types import now_ms

    room = practice_room(rules, storage, now_ms, against, deal)
    if full_screen_fits(plain, voice.as_json):
        from client_cli.screens.entry_points import run_practice

        run_practice(room, storage)
        return
    from client_cli.text_mode.solo.practice import practise as in_lines

    in_lines(room, voice)


def resume_alone(named: str | None, voice: Output, storage: Storage, plain: bool) -> None:
    """Continue the saved solo game that was played most recently. If `named` is the name of a game,
    choose only among deals of that game. Raises Failure if none is saved."""
    from client_cli.terminal.game_input import chosen_game
    from client_cli.text_mode.solo.solo_start import go_on, left_last

    slug = None if named is None else chosen_game(named, []).slug
    if full_screen_fits(plain, voice.as_json):
        from client_cli.screens.solo_entry import run_left

        run_left(left_last(slug, storage), storage)
        return
    go_on(slug, voice, storage)
