"""Sample answers for the report's tests, in the shape of CONTRACT's answers.jsonl, about the documents of sample.py.

Quotes, passages and offsets are cut from the texts there, so that they are true to each other. Deterministic.
"""

from __future__ import annotations

import random
from typing import Any

from tests.report.sample import SECTIONS, TEXTS

HANDBOOK, FAQ, LIST = "policies/hr_handbook.md", "intranet/benefits_faq.html", "it/equipment_list.csv"
GUIDE, POLICY, MEMO, OFFICE = (
    "it/workplace_guide.pdf", "it/it_security_policy.md", "memos/ceo_quarterly_memo.md", "office/office_guide.md",
)  # fmt: skip

LEAVE_5 = "Up to 5 days of unused leave can be carried into the next year."
LEAVE_8 = "Up to 8 days of unused leave can be moved to the following year."
MARCH = "They must be taken by 31 March."
SCREEN = "🖥️ The screen on each desk is a 32″ panel, height-adjustable."
BACKUP_30 = "Backups are taken every night and kept for 30 days."
BACKUP_90 = "Backups of every system are now kept for 90 days."
NOTICE = "The notice period after probation is two months on both sides."


def quote(doc: str, words: str) -> dict[str, Any]:
    """A statement of a document, with its place."""
    start = TEXTS[doc].index(words)
    return {"doc": doc, "start": start, "end": start + len(words), "quote": words}


def passage(rank: int, doc: str, similarity: float, rerank: float | None = None) -> dict[str, Any]:
    """A whole text of sample.py as a passage."""
    return {
        "rank": rank, "chunk": f"{doc}#0", "doc": doc, "start": 0, "end": len(TEXTS[doc]), "section": SECTIONS[doc],
        "text": TEXTS[doc], "similarity": similarity, "rerank": rerank,
    }  # fmt: skip


