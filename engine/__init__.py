"""The rules of the games: pure, deterministic, without clock, chance or input and output."""
