"""The scores: bounds, monotonicity, edge cases and the figures that the paper states."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience import scores
from consilience.model import DIMENSIONS, Dimension, NotMeasured
from consilience.scores import KeyDocs

Counts = tuple[int, int, int]  # flagged, comparable, keys
Corpus = tuple[list[float | None], list[KeyDocs]]

unit = st.floats(0, 1)
dimension_scores = st.fixed_dictionaries(dict.fromkeys(DIMENSIONS, unit))
weights = st.fixed_dictionaries({name: st.floats(0, 100) for name in DIMENSIONS}).filter(
    lambda w: sum(w.values()) > 1e-6
)


@st.composite
def key_counts(draw: st.DrawFn) -> Counts:
    """(flagged, comparable, keys) as a corpus can have them."""
    keys = draw(st.integers(0, 500))
    comparable = draw(st.integers(0, keys))
    return draw(st.integers(0, comparable)), comparable, keys


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Scores of 2 to 8 documents and up to 12 keys that they assert."""
    count = draw(st.integers(2, 8))
    documents = draw(st.lists(st.none() | unit, min_size=count, max_size=count))
    group = st.lists(st.integers(0, count - 1), min_size=1, max_size=4).map(tuple)
    key = st.builds(KeyDocs, st.lists(group, min_size=1, max_size=3).map(tuple), st.booleans())
    return documents, draw(st.lists(key, max_size=12))


def number(score: scores.Score) -> float:
    assert not isinstance(score, NotMeasured), score
    return score


class TestIaDNI:
    @given(dimension_scores, weights)
    def test_lies_between_the_worst_and_the_best_dimension(
        self, given_scores: dict[Dimension, float], w: dict[str, float]
    ) -> None:
        """A weighted mean never leaves the range of what it averages."""
        value = number(scores.iadni(given_scores, w))
        assert min(given_scores.values()) - 1e-9 <= value <= max(given_scores.values()) + 1e-9

    @given(dimension_scores, weights, st.sampled_from(DIMENSIONS), unit)
    def test_a_better_dimension_never_lowers_it(
        self, given_scores: dict[Dimension, float], w: dict[str, float], name: Dimension, better: float
    ) -> None:
        """Raising one dimension raises IaDNI or leaves it."""
        raised = given_scores | {name: max(better, given_scores[name])}
        assert number(scores.iadni(raised, w)) >= number(scores.iadni(given_scores, w)) - 1e-12

    @given(dimension_scores)
    def test_is_the_plain_mean_by_default(self, given_scores: dict[Dimension, float]) -> None:
        """Equal weights are the default."""
        assert number(scores.iadni(given_scores)) == pytest.approx(statistics.fmean(given_scores.values()))

    def test_a_document_without_all_five_is_not_measured(self) -> None:
        """A missing dimension is named, not taken as 0 or 1."""
        result = scores.iadni({"clarity": 1.0, "coherence": 0.5, "completeness": 0.4, "information_density": 1.0})
        assert isinstance(result, NotMeasured)
        assert "internal_consistency" in result.reason

    def test_a_score_outside_the_unit_interval_is_refused(self) -> None:
        """An operator that returns 1.2 is a bug to be heard of."""
        with pytest.raises(ValueError, match=r"clarity is 1\.2"):
            scores.iadni(dict.fromkeys(DIMENSIONS, 0.5) | {"clarity": 1.2})

    def test_weights_that_are_all_zero_are_refused(self) -> None:
        """There is no mean without a weight."""
        with pytest.raises(ValueError, match="all zero"):
            scores.iadni(dict.fromkeys(DIMENSIONS, 0.5), dict.fromkeys(DIMENSIONS, 0.0))

    def test_a_corpus_leaves_out_what_was_not_measured(self) -> None:
        """An empty document neither lowers nor raises the mean of the others."""
        assert number(scores.corpus_iadni([0.8, NotMeasured("empty"), None, 0.6])) == pytest.approx(0.7)

    def test_a_corpus_of_nothing_measured_is_not_measured(self) -> None:
        """No document, no score."""
        assert isinstance(scores.corpus_iadni([NotMeasured("empty")]), NotMeasured)


