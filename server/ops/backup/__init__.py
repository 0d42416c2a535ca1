"""All that a server keeps, in one file, and back: made while it runs, as of one instant."""
