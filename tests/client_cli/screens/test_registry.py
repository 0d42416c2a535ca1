"""Every entry of the registry of pages leads to a page."""

import pytest

from client_cli.screens import registry
from client_cli.screens.page import Page
from client_cli.screens.registry import PageAt

ENTRIES = {name: entry for name, entry in vars(registry).items() if isinstance(entry, PageAt)}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_is_a_page(name: str) -> None:
    assert issubclass(ENTRIES[name].load(), Page)
