"""A Pinecone that runs on this machine: the documented REST calls that the store makes, with the service's limits.

It keeps what it is told in memory. `lag` makes it eventually consistent: a record is fetched by its id at once, but so
many reads pass before queries and filters see what was written.
`faults` are answered instead of what was asked, and `before` is called with the path of every request. After `life`
more writes the service is gone: the last of them is done, but not answered.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import numpy as np
from tests.stores.pinecone_filter import meets
from tests.stores.pinecone_inference import Inference
from tests.stores.pinecone_refused import Refused

KEY = "pcsk-test-3f9a2c-never-to-be-shown"
_MOST_METADATA, _MOST_REQUEST = 40 * 1024, 2 * 1024 * 1024
_PAGE = 100
_WRITES = ("/vectors/upsert", "/vectors/delete", "/vectors/update")

Record = dict[str, Any]
View = dict[str, Record]
Answer = dict[str, Any]


@dataclass
class Fault:
    """What is answered instead to requests whose path has `path` in it: a status, or None, the connection is cut."""

    path: str
    status: int | None
    times: int = 1_000_000
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Namespace:
    """Records as they are stored, as queries see them, and the writes that are not taken in yet."""

    stored: View = field(default_factory=dict)
    seen: View = field(default_factory=dict)
    pending: list[Callable[[View], object]] = field(default_factory=list)
    written: int = 0
    waits: int = 0

    def put_back(self, records: View) -> None:
        """Make these all that is stored."""
        self.stored, self.seen, self.pending = deepcopy(records), deepcopy(records), []

    @property
    def reached(self) -> int:
        return self.written - len(self.pending)


class PineconeServer:
    """The state of the service; `url` is both its control plane and every index's own address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.indexes: dict[str, Answer] = {}
        self.spaces: dict[str, Namespace] = {}
        self.lag = 0
        self.faults: list[Fault] = []
        self.life: int | None = None
        self.before: Callable[[str], None] | None = None
        self.calls: list[str] = []
        self.answers: list[Answer] = []
        self.inference = Inference()
        self.headers = True  # whether answers say how far the log is
        self._asked = ""
        self._lock = threading.Lock()

    def make(self, name: str, dimension: int, metric: str = "cosine") -> None:
        """An index; all that is written goes into the one that was described last."""
        self.indexes[name] = {"dimension": dimension, "metric": metric}

    def gone(self, path: str, asked: Answer) -> bool:
        """Whether the service is gone once this request is done."""
        if self.life and path in _WRITES and not asked.get("dryRun"):
            self.life -= 1
            return self.life == 0
        return False

    def fault(self, path: str) -> Fault | None:
        found = next((one for one in self.faults if one.path in path and one.times > 0), None)
        if found:
            found.times -= 1
        return found

    def answer(self, path: str, asked: Answer) -> tuple[Answer, dict[str, str]]:
        """The answer to a request and its headers. Raises Refused."""
        with self._lock:
            self.calls.append(path)
            if path.startswith("/indexes/"):
                return self._described(unquote(path.removeprefix("/indexes/"))), {}
            if path == "/describe_index_stats":
                return self._stats(), {}
            if path in ("/embed", "/rerank") or path.startswith("/models/"):
                return self.inference.answer(path, asked), {}
            name = asked.get("namespace") or "__default__"
            space = self.spaces.setdefault(name, Namespace())
            return self._on_namespace(path, asked, space)

    def _on_namespace(self, path: str, asked: Answer, space: Namespace) -> tuple[Answer, dict[str, str]]:
        writes = {"/vectors/upsert": self._upsert, "/vectors/delete": self._delete, "/vectors/update": self._update}
        reads = {
            "/query": self._query, "/vectors/fetch": self._fetch, "/vectors/list": self._list,
            "/vectors/fetch_by_metadata": self._fetch_by_metadata,
        }  # fmt: skip
        if path in reads or asked.get("dryRun"):
            self._take_in(space)
            told = (reads | writes)[path](asked, space)
            return told, {"x-pinecone-max-indexed-lsn": str(space.reached)} if path == "/query" and self.headers else {}
        if path not in writes:
            raise Refused(404, f"no such call: {path}")
        told = writes[path](asked, space)
        return told, {"x-pinecone-request-lsn": str(space.written)} if self.headers else {}

    def _take_in(self, space: Namespace) -> None:
        if space.pending and space.waits <= 0:
            for write in space.pending:
                write(space.seen)
            space.pending.clear()
        space.waits -= 1

    def _log(self, space: Namespace, write: Callable[[View], object]) -> None:
        write(space.stored)
        space.written += 1
        space.pending.append(write)
        space.waits = self.lag
        if not self.lag:
            self._take_in(space)

    def _described(self, name: str) -> Answer:
        if name not in self.indexes:
            raise Refused(404, f"Resource {name} not found")
        self._asked = name
        return {
            "name": name, "host": self.url, "status": {"ready": True, "state": "Ready"},
            "schema": {"fields": {"_values": {"type": "dense_vector", **self.indexes[name]}}},
            "deployment": {"deployment_type": "managed", "cloud": "aws", "region": "us-east-1"},
            "deletion_protection": "disabled",
        }  # fmt: skip

    @property
    def _index(self) -> Answer:
        return self.indexes[self._asked] if self._asked else next(iter(self.indexes.values()))

    def _stats(self) -> Answer:
        counts = {name: {"vectorCount": len(space.seen)} for name, space in self.spaces.items()}
        total = sum(one["vectorCount"] for one in counts.values())
        return {
            "namespaces": counts,
            "totalVectorCount": total,
            "indexFullness": 0.0,
            "vectorType": "dense",
        } | self._index

    def _upsert(self, asked: Answer, space: Namespace) -> Answer:
        found = asked["vectors"]
        if not 0 < len(found) <= 1000 or len(json.dumps(asked, ensure_ascii=False).encode()) > _MOST_REQUEST:
            raise Refused(400, "the request is too large")
        made = [_checked(record, self._index["dimension"]) for record in found]
        self._log(space, lambda view: view.update({one["id"]: one for one in made}))
        return {"upsertedCount": len(made)}

    def _delete(self, asked: Answer, space: Namespace) -> Answer:
        ids, condition = asked.get("ids"), asked.get("filter")
        if (ids is None) == (condition is None) or (ids is not None and not 0 < len(ids) <= 1000):
            raise Refused(400, "give ids or a filter")

        def write(view: View) -> None:
            for one in ids if ids is not None else _matching(view, condition):
                view.pop(one, None)

        self._log(space, write)
        return {}

    def _update(self, asked: Answer, space: Namespace) -> Answer:
        condition, told = asked["filter"], asked["setMetadata"]

        def write(view: View) -> None:
            for one in _matching(view, condition):
                view[one] = view[one] | {"metadata": view[one]["metadata"] | _floats(told)}

        found = len(_matching(space.seen, condition))
        if not asked.get("dryRun"):
            self._log(space, write)
        return {"matchedRecords": found}

    def _query(self, asked: Answer, space: Namespace) -> Answer:
        vector = np.asarray(asked["vector"], np.float32)
        if vector.shape != (self._index["dimension"],) or not vector.any() or not 1 <= asked["topK"] <= 10_000:
            raise Refused(400, "the vector does not fit")
        found = [space.seen[one] for one in _matching(space.seen, asked.get("filter"))]
        scored = [(_cosine(vector, np.asarray(one["values"], np.float32)), one) for one in found]
        best = sorted(scored, key=lambda pair: (-pair[0], pair[1]["id"]))[: asked["topK"]]
        kept = {"metadata"} if asked.get("includeMetadata") else set()
        matches = [{"id": one["id"], "score": score} | {name: one[name] for name in kept} for score, one in best]
        return {"matches": matches, "namespace": asked.get("namespace", ""), "usage": {"readUnits": 1}}

    def _fetch(self, asked: Answer, space: Namespace) -> Answer:
        if not 0 < len(asked["ids"]) <= 1000:
            raise Refused(400, "at most 1000 ids")
        return {"vectors": {one: space.stored[one] for one in asked["ids"] if one in space.stored}}

    def _fetch_by_metadata(self, asked: Answer, space: Namespace) -> Answer:
        if not asked.get("filter"):
            raise Refused(400, "Empty filter provided for fetch by metadata request")
        page, token = _page(_matching(space.seen, asked["filter"]), asked)
        return {"vectors": {one: space.seen[one] for one in page}} | token

    def _list(self, asked: Answer, space: Namespace) -> Answer:
        page, token = _page([one for one in sorted(space.stored) if one.startswith(asked.get("prefix", ""))], asked)
        return {"vectors": [{"id": one} for one in page]} | token


