"""How large a race may be: what servers allow, and what is read of a record."""

MOST_SEATS = 500
"""So many seats a room has at one time."""
MOST_SEATS_EVER = 10_000
"""So many seats a room has in all its life, and so many contestants a race at most: newcomers may
join a race that runs. Seat numbers are never given twice."""

MOST_MOVES = 5_000
"""So many moves a contestant makes in a race, resigning apart. Only in Uncle Remus can cards go
round in circles for ever; nobody needs so many moves."""
MOST_MOVES_ALONE = 100_000
"""So many in a game alone, where any move may be taken back, and each of those counts."""

SHORTEST_BELL_MS, LONGEST_BELL_MS = 1_000, 24 * 3_600_000
