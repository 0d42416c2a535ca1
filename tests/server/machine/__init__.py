"""State machine test: random requests to two servers, checked by a referee that knows every correct
answer."""
