"""What counts as a regression: the rule behind `--fail-on-regression` (docs/compare.md). Pure functions.

CC and the conflicts are counted over a whole corpus, and the same documents give the same figures: a fall of CC is a
fact and wants no test, only a size from which on it matters. ACS is a mean over questions that might have been others,
so its fall is tested over the pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LEAST_FALL = 0.005  # of CC: what does not show in two decimals is let pass
LEVEL = 0.05  # of the permutation test


def regressions(comparison: Mapping[str, Any]) -> tuple[str, ...]:
    """One sentence for each thing that is worse in run B."""
    return tuple(sentence for sentence in (*_corpus(comparison["corpus"]), _acs(comparison["answer"])) if sentence)


def failures(comparison: Mapping[str, Any]) -> tuple[str, ...]:
    """Why the gate fails: what is worse, or that nothing the rule looks at is in both runs."""
    acs = comparison["answer"] and comparison["answer"]["scored"]["a"]
    if comparison["corpus"] is None and not acs:
        return ("Neither an audit nor an ACS is in both runs, so nothing shows that run B is no worse.",)
    return tuple(comparison["regressions"])


def _pairs(acs: Mapping[str, Any]) -> int:
    return int(acs["n"])


def _corpus(corpus: Mapping[str, Any] | None) -> tuple[str, ...]:
    if corpus is None:
        return ()
    score = corpus["scores"]["CC"]
    sentences = []
    if score["a"] is not None and score["b"] is None:
        sentences.append("CC was measured in run A and is not in run B.")
    elif score["difference"] is not None and score["difference"] < -LEAST_FALL:
        sentences.append(f"CC fell from {score['a']:.4g} to {score['b']:.4g}.")
    new = len(corpus["conflicts"]["new"])
    if new:
        sentences.append("1 conflict is new." if new == 1 else f"{new} conflicts are new.")
    return tuple(sentences)


def _acs(answer: Mapping[str, Any] | None) -> str:
    if answer is None:
        return ""
    acs, scored = answer["ACS"], answer["scored"]
    if not _pairs(acs) and scored["a"]:
        return "No question that run A scored has an ACS in run B."
    if acs["difference"] is None or acs["difference"] >= 0 or acs["permutation"] is None:
        return ""
    if acs["permutation"] >= LEVEL:
        return ""
    return (
        f"Mean ACS fell from {acs['mean_a']:.3f} to {acs['mean_b']:.3f} over {acs['n']} questions "
        f"(permutation test, p = {acs['permutation']:.2g})."
    )
