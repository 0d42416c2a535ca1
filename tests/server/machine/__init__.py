"""A machine that says anything to two servers, and a referee who knows what has to come of it."""
