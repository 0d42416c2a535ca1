"""How Hypothesis works here: no deadline, and the same examples every time in CI.

Each of the sixteen games is tried under several options, so a few examples of each are many in all;
whoever plants faults tries more.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "engine",
    deadline=None,
    derandomize="CI" in os.environ,
    max_examples=int(os.environ.get("ENGINE_EXAMPLES", "20")),
    database=None,
    # A game played to its end is a large example, and meant to be.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("engine")
