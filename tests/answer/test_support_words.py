"""The words of a text, read run by run, are those of the run read at length."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from consilience.answer.support_runs import read_run, run_of, words_of_run
from consilience.answer.support_words import words_of
from consilience.encoders.vocabulary import MARKS, MOST, pieces_of_run

WORDS = st.sampled_from(
    ["pump", "Pressure", "THE", "not", "Don't", "twelve", "1946", "007", "Vxqzwk", "zwölf", "ſ", "²", "x86", "[MASK]"]
)
LONG = st.sampled_from(["a" * 101, "b" * 300, "K" * 99])
RUNS = st.lists(WORDS | LONG | st.sampled_from(list(MARKS)) | st.text("ab'’-_.1²", max_size=3), max_size=5).map("".join)


@given(RUNS)
def test_a_run_that_is_one_word_is_read_as_any_other(run: str) -> None:
    """Stems, weights and negation are the same; of pieces there are no fewer than the encoder reads."""
    told, whole = run_of(run), read_run(run, MOST)
    assert told[1:] == whole[1:]
    assert told.pieces >= whole.pieces
    assert words_of_run(run, told.pieces) == words_of_run(run, whole.pieces)


@given(st.lists(RUNS.filter(bool), max_size=120))
def test_the_words_of_a_text_are_those_that_the_encoder_reads(runs: list[str]) -> None:
    """However long a text is, each run counts as far as the encoder reads it, up to 254 pieces in all."""
    told, left = words_of(" ".join(runs)), MOST
    if len(told.text) < len(" ".join(runs)):
        return  # longer than what is read
    weights: list[tuple[int, float]] = []
    for run in runs:
        weights += read_run(run, left).weights
        left -= min(left, len(pieces_of_run(run)))
    assert told.weights == dict(weights)
