"""The steps of the verification of a record that concern the deal. They check that the deal follows
from a secret of the server and from the random numbers of the contestants (nonces). The server
published a hash of the secret, the commitment, before the race, and the secret after it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from engine.errors import EngineError
from engine.races import fairness
from engine.races.record import Session


class Check(NamedTuple):
    """The result of one step of a verification. `step` is the name of the step, `ok` says whether
    the record passed it, and `found` says in words what was found.

    `checkable` is False if the record lacks what the step needs. Then `ok` is True all the same.
    """

    step: str
    ok: bool
    found: str
    checkable: bool = True


class ClaimedDeal(Protocol):
    """The fields about the deal in the record of a race and in the record of a round of Racing
    Demon. `engine/races/record.py` explains the fields."""

    @property
    def race(self) -> str: ...
    @property
    def deal_number(self) -> int | None: ...
    @property
    def commitment(self) -> str | None: ...
    @property
    def secret(self) -> bytes | None: ...
    @property
    def nonces(self) -> Mapping[int, bytes]: ...
    @property
    def seed(self) -> bytes: ...
    @property
    def session(self) -> Session | None: ...
    def true_seed(self) -> bytes: ...


def deal_checks(
    claimed: ClaimedDeal, expected: str | None, expected_session: str | None = None
) -> Iterator[Check]:
    """Yield the results of the steps that check the deal, in order. `expected` is the commitment
    that a contestant saved before the start of the race, or None. `expected_session` is the
    commitment of the session (several deals from one secret) that a contestant saved before its
    first deal, or None."""
    if claimed.secret is None:
        if expected is not None:
            yield Check("saved commitment", False, "the record opens no secret")
        yield _seed(claimed, f"deal {claimed.deal_number}")
        return
    opened = fairness.commitment(claimed.secret)
    ok = opened == claimed.commitment
    yield Check("commitment", ok, opened if ok else "the secret is not the one committed to")
    if expected is not None:
        ok = opened == expected
        found = "as saved before the start" if ok else "not the one saved before the start"
        if claimed.session is not None and expected == claimed.session.commitment and not ok:
            ok, found = _of_session(claimed.session)
        yield Check("saved commitment", ok, found)
    if claimed.session is not None:
        if expected_session is not None:
            ok = claimed.session.commitment == expected_session
            found = "as saved before the start" if ok else "not the one saved before the start"
            yield Check("saved commitment of the session", ok, found)
        yield _session(claimed, claimed.session)
    # Latecomers contribute no nonce, and daily deals have no nonces.
    counted = ", ".join(map(str, sorted(claimed.nonces))) or "none"
    yield _seed(claimed, f"nonces of seats: {counted}")


def _of_session(session: Session) -> tuple[bool, str]:
    if session.secret is None:
        return False, "that of the session, which is not over yet, and so not opened"
    return True, "that of the session, as saved before its start"


def _session(claimed: ClaimedDeal, session: Session) -> Check:
    """Check whether the deal is the deal of its session (several deals from one secret) that the
    record says it is."""
    step, what = "session", f"deal {session.deal} of {session.name}"
    if claimed.race != session.race:
        return Check(step, False, f"{claimed.race} is not {what}")
    if session.secret is None:
        untold = f"{what}; it cannot be checked before the session is over"
        return Check(step, True, untold, checkable=False)
    if fairness.commitment(session.secret) != session.commitment:
        return Check(step, False, "the session's secret is not the one committed to")
    if fairness.sub_secret(session.secret, session.deal) != claimed.secret:
        return Check(step, False, f"the session's secret makes another {what}")
    return Check(step, True, what)


def _seed(claimed: ClaimedDeal, made_from: str) -> Check:
    try:
        ok = claimed.seed == claimed.true_seed()
    except EngineError as error:
        return Check("seed", False, str(error))
    return Check("seed", ok, made_from if ok else "secret, nonces, race and game make another seed")
