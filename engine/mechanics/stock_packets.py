"""Turn the stock three cards at a time, in games that go through it again and again."""

from math import ceil

from engine.table import Pile, Table

SIZE = 3


def turn_packet(table: Table, stock: int, waste: int, *, both: bool = False) -> int:
    """Turn the next packet of the stock onto the waste, and return how many cards it has.

    If the stock is empty, the waste is first turned over, without shuffling, to be the new stock. A
    packet is turned as one block, so its lowest card ends on top, and only that card is face up.
    With `both`, the two cards of a last packet of two are both face up. Raises HiddenCard if a card
    to be turned up is not known because the state comes from a view.
    """
    down, (covered, seen) = table.piles[stock].down, table.piles[waste]
    lying = covered + seen
    if not down:
        down, lying = lying[::-1], ()
    n = min(SIZE, len(down))
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
    """Return why turning packets cannot have led to this stock and waste; None if it can have.

    `at_first` is the number of cards in the stock after the deal. Both cards of a last packet of
    two are expected face up. `left` is the number of cards left of the last packet, None if it is
    not known.
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