def claim(answer: str, text: str, verdict: str, evidence: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A claim at its place in the answer."""
    start = answer.index(text)
    return {
        "text": text, "start": start, "end": start + len(text), "verdict": verdict, "evidence": evidence, **more,
    }  # fmt: skip


def answer(ident: str, question: str, text: str | None, acs: float | None, **more: Any) -> dict[str, Any]:
    """A line of answers.jsonl with every key of CONTRACT."""
    found = more.pop("retrieved", [])
    similar = [one["similarity"] for one in found]
    mean = sum(similar) / len(similar) if similar else None
    return {
        "id": ident, "question": question, "type": None, "reference": None, "roles": None,
        "status": "scored" if acs is not None else None, "answer": text, "citations": [],
        "k": len(found), "SS1": max(similar, default=None), "SSmu": mean, "SSsigma": 0.02 if similar else None,
        "ACS": acs, "parts": dict.fromkeys(("alignment", "support", "contradiction")), "justification": None,
        "claims": [], "evidence_conflicts": [], "retrieved": found, "withheld": None, "not_measured": {},
        **more,
    }  # fmt: skip


def parts(alignment: float, support: float, contradiction: float) -> dict[str, float]:
    return {"alignment": alignment, "support": support, "contradiction": contradiction}


def grade(name: str, value: float | None, reason: str | None) -> dict[str, Any]:
    return {"name": name, "value": value, "reason": reason, "written": str(value)}


def side(value: str, doc: str, words: str) -> dict[str, Any]:
    return {"value": value, **quote(doc, words)}


def contested() -> dict[str, Any]:
    """The answer took one side of a conflict that the corpus has too."""
    text = "You can carry over up to 5 days of unused leave. They must be taken by 31 March."
    return answer(
        "Q1", "How many days of unused leave can I carry over?", text, 0.5,
        type="targeted", reference="5 days, or 8 in Norway", parts=parts(1.0, 1.0, 0.5),
        agreement=0.62, agreement_parts={"correct": 0.5, "complete": 0.8, "left_out": ["or 8 in Norway"]},
        citations=[quote(HANDBOOK, LEAVE_5), quote(HANDBOOK, MARCH)],
        justification="Supported by policies/hr_handbook.md, but intranet/benefits_faq.html says 8 days.",
        claims=[
            claim(text, "You can carry over up to 5 days of unused leave.", "supported", [quote(HANDBOOK, LEAVE_5)],
                  against=[quote(FAQ, LEAVE_8)], reason="The same number of days; another passage says 8."),
            claim(text, "They must be taken by 31 March.", "supported", [quote(HANDBOOK, MARCH)]),
        ],
        evidence_conflicts=[{
            "entity": "unused leave", "relation": "days that can be carried over",
            "explanation": "5 days and 8 days cannot both hold for the same unused leave.", "conflict_id": "3f1c9a",
            "values": [side("5 days", HANDBOOK, LEAVE_5), side("8 days", FAQ, LEAVE_8)],
        }],
        retrieved=[passage(1, HANDBOOK, 0.82, 4.1), passage(2, FAQ, 0.8, 3.9), passage(3, OFFICE, 0.61, -2.2)],
        grades=[grade("faithfulness", 0.95, None), grade("tone", None, "the label 'kind' stands for no number")],
    )  # fmt: skip


def contradicted() -> dict[str, Any]:
    """Characters of two units stand before the claims: offsets count code points."""
    text = "🖥️ Certainly! Every desk has a 27-inch screen. It is curved."
    return answer(
        "Q2", "How large is the screen on a desk?", text, 0.04, type="targeted", parts=parts(1.0, 0.0, 0.5),
        justification="The evidence says 32″, not 27 inch, and nothing of a curve.",
        claims=[
            claim(text, "Every desk has a 27-inch screen.", "contradicted", [quote(GUIDE, SCREEN)],
                  reason="27 inch is not 32″."),
            claim(text, "It is curved.", "unsupported", [], reason="No passage speaks of it."),
        ],
        retrieved=[passage(1, GUIDE, 0.77)],
    )  # fmt: skip


def supported() -> dict[str, Any]:
    text = "The notice period after probation is two months."
    return answer(
        "Q3", "How long is the notice period?", text, 0.97, type="control", parts=parts(0.97, 1.0, 1.0),
        justification="Supported by policies/hr_handbook.md.", citations=[quote(HANDBOOK, NOTICE)],
        claims=[claim(text, text, "supported", [quote(HANDBOOK, NOTICE)])],
        retrieved=[passage(1, HANDBOOK, 0.79)],
    )  # fmt: skip


def unscored() -> list[dict[str, Any]]:
    """The three states without a score."""
    return [
        answer("Q4", "Who is the caretaker?", "The documents do not say.", None, type="control", status="abstained",
               justification="The answer says that it cannot tell.", retrieved=[passage(1, OFFICE, 0.52)],
               not_measured={"ACS": "the answer abstains"}),
        answer("Q5", "What does a driver earn?", None, None, type="targeted", status="no_evidence",
               not_measured={"SS1": "k = 0", "ACS": "there is no evidence"}),
        answer("Q6", "When does the cafeteria reopen?", "In May.", None, type="control", status="judge_failed",
               justification="The judge gave no verdict: the server did not answer.", retrieved=[passage(1, MEMO, 0.7)],
               not_measured={"ACS": "the judge failed"}),
    ]  # fmt: skip


def unknown_conflict() -> dict[str, Any]:
    """A conflict of the evidence that no audit knows."""
    text = "Backups are kept for 30 days."
    return answer(
        "Q7", "How long are backups kept?", text, 0.45, type="targeted", parts=parts(0.9, 1.0, 0.5),
        justification="Supported, but memos/ceo_quarterly_memo.md says 90 days.",
        claims=[claim(text, text, "supported", [quote(POLICY, BACKUP_30)], against=[quote(MEMO, BACKUP_90)])],
        evidence_conflicts=[{
            "conflict_id": None, "values": [side("30 days", POLICY, BACKUP_30), side("90 days", MEMO, BACKUP_90)],
        }],
        retrieved=[passage(1, POLICY, 0.84), passage(2, MEMO, 0.73)],
    )  # fmt: skip


def answers() -> list[dict[str, Any]]:
    """Seven answers: contested, contradicted, supported, the three states without a score, an unknown conflict."""
    return [contested(), contradicted(), supported(), *unscored(), unknown_conflict()]


def retrieval_only() -> list[dict[str, Any]]:
    """What an evaluation leaves when no answers are made: every key of level 3 is None."""
    none = dict.fromkeys(("status", "answer", "citations", "ACS", "justification", "claims", "evidence_conflicts"))
    unmeasured = {"not_measured": {"ACS": "answers are not generated yet (level 3)"}}
    return [one | none | unmeasured for one in answers() if one["k"]]


def evaluation(schema: str = "consilience/eval/1") -> dict[str, Any]:
    """The summary beside the answers, with what the report reads of it."""
    return {
        "schema": schema, "version": "0.1.0", "kb": "kb",
        "settings": {"profile": "embedded", "scores": {"bootstrap": 200, "seed": 0}},
        "operators": {"encoder": {"name": "embedded", "version": "all-MiniLM-L6-v2 int8", "settings": {}},
                      "judge": {"name": "embedded", "version": "1", "settings": {}}},
    }  # fmt: skip


BARE = {
    "answer": {"id", "question", "status", "answer", "citations", "k", "SS1", "SSmu", "SSsigma", "ACS", "parts",
               "justification", "claims", "evidence_conflicts", "retrieved", "withheld"},
    "claims": {"text", "verdict", "evidence"},
    "evidence": {"doc", "quote"},
    "values": {"value", "doc", "quote"},
    "evidence_conflicts": {"values", "conflict_id"},
    "retrieved": {"rank", "chunk", "doc", "start", "end", "similarity", "rerank"},
}  # fmt: skip


def bare_answers() -> list[dict[str, Any]]:
    """The samples with the keys that CONTRACT names and no other."""
    return [_bare(one, "answer") for one in answers()]


def _bare(node: Any, kind: str) -> Any:
    if isinstance(node, list):
        return [_bare(item, kind) for item in node]
    if not isinstance(node, dict) or kind not in BARE:
        return node
    return {key: _bare(value, key) for key, value in node.items() if key in BARE[kind]}


def hostile_answers(text: str) -> list[dict[str, Any]]:
    """The samples with `text` in every field that holds free text."""
    return [_poison(one, text) for one in answers()]


def _poison(node: Any, text: str, key: str = "") -> Any:
    if isinstance(node, str):
        return node if key in {"status", "verdict"} else node + text
    if isinstance(node, list):
        return [_poison(item, text) for item in node]
    if isinstance(node, dict):
        return {name: _poison(value, text, name) for name, value in node.items()}
    return node


def many(number: int, seed: int = 3) -> list[dict[str, Any]]:
    """Any number of answers with ten passages each, of the size of real ones."""
    rng = random.Random(seed)
    kinds = [contested(), contradicted(), supported(), unknown_conflict()]
    filler = [passage(rank, doc, 0.5) for rank, doc in enumerate(sorted(TEXTS), 4)]
    made = []
    for index in range(number):
        kind = kinds[index % 4]
        score = min(1.0, max(0.0, rng.gauss(kind["ACS"], 0.1)))
        spread = rng.gauss(0.7, 0.08)
        made.append(kind | {
            "id": f"N{index:05}", "question": f"{kind['question']} ({index})", "ACS": round(score, 6),
            "SSmu": round(spread, 6), "SS1": round(min(1.0, spread + 0.1), 6), "k": len(kind["retrieved"] + filler),
            "retrieved": kind["retrieved"] + [one | {"text": one["text"] * 4} for one in filler],
            "type": ("targeted", "control", "broad")[index % 3],
        })  # fmt: skip
    return made
