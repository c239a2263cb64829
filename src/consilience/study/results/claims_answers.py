"""What the paper says of levels 2 and 3 in prose (section V, after figure 3 and Tables VII and VIII)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from consilience import statistics
from consilience.study.results.answer_tables import number
from consilience.study.results.claim import Claim, figures, outcome
from consilience.study.results.competing import cases
from consilience.study.results.run import CORPORA, SCORES, TYPES, Results
from consilience.study.results.table import listed, runs
from consilience.study.results.tests import pairs, tested

_LEVEL = 0.005  # what two decimals cannot tell from 1.00
_NARROW = 0.1  # SSmu: a difference that is called little
_STRONG = 0.05  # SS1: how far a corpus may lie below the best one and still be called high


def claims_answers(results: Results) -> Iterator[Claim]:
    """Claims about answers and their evidence."""
    means = {score: _means(results, score) for score in SCORES}
    if any(one is None for score in ("ACS", "SSmu", "SS1") for one in means[score].values()):
        yield Claim("answers", "Section V-D", "All that is said of answers.", "not measured", "a corpus has no score")
        return
    yield from _figure(results)
    yield from _levels(results, means)
    yield from _evidence(results, means)
    yield from _competing(results)


def _means(results: Results, score: str, kind: str | None = None) -> dict[str, float | None]:
    return {corpus: number(statistics.mean(results.values(corpus, score, kind))) for corpus in CORPORA}


def _figure(results: Results) -> Iterator[Claim]:
    middle = {corpus: median(results.values(corpus, "ACS")) for corpus in CORPORA}
    yield Claim(
        "median", "Figure 3", "The median of ACS is 1.00 in every corpus.",
        outcome(all(one >= 1 - _LEVEL for one in middle.values())), f"Median: {figures(middle)}",
        why=" ".join(_why_below(results, corpus) for corpus in CORPORA if middle[corpus] < 1 - _LEVEL),
    )  # fmt: skip
    drops = {kind: _change(results, "B", kind) for kind in TYPES}
    yield Claim(
        "b-targeted", "Figure 3", "In B targeted questions lose most.",
        outcome(_lowest(drops) == "targeted" and (drops["targeted"] or 0) < -_LEVEL), f"B less A: {_signed(drops)}",
    )  # fmt: skip
    lower = {kind: _below(results, "C", kind) for kind in TYPES}
    counts = ", ".join(f"{kind} {len(lower[kind])} of {len(results.values('C', 'ACS', kind))}" for kind in TYPES)
    yield Claim(
        "c-synthesis", "Figure 3", "C keeps ACS at 1.00 for targeted and control questions; several synthesis "
        "questions "
        "lie lower.",
        outcome(not lower["targeted"] and not lower["control"] and len(lower["synthesis"]) > 1),
        f"Below 1.00: {counts}", why=_why_below(results, "C"),
    )  # fmt: skip
    both = {kind: _change(results, "D", kind) for kind in TYPES}
    yield Claim(
        "d-both", "Figure 3", "D loses in targeted and in synthesis questions.",
        outcome(all((both[kind] or 0) < -_LEVEL for kind in ("targeted", "synthesis"))), f"D less A: {_signed(both)}",
        why=_why_synthesis(results),
    )  # fmt: skip


def _below(results: Results, corpus: str, kind: str | None = None) -> list[str]:
    """The questions whose ACS is not 1.00."""
    return [row["query"] for row in results.rows(corpus, kind) if row["ACS"] is not None and row["ACS"] < 1 - _LEVEL]


def _why_below(results: Results, corpus: str) -> str:
    """Which questions lie below 1.00: about a changed value, in A as well, or only here."""
    changed = {one.row["query"] for one in cases(results, corpus) if one.planted}
    already, lower = set(_below(results, "A")), _below(results, corpus)
    parts = {
        "about a changed value": [name for name in lower if name in changed],
        "below 1.00 in A as well, where no value was changed": [name for name in lower if name in already - changed],
        "only here": [name for name in lower if name not in already | changed],
    }
    told = ", ".join(f"{listed(runs(names))} ({what})" for what, names in parts.items() if names)
    return f"In {corpus} {len(lower)} of {len(results.values(corpus, 'ACS'))} answers lie below 1.00: {told}."


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


def _lowest(values: Mapping[str, float | None]) -> str | None:
    measured = {name: one for name, one in values.items() if one is not None}
    return min(measured, key=measured.__getitem__) if measured else None


def _signed(values: Mapping[str, float | None]) -> str:
    return ", ".join(f"{kind} {'not measured' if one is None else format(one, '+.3f')}" for kind, one in values.items())


def _levels(results: Results, means: Mapping[str, Mapping[str, float | None]]) -> Iterator[Claim]:
    consistency = {name: results.corpora[name]["CC"] for name in CORPORA}
    lowest = _lowest(means["ACS"])
    yield Claim(
        "b-lowest", "Table VII", "B has the lowest mean ACS.", outcome(lowest == "B"), f"Mean ACS: "
        f"{figures(means['ACS'])}",
        why="" if lowest == "B" else "D holds the same false values as B and degraded copies beside them, so that its "
        "evidence can disagree in as many questions and be poorer as well.",
    )  # fmt: skip
    known = None not in consistency.values()
    yield Claim(
        "cc-is-not-acs", "Table VII", "B has the lowest mean ACS although its CC is above that of C and D.",
        outcome(lowest == "B" and consistency["B"] > max(consistency["C"], consistency["D"]) if known else None),
        f"CC: {figures(consistency)}; mean ACS: {figures(means['ACS'])}",
    )  # fmt: skip
    spread = {name: max(results.values(name, "ACS")) - min(results.values(name, "ACS")) for name in CORPORA}
    yield Claim(
        "corpus-is-not-answer", "Figure 3", "A score of a corpus does not settle the consistency of a single answer.",
        outcome(max(spread["B"], spread["C"], spread["D"]) > 0.1), f"Highest less lowest ACS: {figures(dict(spread))}",
    )  # fmt: skip


def _evidence(results: Results, means: Mapping[str, Mapping[str, float | None]]) -> Iterator[Claim]:
    similar, near = tested(results, pairs(results, "SSmu", "A", "B", "targeted")), means["SS1"]
    acs = tested(results, pairs(results, "ACS", "A", "B", "targeted"))
    rose, fell = number(similar.difference), number(acs.difference)
    known = rose is not None and fell is not None
    yield Claim(
        "similar-and-contrary", "Figure 3",
        "Targeted questions in B keep evidence of high similarity while their ACS falls.",
        outcome((rose or 0) >= -0.01 and (fell or 0) < 0 if known else None),
        f"B less A, targeted: SSmu {_shown(rose)}, ACS {_shown(fell)}",
    )  # fmt: skip
    best, lowest = max(means["SSmu"], key=lambda name: means["SSmu"][name] or 0), _lowest(means["ACS"])
    yield Claim(
        "most-similar-least-consistent", "Figure 3", "B has the highest mean SSmu and the lowest mean ACS.",
        outcome(best == lowest == "B"), f"SSmu: {figures(means['SSmu'])}; ACS: {figures(means['ACS'])}",
        why="" if best == "B" else "Every copy of a fitting passage raises the mean similarity: D holds up to four "
        "copies "
        "of each passage, B two.",
    )  # fmt: skip
    top = [one for one in near.values() if one is not None]
    yield Claim(
        "top-hit", "Table VII", "SS1 stays high in every corpus: a strong best passage does not make the rest "
        "compatible.",
        outcome(max(top) - min(top) <= _STRONG), f"SS1: {figures(near)}; high: within {_STRONG} of the best",
    )  # fmt: skip
    middle = [one for one in means["SSmu"].values() if one is not None]
    yield Claim(
        "narrow-means", "Table VII", "SSmu differs little between the corpora (by 0.04 in the paper).",
        outcome(max(middle) - min(middle) <= _NARROW), f"SSmu: {figures(means['SSmu'])}; little: at most {_NARROW}",
    )  # fmt: skip
    yield from _counted(results)


def _shown(value: float | None) -> str:
    return "not measured" if value is None else f"{value:+.3f}"


def _counted(results: Results) -> Iterator[Claim]:
    single = [row for row in results.register if row["k"] == 1]
    flat = sum(row["SSsigma"] == 0 for row in single)
    yield Claim(
        "single-passage", "Table VII", "SSsigma is zero where only one passage is left.",
        outcome(flat == len(single) if single else None),
        f"{flat} of {len(single)} with one passage" if single else "no question is left with one passage",
    )  # fmt: skip
    passages = [row["k"] for row in results.register if row["k"] is not None]
    yield Claim(
        "k-varies", "Section IV-B", "Access control after reranking makes the number of passages differ between "
        "questions.",
        outcome(len(set(passages)) > 1 if passages else None),
        f"k from {min(passages)} to {max(passages)}" if passages else "no passages were found",
    )  # fmt: skip


def _competing(results: Results) -> Iterator[Claim]:
    found = [one for one in cases(results) if one.planted and one.gives]
    named = [one for one in found if one.named]
    of = results.verdicts.of
    basis = results.verdicts.basis([one.row["instance"] for one in found])
    yield Claim(
        "names-the-competing", "Table VIII",
        "Where an answer gives the reference and its evidence conflicts, the competing statement is named.",
        outcome(len(named) == len(found) if found else None),
        f"{len(named)} of {len(found)} questions of B that were asked of a changed value name it", basis,
    )  # fmt: skip
    right = [row["instance"] for row in results.register if of[row["instance"]] == "match"]
    lower = {f"{corpus}-{name}" for corpus in CORPORA for name in _below(results, corpus)}
    chosen = [one.row["instance"] for one in found if of[one.row["instance"]] == "match"]
    yield Claim(
        "not-correctness", "Table VIII", "ACS does not repeat whether an answer is right: right answers have a lower "
        "ACS "
        "where their evidence conflicts.",
        outcome(all(name in lower for name in chosen) if chosen else None),
        f"{len(lower & {*right})} of {len(right)} answers that match have ACS below 1, in B "
        f"{len(lower & {*chosen})} of {len(chosen)} about a changed value",
        results.verdicts.basis(),
        why="" if chosen else "No answer of B about a changed value is a plain match: the generator gives both "
        "sides, so "
        "that its answers are partial. The claim needs answers that choose one value.",
    )  # fmt: skip
