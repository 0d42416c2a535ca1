"""A histogram of delays with a resolution of one per cent; histograms can be added up."""

from collections import Counter
from collections.abc import Iterable, Mapping

FINE = 7
"""Number of significant bits of a delay in microseconds that the histogram keeps."""
SHARES = (0.5, 0.9, 0.99, 0.999)


class LatencyHistogram:
    """A histogram of delays: how many delays there were of each length."""

    __slots__ = ("counts",)

    def __init__(self, counts: Mapping[int, int] = {}) -> None:  # the default is only copied
        self.counts = Counter(counts)

    def add(self, seconds: float) -> None:
        """Count a delay given in seconds; a negative one counts as zero."""
        us = max(0, int(seconds * 1e6))
        coarse = max(0, us.bit_length() - FINE)
        self.counts[(coarse << FINE) + (us >> coarse)] += 1

    def __len__(self) -> int:
        return self.counts.total()

    @classmethod
    def merged(cls, several: Iterable["LatencyHistogram"]) -> "LatencyHistogram":
        """Return the sum of several histograms."""
        whole = cls()
        for one in several:
            whole.counts.update(one.counts)
        return whole

    def ms(self, share: float) -> float | None:
        """Return a percentile in milliseconds: the delay that the share `share` (0 to 1) of all
        delays does not exceed. None if there are no delays."""
        total, passed = len(self), 0
        for key in sorted(self.counts):
            passed += self.counts[key]
            if passed > share * total or passed == total:
                return _ms(key)
        return None

    def summary(self) -> dict[str, float | int | None]:
        """Return the number of delays, their percentiles and the longest (in milliseconds) for the
        report."""
        named = {f"p{100 * share:g}": self.ms(share) for share in SHARES}
        return {"count": len(self), **named, "max": self.ms(1)}


def _ms(key: int) -> float:
    coarse, fine = key >> FINE, key & ((1 << FINE) - 1)
    us = fine if not coarse else (fine + 0.5) * (1 << coarse)
    return round(us / 1000, 3)
