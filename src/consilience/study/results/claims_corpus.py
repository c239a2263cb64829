"""What the paper says of level 1 in prose (section V, after Tables II, III and V)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from consilience.study.results.claim import Claim, figures, outcome
from consilience.study.results.extraction_tables import domains
from consilience.study.results.run import CORPORA, Line, Results
from consilience.study.results.table import BY_VALUES, listed

SIMILAR = 0.05  # of IaDNI: how far apart two corpora may be that are called similar


def claims_corpus(results: Results) -> Iterator[Claim]:
    """Claims about the corpora and what was extracted from them."""
    quality, agreement, consistency = (_scores(results, name) for name in ("IaDNI", "IeDCD", "CC"))
    flagged = {name: results.corpora[name]["flagged_keys"] for name in CORPORA}
    counts = ", ".join(f"{name} {number}" for name, number in flagged.items())
    whole = _all(quality, CORPORA)
    yield Claim(
        "similar-integrity", "Table II", "A and B have similar integrity: values were changed, structure was not.",
        outcome(abs(quality["A"] - quality["B"]) <= SIMILAR if _all(quality, "AB") else None),
        f"IaDNI: {figures(_of(quality, 'AB'))}",
    )  # fmt: skip
    yield Claim(
        "flags-in-b", "Table II", "Of A and B only B has flagged divergences.",
        outcome(flagged["A"] == 0 < flagged["B"]), f"Flagged: {counts}",
    )  # fmt: skip
    yield Claim(
        "c-low-without-flags", "Table II", "C combines low integrity with no divergence that is found.",
        outcome(_worst(quality) == "C" and not flagged["C"] if whole else None),
        f"IaDNI: {figures(_of(quality, CORPORA))}; flagged in C: {flagged['C']}",
    )  # fmt: skip
    yield Claim(
        "no-conflict-is-not-usable", "Table II",
        "That no conflict is found does not make a knowledge base usable: C agrees with itself and is built worst.",
        outcome(agreement["C"] == 1 and _worst(quality) == "C" if whole and "C" in agreement else None),
        f"IeDCD: {figures(_of(agreement, 'C'))}; IaDNI: {figures(_of(quality, CORPORA))}",
    )  # fmt: skip
    clean = min(quality.get(name, 0.0) for name in "AB")
    yield Claim(
        "d-between", "Table II", "D has integrity between C and the clean structure of A and B.",
        outcome(quality["C"] < quality["D"] < clean if whole else None),
        f"IaDNI: {figures(_of(quality, CORPORA))}",
    )  # fmt: skip
    yield Claim(
        "most-flags-in-d", "Table II", "D has the largest number of flagged keys.",
        outcome(flagged["D"] > max(flagged[name] for name in "ABC")), f"Flagged: {counts}",
        why=_same_relations(results) if flagged["D"] <= flagged["B"] else "",
    )  # fmt: skip
    yield Claim(
        "cc-order", "Tables II and VII", "CC puts B above C and D, and D above C.",
        outcome(consistency["B"] > consistency["D"] > consistency["C"] if _all(consistency, "BCD") else None),
        f"CC: {figures(_of(consistency, CORPORA))}",
    )  # fmt: skip
    yield from _extraction(results)


def _same_relations(results: Results) -> str:
    both = len(results.correspondence)
    return (
        f"B and D were made from the same {both} changed values: a key counts once however many documents state it, "
        "and "
        "degradation cuts some of the statements off."
    )


def _extraction(results: Results) -> Iterator[Claim]:
    missing = [line for line in results.recovery if not line["recovered"]]
    complete = [name for name in domains(results.recovery) if name not in {line["domain"] for line in missing}]
    found = len(results.recovery) - len(missing)
    counts = f"{found} of {len(results.recovery)}; complete: {listed(complete)}"
    yield Claim(
        "recovery", "Table III", "Extraction recovers 34 of 40 reference facts (85%) or more.",
        outcome(found / len(results.recovery) >= 0.85 if results.recovery else None), counts, BY_VALUES,
    )  # fmt: skip
    uneven = bool(missing) and bool(complete)
    yield Claim(
        "uneven", "Table III", "Coverage is uneven: complete in some domains, with gaps in others.",
        outcome(uneven if results.recovery else None), counts, BY_VALUES,
        why="" if missing else "Nothing is missing in any domain, so that there is no difference to see.",
    )  # fmt: skip
    met = [line for line in results.correspondence if line["matched"]]
    share = len(met) / len(results.correspondence) if results.correspondence else None
    yield Claim(
        "correspondence", "Table V", "At least 24 of 27 clean records (88.9%) meet their counterpart.",
        outcome(None if share is None else share >= 24 / 27),
        f"{len(met)} of {len(results.correspondence)}; unmatched: {listed(_unmatched(results.correspondence))}",
        BY_VALUES,
    )  # fmt: skip


def _unmatched(lines: Sequence[Line]) -> list[str]:
    return [line["relation_id"] for line in lines if not line["matched"]]


def _scores(results: Results, name: str) -> dict[str, float]:
    """A score of each corpus; corpora in which it was not measured are left out."""
    return {corpus: results.corpora[corpus][name] for corpus in CORPORA if results.corpora[corpus][name] is not None}


def _of(scores: dict[str, float], names: Sequence[str]) -> dict[str, float | None]:
    return {name: scores.get(name) for name in names}


def _worst(scores: dict[str, float]) -> str:
    """The corpus that lies below every other by more than what is called similar; empty where there is none."""
    lowest, next_ = sorted(scores, key=scores.__getitem__)[:2]
    return lowest if scores[next_] - scores[lowest] > SIMILAR else ""


def _all(scores: dict[str, float], names: Sequence[str]) -> bool:
    return all(name in scores for name in names)
