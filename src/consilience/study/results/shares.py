"""How sure a share is: 24 of 27."""

from __future__ import annotations

import math

_Z = 1.959963984540054  # 97.5% point of the normal distribution


def share_interval(found: int, of: int) -> tuple[float, float] | None:
    """95% score interval of a share (Wilson 1927): unlike the bootstrap it has a width when all or none were found.

    None for a share of nothing.
    """
    if not of:
        return None
    share, z2 = found / of, _Z**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of**2))
    return round(max(0.0, middle - half), 12), round(min(1.0, middle + half), 12)
