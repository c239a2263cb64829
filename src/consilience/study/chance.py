"""Seeded randomness: every document and every operator has a generator of its own.

So a document's copy does not depend on which other documents or operators are in the same run.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random


def seeded(seed: int, *names: str) -> Random:
    """A generator that depends on the seed and the names alone, on every machine."""
    identity = "\0".join([str(seed), *names]).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(blake2b(identity, digest_size=8).digest(), "big"))