class TestIeDCD:
    @given(key_counts(), st.sampled_from(["comparable", "all"]))
    def test_lies_in_the_unit_interval(self, counts: Counts, denominator: scores.Denominator) -> None:
        """Whatever the counts, 0 <= IeDCD <= 1."""
        assert 0.0 <= scores.iedcd(*counts, denominator) <= 1.0

    @given(key_counts().filter(lambda c: c[0] < c[1]), st.sampled_from(["comparable", "all"]))
    def test_one_more_flagged_key_lowers_it(self, counts: Counts, denominator: scores.Denominator) -> None:
        """More contradictions among the same keys: a lower score."""
        flagged, comparable, keys = counts
        assert scores.iedcd(flagged + 1, comparable, keys, denominator) < scores.iedcd(
            flagged, comparable, keys, denominator
        )

    @given(key_counts())
    def test_dividing_by_all_keys_is_never_stricter(self, counts: Counts) -> None:
        """All keys are at least as many as the comparable ones."""
        assert scores.iedcd(*counts, "all") >= scores.iedcd(*counts, "comparable")

    def test_is_one_without_a_comparable_key(self) -> None:
        """Where nothing can be compared, nothing disagrees; the count beside it says so."""
        assert scores.iedcd(0, 0, 40) == 1.0

    def test_impossible_counts_are_refused(self) -> None:
        """More flagged than comparable keys is a bug of the caller."""
        with pytest.raises(ValueError, match="flagged <= comparable"):
            scores.iedcd(3, 2, 10)


class TestCC:
    @given(unit, unit, unit)
    def test_lies_between_its_parts(self, integrity: float, divergence: float, weight: float) -> None:
        """CC is a mixture of IaDNI and IeDCD."""
        value = number(scores.cc(integrity, divergence, weight))
        assert min(integrity, divergence) - 1e-9 <= value <= max(integrity, divergence) + 1e-9

    def test_corpus_c_of_the_paper(self) -> None:
        """Low integrity and no divergence: 0.5 * 0.23 + 0.5 * 1 = 0.615, as the paper states."""
        assert number(scores.cc(0.23, scores.iedcd(0, 12, 80))) == pytest.approx(0.615)

    def test_corpora_a_and_b_differ_by_their_conflicts_alone(self) -> None:
        """Integrity 0.82 and 0.81, as in the paper's table II: only the flagged keys pull B below A."""
        clean = number(scores.cc(0.82, scores.iedcd(0, 100, 400)))
        injected = number(scores.cc(0.81, scores.iedcd(27, 100, 400)))
        assert clean == pytest.approx(0.91)
        assert clean - injected == pytest.approx(0.5 * (0.01 + 0.27))

    def test_says_which_part_was_not_measured(self) -> None:
        """A missing part is passed on with its reason."""
        result = scores.cc(NotMeasured("no document could be measured"), 1.0)
        assert result == NotMeasured("IaDNI was not measured: no document could be measured")


class TestRetrieval:
    @given(st.lists(unit, min_size=1, max_size=30))
    def test_mean_and_spread_agree_with_the_library(self, similarities: list[float]) -> None:
        """SS1 is the maximum, SSmu the mean, SSsigma the population (not the sample) standard deviation."""
        assert scores.ss1(similarities) == max(similarities)
        assert number(scores.ss_mu(similarities)) == pytest.approx(statistics.fmean(similarities))
        assert number(scores.ss_sigma(similarities)) == pytest.approx(statistics.pstdev(similarities), abs=1e-9)

    def test_one_chunk_has_no_spread(self) -> None:
        """k = 1: SSsigma is 0, which is why it is read with k."""
        assert scores.ss_sigma([0.9]) == 0.0

    @pytest.mark.parametrize("score", [scores.ss1, scores.ss_mu, scores.ss_sigma])
    def test_no_evidence_is_not_measured(self, score) -> None:  # type: ignore[no-untyped-def]
        """k = 0 gives a reason, not 0 and not NaN."""
        assert score([]) == NotMeasured("no evidence was retrieved (k = 0)")


