"""Runs as processes: killed, side by side, on a Ray cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.samples import HANDBOOK, told

from consilience.corpus import matched
from consilience.corpus.audit import run_audit
from consilience.corpus.cache import Entry
from consilience.operators import OperatorError
from consilience.settings import Settings

AUDITS = """
import json, sys
from pathlib import Path
from consilience.corpus.audit import run_audit
from consilience.operators import OperatorError
from consilience.settings import Settings
for settings in json.loads(sys.argv[2]):
    try:
        audit = run_audit([Path(sys.argv[1])], Settings(**settings)).to_dict()
        audit.pop("timings"), audit["settings"].pop("run")
        print(json.dumps(audit))
    except OperatorError as error:
        print(error)
"""


def start(folder: Path, *settings: dict[str, Any], before: str = "") -> subprocess.Popen[str]:
    """Audits in a process of their own, one after another: a line each, the audit without timings or the error."""
    command = [sys.executable, "-c", before + AUDITS, str(folder), json.dumps(settings)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Forty documents about forty forklifts: several batches of the encoder."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(40):
        text = HANDBOOK.replace("Falcon", f"Falcon {number}").replace("1,200", f"1,{200 + number}")
        (docs / f"handbook-{number:02}.md").write_text(text, "utf-8")
    return docs


def test_a_killed_run_leaves_a_cache_that_the_next_one_uses(many: Path, strangers: None) -> None:
    """What was finished before the kill is whole and used; the result is that of a run that was never killed."""
    cache = many.parent / "cache"
    settings: dict[str, Any] = {"operators": {"facts": "slow"}, "run": {"cache_dir": str(cache)}}
    process = start(many, settings)
    while not list(cache.rglob("*.entry")):
        assert process.poll() is None, "the run ended before it kept anything"
        time.sleep(0.01)
    process.kill()
    process.wait()
    kept = list(cache.rglob("*.entry"))
    assert 0 < len(kept) < 40
    for path in kept:
        Entry.unpack(path.read_bytes())
    resumed = run_audit([many], Settings(**settings))
    assert (resumed.cache.hits, resumed.cache.damaged) == (len(kept), 0)
    fresh = run_audit([many], Settings(operators=settings["operators"], run={"cache": False}))  # type: ignore[arg-type]
    assert told(resumed) == told(fresh)


def test_two_runs_may_share_a_cache(many: Path) -> None:
    """Started together on an empty cache they agree, and leave only whole entries."""
    cache = many.parent / "cache"
    settings = {"run": {"cache_dir": str(cache)}}
    runs = [start(many, settings) for _ in range(2)]
    first, second = (run.communicate()[0] for run in runs)
    assert first == second != ""
    kept = [path.read_bytes() for path in cache.rglob("*") if path.is_file()]
    blocks = [data for data in kept if matched.unpack(data) is not None]
    assert blocks and len(kept) - len(blocks) == 40
    for data in kept:
        if data not in blocks:
            Entry.unpack(data)


@pytest.mark.ray
def test_the_same_plan_on_a_ray_cluster_says_the_same(many: Path, strangers: None) -> None:
    """A local cluster: equal audits, crash of an operator included; an operator's own error stays a sentence."""
    pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    (many / "handbook-07.md").write_text("# Seven\n\nFACTS CRASH HERE.\n", "utf-8")
    operators = {"facts": "brittle"}
    local = run_audit([many], Settings(operators=operators, run={"cache": False}))  # type: ignore[arg-type]
    cluster = (
        "from consilience.corpus import engine; import os; os.environ.update(engine.QUIET)\n"
        "import ray; ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)\n"
    )
    run = {"cache": False, "engine": "ray"}
    wanted = {"operators": operators, "run": run}, {"operators": {"encoder": "broken"}, "run": run}
    output, _ = start(many, *wanted, before=cluster).communicate()
    audit, error = output.splitlines()
    assert json.loads(audit) == told(local)
    assert error == "The weights of the encoder 'broken' are gone."


def test_one_process_keeps_one_engine(folder: Path) -> None:
    """Daft allows one runner in a process: asking for the other is one sentence, not a traceback of the engine."""
    run_audit([folder], Settings(run={"cache": False}))  # type: ignore[arg-type]
    with pytest.raises(OperatorError, match="needs a new process"):
        run_audit([folder], Settings(run={"engine": "ray"}))  # type: ignore[arg-type]


def test_a_missing_ray_is_one_sentence() -> None:
    """Without the extra the sentence says how to install it."""
    code = (
        "import sys; sys.modules['ray'] = None\n"
        "from consilience.corpus import engine\n"
        "from consilience.operators import OperatorError\n"
        "try: engine.start('ray')\n"
        "except OperatorError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "The engine 'ray' is not installed; the extra is: pip install 'consilience[ray]'."


def test_importing_the_flow_loads_no_engine() -> None:
    """Importing the audit starts neither Daft nor a model; usage reporting is off before Daft is imported."""
    code = (
        "import sys, os, consilience.corpus.audit\n"
        "assert not {'daft', 'ray', 'onnxruntime', 'pint', 'babel'} & set(sys.modules), set(sys.modules)\n"
        "from consilience.corpus import engine\n"
        "engine.load_daft()\n"
        "from daft.scarf_telemetry import opted_out\n"
        "assert opted_out()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
