"""The address that a page on this computer may pass on to others."""

import asyncio
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from server.access.client_address import is_loopback
from server.net import listener
from tests.server.net.test_drain import served
from tests.stores import RedisProcess


@pytest.mark.parametrize("found", ["127.0.0.1", "127.0.0.9", None])
async def test_an_address_is_told_only_if_the_server_listens_there(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch, found: str | None
) -> None:
    """Addresses of this computer stand for the one that it has in its network: at the first the
    server listens, at the second it does not, and the third is that of a computer without one."""
    monkeypatch.setattr(listener, "lan_host", lambda: found)
    async with served(redis) as (_, _, url):
        origin = f"http://{urlsplit(url).netloc}"
        with await asyncio.to_thread(urlopen, f"{origin}/reach") as answer:
            told = answer.read().decode().strip()
    assert told == (origin if found == "127.0.0.1" else "")


def test_only_a_page_on_this_computer_is_told() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")))
    assert not any(map(is_loopback, ("192.0.2.7", "10.0.0.1", "fe80::1", "localhost", "")))
