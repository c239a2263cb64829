"""No network: an audit neither needs one nor tries to reach one, its dependencies and their usage reports included."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# Raises in, and reports from, every place where Python code would reach the network.
BLOCKER = """
import socket, sys

def _refuse(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg") and arguments[0].family == socket.AF_UNIX:
        return
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind", "socket.getaddrinfo",
                 "socket.gethostbyname", "socket.gethostbyaddr", "urllib.Request", "http.client.connect"):
        print("NETWORK", event, arguments, file=sys.stderr, flush=True)
        raise OSError("the network is blocked: " + event)

sys.addaudithook(_refuse)
"""

# The kernel's counters, which no compiled code can step around: what was sent, and what found no way out.
COUNTERS = {"Ip": ("OutRequests", "OutNoRoutes"), "Tcp": ("ActiveOpens",), "Udp": ("OutDatagrams",)}


def program() -> str:
    return str(Path(sys.executable).parent / "consilience")


def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "sitecustomize.py").write_text(BLOCKER, "utf-8")
    # A switch that the machine already has set must not be what keeps a dependency quiet.
    quiet = {"DO_NOT_TRACK", "DAFT_ANALYTICS_ENABLED", "SCARF_NO_ANALYTICS", "RAY_USAGE_STATS_ENABLED"}
    kept = {name: value for name, value in os.environ.items() if name not in quiet}
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    return kept | {"PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}


def counters(text: str) -> dict[str, int]:
    """The counters of /proc/net/snmp that move when anything tries to send."""
    lines = [line.split() for line in text.splitlines()]
    tables = {
        names[0]: dict(zip(names, values, strict=True)) for names, values in zip(lines[::2], lines[1::2], strict=True)
    }
    return {f"{table}{name}": int(tables[f"{table}:"][name]) for table, names in COUNTERS.items() for name in names}


def test_the_blocker_blocks(tmp_path: Path) -> None:
    """The test can fail: a plain connection under the same conditions is refused and seen."""
    code = "import socket; socket.create_connection(('192.0.2.1', 80), 1)"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(tmp_path))
    assert tried.returncode != 0
    assert "NETWORK" in tried.stderr


def test_an_audit_tries_no_connection(tmp_path: Path, repository: Path) -> None:
    """A whole audit of the example runs to its end while every socket but local ones is refused, and none is tried."""
    out = tmp_path / "run"
    command = [program(), "audit", str(repository / "examples" / "knowledge-base"), "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "NETWORK" not in done.stderr
    assert json.loads((out / "audit.json").read_text("utf-8"))["counts"]["documents"] == 7


def test_nothing_compiled_tries_either(tmp_path: Path, repository: Path) -> None:
    """In a network namespace of its own, the kernel counts no packet sent and none that found no route."""
    if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode:
        pytest.skip("this machine does not let us make a network namespace (needs root)")
    command = f"{program()} audit {repository / 'examples' / 'knowledge-base'} --json --no-cache >/dev/null"
    script = f"cat /proc/net/snmp; {command}; echo CODE $?; cat /proc/net/snmp"
    done = subprocess.run(
        ["unshare", "--net", "sh", "-c", script], capture_output=True, text=True, env=environment(tmp_path)
    )
    assert "CODE 0\n" in done.stdout, done.stderr
    before, after = done.stdout.split("CODE 0\n")
    assert counters(after) == counters(before)


# Every command that runs operators, one after the other in one process in which no socket of the network can be made.
WHOLE_PROGRAM = """
import socket, sys
from pathlib import Path

def _refuse(event, arguments):
    if event == "socket.__new__" and arguments[1] in (socket.AF_INET, socket.AF_INET6):
        # urllib3 looks, when it is imported, whether the machine has IPv6; it does not try to reach anything.
        if sys._getframe(2).f_code.co_name != "_has_ipv6":
            print("NETWORK", event, arguments[1:], file=sys.stderr, flush=True)
        raise OSError("the network is blocked: " + event)

sys.addaudithook(_refuse)
from consilience.cli.app import run

documents, folder = sys.argv[1:]
Path(folder, "queries.jsonl").write_text('{"question": "How long may a visitor stay?"}')
Path(folder, "log.jsonl").write_text('{"question": "How long?", "answer": "Two hours.", "contexts": ["Two hours."]}')
for line in (
    ["audit", documents, "--out", folder + "/run", "--no-cache"],
    ["index", documents, "--kb", folder + "/kb"],
    ["search", "How long may a visitor stay?", "--kb", folder + "/kb"],
    ["ask", "How long may a visitor stay?", "--kb", folder + "/kb", "--audit", folder + "/run"],
    ["eval", folder + "/queries.jsonl", "--kb", folder + "/kb", "--out", folder + "/run"],
    ["judge", folder + "/log.jsonl", "--out", folder + "/judged"],
):
    print("CODE", line[0], run(line), flush=True)
import os
os._exit(0)
"""


def test_no_command_makes_a_socket(tmp_path: Path, repository: Path) -> None:
    """With the operators as shipped, audit, index, search, ask, eval and judge do their work without a socket."""
    command = [sys.executable, "-c", WHOLE_PROGRAM, str(repository / "examples" / "knowledge-base"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(tmp_path))
    codes = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("CODE ")]
    assert codes == [[name, "0"] for name in ("audit", "index", "search", "ask", "eval", "judge")], done.stderr
    assert "NETWORK" not in done.stderr
    assert (tmp_path / "judged" / "answers.jsonl").is_file()


def test_that_blocker_blocks_too(tmp_path: Path) -> None:
    """The test above can fail: a socket of the network is refused and seen under the same hook."""
    hook = WHOLE_PROGRAM.partition("from consilience")[0]
    code = f"{hook}\nsocket.socket(socket.AF_INET)"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(tmp_path))
    assert tried.returncode != 0 and "NETWORK" in tried.stderr
