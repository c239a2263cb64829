"""From documents and decisions to the scores and counts of the corpus; the definitions are in `scores.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from consilience import scores as define
from consilience.corpus.conflicts import Decision
from consilience.corpus.gather import Corpus
from consilience.corpus.result import Scores
from consilience.model import Key, NotMeasured
from consilience.scores import KeyDocs
from consilience.settings import ScoreSettings

Counts = tuple[tuple[str, int], ...]


def score(corpus: Corpus, decision: Decision, settings: ScoreSettings) -> tuple[Scores, Counts]:
    """IaDNI, IeDCD and CC with their intervals, and the counts that belong beside them."""
    counts = _counts(corpus, decision)
    integrity = define.corpus_iadni([one.integrity for one in corpus.documents])
    divergence = _divergence(corpus, counts, settings)
    coherence = define.cc(integrity, divergence, settings.weight)
    intervals = define.bootstrap_intervals(
        [None if isinstance(one.integrity, NotMeasured) else one.integrity for one in corpus.documents],
        _key_docs(corpus, decision, settings),
        settings.weight,
        settings.denominator,
        settings.bootstrap,
        settings.seed,
    )
    values = (("IaDNI", integrity), ("IeDCD", divergence), ("CC", coherence))
    told = tuple(
        (name, intervals[name]) for name, one in values if name in intervals and not isinstance(one, NotMeasured)
    )
    return Scores(values, settings.weight, told), tuple(counts.items())


def _divergence(corpus: Corpus, counts: Mapping[str, int], settings: ScoreSettings) -> define.Score:
    """IeDCD. Not measured where nothing was compared and an operator failed: no fact read is not no conflict."""
    if corpus.not_compared and not counts["comparable_keys"]:
        failed = f"{corpus.not_compared} of {len(corpus.documents)} documents"
        return NotMeasured(f"no fact was found in two documents, and operators failed on {failed}")
    return define.iedcd(counts["flagged_keys"], counts["comparable_keys"], counts["keys"], settings.denominator)


def _counts(corpus: Corpus, decision: Decision) -> dict[str, int]:
    """A fact that shares its key with no other document is a key of its own."""
    shared = len(_asserted(decision.keys))
    return {
        "documents": len(corpus.documents),
        "words": sum(one.words for one in corpus.documents),
        "facts": corpus.fact_count,
        "keys": len(decision.keys) + corpus.fact_count - shared,
        "comparable_keys": len(decision.keys),
        "flagged_keys": len(decision.conflicts),
        "set_aside": len(decision.set_aside),
    }


def _asserted(keys: Sequence[Key]) -> frozenset[str]:
    return frozenset(place.fact for key in keys for one in key.classes for place in one.assertions)


def _key_docs(corpus: Corpus, decision: Decision, settings: ScoreSettings) -> list[KeyDocs]:
    """The keys that the denominator counts, as indices into the documents."""
    index = {one.document.id: place for place, one in enumerate(corpus.documents)}
    flagged = {conflict.id for conflict in decision.conflicts}
    keys = [_key(key, index, key.id in flagged) for key in decision.keys]
    if settings.denominator == "comparable":
        return keys
    alone = corpus.docs_without(_asserted(decision.keys))
    return keys + [KeyDocs(((index[doc],),), False) for doc in alone]


def _key(key: Key, index: Mapping[str, int], flagged: bool) -> KeyDocs:
    classes = tuple(tuple(sorted({index[place.doc] for place in one.assertions})) for one in key.classes)
    return KeyDocs(classes, flagged)
