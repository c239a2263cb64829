"""One bounded POST to a server: time, size of the reply, number of tries and waiting are limited; no redirect is
followed, so that a key goes nowhere else; no message shows the key, the question or a passage.
"""

from __future__ import annotations

import http.client
import math
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from consilience.operators import OperatorError

_TRIES = 3
_LONGEST_WAIT = 30.0  # seconds that a server may make us wait before the next try
_LONGEST_REPLY = 120.0  # seconds
_LARGEST = 16_000_000  # bytes of a reply
_LATER = frozenset({429, 500, 502, 503, 504})  # worth another try


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Server:
    """A server by its address (http or https). `timeout`: seconds without a byte after which a try is given up."""

    base: str
    key: str = field(default="", repr=False)
    timeout: float = 30.0

    @property
    def host(self) -> str:
        """Name and port, without what else the address may hold."""
        parts = urlsplit(self.base)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    def post(self, path: str, body: bytes) -> bytes:
        """The reply to `body` (JSON). Raises OperatorError when there is none after three tries."""
        for left in range(_TRIES - 1, -1, -1):
            try:
                return self._once(path, body)
            except urllib.error.HTTPError as error:
                error.close()
                if error.code not in _LATER or not left:
                    raise OperatorError(
                        f"The rerank server at {self.host} answered with the error {error.code}."
                    ) from None
                time.sleep(_wait(error.headers.get("Retry-After"), _TRIES - left))
            except (OSError, http.client.HTTPException) as error:
                if not left:
                    raise OperatorError(f"The rerank server at {self.host} cannot be reached.") from error
                time.sleep(_wait(None, _TRIES - left))
        raise AssertionError("unreachable")

    def _once(self, path: str, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(self.base + path, body, headers)  # noqa: S310  from_environment checks
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=self.timeout) as response:
            return self._read(response)

    def _read(self, response: http.client.HTTPResponse) -> bytes:
        """The reply, if it is neither too large nor too slow: a server that drips bytes is given up too."""
        reply, last = bytearray(), time.monotonic() + _LONGEST_REPLY
        while part := response.read1(65_536):
            reply += part
            if len(reply) > _LARGEST:
                raise OperatorError(f"The rerank server at {self.host} sent more than {_LARGEST:,} bytes.")
            if time.monotonic() > last:
                raise OperatorError(f"The rerank server at {self.host} did not end its reply in time.")
        return bytes(reply)


def _wait(told: str | None, tries: int) -> float:
    """Seconds to the next try: what the server told, else 0.5, 1; a date or nonsense counts as not told."""
    try:
        seconds = float(told or "")
    except ValueError:
        seconds = math.nan
    return min(max(seconds, 0.0), _LONGEST_WAIT) if math.isfinite(seconds) else 0.5 * tries
