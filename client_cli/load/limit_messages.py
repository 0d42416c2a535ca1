"""Sentences about limits of the server that a load test can reach, and about the settings that
raise these limits."""

from protocol.texts import N_

LIMITS = {
    "429": N_(
        "The server takes no more lines from this address (usually 250, and never more than a "
        "quarter of the descriptors it may have): name this machine in PATIENCE_UNLIMITED where "
        "the server runs, or raise PATIENCE_LIMITS."
    ),
    "too_fast": N_(
        "The server found some of it too fast: PATIENCE_LIMITS multiplies what it bears, from a "
        "line and from an address; for the address, name this machine in PATIENCE_UNLIMITED where "
        "the server runs."
    ),
    "too_many_races": N_(
        "The server lets one address begin only so many races in an hour and a day: name this "
        "machine in PATIENCE_UNLIMITED where the server runs, or raise PATIENCE_LIMITS."
    ),
    "too_much": N_(
        "Rooms take only so much in an hour, so others were opened; PATIENCE_LIMITS multiplies it."
    ),
    "store_full": N_(
        "The server's store is nearly full and takes no new races: give it more room "
        "(PATIENCE_STORE_MB, or maxmemory of its Redis)."
    ),
    "descriptors": N_(
        "This machine lets the load have no more lines: raise the limit of open files (ulimit -n), "
        "or say --processes."
    ),
}
"""Sentences by refusal code or HTTP status; "descriptors" is this machine's limit of open files.
`docs/security.md` lists the server's limits."""

FORBIDDING = ("429", "too_many_races", "store_full", "descriptors")
"""Keys of LIMITS whose limits do not pass by waiting, so that the load test gives up."""
