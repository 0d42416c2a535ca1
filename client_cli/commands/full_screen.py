"""Screens, an object through which line mode (the client as lines of text) opens pages of the full
screen, for example the page of a race.

Functions of line mode may not import `screens`, so commands pass them this object. The modules of
`screens` load only when a page is opened, because they are slow to import.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client_cli.local.storage import Storage
    from client_cli.net.room_client import RoomClient
    from client_cli.solo.game import SoloGame


class Screens:
    """Opens pages of the full screen. Implements
    `client_cli.text_mode.server_command.FullScreen`."""

    async def race(
        self,
        server: str,
        storage: "Storage",
        enter: "Callable[[RoomClient], Awaitable[Sequence[str] | None]]",
        left: Callable[[], None],
    ) -> None:
        from client_cli.screens.entry_points import run_race

        await run_race(server, storage, enter, left=left)

    async def tournament(
        self, server: str, storage: "Storage", code: str, left: Callable[[], None]
    ) -> None:
        from client_cli.screens.tournament_entry import run_tournament

        await run_tournament(server, storage, code, left)

    def ghost(self, solo: "SoloGame", storage: "Storage") -> None:
        from client_cli.screens.entry_points import run_ghost

        run_ghost(solo, storage)
