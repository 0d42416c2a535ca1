"""What games share that turn their stock in packets of three, and go through it again and again."""

from math import ceil

from engine.table import Pile, Table

SIZE = 3


def turn_packet(table: Table, stock: int, waste: int, *, both: bool = False) -> int:
    """Turn the next packet onto the waste, which is turned over first as it lies if the stock is
    out; how many cards the packet has. Raises HiddenCard on a view.

    Turned as one, a packet lies the other way round: its lowest card is the one seen. With `both`
    the two cards of a last packet of two are seen.
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
    # It is no news that a card lies face up which did so before the waste was turned over.
    table.events = [
        event._replace(kind="moved", src=waste) if event.cards[0] in seen else event
        for event in table.events
    ]
    return n


def packet_flaw(stock: Pile, waste: Pile, at_first: int, left: int | None) -> str | None:
    """Why no turning of packets can have led to this stock, that had so many cards at first, and
    waste, of which a last packet of two is seen; None if it can.

    `left` are the cards left of the last packet, None where it is not told.
    """
    down, up, n = stock.down, waste.up, len(waste.down) + len(waste.up)
    # While there is a stock the packets turned from it were whole, whatever is left of them.
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
