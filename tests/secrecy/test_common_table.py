"""A common table tells nobody a hidden card: stocks, demons under their top card, and cards of the
waste that were never on top."""

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from engine.cards import deal_number_seed
from engine.racing_demon.game import RacingDemon
from server.live_rooms.common_tables.table_sender import TableSender
from server.views import table_view
from tests.harness import RACES
from tests.messages import told
from tests.secrecy.glass import World
from tests.secrecy.glass_table import Packs, TableScript, hidden, plays_out, reshuffled

OPTIONS: list[dict[str, Any]] = [
    {"piles": 5},
    {"same_deal": False},
    {"same_deal": False, "turn": 1, "spaces": "free"},
    {"play_on": True, "stuck": "end", "piles": 5},
]
KEPT: list[dict[str, Any]] = [
    {},
    {"delay_ms": 5_000},
    {"delay_ms": 200},
    {"boards": "nobody"},
    {"boards": "done"},
]

brisk = settings(
    max_examples=max(12, RACES // 4),
    deadline=None,
    database=None,
    derandomize="CI" in os.environ,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # shrinking would need too many worlds
)

scripts = st.builds(
    TableScript,
    st.integers(0, 10**6),
    st.integers(2, 4),
    st.integers(0, 40),
    st.sampled_from(OPTIONS),
    st.sampled_from(KEPT),
)


def two_worlds(script: TableScript, deal: int) -> tuple[World, World, bool]:
    """The worlds of two deals that differ only in what nobody has seen, and whether they have to be
    the same to everybody: they may differ if a table was stuck, since that depends on the order of
    the stocks."""
    rules = RacingDemon(script.options)
    packs: Packs = rules.packs(deal_number_seed(deal), script.seats)
    one, states = plays_out(packs, script), script.states
    other_packs = reshuffled(packs, hidden(rules, packs, states), random.Random(script.seed))
    other = plays_out(other_packs, script)
    stuck = any(each.shifts or each.over for each in (*states, *script.states))
    return one, other, not stuck and other_packs != [list(pack) for pack in packs]


@brisk
@given(script=scripts, deal=st.integers(1, 10**6))
def test_what_is_hidden_changes_no_byte(script: TableScript, deal: int) -> None:
    one, other, same = two_worlds(script, deal)
    assert not script.early
    assume(same)
    for (name, sent), (_, also_sent) in zip(one.said(), other.said(), strict=True):
        assert sent == also_sent, name


SCRIPT = TableScript(7, 3, 30, {"piles": 5}, {"delay_ms": 200})


def kinds_told(world: World, ear: int) -> set[str]:
    texts = [data for data in world.ears[ear].told if data[:1] == b"{"]
    return {message["type"] for data in texts for message in told(data)}


def test_the_script_has_everything_told() -> None:
    one, _, _ = two_worlds(SCRIPT, 3)
    assert {
        "common_table",
        "table_changed",
        "table_played",
        "table_legal",
        "refused",
    } <= kinds_told(one, 0)
    assert "table_legal" not in kinds_told(one, 1)  # who did not ask for them
    for watcher in (3, 4):
        assert {"table_changed", "common_table"} <= kinds_told(one, watcher)
        assert "table_legal" not in kinds_told(one, watcher)
    assert len(SCRIPT.states[-1].foundations) > 1


def test_what_is_seen_changes_the_bytes() -> None:
    rules = RacingDemon(SCRIPT.options)
    packs: Packs = rules.packs(deal_number_seed(3), 3)
    one = plays_out(packs, SCRIPT)
    unseen = hidden(rules, packs, SCRIPT.states)
    assert all(len(places) > 12 for places in unseen)
    seen = [set(range(52)) - places for places in unseen]
    other = plays_out(reshuffled(packs, seen, random.Random(2)), SCRIPT)
    assert one.said()[0] != other.said()[0]


@pytest.mark.parametrize("boards", ["nobody", "done"])
def test_spectators_are_told_nothing_of_a_table_that_is_not_shown(boards: str) -> None:
    script = TableScript(7, 3, 30, {"piles": 5}, {"boards": boards})
    one, _, _ = two_worlds(script, 3)
    for watcher in (3, 4):
        assert not {"common_table", "table_changed", "table_legal"} & kinds_told(one, watcher)


def test_a_sum_of_hidden_cards_changes_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    real = table_view.changed

    def leaking(what: Any, viewer: Any) -> Any:
        down = [card for board in what.after.state.boards for card in board.piles[0].down]
        shifts = sum(at * card for at, card in enumerate(down))
        return real(what, viewer).model_copy(update={"shifts": shifts})

    monkeypatch.setattr(table_view, "changed", leaking)
    one, other, same = two_worlds(SCRIPT, 3)
    assert same
    assert one.said() != other.said()


def test_a_table_that_is_shown_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_view, "delay_ms", lambda *_: 0)
    monkeypatch.setattr(TableSender, "_delay_ms", lambda *_: 0)
    two_worlds(SCRIPT, 3)
    assert SCRIPT.early
