"""Tests of the engine: cards, games, races, records, tournaments and crowns."""
