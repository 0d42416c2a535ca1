"""The texts of two pages for players: the words that players of patience use (`terms`), and the
history of patience (`history`). The rules of each game are elsewhere.

Both clients show the pages, and translate each text with the catalogue of `protocol/texts/`.
"""

from typing import Literal, NamedTuple

from protocol.texts import N_

ReadingName = Literal["terms", "history"]


class ReadingEntry(NamedTuple):
    """A section of one of the pages for players: its heading and its text, in English."""

    heading: str
    text: str


class ReadingMatter(NamedTuple):
    title: str
    entries: tuple[ReadingEntry, ...]


READING: dict[ReadingName, ReadingMatter] = {
    "terms": ReadingMatter(
        N_("Terms of patience"),
        (
            ReadingEntry(
                N_("Tableau"), "The piles on the table on which cards are packed during play."
            ),
            ReadingEntry(
                N_("Foundation"), "A pile that is built up, card by card, to win the game."
            ),
            ReadingEntry(N_("Stock"), "The face-down cards that are still to be dealt or turned."),
            ReadingEntry(
                N_("Waste"), "The face-up cards that were turned from the stock and not played."
            ),
            ReadingEntry(
                N_("Reserve"),
                "Cards set aside at the start. They may be played, but nothing is packed on them.",
            ),
            ReadingEntry(N_("Space"), "A place in the tableau where no card lies."),
            ReadingEntry(
                N_("Build"), "To put a card on a foundation in its order, usually up in suit."
            ),
            ReadingEntry(
                N_("Pack"),
                "To put a card on a pile of the tableau, usually down, in alternate colours or in "
                "suit.",
            ),
            ReadingEntry(
                N_("Suit, colour"),
                "In suit means on a card of the same suit; in colour, on one of the same colour; "
                "in alternate colours, red on black and black on red.",
            ),
            ReadingEntry(N_("Up, down"), "Up is towards the king, down is towards the ace."),
            ReadingEntry(
                N_("Round the corner"),
                "The order goes on from king to ace, or from ace to king, instead of ending there.",
            ),
            ReadingEntry(
                N_("Top card"), "The card of a pile that no other covers: the one to play."
            ),
            ReadingEntry(N_("Exposed"), "Covered by no other card, and so free to be played."),
            ReadingEntry(N_("Packet"), "Several cards that are moved together."),
            ReadingEntry(
                N_("Redeal"),
                "Turning the waste over to make a new stock, or dealing the tableau again, where "
                "the rules allow it.",
            ),
            ReadingEntry(N_("Layout"), "The table as it is dealt, before the first move."),
            ReadingEntry(
                N_("Like cards"), "In two packs, the two cards of the same rank and suit."
            ),
            ReadingEntry(
                N_("Tilt"),
                "To turn a card a little as a reminder. It is no move and changes nothing.",
            ),
            ReadingEntry(N_("Blocked"), "Without any legal move left: the game is lost."),
            ReadingEntry(N_("Comes out"), "Said of a game that is won."),
        ),
    ),
    "history": ReadingMatter(
        N_("A history of patience"),
        (
            ReadingEntry(
                N_("A late arrival"),
                "Games of cards for one person came late in the long history of playing cards, "
                "but by now there are probably more of them than of all others. Britain says "
                "patience; the United States say solitaire.",
            ),
            ReadingEntry(
                N_("The first books"),
                "The earliest collection known was printed in Moscow in 1826. Others followed in "
                "Sweden and Germany before there was one in English.",
            ),
            ReadingEntry(
                N_("Lady Adelaide Cadogan"),
                "Her Illustrated Games of Patience of about 1870 was the first English collection: "
                "twenty-four games, mostly under French titles, so that they were probably "
                "translated. A second edition came out in 1874. The last copy known of the first "
                "was lost in the Second World War.",
            ),
            ReadingEntry(
                N_("Leo Tolstoy"),
                "He could not leave patience alone, and sometimes let a game decide what he could "
                "not. War and Peace, a book of the 1860s, has a patience played in 1808.",
            ),
            ReadingEntry(
                N_("Fyodor Dostoevsky"),
                "In The Brothers Karamazov, Grushenka plays patience to quiet herself in days of "
                "strain.",
            ),
            ReadingEntry(
                N_("Charles Dickens"),
                "Great Expectations, published in 1861, mentions a game of patience: some years "
                "before Lady Cadogan's book.",
            ),
            ReadingEntry(
                N_("Prince Albert"),
                "The husband of Queen Victoria was among the well-known players of his time.",
            ),
            ReadingEntry(
                N_("Franklin D. Roosevelt"),
                "The President of the United States played Spider to steady his nerves during the "
                "Second World War.",
            ),
            ReadingEntry(
                N_("Napoleon"),
                "Many games bear his name or that of St Helena, where he was held, but it is "
                "likely that he played none of them: they seem to be called after him by mistake.",
            ),
        ),
    ),
}
"""The pages for players, by the name that a page has in commands and web addresses."""


def reading_json(name: ReadingName) -> dict[str, object]:
    """Return one of the pages as a JSON object for the browser client. It has the `title`, and the
    list `entries`, each with `heading` and `text`. The texts are in English."""
    page = READING[name]
    return {"title": page.title, "entries": [entry._asdict() for entry in page.entries]}