def _page(ids: list[str], asked: Answer) -> tuple[list[str], Answer]:
    start, limit = int(asked.get("paginationToken", 0)), min(int(asked.get("limit", _PAGE)), _PAGE)
    after = start + limit
    return ids[start:after], {"pagination": {"next": str(after)}} if after < len(ids) else {}


def _matching(view: View, condition: Answer | None) -> list[str]:
    return [one for one in sorted(view) if meets(view[one].get("metadata", {}), condition or {})]


def _cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


def _floats(told: Answer) -> Answer:
    """Numbers of metadata are kept as floats."""
    return {
        name: float(one) if isinstance(one, int) and not isinstance(one, bool) else one for name, one in told.items()
    }


def _checked(record: Record, dimension: int) -> Record:
    """A record within the documented limits."""
    told = record.get("metadata", {})
    if not 0 < len(record["id"]) <= 512 or not record["id"].isascii():
        raise Refused(400, "the id is not ASCII, or too long")
    if len(record["values"]) != dimension or not any(record["values"]):
        raise Refused(400, "Vector dimension does not match the dimension of the index")
    if len(json.dumps(told, ensure_ascii=False).encode()) > _MOST_METADATA:
        raise Refused(400, "metadata size exceeds the limit of 40960 bytes per vector")
    for name, value in told.items():
        if not isinstance(value, str | int | float | bool) and not (
            isinstance(value, list) and value and all(isinstance(one, str) for one in value)
        ):
            raise Refused(400, f"metadata value of {name} must be a string, number, boolean or list of strings")
    return {"id": record["id"], "values": record["values"], "metadata": _floats(told)}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    service: PineconeServer

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = parse_qs(parts.query, keep_blank_values=True)
        self._answer(parts.path, {name: values if name == "ids" else values[0] for name, values in query.items()})

    def do_POST(self) -> None:
        self._answer(self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, path: str, asked: Answer) -> None:
        if self.service.before:
            self.service.before(path)
        fault = self.service.fault(path)
        if self.service.life == 0 or (fault and fault.status is None):
            return self._cut()
        try:
            if self.headers["Api-Key"] != KEY:
                raise Refused(401, f"Invalid API Key {self.headers['Api-Key']}")
            if fault and fault.status:
                raise Refused(fault.status, "as asked for")
            told, headers = self.service.answer(path, asked)
            self.service.answers.append(told)
            if self.service.gone(path, asked):
                return self._cut()
            self._send(200, told, headers)
        except Refused as error:
            told = {"error": {"code": "REFUSED", "message": str(error)}, "status": error.status}
            self._send(error.status, told, dict(fault.headers) if fault else {})

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.close()

    def _send(self, status: int, told: Answer, headers: Mapping[str, str]) -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""


@contextmanager
def running() -> Iterator[PineconeServer]:
    """The service on a free port of this machine."""
    handler = type("Handler", (_Handler,), {})
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    http.daemon_threads = True
    service = PineconeServer(f"http://127.0.0.1:{http.server_address[1]}")
    handler.service = service  # type: ignore[attr-defined]
    thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
