"""Words for a reader: how values are told, and why two of them exclude each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.corpus.stages import facts_of
from tests.corpus.texts import documents, texts

from consilience.corpus.explain import explanation
from consilience.corpus.facts import EmbeddedFacts
from consilience.corpus.wording.names import names_of
from consilience.corpus.wording.values import value_of, within_sentence
from consilience.corpus.wording.why import why
from consilience.model import Fact


def _fact(text: str, kind: str, id: str = "a.md") -> Fact:
    return next(fact for fact in facts_of(text, id) if fact.value.kind == kind)


APART = [
    ("The fee is {}.", "money", ("€55", "€65"), "they differ by €10, so only one can be right"),
    ("A copy costs {}.", "money", ("£2.20", "£3.10"), "they differ by £0.90, so only one can be right"),
    ("Check-in closes {} before departure.", "duration", ("40 minutes", "45 minutes"), "differ by 5 minutes, "),
    ("The lead measures {}.", "quantity", ("3 metres", "two metres"), "differ by 1 metre, "),
    ("The discount is {}.", "percentage", ("15%", "a fifth"), "differ by 5 percentage points, "),
    ("The update ends on {}.", "date", ("31 March 2026", "30 June 2026"), "differ by 91 days, "),
    ("The fee applies from {}.", "date", ("1 March", "1 April"), "differ by 1 month, "),
    ("Support ends in {}.", "date", ("2027", "2028"), "differ by 1 year, "),
    ("The gate opens at {}.", "time", ("06:15", "07:45"), "differ by 1 hour and 30 minutes, "),
    ("The form is {}.", "identifier", ("CX-212", "CX-221"), "they differ in “12” against “21”, "),
    ("Millfield lies {} from the station.", "quantity", ("4 km", "about four miles"), "four miles is 6.437 km, not"),
    ("Rust {} or newer is needed.", "version", ("1.78.0", "1.81.0"), "only one of these versions can be right"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "kind", "values", "told"), APART, ids=[one[0] for one in APART])
def test_a_difference_is_told_in_the_measure_of_the_values(
    sentence: str, kind: str, values: tuple[str, str], told: str
) -> None:
    """Why two values exclude each other says by how much or in what they differ, where that can be said."""
    a, b = (_fact(f"# Rules\n\n{sentence.format(value)}", kind) for value in values)
    assert told in why(a, b)


TOLD = [
    ("A production cluster needs at least five nodes.", "count", "at least five nodes", "at least five nodes"),
    ("Twenty-three shops were trading in May.", "count", "Twenty-three shops", "twenty-three shops"),
    ("Up to 8 days of unused leave can be moved.", "duration", "Up to 8 days", "up to 8 days"),
    ("Monday is the day of the market at noon.", "time", "noon", "noon"),
    ("| Country | Zone |\n|---|---|\n| Norway | 2 |", "identifier", "zone 2", "zone 2"),
    ("| Vehicle | Euros |\n|---|---|\n| Van | 19.00 |", "money", "19.00 (EUR 19)", "19.00 (EUR 19)"),
    ("| Aircraft | Seats |\n|---|---|\n| Tern | 118 |", "count", "118", "118"),
]


@pytest.mark.parametrize(("text", "kind", "shown", "told"), TOLD, ids=[one[0] for one in TOLD])
def test_a_value_is_told_whole(text: str, kind: str, shown: str, told: str) -> None:
    """A count comes with what it counts, a bare number with what its column makes of it; a capital stays outside."""
    fact = _fact(f"# Rules\n\n{text}", kind)
    assert (value_of(fact), within_sentence(fact)) == (shown, told)


@settings(max_examples=60, deadline=None)
@given(st.lists(texts, min_size=2, max_size=2))
def test_any_two_facts_of_a_kind_can_be_explained(pair: list[str]) -> None:
    """Whatever two facts say, the explanation is one line that ends with one full stop, and is always the same."""
    read = [documents(text, id=f"{n}.md") for n, text in enumerate(pair)]
    found = [[fact for one in documents for fact in EmbeddedFacts().extract(one)] for documents in read]
    for a in found[0][:4]:
        for b in found[1][:4]:
            said = explanation(a, b, ("thing", "what holds of it"))
            assert said == explanation(a, b, ("thing", "what holds of it"))
            assert "\n" not in said and said.endswith(".") and not said.endswith("..")


CALLED = [
    ("The lead measures {3 m}.", ("lead", "measures …")),
    ("Choose the travel voucher and it will be worth {25%} more than the cash.",
     ("travel voucher", "will be worth … more than the cash")),
    ("When a delivery from this firm is rejected, it pays a flat {€3,000} to cover our handling.",
     ("delivery from this firm", "pays a flat … to cover our handling")),
    ("From the second Go line onwards they pay {20%} less.", ("second Go line", "pay … less")),
    ("On FD-04 the start screen has to show control software {3.4.1}.",
     ("start screen on FD-04", "has to show control software …")),
    ("The oldest VPN client release that the gateway accepts is {5.4.1}.",
     ("oldest VPN client release that the gateway accepts", "version")),
    ("{Twenty-three} shops were trading at the end of May, of these nine in partners' hands.",
     ("shops", "were trading at the end of May")),
    ("In addition there are {six} places for wheelchairs, all at the back.", ("places for wheelchairs", "number")),
    ("The bins on the Tern 190, which has been flying for us since {2018}, take bags wheels first.",
     ("bins on the Tern 190", "has been flying for us since …")),
    ("Set the inlet air to {60 °C} and keep it there.", ("inlet air", "set to …")),
    ("Unused leave: you may take {no more than 5 days} into the next year.",
     ("Unused leave", "may take … into the next year")),
    ("{Marta Ellingsen} is the press officer of the harbour.", ("press officer of the harbour", "name")),
    ("Staying in the cab while loading is {prohibited}, in any weather.",
     ("Staying in the cab while loading", "whether it is allowed")),
    ("During leave, you may come in for {twelve} keeping-in-touch days without ending it.",
     ("leave", "may come in for … keeping-in-touch days")),
    ("They close {45 minutes} before departure.", ("Check-in", "close … before departure")),
    ("Applicants whose certificate was issued abroad pay a fee of {€75}.",
     ("Applicants whose certificate was issued abroad", "pay a fee of …")),
    ("Half of them are merged {within six days}.", ("Check-in", "are merged …")),
    ("Write to {desk@corvane.example}.", ("Check-in", "e-mail address")),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "names"), CALLED, ids=[one[0] for one in CALLED])
def test_a_thing_and_what_is_said_of_it_read_as_words_of_the_statement(sentence: str, names: tuple[str, str]) -> None:
    """The entity is the thing, never a pronoun or half a clause; the relation is what is said of it, or its kind."""
    start, end = sentence.index("{"), sentence.index("}")
    value = sentence[start + 1 : end]
    facts = facts_of(f"# Check-in\n\n{sentence.replace('{', '').replace('}', '')}")
    assert names_of([next(fact for fact in facts if fact.value.text == value)]) == names


ROWS = [
    ("Equipment", "| Item | Data |\n|---|---|\n| Couch | safe working load 220 kg |", ("Couch", "safe working load")),
    ("Fares, single", "| Vehicle | Euros |\n|---|---|\n| Motorcycle | 19.00 |", ("Motorcycle", "Fares, single")),
    ("Pump KV-220", "| Property | Value |\n|---|---|\n| Weight | 430 kg |", ("Pump KV-220", "Weight")),
    ("Charges", "| What | Amount |\n|---|---|\n| Charge for the permit | £18,400 |",
     ("Charge for the permit", "amount of money")),
    ("Storage", "| Key | Default |\n|---|---|\n| `disk.high_watermark` ↻ | 85 % |", ("disk.high_watermark", "Default")),
    ("Latency", "| Percentile | x86-64 |\n|---|---|\n| 99th | 4.8 ms |", ("Latency, 99th", "x86-64")),
    ("Animals", "| What | Weight |\n|---|---|\n| Cabin (cats and dogs) | 8 kg |", ("Cabin (cats and dogs)", "Weight")),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "table", "names"), ROWS, ids=[one[2][0] for one in ROWS])
def test_a_cell_is_named_by_what_its_table_says(heading: str, table: str, names: tuple[str, str]) -> None:
    """Row and column name a cell; where a column says only "Value" or a unit, the cell or the heading says more."""
    facts = facts_of(f"# Rules\n\n## {heading}\n\n{table}")
    assert names_of([max(facts, key=lambda fact: fact.value_start)]) == names


@settings(max_examples=60, deadline=None)
@given(texts)
def test_names_are_short_and_never_empty(text: str) -> None:
    """Whatever a document says, entity and relation have something in them and at most sixty characters."""
    for document in documents(text):
        for fact in EmbeddedFacts().extract(document):
            assert all(0 < len(name) <= 60 and "\n" not in name for name in names_of([fact]))
