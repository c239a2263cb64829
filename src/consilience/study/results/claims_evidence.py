"""What the paper says in prose of the evidence behind the answers, and of right answers whose evidence conflicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from consilience.study.results.answer_tables import number
from consilience.study.results.claim import Claim, below, figures, lowest_of, outcome, signed
from consilience.study.results.competing import cases
from consilience.study.results.run import CORPORA, Results
from consilience.study.results.tests import pairs, tested

_NARROW = 0.1  # SSmu: a difference that is called little
_STRONG = 0.05  # SS1: how far a corpus may lie below the best one and still be called high


def claims_evidence(results: Results, means: Mapping[str, Mapping[str, float | None]]) -> Iterator[Claim]:
    """Claims about similarity, the number of passages and competing statements; `means` are by score and corpus."""
    yield from _similarity(results, means)
    yield from _counted(results)
    yield from _competing(results)


def _similarity(results: Results, means: Mapping[str, Mapping[str, float | None]]) -> Iterator[Claim]:
    similar, near = tested(results, pairs(results, "SSmu", "A", "B", "targeted")), means["SS1"]
    acs = tested(results, pairs(results, "ACS", "A", "B", "targeted"))
    rose, fell = number(similar.difference), number(acs.difference)
    known = rose is not None and fell is not None
    yield Claim(
        "similar-and-contrary", "Figure 3",
        "Targeted questions in B keep evidence of high similarity while their ACS falls.",
        outcome((rose or 0) >= -0.01 and (fell or 0) < 0 if known else None),
        f"B less A, targeted: SSmu {signed(rose)}, ACS {signed(fell)}",
    )  # fmt: skip
    best, lowest = max(means["SSmu"], key=lambda name: means["SSmu"][name] or 0), lowest_of(means["ACS"])
    yield Claim(
        "most-similar-least-consistent", "Figure 3", "B has the highest mean SSmu and the lowest mean ACS.",
        outcome(best == lowest == "B"), f"SSmu: {figures(means['SSmu'])}; ACS: {figures(means['ACS'])}",
        why="" if best == "B" else "Every copy of a fitting passage raises the mean similarity: D holds up to "
        "four copies of each passage, B two.",
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
    lower = {f"{corpus}-{name}" for corpus in CORPORA for name in below(results, corpus)}
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
