"""Shows the traveller of a deal over a page: everybody who has played the deal, compared."""

from client_cli.features import travellers
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.server_page import ServerPage
from protocol.codes import split_race
from protocol.rooms.travellers import Traveller
from protocol.texts import _

NO_DEAL = _("The server can be asked about a race with its code, and about daily deals.")


def reading(told: Traveller) -> ReadingPage:
    """Return the dialog that shows a traveller."""
    return ReadingPage(f" {travellers.HEADING} ", "\n".join(travellers.traveller_lines(told)))


def open_traveller(page: ServerPage, deal: str) -> None:
    """Fetch the traveller of a deal from the server, and show it in a dialog over the page. `deal`
    is the id of a race or the name of a daily deal; for anything else a sentence is shown."""
    if not deal.startswith("daily-") and split_race(deal) is None:
        page.tell(NO_DEAL)
        return

    def then(told: Traveller) -> None:
        page.app.push_screen(reading(told))

    page.ask(lambda client: travellers.traveller(client, deal), then)
