"""A model is asked at its address and nowhere else: client libraries, price list and traces report nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.llm import paper_mind
from tests.llm.conftest import MODELS
from tests.llm.wire import Wire

# Reports every place where Python code would reach the network, and refuses all but one port of this machine.
_GUARD = """
import socket, sys

_REACH = ("socket.connect", "socket.sendto", "socket.sendmsg")
_NAMES = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")

def _allowed(event, arguments):
    if event in _REACH:
        sock, address = arguments[0], arguments[1]
        return sock.family == socket.AF_UNIX or address[:2] == ("127.0.0.1", {port})
    return event not in _NAMES or arguments[0] in ("127.0.0.1", b"127.0.0.1")

def _guard(event, arguments):
    if not _allowed(event, arguments):
        print("NETWORK", event, arguments[1:], file=sys.stderr, flush=True)
        raise OSError("the network is blocked: " + event)

sys.addaudithook(_guard)
"""
# What would have these libraries send traces, if anything had them installed or switched on.
_TEMPTED = {
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://192.0.2.1:4318",
    "OTEL_TRACES_EXPORTER": "otlp",
    "LOGFIRE_TOKEN": "a-token",
    "LOGFIRE_SEND_TO_LOGFIRE": "true",
}


def _audit(folder: Path, model: str, port: int) -> subprocess.CompletedProcess[str]:
    """A whole audit by Q and F of a model in a process of its own, which may reach this port alone."""
    (folder / "sitecustomize.py").write_text(_GUARD.format(port=port), "utf-8")
    docs = folder / "docs"
    docs.mkdir(exist_ok=True)
    (docs / "pump.md").write_text("# Pump\n\nThe booster pump opens at 6 bar.\n", "utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_PROXY")}
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    own = {"PYTHONPATH": path, "XDG_CACHE_HOME": str(folder / "cache"), "CONSILIENCE_LLM__RETRIES": "0"}
    command = ["audit", str(docs), "--quality", "llm", "--facts", "llm", "--model", model, "--json"]
    return subprocess.run(
        [sys.executable, "-m", "consilience", *command], capture_output=True, text=True, env=kept | _TEMPTED | own
    )


@pytest.mark.parametrize("model", MODELS)
def test_nothing_but_the_models_address_is_reached(wire: Wire, tmp_path: Path, model: str) -> None:
    """With every other connection refused and reported, the audit is made, and none was tried."""
    wire.otherwise = paper_mind.reply
    port = urlsplit(os.environ["MISTRAL_BASE_URL"]).port
    assert port is not None
    done = _audit(tmp_path, model, port)
    assert done.returncode == 0, done.stderr
    assert "NETWORK" not in done.stderr
    assert sorted(map(paper_mind.role, wire.calls)) == ["F", "Q"]


def test_the_guard_guards(wire: Wire, tmp_path: Path) -> None:
    """The test above can fail: with another port allowed, the model's own is refused and seen."""
    done = _audit(tmp_path, MODELS[0], 9)
    assert "NETWORK socket.connect" in done.stderr and not wire.calls
