"""What a reader is told, derived from the report model: pure functions that the terminal and the HTML report share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product, zip_longest
from typing import Any

TITLES = {"CC": "Corpus consistency", "IaDNI": "Document quality", "IeDCD": "Agreement between documents"}

DIMENSION_NAMES = {
    "clarity": "clarity",
    "internal_consistency": "internal consistency",
    "completeness": "completeness",
    "information_density": "information density",
    "coherence": "coherence",
}


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A score for a reader: `value` in [0, 1] or None, its 95 % interval if there is one, and one plain phrase."""

    symbol: str
    title: str
    value: float | None
    interval: tuple[float, float] | None
    phrase: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A quote cut at its value, with what stands around it. `value` is empty when its place is not known."""

    before: str
    left: str
    value: str
    right: str
    after: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document that deserves a look: its score, how many conflicts touch it, and why it is listed."""

    id: str
    score: float | None
    conflicts: int
    faulty: bool  # it has findings, or its quality could not be measured
    why: str


def plural(number: int, singular: str, many: str = "") -> str:
    """'1 document', '2,000 documents'."""
    return f"{number:,} {singular if number == 1 else many or singular + 's'}"


def headline(audit: Mapping[str, Any]) -> str:
    """The one sentence to remember."""
    counts = audit["counts"]
    documents = plural(counts["documents"], "document")
    if counts["documents"] < 2:
        return f"{documents.capitalize()} was read; it takes two to disagree."
    comparable, flagged = counts["comparable_keys"], counts["flagged_keys"]
    if comparable == 0:
        return f"No fact is stated by more than one of these {documents}."
    if flagged == 0:
        return f"These {documents} agree on {plural(comparable, 'fact')} that more than one of them states."
    return f"These {documents} disagree on {flagged:,} of {plural(comparable, 'fact')} they share."


def score_views(audit: Mapping[str, Any]) -> tuple[ScoreView, ...]:
    """CC, IaDNI and IeDCD in that order, each with the phrase that says what its number rests on."""
    scores = audit["scores"]
    phrases = {"CC": _phrase_cc(scores), "IaDNI": _phrase_iadni(audit), "IeDCD": _phrase_iedcd(audit)}
    return tuple(_score_view(scores, symbol, phrases[symbol]) for symbol in ("CC", "IaDNI", "IeDCD"))


def _score_view(scores: Mapping[str, Any], symbol: str, phrase: str) -> ScoreView:
    value = scores[symbol]
    interval = (scores.get("intervals") or {}).get(symbol)
    if value is None:
        reason = (scores.get("not_measured") or {}).get(symbol, "no reason was recorded")
        phrase = f"Not measured: {reason.rstrip('.')}."
    band = (float(interval[0]), float(interval[1])) if interval and value is not None else None
    return ScoreView(symbol, TITLES[symbol], value, band, phrase)


def _phrase_cc(scores: Mapping[str, Any]) -> str:
    weight = scores.get("weight", 0.5)
    if weight == 0.5:
        return "Half document quality, half agreement between documents."
    return f"{weight:g} × document quality + {1 - weight:g} × agreement."


def _phrase_iadni(audit: Mapping[str, Any]) -> str:
    means = dimension_means(audit)
    if not means:
        return "Mean over the documents."
    lowest = min(means, key=lambda name: (means[name], name))
    return f"Mean over the documents; weakest in {dimension_name(lowest)} ({means[lowest]:.2f})."


def _phrase_iedcd(audit: Mapping[str, Any]) -> str:
    comparable, flagged, keys = (audit["counts"][name] for name in ("comparable_keys", "flagged_keys", "keys"))
    if (audit["settings"].get("scores") or {}).get("denominator") == "all":
        return f"They disagree on {flagged:,} facts, counted against all {keys:,} keys, compared or not."
    if comparable == 0:
        return "No fact is stated by two documents, so there was nothing to compare."
    if flagged == 0:
        return f"The documents agree on all {comparable:,} facts that two or more of them state."
    return f"They disagree on {flagged:,} of {comparable:,} facts that two or more of them state."


def dimension_name(name: str) -> str:
    """A quality dimension in words; an unknown one with its underscores opened."""
    return DIMENSION_NAMES.get(name, name.replace("_", " "))


def dimension_means(audit: Mapping[str, Any]) -> dict[str, float]:
    """Mean of each quality dimension over the documents where it was measured, in the order of the model."""
    seen: dict[str, list[float]] = {}
    for document in audit["documents"]:
        for name, value in measured(document).items():
            seen.setdefault(name, []).append(value)
    order = [name for name in DIMENSION_NAMES if name in seen] + sorted(set(seen) - set(DIMENSION_NAMES))
    return {name: sum(seen[name]) / len(seen[name]) for name in order}


def measured(document: Mapping[str, Any]) -> dict[str, float]:
    """The dimensions of a document that were measured."""
    return {name: value for name, value in document["dimensions"].items() if value is not None}


