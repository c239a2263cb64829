"""`pairs`: do two statements contradict each other? Small corpora of single statements, through matching and decision.

Every statement is a document of its own. Assertion pairs and questions with evidence are corpora of a few documents; a
slot family is a corpus of its eight statements.

What these figures were not kept from: the matcher that ships was trained on the slot families, so that what is measured
of it here is how well it remembers. The rules for qualifiers were written with all assertion pairs and most
families at hand; those at `UNREAD` were not looked at, and have figures of their own.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from figures import Figure, at_least, at_most, table

from consilience.corpus import keys
from consilience.corpus.conflicts import Decision, decide
from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.qualify import reason_apart
from consilience.encoders import load_encoder
from consilience.model import Document, Fact
from consilience.operators import Encoder
from consilience.settings import ReadSettings, Settings
from consilience.sources import read_bytes
from consilience.values import compare

sys.path.append(str(Path(__file__).parents[1] / "training"))
from matcher_data import says, slot_document  # type: ignore[import-not-found]

SETTINGS = Settings()
CLASSES = ("conflict", "agree", "different")
UNREAD = (7, 8)  # of eight families in a row, the last was not read while the rules were written
EVIDENCE = 40  # questions of each state that are asked of the two sets of evidence
Row = dict[str, Any]


@dataclass(frozen=True)
class Judged:
    """What the package says of a small corpus: its facts, the scored pairs, the decision."""

    facts: Mapping[str, Fact]
    matches: tuple[keys.Match, ...]
    decision: Decision


def run(shared: Path, *, explain: bool = False) -> str:
    """`explain` lists the assertion pairs that are judged wrongly."""
    data = shared / "data"
    if not (data / "assertion_pairs.jsonl").is_file():
        return f"## pairs\n\nSkipped: there is no assertion_pairs.jsonl in {data} (--shared DIR).\n"
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    figures, notes = _assertions(_rows(data / "assertion_pairs.jsonl"))
    figures += _families(_rows(data / "slot_families.jsonl"))
    figures += _evidence("fitz-gov", "state", _rows(data / "fitz_gov.jsonl"))
    figures += _ramdocs(_rows(data / "ramdocs.jsonl"))
    return table("pairs", figures) + ("\n".join(notes) + "\n" if explain else "")


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def judge(documents: Sequence[Document]) -> Judged:
    """The stages of an audit on documents in memory: extract, encode, block, match, decide."""
    operator = EmbeddedFacts()
    facts = sorted((one for document in documents for one in operator.extract(document)), key=lambda fact: fact.id)
    matches = tuple(_matched(facts)) if facts else ()
    by_id = {fact.id: fact for fact in facts}
    return Judged(by_id, matches, decide(by_id, matches, {one.id: one for one in documents}, SETTINGS))


def _matched(facts: Sequence[Fact]) -> Iterator[keys.Match]:
    vectors = _encoder().encode([fact.context for fact in facts])
    names = keys.block_of(vectors, None, [fact.value for fact in facts])
    for name in sorted(set(names)):
        block = [index for index, one in enumerate(names) if one == name]
        yield from keys.match([facts[index] for index in block], vectors[block], SETTINGS.matching)


@lru_cache(maxsize=1)
def _encoder() -> Encoder:
    return load_encoder("embedded")


def _page(name: str, text: str) -> Document:
    (document,) = read_bytes(text.encode("utf-8"), name, "markdown", ReadSettings())
    assert isinstance(document, Document)
    return document


def _flagged(texts: Sequence[str]) -> bool:
    return bool(judge([_page(f"{n}.md", text) for n, text in enumerate(texts)]).decision.conflicts)


def _assertions(rows: Sequence[Row]) -> tuple[list[Figure], list[str]]:
    flagged = {row["id"]: _flagged([row["a"], row["b"]]) for row in rows}
    true, false = ([row["id"] for row in rows if row["conflict"] is value] for value in (True, False))
    found, alarms = sum(flagged[id] for id in true), sum(flagged[id] for id in false)
    figures = [
        at_least(f"assertion pairs (read): recall ({found} of {len(true)})", found / len(true), 0.5),
        at_most(f"assertion pairs (read): false positives ({alarms} of {len(false)})", alarms / len(false), 0.05),
    ]
    wrong = [row for row in rows if flagged[row["id"]] is not row["conflict"]]
    return figures, [f"- {row['id']}: {'missed' if row['conflict'] else 'flagged'}" for row in wrong]


def _families(families: Sequence[Row]) -> list[Figure]:
    """Every pair of statements inside every family: same question or not, and what is said of the two."""
    labels, scores, ruled = list[bool](), list[float](), list[float]()
    counts: Counter[tuple[str, str]] = Counter()
    reasons: Counter[tuple[bool, bool, bool]] = Counter()
    for index, family in enumerate(families):
        pages = [slot_document(f"{n}.md", one) for n, one in enumerate(family["statements"])]
        judged = judge(pages)
        best, kept = _probabilities(judged)
        for first, second in combinations(range(len(pages)), 2):
            a, b = family["statements"][first], family["statements"][second]
            pair = (f"{first}.md", f"{second}.md")
            labels.append(a["slot"] == b["slot"])
            scores.append(best.get(pair, 0.0))
            ruled.append(kept.get(pair, 0.0))
            counts[_meant(a, b), _said(judged.decision, *pair)] += 1
            told = _set_apart(judged, pair, a, b)
            if told is not None:
                reasons[labels[-1], index % UNREAD[1] == UNREAD[0], told] += 1
    note = "slot families (trained on)"
    return [
        at_least(f"{note}: same question, area under the curve", _auc(labels, scores), 0.82),
        Figure(f"{note}: the same, pairs that a rule sets apart count 0", f"{_auc(labels, ruled):.2f}"),
        at_least(f"{note}: conflict, agree or different, macro F1", _macro_f1(counts), 0.60),
        *(
            Figure(
                f"{one} families, rules alone: {name} question, given a reason", _share(reasons, name == "same", new)
            )
            for one, new in (("read", False), ("unread", True))
            for name in ("other", "same")
        ),
    ]


def _meant(a: Row, b: Row) -> str:
    if a["slot"] != b["slot"]:
        return "different"
    return "agree" if a["value"] == b["value"] else "conflict"


def _said(decision: Decision, a: str, b: str) -> str:
    for conflict in decision.conflicts:
        sides = [{place.doc for place in value.assertions} for value in conflict.values]
        if any(a in one and b in other for one in sides for other in sides if one is not other):
            return "conflict"
    for key in decision.keys:
        if {a, b} <= {place.doc for value in key.classes for place in value.assertions}:
            return "agree"
    return "different"


def _probabilities(judged: Judged) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """Of every two documents the best probability, and the best among the pairs that no rule sets apart."""
    best, kept = dict[tuple[str, str], float](), dict[tuple[str, str], float]()
    for match in judged.matches:
        a, b = judged.facts[match.a], judged.facts[match.b]
        pair = (min(a.doc, b.doc), max(a.doc, b.doc))
        best[pair] = max(best.get(pair, 0.0), match.probability)
        if reason_apart(a, b) is None:
            kept[pair] = max(kept.get(pair, 0.0), match.probability)
    return best, kept


def _set_apart(judged: Judged, pair: tuple[str, str], a: Row, b: Row) -> bool | None:
    """Whether the rules give a reason for every two facts that state the two different values; None: no such facts."""
    of_a, of_b = (
        [fact for fact in judged.facts.values() if fact.doc == doc and says(fact, row["value"])]
        for doc, row in zip(pair, (a, b), strict=True)
    )
    pairs = [(x, y) for x in of_a for y in of_b if x.value.kind == y.value.kind]
    differ = [(x, y) for x, y in pairs if compare(x.value, y.value, limits_as_values=True).relation == "different"]
    return all(reason_apart(x, y) for x, y in differ) if differ else None


def _share(counts: Counter[tuple[bool, bool, bool]], same: bool, unread: bool) -> str:
    told, silent = counts[same, unread, True], counts[same, unread, False]
    return f"{told / (told + silent):.3f} ({told} of {told + silent})" if told + silent else "none"


def _auc(labels: Sequence[bool], scores: Sequence[float]) -> float:
    """The probability that a pair of one question scores above one of two; ties count half."""
    truth, given = np.asarray(labels), np.asarray(scores)
    _, place, counts = np.unique(given, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    positive = int(truth.sum())
    negative = len(truth) - positive
    return float((ranks[truth].sum() - positive * (positive + 1) / 2) / (positive * negative))


def _macro_f1(counts: Counter[tuple[str, str]]) -> float:
    """Mean F1 of the three classes; counts by (what is true, what is said)."""
    scores = []
    for one in CLASSES:
        right = counts[one, one]
        all_true, all_said = (sum(n for pair, n in counts.items() if pair[side] == one) for side in (0, 1))
        scores.append(2 * right / (all_true + all_said) if right else 0.0)
    return sum(scores) / len(scores)


def _evidence(name: str, key: str, rows: Sequence[Row]) -> list[Figure]:
    """How many questions of each state have a conflict flagged in their evidence; the first few of each state."""
    figures = []
    for state in sorted({row[key] for row in rows}):
        chosen = [row for row in rows if row[key] == state][:EVIDENCE]
        hits = sum(_flagged([one["text"] for one in row["evidence"]]) for row in chosen)
        figures.append(Figure(f"{name}: flagged where {state}", f"{hits} of {len(chosen)}"))
    return figures


def _ramdocs(rows: Sequence[Row]) -> list[Figure]:
    """Evidence with a document that misinforms must disagree; the same evidence without it must not."""
    lied = [row for row in rows if any(one["role"] == "misinfo" for one in row["evidence"])][:EVIDENCE]
    true = [[one["text"] for one in row["evidence"] if one["role"] != "misinfo"] for row in lied]
    every = [[one["text"] for one in row["evidence"]] for row in lied]
    return [
        Figure(f"ramdocs: flagged {words}", f"{sum(map(_flagged, texts))} of {len(texts)}")
        for words, texts in (("with misinformation", every), ("without it", true))
    ]


__all__ = ["run"]
