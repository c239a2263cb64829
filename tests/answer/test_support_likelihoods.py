"""How far evidence supports a claim, as a number, and the file that the numbers come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from consilience.answer.claims import split
from consilience.answer.evidence import read
from consilience.answer.support import likelihoods, verdicts
from consilience.answer.support_model import shipped, stored
from consilience.model import Passage
from consilience.operators import OperatorError

RULES = (
    "Members may borrow up to six books at the Harbour library. Loans are increased in summer. "
    "Children read upstairs, where talking is allowed."
)
RIGHT = "Members can borrow up to six books in the Harbour library."


def told(claim: str) -> float:
    (found,) = likelihoods("", split(claim).claims, read([Passage("rules", RULES)]))
    return found


@pytest.mark.parametrize(
    "wrong",
    [
        "Members can borrow up to six books in the Westgate library.",
        "Members cannot borrow up to six books in the Harbour library.",
        "Members can borrow up to nine books in the Harbour library.",
    ],
)
def test_one_wrong_word_is_less_likely(wrong: str) -> None:
    """A name that stands nowhere, a negation, another number: each makes a claim less likely."""
    assert told(wrong) < told(RIGHT)


def test_an_opposite_of_the_passage_is_less_likely() -> None:
    """A word whose opposite stands in the passage is worse than a word that merely stands nowhere in it."""
    assert told("The loans are decreased in summer there.") < told("The loans are printed in summer there.")


def test_a_word_that_turns_a_statement_round_is_less_likely() -> None:
    """ "Prevented" says the reverse without a "not": where the passage has no such word it is worse than another."""
    assert told("The loans are prevented in summer there.") < told("The loans are printed in summer there.")


def test_strange_words_at_the_end_are_less_likely() -> None:
    """A sentence tells what is new at its end: the same strange word weighs more there than at the beginning."""
    assert told("In summer loans are increased by bakers.") < told("By bakers loans are increased in summer.")


def test_a_quotation_is_certain_and_nothing_supports_nothing() -> None:
    """1 for what is said word for word, 0 without evidence, and always within [0, 1]."""
    assert told("Loans are increased in summer.") == 1.0
    assert likelihoods("", split(RIGHT).claims, read([])) == (0.0,)
    assert 0.0 <= told("Bread rests on the roof.") < 0.5


def test_another_model_may_be_asked() -> None:
    """The model that ships, given by hand, tells the same as without."""
    claims, evidence = split(RIGHT).claims, read([Passage("rules", RULES)])
    assert verdicts("", claims, evidence, shipped()) == verdicts("", claims, evidence)


@pytest.mark.parametrize("content", [None, "{", '{"features": ["other"], "models": {}}'])
def test_a_model_that_cannot_be_used_is_told(tmp_path: Path, content: str | None) -> None:
    """A file that is missing, damaged or of other features gives one plain sentence."""
    if content is not None:
        (tmp_path / "support.json").write_text(content, "utf-8")
    with pytest.raises(OperatorError, match="support"):
        stored(tmp_path)


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 not a zip file"])
def test_a_reader_that_cannot_be_used_is_told(tmp_path: Path, content: bytes | None) -> None:
    """Weights of the reader that are missing, or not those that the card names, give one plain sentence."""
    (tmp_path / "support.json").write_text(json.dumps(dict(shipped().card)), "utf-8")
    if content is not None:
        (tmp_path / "support_reader.npz").write_bytes(content)
    with pytest.raises(OperatorError, match="support_reader"):
        stored(tmp_path)
