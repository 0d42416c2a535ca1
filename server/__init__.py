"""The game server: rooms, races, the store, the referee."""
