"""The maximum sizes of a race, such as the number of moves. Servers enforce them, and programs that
read a record check them."""

MOST_SEATS = 500
"""The maximum number of seats in a room at one time."""
MOST_SEATS_EVER = 10_000
"""The maximum number of seats in a room over its whole life, and of contestants in a race, which
newcomers may join while it runs. Seat numbers are never used again."""

MOST_MOVES = 5_000
"""The maximum number of moves of a contestant in a race, apart from resigning. No game needs this
many moves, but in some games, such as Uncle Remus and Baker's Dozen, cards can be moved in circles
for ever."""
MOST_MOVES_ALONE = 100_000
"""The maximum number of moves of a solo game. All its moves can be taken back, and each take-back
counts as a move."""

SHORTEST_BELL_MS, LONGEST_BELL_MS = 1_000, 24 * 3_600_000
