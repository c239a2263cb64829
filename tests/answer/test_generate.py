"""The embedded generator: what it says stands in its evidence, word for word and where; otherwise it abstains."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
import yaml

from consilience.answer.claims import split
from consilience.answer.generate import EmbeddedGenerator
from consilience.answer.generate_text import ABSTAINS, DISAGREES
from consilience.answer.wanted import parts, wanted
from consilience.model import Answer, Passage
from consilience.operators import Generator, load

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "questions.yaml").read_text("utf-8"))

VISITORS = Passage(
    "visitors.md", "A visitor may stay four hours. A badge is worn at all times.", start=40, section="Visitors"
)
PARKING = Passage("parking.md", "The car park closes at 22:00. Bicycles stand behind the hall.", section="Parking")
FEES = Passage(
    "fees.md",
    "| Service | Fee |\n|---|---|\n| Fibre 500 | £38 a month |\n| Fibre 150 | £24 a month |\n",
    section="Fees",
)
BAGS = Passage("bags.md", "Your cabin bag may weigh 10 kg at most.", start=200)
MANUAL = Passage("manual.md", "A cabin bag may weigh up to 8 kg, wheels and all.")


def ask(question: str, *evidence: Passage) -> Answer:
    return EmbeddedGenerator().answer(question, evidence)


def test_an_answer_is_a_statement_of_the_evidence() -> None:
    """Its text is the statement that answers, and the citation says where that stands in its document."""
    answer = ask("How long may a visitor stay?", PARKING, VISITORS)
    assert answer.text == "A visitor may stay four hours." and not answer.abstained
    (cited,) = answer.citations
    assert (cited.doc, cited.start, cited.end, cited.text) == ("visitors.md", 40, 70, "A visitor may stay four hours.")


def test_every_citation_stands_where_it_says() -> None:
    """Offsets are those of the document: the passage's own, and where in it."""
    for question, evidence in (("When does the car park close?", PARKING), ("What does Fibre 500 cost?", FEES)):
        for one in ask(question, VISITORS, evidence).citations:
            assert evidence.text[one.start - evidence.start : one.end - evidence.start] == one.text


@pytest.mark.parametrize(
    "above", ["**How heavy may my cabin bag be?**", "How heavy may a cabin bag be?", "**Cabin bag.**"]
)
def test_a_question_or_a_heading_is_no_answer(above: str) -> None:
    """A list of questions has each of them above its answer, and run-in headings name what follows: neither tells."""
    faq = Passage(
        "faq.md", f"{above}\n\nTen kilograms, wheels and all, and nobody will weigh it twice.", section="Bags"
    )
    answer = ask("How heavy may my cabin bag be?", faq, PARKING)
    assert answer.text.startswith("Ten kilograms")


def test_a_table_row_is_told_in_words() -> None:
    """No bars and dashes: the row's subject, its column and the value; the citation is the row as it stands."""
    answer = ask("What does Fibre 500 cost per month?", FEES, PARKING)
    assert "£38" in answer.text and "Fibre 500" in answer.text and "|" not in answer.text
    assert answer.citations[0].text == "| Fibre 500 | £38 a month |"


@pytest.mark.parametrize("evidence", [(), (Passage("empty.md", "  \n"),), (PARKING, FEES)])
def test_it_abstains_where_nothing_answers(evidence: tuple[Passage, ...]) -> None:
    """No passage, no text, or texts about something else: a fixed sentence, which is known as a refusal."""
    answer = ask("Who invented the telescope?", *evidence)
    assert answer == Answer(ABSTAINS, (), abstained=True)
    assert split(answer.text).abstains


def test_where_the_evidence_disagrees_both_values_are_told() -> None:
    """With the document of each, and nothing but the two statements is a claim."""
    answer = ask("How heavy may my cabin bag be?", BAGS, PARKING, MANUAL)
    assert answer.text.startswith(DISAGREES)
    assert "10 kg" in answer.text and "8 kg" in answer.text
    assert {one.doc for one in answer.citations} == {"bags.md", "manual.md"}
    assert all(one.doc in answer.text for one in answer.citations)
    assert [claim.plain for claim in split(answer.text).claims] == [one.text for one in answer.citations]


def test_every_part_of_a_question_is_answered() -> None:
    """Two questions in one: a statement for each, each cited."""
    answer = ask("How long may a visitor stay, and when does the car park close?", PARKING, VISITORS, FEES)
    assert {one.doc for one in answer.citations} == {"visitors.md", "parking.md"}
    assert "four hours" in answer.text and "22:00" in answer.text


def test_the_order_of_the_evidence_does_not_matter() -> None:
    """The same passages in any order give the same answer, but for the place of a citation's passage in the list."""
    question = "How heavy may my cabin bag be?"
    told = {ask(question, *order).text for order in permutations((BAGS, MANUAL, VISITORS))}
    assert len(told) == 1


def test_what_is_over_is_no_answer() -> None:
    """Of two statements, one of which says until when it held, the other answers."""
    old = Passage("old.md", "Until 31 March 2024 the breakfast allowance was £10.")
    new = Passage("new.md", "The breakfast allowance is £12.")
    answer = ask("What is the breakfast allowance?", old, new)
    assert "£12" in answer.text and not answer.text.startswith("Until")


def test_it_is_found_by_name() -> None:
    """Through its entry point, with name, version and settings for the record."""
    generator = load("generator", "embedded")
    assert isinstance(generator, Generator)
    assert (generator.spec.role, generator.spec.name, dict(generator.spec.settings)) == (
        "G", "embedded", {"encoder": "embedded"},
    )  # fmt: skip


@pytest.mark.parametrize("case", CASES["wanted"], ids=lambda case: case["question"])
def test_a_question_says_what_kind_of_value_answers(case: dict[str, object]) -> None:
    """By its question word, in several languages; "when" and "who" inside a clause ask nothing."""
    assert sorted(wanted(str(case["question"]))) == case["kinds"]


@pytest.mark.parametrize("case", CASES["parts"], ids=lambda case: case["question"])
def test_a_question_may_be_several(case: dict[str, object]) -> None:
    """Parted before each question word that joins on; one that cannot be parted stays whole."""
    assert list(parts(str(case["question"]))) == case["parts"]
