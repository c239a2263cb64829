"""Run folders for the tests of a comparison: audits cut from the report's sample, lines as CONTRACT writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.report import sample

TEXT = "Backups are taken every night and kept for 30 days."


def passage(text: str = TEXT, doc: str = "it/policy.md", similarity: float | None = 0.8, **more: Any) -> dict[str, Any]:
    """A passage of R(q). Its chunk is named after its document, so that another text of it is another version."""
    told = {"rank": 1, "chunk": f"{doc}#0", "doc": doc, "start": 0, "end": len(text), "text": text}
    return {**told, "similarity": similarity, "rerank": None, **more}


def line(ident: str = "Q1", question: str = "How long are backups kept?", **more: Any) -> dict[str, Any]:
    """A line of answers.jsonl that was answered and judged, with anything in it replaced."""
    told: dict[str, Any] = {
        "id": ident, "question": question, "type": "targeted", "reference": None, "roles": None,
        "status": "scored", "answer": "They are kept for 30 days.", "citations": [],
        "k": 1, "SS1": 0.8, "SSmu": 0.8, "SSsigma": 0.0, "ACS": 0.9,
        "parts": {"alignment": 1.0, "support": 1.0, "contradiction": 0.9}, "justification": "It is supported.",
        "claims": [{"text": "They are kept for 30 days.", "verdict": "supported", "evidence": []}],
        "evidence_conflicts": [], "retrieved": [passage()], "withheld": None, "not_measured": {},
    }  # fmt: skip
    return {**told, **more}


def conflict(*sides: tuple[str, str, str]) -> dict[str, Any]:
    """A conflict in the evidence: (value, document, quote) each."""
    return {
        "values": [{"value": value, "doc": doc, "quote": quote} for value, doc, quote in sides],
        "conflict_id": None,
    }


def write(
    folder: Path,
    lines: Iterable[Mapping[str, Any]] | None = None,
    audit: Mapping[str, Any] | None = None,
    facts: Iterable[Mapping[str, Any]] | None = None,
    summary: Mapping[str, Any] | None = None,
) -> Path:
    """A run folder with what is given."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in (("answers.jsonl", lines), ("facts.jsonl", facts)):
        if rows is not None:
            (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for name, whole in (("audit.json", audit), ("eval.json", summary)):
        if whole is not None:
            (folder / name).write_text(json.dumps(whole), "utf-8")
    return folder


def facts(audit: Mapping[str, Any]) -> list[dict[str, str]]:
    """Every statement that the sample's documents make."""
    return [{"doc": doc, "quote": f"{part}."} for doc, text in sample.TEXTS.items() for part in text.split(".")]
