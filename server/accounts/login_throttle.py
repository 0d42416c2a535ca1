"""Login throttling: growing delays after wrong passwords.

A try is counted in up to three buckets before the password is checked; a right one takes the count
back. Nobody can lock out an account's owner:

- a device the owner has logged in on before has a bucket of its own, whatever strangers do;
- elsewhere the delay is that of this name at this address. Tries at a name from many addresses only
  reduce the free tries of each to one: the first try from an address is always checked;
- session tokens and recovery codes are too long to be guessed and are never delayed.
"""

from typing import NamedTuple

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

UNDER_ATTACK = 30
"""Wrong passwords for one name, from anywhere and each within a day of the last, from which every
address has one free try only."""


class Bucket(NamedTuple):
    """A count of tries and its delays.

    `free` tries are not delayed; each one after that delays the next for twice as long, from
    `first_ms` up to `longest_ms`. The count expires `forget_ms` after the last try.
    """

    owner: str
    free: int
    first_ms: int
    longest_ms: int
    forget_ms: int


def delay_ms(bucket: Bucket, tries: int) -> int:
    """How long the next try must wait after `tries`; `count_attempt.lua` computes the same."""
    over = tries - bucket.free
    return min(bucket.longest_ms, bucket.first_ms * 2 ** min(over - 1, 30)) if over > 0 else 0


def of_name(name: str) -> Bucket:
    """Tries at a name from all addresses; only counts, never delays."""
    return Bucket(f"name:{name}", 2**31, 0, 0, DAY)


def of_pair(name: str, address: str, name_tries: int) -> Bucket:
    free = 1 if name_tries >= UNDER_ATTACK else 5
    return Bucket(f"pair:{name}@{address}", free, 1_000, 15 * MINUTE, DAY)


def of_address(address: str) -> Bucket:
    """Tries from an address at all names, against one password tried with many."""
    return Bucket(f"address:{address}", 20, 1_000, 5 * MINUTE, HOUR)


def of_device(account: str, device: str) -> Bucket:
    return Bucket(f"device:{account}@{device}", 10, 1_000, 15 * MINUTE, DAY)


def of_owner(account: str) -> Bucket:
    """Tries at confirming a password within a session."""
    return Bucket(f"owner:{account}", 5, 1_000, 15 * MINUTE, DAY)


def of_sign_ups(address: str) -> Bucket:
    """New accounts from an address."""
    return Bucket(f"new:{address}", 20, MINUTE, HOUR, DAY)


def wait_sentence(ms: int) -> str:
    """The sentence shown to somebody who must wait."""
    seconds = -(-ms // 1_000)
    if seconds < 120:
        return f"Too many wrong tries; wait {seconds} second{'s' * (seconds != 1)}."
    return f"Too many wrong tries; wait {-(-seconds // 60)} minutes."
