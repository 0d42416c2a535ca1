"""Login throttling: growing delays after wrong passwords.

An attempt to log in is counted in up to three buckets before its password is checked. If the
password is right, the attempt is taken off again. Strangers cannot lock out an account's owner:

- A device on which the owner has logged in before has its own bucket, which strangers cannot fill.
- Attempts from other devices are counted in three buckets: of the name and the address together, of
  the address, and of the name. The count of the name causes no delay. If it is high, each address
  has only one attempt without a delay for this name. So the first attempt from a new address is
  always checked.
- Session tokens and recovery codes are too long to be guessed, so they are never delayed.

A hall is an address from which many people take part in a tournament; its limits are raised.
"""

from typing import NamedTuple

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

UNDER_ATTACK = 30
"""The number of wrong passwords for one name from which on every address has only one attempt
without delay for this name. The count expires a day after the last attempt."""


class Bucket(NamedTuple):
    """A counter of attempts to log in, or of other attempts such as sign-ups, and the delays it
    causes.

    `owner` is a text that tells which attempts are counted; it is part of the counter's Redis key.
    The first `free` attempts cause no delay. Each later attempt delays the next one, at first by
    `first_ms`, then twice as long each time, up to `longest_ms`. The count expires `forget_ms`
    after the last attempt.
    """

    owner: str
    free: int
    first_ms: int
    longest_ms: int
    forget_ms: int


def delay_ms(bucket: Bucket, tries: int) -> int:
    """Return how many milliseconds the next attempt must wait when `tries` attempts are counted in
    the bucket. `count_attempt.lua` does the same computation."""
    over = tries - bucket.free
    return min(bucket.longest_ms, bucket.first_ms * 2 ** min(over - 1, 30)) if over > 0 else 0


def of_name(name: str) -> Bucket:
    """Return the bucket that counts attempts, from all addresses, to log in under a name. This
    bucket only counts and never delays.

    Here and in `of_pair`, `name` is the id of the account that has the name. If no account has it,
    `name` is a text that is the same for all names that look alike."""
    return Bucket(f"name:{name}", 2**31, 0, 0, DAY)


def of_pair(name: str, address: str, name_tries: int) -> Bucket:
    """Return the bucket that counts attempts, from one address, to log in under one name.
    `name_tries` is the number of attempts counted by the bucket `of_name` for this name; from
    UNDER_ATTACK on, only one attempt causes no delay."""
    free = 1 if name_tries >= UNDER_ATTACK else 5
    return Bucket(f"pair:{name}@{address}", free, 1_000, 15 * MINUTE, DAY)


def of_address(address: str, people: int = 0) -> Bucket:
    """Return the bucket that counts attempts, from one address, to log in under any name. It delays
    somebody who tries one password with many names. If the address is a hall, `people` is the
    number of people it is for; otherwise 0."""
    return Bucket(f"address:{address}", max(20, people), 1_000, 5 * MINUTE, HOUR)


def of_device(account: str, device: str) -> Bucket:
    """Return the bucket that counts attempts to log in to an account from a device on which the
    account was used before. `account` is the account's id, `device` the digest of the device's
    identifier, a random text that the client keeps."""
    return Bucket(f"device:{account}@{device}", 10, 1_000, 15 * MINUTE, DAY)


def of_owner(account: str) -> Bucket:
    """Return the bucket that counts attempts to confirm the password of an account that is already
    logged in. Some requests, such as deleting the account, demand the password again. `account` is
    the account's id."""
    return Bucket(f"owner:{account}", 5, 1_000, 15 * MINUTE, DAY)


def of_sign_ups(address: str, people: int = 0) -> Bucket:
    """Return the bucket that counts the accounts created from an address. If the address is a hall,
    `people` is the number of people it is for; otherwise 0."""
    return _of_newcomers("new", address, people)


def of_guests(address: str, people: int = 0) -> Bucket:
    """Return the bucket that counts the guests, people without an account, who enter tournaments or
    leisure races from an address. If the address is a hall, `people` is the number of people it is
    for; otherwise 0."""
    return _of_newcomers("guest", address, people)


def _of_newcomers(what: str, address: str, people: int) -> Bucket:
    """Return the bucket that counts new accounts (`what` is `new`) or guests (`guest`) from an
    address. A hall has a bucket of its own, so that the usual bucket of the address is unchanged
    when the hall closes. The hall's count expires after a day, so that closing a hall and opening
    another lets in no more people."""
    if people:
        return Bucket(f"{what}:hall:{address}", people, MINUTE, HOUR, DAY)
    return Bucket(f"{what}:{address}", 20, MINUTE, HOUR, DAY)


def wait_sentence(ms: int) -> str:
    """Return the sentence shown to somebody who must wait `ms` milliseconds."""
    seconds = -(-ms // 1_000)
    if seconds < 120:
        return f"Too many wrong tries; wait {seconds} second{'s' * (seconds != 1)}."
    return f"Too many wrong tries; wait {-(-seconds // 60)} minutes."
