"""The size limits of a race. Servers enforce them, and readers of records check them."""

MOST_SEATS = 500
"""Seats in a room at one time."""
MOST_SEATS_EVER = 10_000
"""Seats in a room over its whole life, and contestants of a race, which newcomers may join while it
runs. Seat numbers are never reused."""

MOST_MOVES = 5_000
"""Moves of a contestant in a race, apart from resigning. Only in Uncle Remus can cards go round in
circles forever; no game needs this many moves."""
MOST_MOVES_ALONE = 100_000
"""Moves of a solo game. All its moves can be taken back, and each undo counts as a move."""

SHORTEST_BELL_MS, LONGEST_BELL_MS = 1_000, 24 * 3_600_000