class TestBootstrap:
    @given(corpora(), unit, st.sampled_from(["comparable", "all"]), st.integers(0, 2**32))
    def test_intervals_are_ordered_and_in_the_unit_interval(
        self,
        corpus: Corpus,
        weight: float,
        denominator: scores.Denominator,
        seed: int,
    ) -> None:
        """0 <= low <= high <= 1 for every score that has an interval."""
        intervals = scores.bootstrap_intervals(*corpus, weight, denominator, 50, seed)
        assert "IeDCD" in intervals
        assert all(0.0 <= low <= high <= 1.0 for low, high in intervals.values())

    @given(corpora(), st.integers(0, 2**32))
    def test_same_seed_same_interval(self, corpus: Corpus, seed: int) -> None:
        """The intervals are a function of the input and the seed."""
        first = scores.bootstrap_intervals(*corpus, 0.5, "comparable", 70, seed)
        assert scores.bootstrap_intervals(*corpus, 0.5, "comparable", 70, seed) == first

    @given(corpora(), st.integers(0, 2**32))
    def test_each_resample_scores_as_the_definition_says(self, corpus: Corpus, seed: int) -> None:
        """One resample (so that both ends of the interval are it) equals a count by hand over the drawn documents."""
        documents, keys = corpus
        (low, high) = scores.bootstrap_intervals(documents, keys, 0.5, "comparable", 1, seed)["IeDCD"]
        drawn = set(np.random.default_rng(seed).integers(0, len(documents), (1, len(documents)), np.int32)[0])
        seen = [[drawn & set(docs) for docs in key.classes] for key in keys]
        comparable = [len(set().union(*classes)) >= 2 for classes in seen]
        flagged = [
            c and key.flagged and sum(bool(docs) for docs in classes) >= 2
            for c, key, classes in zip(comparable, keys, seen, strict=True)
        ]
        assert low == high == scores.iedcd(sum(flagged), sum(comparable), len(keys))

    @given(st.lists(unit, min_size=2, max_size=40), st.integers(0, 2**32))
    def test_the_interval_of_the_mean_holds_the_mean(self, documents: list[float], seed: int) -> None:
        """Resampled means scatter around the mean; with 400 of them it lies inside."""
        low, high = scores.bootstrap_intervals(documents, [], 1.0, "comparable", 400, seed)["IaDNI"]
        assert low - 1e-9 <= statistics.fmean(documents) <= high + 1e-9

    @given(corpora(), st.integers(0, 2**32))
    def test_flagging_more_keys_never_raises_an_end(self, corpus: Corpus, seed: int) -> None:
        """With the same draws, more conflicts lower the interval or leave it."""
        documents, keys = corpus
        worse = [KeyDocs(key.classes, True) for key in keys]
        before = scores.bootstrap_intervals(documents, keys, 0.5, "comparable", 60, seed)["IeDCD"]
        after = scores.bootstrap_intervals(documents, worse, 0.5, "comparable", 60, seed)["IeDCD"]
        assert after[0] <= before[0] and after[1] <= before[1]

    def test_a_document_that_agrees_with_itself_is_not_two_witnesses(self) -> None:
        """A key of one document is never comparable, however often the document is drawn or asserts it."""
        assert scores.bootstrap_intervals([0.5, 0.5], [KeyDocs(((0,), (0,)), True)], 0.5, "comparable", 200, 1)[
            "IeDCD"
        ] == (
            1.0,
            1.0,
        )

    def test_no_interval_without_resamples_or_from_one_document(self) -> None:
        """One document tells nothing of the spread between documents."""
        assert scores.bootstrap_intervals([0.5], [], 0.5, "comparable", 100, 0) == {}
        assert scores.bootstrap_intervals([0.5, 0.6], [], 0.5, "comparable", 0, 0) == {}

    def test_unmeasured_documents_leave_iadni_without_an_interval(self) -> None:
        """IeDCD can be told where IaDNI cannot."""
        assert set(scores.bootstrap_intervals([None, None], [], 0.5, "comparable", 20, 0)) == {"IeDCD"}

    def test_a_key_that_names_no_document_of_the_corpus_is_refused(self) -> None:
        """An index out of range is a bug of the caller."""
        with pytest.raises(ValueError, match=r"outside 0\.\.1"):
            scores.bootstrap_intervals([0.5, 0.5], [KeyDocs(((0,), (7,)), True)], 0.5, "comparable", 20, 0)
