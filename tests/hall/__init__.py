"""A hall full of guests on a real server: all come from one address, and no limit stops anybody."""
