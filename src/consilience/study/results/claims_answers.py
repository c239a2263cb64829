"""What the paper says of levels 2 and 3 in prose (section V, after figure 3 and Tables VII and VIII)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from consilience import statistics
from consilience.study.results.answer_tables import number
from consilience.study.results.claim import LEVEL, Claim, below, figures, lowest_of, outcome, signed
from consilience.study.results.claims_evidence import claims_evidence
from consilience.study.results.competing import cases
from consilience.study.results.run import CORPORA, SCORES, TYPES, Results
from consilience.study.results.table import listed, runs
from consilience.study.results.tests import pairs, tested


def claims_answers(results: Results) -> Iterator[Claim]:
    """Claims about answers and their evidence."""
    means = {score: _means(results, score) for score in SCORES}
    if any(one is None for score in ("ACS", "SSmu", "SS1") for one in means[score].values()):
        yield Claim("answers", "Section V-D", "All that is said of answers.", "not measured", "a corpus has no score")
        return
    yield from _figure(results)
    yield from _levels(results, means)
    yield from claims_evidence(results, means)


def _means(results: Results, score: str, kind: str | None = None) -> dict[str, float | None]:
    return {corpus: number(statistics.mean(results.values(corpus, score, kind))) for corpus in CORPORA}


def _figure(results: Results) -> Iterator[Claim]:
    middle = {corpus: median(results.values(corpus, "ACS")) for corpus in CORPORA}
    yield Claim(
        "median", "Figure 3", "The median of ACS is 1.00 in every corpus.",
        outcome(all(one >= 1 - LEVEL for one in middle.values())), f"Median: {figures(middle)}",
        why=" ".join(_why_below(results, corpus) for corpus in CORPORA if middle[corpus] < 1 - LEVEL),
    )  # fmt: skip
    drops = {kind: _change(results, "B", kind) for kind in TYPES}
    yield Claim(
        "b-targeted", "Figure 3", "In B targeted questions lose most.",
        outcome(lowest_of(drops) == "targeted" and (drops["targeted"] or 0) < -LEVEL), f"B less A: {_by_type(drops)}",
    )  # fmt: skip
    lower = {kind: below(results, "C", kind) for kind in TYPES}
    counts = ", ".join(f"{kind} {len(lower[kind])} of {len(results.values('C', 'ACS', kind))}" for kind in TYPES)
    yield Claim(
        "c-synthesis", "Figure 3", "C keeps ACS at 1.00 for targeted and control questions; several synthesis "
        "questions "
        "lie lower.",
        outcome(not lower["targeted"] and not lower["control"] and len(lower["synthesis"]) > 1),
        f"Below 1.00: {counts}", why=_why_c(results),
    )  # fmt: skip
    both = {kind: _change(results, "D", kind) for kind in TYPES}
    yield Claim(
        "d-both", "Figure 3", "D loses in targeted and in synthesis questions.",
        outcome(all((both[kind] or 0) < -LEVEL for kind in ("targeted", "synthesis"))), f"D less A: {_by_type(both)}",
        why=_why_synthesis(results),
    )  # fmt: skip


def _why_below(results: Results, corpus: str) -> str:
    """Which questions lie below 1.00: about a changed value, in A as well, or only here."""
    changed = {one.row["query"] for one in cases(results, corpus) if one.planted}
    already, lower = set(below(results, "A")), below(results, corpus)
    parts = {
        "about a changed value": [name for name in lower if name in changed],
        "below 1.00 in A as well, where no value was changed": [name for name in lower if name in already - changed],
        "only here": [name for name in lower if name not in already | changed],
    }
    told = "; ".join(f"{listed(runs(names))} ({what})" for what, names in parts.items() if names)
    return f"Below 1.00 in {corpus}: {len(lower)} of {len(results.values(corpus, 'ACS'))} answers: {told}."


def _why_c(results: Results) -> str:
    """What degradation did to answers that kept their ACS."""
    of, lower = results.verdicts.of, set(below(results, "C"))
    poorer = [
        row["query"] for row in results.rows("C")
        if of[f"A-{row['query']}"] == "match" != of[row["instance"]] and row["query"] not in lower
    ]  # fmt: skip
    if not poorer:
        return _why_below(results, "C") if lower else "Every answer of C is supported by the evidence it has."
    match = "matches" if len(poorer) == 1 else "match"
    return (
        "Where degradation cut a statement off, the answer lacks it and still agrees with the evidence that is left: "
        f"{listed(runs(poorer))} {match} in A and not in C ({results.verdicts.basis()}), at an ACS of 1.00."
    )


def _why_synthesis(results: Results) -> str:
    asked = [one.row["query"] for one in cases(results, "D") if one.planted and one.row["type"] == "synthesis"]
    if asked:
        return ""
    return (
        "No synthesis question asks for a changed value here, so that in D only degradation can lower it; the clean "
        "copy "
        "of each passage stands beside the degraded one."
    )


def _change(results: Results, corpus: str, kind: str) -> float | None:
    return number(tested(results, pairs(results, "ACS", "A", corpus, kind)).difference)


def _by_type(values: Mapping[str, float | None]) -> str:
    return ", ".join(f"{kind} {signed(one)}" for kind, one in values.items())


def _levels(results: Results, means: Mapping[str, Mapping[str, float | None]]) -> Iterator[Claim]:
    consistency = {name: results.corpora[name]["CC"] for name in CORPORA}
    lowest, told = lowest_of(means["ACS"]), f"mean ACS {figures(means['ACS'], 4)}"
    yield Claim(
        "b-lowest", "Table VII", "B has the lowest mean ACS.", outcome(lowest == "B"), told,
        why=_why_lowest(results),
    )  # fmt: skip
    known = None not in consistency.values()
    yield Claim(
        "cc-is-not-acs", "Table VII", "B has the lowest mean ACS although its CC is above that of C and D.",
        outcome(lowest == "B" and consistency["B"] > max(consistency["C"], consistency["D"]) if known else None),
        f"CC: {figures(consistency)}; {told}", why=_why_order(consistency, means["ACS"]),
    )  # fmt: skip
    spread = {name: max(results.values(name, "ACS")) - min(results.values(name, "ACS")) for name in CORPORA}
    yield Claim(
        "corpus-is-not-answer", "Figure 3", "A score of a corpus does not settle the consistency of a single answer.",
        outcome(max(spread["B"], spread["C"], spread["D"]) > 0.1), f"Highest less lowest ACS: {figures(dict(spread))}",
    )  # fmt: skip


def _why_lowest(results: Results) -> str:
    """D holds every document of B: how many of the questions about a changed value meet it in both."""
    apart = tested(results, pairs(results, "ACS", "B", "D"))
    met = {name: sum(one.named for one in cases(results, name) if one.planted) for name in "BD"}
    p = number(apart.permutation)
    return (
        f"D holds every document of B, and the changed value is met in {met['B']} questions of B and in {met['D']} "
        "of D. "
        f"D less B: {signed(number(apart.difference), 4)}{'' if p is None else f', p {p:.3f}'} (permutation test)."
    )


def _why_order(consistency: Mapping[str, float | None], acs: Mapping[str, float | None]) -> str:
    orders = [sorted(CORPORA, key=lambda name: -(scores[name] or 0)) for scores in (consistency, acs)]
    if orders[0] == orders[1]:
        return "CC and mean ACS put the corpora in the same order."
    by_cc, by_acs = (", ".join(order) for order in orders)
    return f"CC and mean ACS still put the corpora in different orders: {by_cc} and {by_acs}."