def conflicts_by_document(audit: Mapping[str, Any]) -> Counter[str]:
    """How many conflicts touch each document; a conflict counts once for a document, however often it is quoted."""
    counter: Counter[str] = Counter()
    for conflict in audit["conflicts"]:
        counter.update({assertion["doc"] for entry in conflict["values"] for assertion in entry["assertions"]})
    return counter


def contrary_pairs(audit: Mapping[str, Any], limit: int) -> tuple[tuple[str, str, int], ...]:
    """Pairs of documents and in how many conflicts, two or more, they assert different values; most first."""
    counter: Counter[tuple[str, str]] = Counter()
    for conflict in audit["conflicts"]:
        sides = [{assertion["doc"] for assertion in entry["assertions"]} for entry in conflict["values"]]
        pairs = {
            (min(a, b), max(a, b)) for one, other in combinations(sides, 2) for a, b in product(one, other) if a != b
        }
        counter.update(pairs)
    often = sorted(((*pair, number) for pair, number in counter.items() if number > 1), key=lambda row: (-row[2], row))
    return tuple(often[:limit])


def worst_documents(audit: Mapping[str, Any], limit: int) -> tuple[DocumentView, ...]:
    """The documents to look at first: turn by turn the worst built and the most contested.

    Contested is a document in more conflicts than others: where none is in more than one, all that are in one.
    """
    touched = conflicts_by_document(audit)
    views = [_document_view(document, touched[document["id"]]) for document in audit["documents"]]
    built = sorted((view for view in views if view.faulty), key=lambda view: (view.score or 0.0, view.id))
    least = min(2, max(touched.values(), default=1))
    contested = sorted((view for view in views if view.conflicts >= least), key=lambda view: (-view.conflicts, view.id))
    turns = [view for pair in zip_longest(built, contested) for view in pair if view is not None]
    return tuple(dict.fromkeys(turns))[:limit]


def _document_view(document: Mapping[str, Any], conflicts: int) -> DocumentView:
    reasons = []
    if document["IaDNI"] is None:
        reasons.append(f"not measured: {document.get('not_measured') or 'no reason was recorded'}".rstrip("."))
    elif measured(document) and document["findings"]:
        name, value = min(measured(document).items(), key=lambda item: (item[1], item[0]))
        reasons.append(f"{dimension_name(name)} {value:.2f}")
    if document["findings"]:
        reasons.append(first_finding(document["findings"]))
    if conflicts:
        reasons.append(f"in {plural(conflicts, 'conflict')}")
    faulty = bool(document["findings"]) or document["IaDNI"] is None
    return DocumentView(document["id"], document["IaDNI"], conflicts, faulty, "; ".join(reasons))


def first_finding(findings: list[Mapping[str, Any]]) -> str:
    """The message of the gravest finding, with how many more there are."""
    order = {"error": 0, "warning": 1, "info": 2}
    gravest = min(findings, key=lambda finding: (order.get(finding["severity"], 3), finding["start"], finding["code"]))
    message = str(gravest["message"]).rstrip(".")
    return message if len(findings) == 1 else f"{message}, and {plural(len(findings) - 1, 'more finding')}"


def passage(assertion: Mapping[str, Any]) -> Passage:
    """The quote of an assertion cut at its value. Offsets are checked, for a run may come from another program."""
    quote = str(assertion["quote"])
    first = assertion.get("value_start", -1) - assertion["start"]
    last = assertion.get("value_end", -1) - assertion["start"]
    if not 0 <= first < last <= len(quote):
        value = str(assertion.get("value", ""))
        first = quote.find(value) if value else -1
        last = first + len(value)
    before, after = str(assertion.get("before", "")), str(assertion.get("after", ""))
    if first < 0:
        return Passage(before, quote, "", "", after)
    return Passage(before, quote[:first], quote[first:last], quote[last:], after)


def reasons(entries: list[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
    """Reasons with their counts, most frequent first."""
    return tuple(sorted(Counter(entry["reason"] for entry in entries).items(), key=lambda item: (-item[1], item[0])))


def next_steps(audit: Mapping[str, Any]) -> tuple[str, ...]:
    """What to do now, most useful first."""
    steps = []
    conflicts, counts = audit["conflicts"], audit["counts"]
    if conflicts:
        name, number = min(conflicts_by_document(audit).items(), key=lambda item: (-item[1], item[0]))
        steps.append(f"Decide which side of each conflict is right; {name} is in {number:,} of {len(conflicts):,}.")
    elif counts["comparable_keys"]:
        steps.append("No conflict was flagged; look through what was set aside to see what was judged harmless.")
    worst = next(iter(worst_documents(audit, 1)), None)
    if worst is not None and worst.score is not None and worst.score < 0.7:
        steps.append(f"Mend {worst.id}: {worst.why}.")
    if audit["skipped"]:
        steps.append(f"See why {plural(len(audit['skipped']), 'file was', 'files were')} not read.")
    return tuple(steps)
