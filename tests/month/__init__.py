"""A month of a community in an hour: the server, a store and hundreds of people under one clock
that is driven."""
