"""How the Pinecone of the tests says no."""

from __future__ import annotations


class Refused(Exception):
    """A request that the service does not take."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
