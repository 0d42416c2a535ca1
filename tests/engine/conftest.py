"""The Hypothesis profile of these tests: no deadline, and the same examples on every run in CI.

Each of the sixteen games is tried under several options, so a few examples of each make many in
all. The environment variable ENGINE_EXAMPLES sets another number.
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
