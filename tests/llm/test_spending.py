"""What was spent, as values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.llm import scripted
from tests.llm.wire import Wire

from consilience.corpus.audit import run_audit
from consilience.llm import Account, Spending
from consilience.llm.errors import CeilingReached
from consilience.settings import Settings

MODEL = "mistral:mistral-small-2603"


def test_the_spending_since_is_the_difference() -> None:
    """Count by count; a cost that is not known stays so."""
    before, after = Spending(calls=2, input_tokens=10, cost=0.5), Spending(calls=5, input_tokens=30, cost=0.75)
    assert after.since(before) == Spending(calls=3, input_tokens=20, cost=0.25)
    assert Spending(calls=1, cost=None).since(before).cost is None


def test_two_audits_of_one_account_share_its_ceiling(wire: Wire, tmp_path: Path) -> None:
    """Each result tells its own calls; the ceiling is that of both together."""
    wire.otherwise = scripted.answer
    chosen = {
        "operators": {"facts": "llm"},
        "llm": {"model": MODEL, "max_calls": 3},
        "run": {"cache": False},
    }
    settings = Settings.model_validate(chosen)
    account = Account.open(settings.llm, tmp_path / "llm")
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        for part in ("a", "b"):
            text = f"# Tank\n\nThe tank {name} of part {part} holds 7 litres.\n"
            (tmp_path / name / f"{part}.md").write_text(text, "utf-8")
    first = run_audit([tmp_path / "one"], settings, account=account)
    assert json.loads(json.dumps(first.to_dict()))["llm"]["calls"] == 2
    with pytest.raises(CeilingReached):
        run_audit([tmp_path / "two"], settings, account=account)
    assert account.spending().calls == 3
