"""Rules of the state machine about a race: time, moves, spectators."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.server.machine.messages import some
from tests.server.machine.trouble import Trouble

ELSEWHERE = ["deal", "move tab.0 tab.1", "undo", "resign!", "place 0,0", "", "turn",
             "discard tab.1"]  # fmt: skip
"""Moves of some game."""


class Racing(Trouble):
    """Rules for a race and its spectators."""

    # Moves. ---------------------------------------------------------------------------------

    @precondition(lambda self: self.referee.races)
    @rule(
        ms=st.sampled_from([1, 100, 999, 2_000, 3_000, 10_000]), late=st.sampled_from([0, 0, 300])
    )
    def wait(self, ms: int, late: int) -> None:
        self.run(self._wait(ms, late))

    @precondition(lambda self: self.referee.races and self.referee.deadline() is not None)
    @rule(late=st.sampled_from([0, 0, 1, 400]))
    def wait_for_what_is_due(self, late: int) -> None:
        """Wait for zero, the next call, or the bell."""
        deadline = self.referee.deadline() or 0
        self.run(self._wait(deadline + late - self.referee.now, late))

    @precondition(lambda self: self.lines)
    @rule(who=some, frame=st.integers(1, 14), race=st.sampled_from([0, 0, 0, 1]))
    def next_frame(self, who: int, frame: int, race: int) -> None:
        self._do(who, type="next_frame", race=self._race() + race, frame=frame)

    @precondition(lambda self: self._racing())
    @rule(who=some)
    def see_the_whole_deal(self, who: int) -> None:
        line = self._one_racing(who)
        board = self.referee.race.boards[self._seat(line) or 0]
        for frame in range(board.frame + 1, len(board.frames) + 1):
            self.run(self._ask(line, type="next_frame", race=self._race(), frame=frame))

    @precondition(lambda self: self.lines)
    @rule(who=some, move=st.sampled_from(ELSEWHERE) | st.just("resign"),
          off=st.sampled_from([0, 0, 0, 1, -1, 7]), race=st.sampled_from([0, 0, 0, 1]))  # fmt: skip
    def play_anything(self, who: int, move: str, off: int, race: int) -> None:
        line = self.lines[who % len(self.lines)]
        ply = max(0, self._ply(line) + off)
        self._do(who, type="play", race=self._race() + race, ply=ply, move=move)

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=1, max_size=8), mix=st.permutations(range(8)),
          extra=st.lists(st.integers(0, 7), max_size=3))  # fmt: skip
    def play(self, who: int, picks: list[int], mix: list[int], extra: list[int]) -> None:
        """Send moves without waiting for answers: in order, some of them repeated, then in any
        order."""
        line = self._one_racing(who)
        ahead = self._ahead(line, picks)
        order = [*range(len(ahead)), *extra, *mix[: len(extra)]]
        requests = [{**ahead[i % len(ahead)], "id": line.number()} for i in order if ahead]
        self.run(self._burst(line, requests))

    @precondition(lambda self: self._racing())
    @rule(picks=st.lists(some, min_size=1, max_size=4), again=st.booleans())
    def all_play_at_once(self, picks: list[int], again: bool) -> None:
        """Everybody's moves are in flight at once, and are sent twice if that does no harm."""
        times = 2 if again and not self.referee.calls else 1
        self.run(self._bursts([
            (line, [{**move, "id": line.number()} for move in ahead for _ in range(times)])
            for line in self._racing()
            for ahead in [self._ahead(line, picks, ending=False)]
        ]))  # fmt: skip

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=2, max_size=4), at=some,
          move=st.sampled_from(ELSEWHERE))  # fmt: skip
    def change_a_move_made_long_ago(self, who: int, picks: list[int], at: int, move: str) -> None:
        line = self._one_racing(who)
        board = self.referee.race.boards[self._seat(line) or 0]
        self.run(self._burst(line, self._ahead(line, picks)))
        if board.ply and line in self.lines:
            ply, race = at % board.ply, self._race()
            for text in (board.texts[ply], board.texts[-1], move):
                self.run(self._ask(line, type="play", race=race, ply=ply, move=text))

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=2, max_size=5), mix=st.permutations(range(5)))
    def play_out_of_order(self, who: int, picks: list[int], mix: list[int]) -> None:
        line = self._one_racing(who)
        ahead = self._ahead(line, picks)
        self.run(self._burst(line, [ahead[i] for i in mix if i < len(ahead)]))

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=1, max_size=5), app=st.integers(0, 1),
          cut=st.booleans())  # fmt: skip
    def return_while_moves_are_under_way(
        self, who: int, picks: list[int], app: int, cut: bool
    ) -> None:
        """The seat is taken on a new connection, or the old one breaks, before the moves are
        answered."""
        self.run(self._return(self._one_racing(who), picks, app, cut))

    @precondition(lambda self: self.lines)
    @rule(who=some, ahead=st.sampled_from([0, 0, 0, 1]), index=st.none() | st.integers(0, 5),
          pile=some, tilt=st.integers(0, 3))  # fmt: skip
    def tilt(self, who: int, ahead: int, index: int | None, pile: int, tilt: int) -> None:
        piles = [*self.referee.rules.layout, "nowhere"]
        self._do(who, type="mark", race=self._race() + ahead, index=index, tilt=tilt,
                 pile=piles[pile % len(piles)])  # fmt: skip

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(st.tuples(some, st.integers(0, 3)), min_size=1, max_size=4))
    def tilt_what_lies_there(self, who: int, picks: list[tuple[int, int]]) -> None:
        """Tilt cards, then play on: a card that has moved has no tilt."""
        line = self._one_racing(who)
        board = self.referee.race.boards[self._seat(line) or 0]
        names, piles = list(board.rules.layout), board.states[-1].piles
        seen = [
            (name, len(pile.down) + i)
            for name, pile in zip(names, piles, strict=True)
            for i in range(len(pile.up))
        ]
        for pick, tilt in picks if seen else []:
            pile, index = seen[pick % len(seen)]
            fields = {"race": self._race(), "pile": pile, "index": index, "tilt": tilt}
            self.run(self._ask(line, type="mark", **fields))
        self.run(self._burst(line, self._ahead(line, [pick for pick, _ in picks])))

    @precondition(lambda self: self.referee.calls and self._racing())
    @rule(who=some, picks=st.lists(some, min_size=2, max_size=3))
    def lay_cards_before_they_are_called(self, who: int, picks: list[int]) -> None:
        line = self._one_racing(who)
        self.run(self._burst(line, self._ahead(line, picks, uncalled=True)))

    @precondition(lambda self: self.lines)
    @rule(who=some, seat=st.sampled_from([0, 0, 1, 2, 9_999]))
    def watch_a_board(self, who: int, seat: int) -> None:
        self._do(who, type="watch_board", seat=seat)

    @rule(seat=st.sampled_from([0, 0, 1, 2]))
    def the_watcher_watches_a_board(self, seat: int) -> None:
        if self.watch is not None:
            self.run(self._ask(self.watch, type="watch_board", seat=seat))
