"""Results: a log of what was raced, and everything that follows from it.

`entry` says what stands in the log, `book` writes and reads it, each result once. `clerk` follows
it and keeps boards and ratings, `places` reads boards, `news` tells when they change, `rebuild`
makes all of it anew. `boards`, `periods` and `ratings` are pure.
"""
