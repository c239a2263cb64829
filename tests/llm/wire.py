"""A real HTTP server that speaks chat completions as Mistral and OpenAI do, with faults on demand.

The real client libraries run against it. `Wire.script` holds what to do with the next calls, in order; after them
`Wire.otherwise` answers.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass
class Turn:
    """What the server does with one call: the text of the reply, or a fault."""

    text: str | None = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None  # a body of its own instead of a completion
    delay: float = 0.0  # seconds before it answers
    cut: bool = False  # the connection is closed in the middle
    finish: str = "stop"
    choices: bool = True


@dataclass
class Call:
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: Body

    @property
    def system(self) -> str:
        return "\n".join(text_of(one) for one in self.body["messages"] if one["role"] in ("system", "developer"))

    @property
    def user(self) -> str:
        return "\n".join(text_of(one) for one in self.body["messages"] if one["role"] == "user")


def text_of(message: Body) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


class Wire:
    """The server's state: what it was asked and what it will do."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.script: list[Turn] = []
        self.otherwise: Callable[[Call], Turn | str] = lambda call: "{}"
        self.most_at_once = 0
        self._now = 0
        self._lock = threading.Lock()

    def turn(self, call: Call) -> Turn:
        with self._lock:
            self.calls.append(call)
            if self.script:
                return self.script.pop(0)
        made = self.otherwise(call)
        return made if isinstance(made, Turn) else Turn(made)

    @contextmanager
    def counted(self) -> Iterator[None]:
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            yield
        finally:
            with self._lock:
                self._now -= 1


def completion(call: Call, turn: Turn) -> Body:
    """A reply in the form of the chat completions API; about four characters are a token."""
    message: Body = {"role": "assistant", "content": turn.text}
    tools = call.body.get("tools")
    if tools and turn.text:
        function = {"name": tools[0]["function"]["name"], "arguments": turn.text}
        message = {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "call00001", "type": "function", "function": function}],
        }
    sent, came = len(json.dumps(call.body)) // 4, len(turn.text or "") // 4
    return {
        "id": "c1", "object": "chat.completion", "created": 1_700_000_000, "model": call.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": turn.finish}] if turn.choices else [],
        "usage": {"prompt_tokens": sent, "completion_tokens": came, "total_tokens": sent + came},
    }  # fmt: skip


def _handler(wire: Wire) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            call = Call(self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(data))
            with wire.counted():
                self._answer(call, wire.turn(call))

        def _answer(self, call: Call, turn: Turn) -> None:
            time.sleep(turn.delay)
            error = json.dumps({"error": {"message": "scripted", "type": "scripted"}}).encode()
            body = turn.raw if turn.raw is not None else error
            if turn.raw is None and turn.status == 200:
                body = json.dumps(completion(call, turn)).encode()
            self.send_response(turn.status)
            for name, value in {
                "Content-Type": "application/json",
                "Content-Length": str(len(body)),
                **turn.headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            if turn.cut:
                self.wfile.write(body[: len(body) // 2])
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            return

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is part of the game."""


@contextmanager
def serving(wire: Wire) -> Iterator[str]:
    """The server's address without a path, as long as it runs."""
    server = _Server(("127.0.0.1", 0), _handler(wire))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
