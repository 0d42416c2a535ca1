"""Turn the cards of the stock three at a time (a packet), in games that go through the stock again
and again."""

from math import ceil

from engine.table import Pile, Table

SIZE = 3


def turn_packet(
    table: Table, stock: int, waste: int, *, size: int = SIZE, both: bool = False
) -> int:
    """Turn the next `size` cards of the stock onto the waste, or all that are left. Return how many
    cards were turned.

    If the stock is empty, the waste is first turned over, without shuffling, to be the new stock.
    The cards are turned together, so that the lowest of them ends on top, and only that one is face
    up. If `both` is true and the stock has just two cards left, both are face up. Raises HiddenCard
    if a card to be turned up is not known because the state comes from a view (what a player may
    see).
    """
    down, (covered, seen) = table.piles[stock].down, table.piles[waste]
    lying = covered + seen
    if not down:
        down, lying = lying[::-1], ()
    n = min(size, len(down))
    faced = 2 if both and len(down) == 2 else 1
    left = len(down) - n + faced
    table.arrange(stock, Pile(down[:left]))
    table.arrange(waste, Pile(lying + down[left:][::-1]))
    for _ in range(faced):
        table.deal(stock, waste)
    # A card that was face up before the waste was turned over is not newly seen.
    table.events = [
        event._replace(kind="moved", src=waste) if event.cards[0] in seen else event
        for event in table.events
    ]
    return n


def packet_flaw(stock: Pile, waste: Pile, at_first: int, left: int | None) -> str | None:
    """Return a sentence that says why turning cards three at a time cannot have led to this stock
    and waste. Return None if it can have.

    `at_first` is how many cards the stock has after the deal. If the last packet turned has two
    cards, both lie face up. `left` is how many cards of the packet that was turned last are still
    on the waste, None if that is not known.
    """
    down, up, n = stock.down, waste.up, len(waste.down) + len(waste.up)
    # Until the stock is used up every packet turned had three cards; some may have been played.
    turned = SIZE * max(1, ceil(n / SIZE)) if 0 < len(down) < at_first else n
    if len(down) + turned > at_first:
        return f"The stock has {at_first} cards at first, turned three at a time."
    if len(up) > 2 or (len(up) == 2 and down):
        return "Only a last packet of two lies in sight beside the top of the waste."
    if left is not None and not 0 <= left <= min(SIZE, n):
        return "A packet has three cards at most."
    if left is not None and len(up) == 2 and left != 2:
        return "Only a packet of two lies with both cards in sight."
    return None
