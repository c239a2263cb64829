"""Conflicts: what a decision holds, whatever is decided: sides, passages, explanations, reasons, near copies."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.corpus.stages import DEFAULTS, decided, facts_of, matched, read
from tests.corpus.texts import documents, texts

from consilience.corpus.audit import AuditResult
from consilience.corpus.conflicts import decide
from consilience.corpus.facts import EmbeddedFacts
from consilience.model import Assertion, Conflict
from consilience.settings import MatchingSettings, Settings

LEAVE = {
    "handbook.md": "# Handbook\n\nThis page is for everyone. A birth parent receives 18 weeks of leave on full pay. "
    "Ask the people team for the form.",
    "benefits.md": "# Benefits\n\n## Family\n\nA birth parent receives eighteen weeks of leave on full pay.",
    "welcome.md": "# Welcome\n\nA birth parent receives 16 weeks of leave on full pay. Welcome!",
}


def _only(docs: dict[str, str]) -> Conflict:
    (conflict,) = decided(docs).conflicts
    return conflict


def _places(conflict: Conflict) -> list[Assertion]:
    return [place for value in conflict.values for place in value.assertions]


def test_three_documents_with_two_values_are_one_conflict() -> None:
    """The value that two documents share comes first, with both of them; the odd one stands against it."""
    conflict = _only(LEAVE)
    sides = [(value.value, [place.doc for place in value.assertions]) for value in conflict.values]
    assert sides[0][0] in ("18 weeks", "eighteen weeks") and sides[0][1] == ["benefits.md", "handbook.md"]
    assert sides[1:] == [("16 weeks", ["welcome.md"])]
    (key,) = [key for key in decided(LEAVE).keys if key.id == conflict.id]
    assert [value.value for value in key.classes] == [value.value for value in conflict.values]


def test_a_place_is_shown_as_it_stands_in_its_document() -> None:
    """Quote and value are exact; what stands before and after them is the document's own text, the section is named."""
    texts = {id: read(id, text).text for id, text in LEAVE.items()}
    for place in _places(_only(LEAVE)):
        text = texts[place.doc]
        assert place.quote == text[place.start : place.end]
        assert " ".join(text[place.value_start : place.value_end].split()) == place.value
        assert text[: place.start].endswith(place.before)
        assert text[place.end :].startswith(place.after)
    shown = {place.doc: place for place in _places(_only(LEAVE))}
    assert shown["handbook.md"].before.endswith("This page is for everyone. ")
    assert shown["handbook.md"].after == " Ask the people team for the form."
    assert shown["benefits.md"].section == "Benefits > Family"


def test_the_surroundings_are_short() -> None:
    """Of a long document a few lines stand before and after the quote, cut between words."""
    filler = "Nothing in this line says anything of use to anyone at all. " * 40
    docs = {
        "a.md": f"# Kiln\n\n{filler}\n\nThe kiln of the pottery is heated to 1,050 °C.\n\n{filler}",
        "b.md": "# Pottery\n\nThe kiln of the pottery is heated to 1,200 °C.",
    }
    (place,) = [place for place in _places(_only(docs)) if place.doc == "a.md"]
    assert 100 < len(place.before) <= 200 and 100 < len(place.after) <= 200
    assert set(place.before.split()) <= set(filler.split()) and set(place.after.split()) <= set(filler.split())


EXPLAINED = [
    ("The safety valve of the boiler opens at {}.", ("6 bar", "8 bar"), ("6 bar", "8 bar")),
    ("The press officer is {}.", ("Marta Ellingsen", "Jonas Verhoeven"), ("Marta Ellingsen", "Jonas Verhoeven")),
    ("Visitors {} take photographs.", ("may", "must not"), ("allows it (“may”)", "forbids it (“must not”)")),
]


@pytest.mark.parametrize(("sentence", "values", "told"), EXPLAINED, ids=[sentence for sentence, _, _ in EXPLAINED])
def test_the_explanation_names_both_documents_and_values(
    sentence: str, values: tuple[str, str], told: tuple[str, str]
) -> None:
    """One sentence says which document says what."""
    docs = {name: f"# Rules\n\n{sentence.format(value)}" for name, value in zip(("a.md", "b.md"), values, strict=True)}
    said = _only(docs).explanation
    assert all(part in said for part in [*docs, *told])
    assert said.endswith(".") and "\n" not in said


def test_the_explanation_tells_who_says_what_and_takes_no_side() -> None:
    """Documents that agree are named together; however many they are, the sentence does not call them right."""
    said = _only(LEAVE).explanation
    assert said.startswith("All speak of “birth parent: receives … of leave on full pay”: ")
    assert "benefits.md and handbook.md say 18 weeks, welcome.md says 16 weeks" in said
    assert said.endswith("they differ by 2 weeks, so only one can be right.")


def test_of_many_documents_and_values_a_few_are_named() -> None:
    """A sentence holds three values, those it compares among them, and two documents of each; the rest is counted."""
    fees = ("£4", "£4", "£4", "£5", "£6", "£7", "£8")
    docs = {f"{n}.md": f"# Museum\n\nThe entrance fee of the museum is {fee}." for n, fee in enumerate(fees)}
    conflict = _only(docs)
    assert len(conflict.values) == 5 and len(_places(conflict)) == len(fees)
    assert "5.md says £7, 6.md says £8, 0.md, 1.md and 1 more say £4, and 2 more values;" in conflict.explanation
    assert "£7 and £8 differ by £1, " in conflict.explanation


NAMED = [
    ("The safety valve of the boiler opens at {}.", ("6 bar", "8 bar"), ("safety valve of the boiler", "opens at …")),
    ("{} is the press officer of the harbour.", ("Ada Holm", "Jon Vik"), ("press officer of the harbour", "name")),
    ("From the second ticket onwards they pay {} less.", ("20%", "15%"), ("second ticket", "pay … less")),
    ("Fee for a lost badge: {}", ("£12", "£15"), ("Fee for a lost badge", "amount of money")),
    ("4.2 The last ferry leaves at {}.", ("23:10", "22:40"), ("last ferry", "leaves at …")),
    ("Visitors {} take photographs.", ("may", "must not"), ("Visitors", "take photographs")),
    ("On the FD-04 the start screen shows {}.", ("60 °C", "70 °C"), ("start screen on the FD-04", "shows …")),
]


@pytest.mark.parametrize(("sentence", "values", "names"), NAMED, ids=[sentence for sentence, _, _ in NAMED])
def test_a_key_is_named_in_the_words_of_the_documents(
    sentence: str, values: tuple[str, str], names: tuple[str, str]
) -> None:
    """Entity and relation are words of the statement: its subject, and what it says of it."""
    docs = {f"{n}.md": f"# Rules\n\n{sentence.format(value)}" for n, value in enumerate(values)}
    conflict = _only(docs)
    assert (conflict.entity, conflict.relation) == names


def test_the_order_of_the_documents_does_not_change_the_decision() -> None:
    """Documents in every order give the same keys, conflicts and set-aside pairs, byte for byte."""
    docs = {**LEAVE, "old.md": "# Old rules\n\nA birth parent formerly received 12 weeks of leave on full pay."}
    decisions = {repr(decided({id: docs[id] for id in order})) for order in permutations(docs)}
    assert len(decisions) == 1


def test_a_conflict_has_a_confidence_that_the_threshold_asks_for() -> None:
    """Confidence lies in [0, 1]; a threshold above it leaves neither conflict nor key."""
    conflict = _only(LEAVE)
    assert DEFAULTS.matching.threshold <= conflict.confidence <= 1
    strict = decided(LEAVE, Settings(matching=MatchingSettings(threshold=1.0)))
    assert (strict.keys, strict.conflicts, strict.set_aside) == ((), (), ())


def test_a_set_aside_pair_says_why_and_where() -> None:
    """A pair that a qualifier keeps apart has a reason, a sentence that quotes the qualifier, and both places."""
    docs = {
        "tariff.md": "# Tariffs\n\nThe standing charge for a household meter is £4.10 a month.",
        "idea.md": "# Consultation\n\nIt is proposed that the standing charge for a household meter is £5.25 a month.",
    }
    decision = decided(docs)
    assert decision.conflicts == ()
    (pair,) = decision.set_aside
    assert pair.reason == "planned"
    assert "proposed" in pair.explanation
    assert sorted(place.doc for place in pair.assertions) == ["idea.md", "tariff.md"]
    assert sorted(place.value for place in pair.assertions) == ["£4.10 a month", "£5.25 a month"]


def test_equal_values_of_different_rows_share_no_key() -> None:
    """That two things cost the same makes them neither one question nor a pair set aside."""
    rows = "\n\n| Item | Allowance |\n|---|---|\n"
    decision = decided(
        {"a.md": f"# Allowances{rows}| Monitor | £310 |\n", "b.md": f"# Allowances{rows}| Headset | £310 |\n"}
    )
    assert (decision.keys, decision.conflicts, decision.set_aside) == ((), (), ())


def test_values_that_agree_are_a_key_without_conflict() -> None:
    """Two documents that say the same in other units share a key with one class of values."""
    decision = decided(
        {
            "a.md": "# Works\n\nThe distance from the works to the main office is 7 miles.",
            "b.md": "# Guide\n\nThe distance from the works to the main office is about 11 km.",
        }
    )
    (key,) = decision.keys
    assert [sorted(place.value for place in value.assertions) for value in key.classes] == [["7 miles", "about 11 km"]]
    assert decision.conflicts == ()


def test_two_values_that_meet_through_a_third_are_no_conflict() -> None:
    """A year, a month and a day of it can all be true: compatible values are one class."""
    said = "# Bridges\n\nThe Meridan bridge was opened "
    decision = decided({"a.md": f"{said}in 1962.", "b.md": f"{said}in May 1962.", "c.md": f"{said}on 4 May 1962."})
    assert decision.conflicts == ()
    assert [len(key.classes) for key in decision.keys if key.kind == "date"] == [1]


@pytest.mark.parametrize("count", [5, 60])
def test_one_document_stands_against_all_the_others(count: int) -> None:
    """However many documents agree, the one that does not is found, in one conflict with everybody in it."""
    docs = {f"{n:02}.md": "# Museum\n\nThe entrance fee of the museum is £4." for n in range(count)}
    conflict = _only({**docs, "07.md": "# Museum\n\nThe entrance fee of the museum is £6."})
    sides = {value.value: [place.doc for place in value.assertions] for value in conflict.values}
    assert sides == {"£4": sorted({*docs} - {"07.md"}), "£6": ["07.md"]}


def test_one_document_contradicts_no_other() -> None:
    """What a document says twice, and differently, is no conflict between documents."""
    docs = {"a.md": "# Kiln\n\nThe kiln is heated to 1,050 °C.\n\n## Glaze\n\nThe kiln is heated to 1,200 °C."}
    assert decided(docs).conflicts == ()


def test_without_the_texts_the_decision_is_the_same() -> None:
    """The documents are needed for the passages around a quote only."""
    facts = {fact.id: fact for id, text in LEAVE.items() for fact in facts_of(text, id)}
    pairs = matched(sorted(facts.values(), key=lambda fact: fact.id))
    (bare,) = decide(facts, pairs, {}, DEFAULTS).conflicts
    full = _only(LEAVE)
    assert (bare.id, bare.explanation, bare.confidence) == (full.id, full.explanation, full.confidence)
    assert {(place.before, place.after) for place in _places(bare)} == {("", "")}


@settings(max_examples=40)
@given(st.lists(texts, min_size=2, max_size=4), st.booleans())
def test_whatever_the_documents_say_the_decision_holds_together(said: list[str], copied: bool) -> None:
    """Of any texts, copies among them: keys of two documents at least, conflicts of two values, exact quotes, no id
    twice."""
    read_as = [one for n, text in enumerate([*said, *said[:copied]]) for one in documents(text, id=f"{n}.md")]
    by_id = {one.id: one for one in read_as}
    facts = sorted((fact for one in read_as for fact in EmbeddedFacts().extract(one)), key=lambda fact: fact.id)
    decision = decide({fact.id: fact for fact in facts}, matched(facts), by_id, DEFAULTS)
    assert len({key.id for key in decision.keys}) == len(decision.keys)
    assert {one.id for one in decision.conflicts} <= {key.id for key in decision.keys}
    for key in decision.keys:
        assert len({place.doc for value in key.classes for place in value.assertions}) >= 2
    for conflict in decision.conflicts:
        assert len(conflict.values) >= 2 and 0 < conflict.confidence <= 1 and conflict.explanation
        for place in _places(conflict):
            assert place.quote == by_id[place.doc].text[place.start : place.end]
    for pair in decision.set_aside:
        assert len({place.doc for place in pair.assertions}) == 2 and pair.reason and pair.explanation


def test_the_audit_decides_like_its_stages(tmp_path: Path, audit: Callable[..., AuditResult]) -> None:
    """Through the plan, files on disk give the very keys, conflicts and set-aside pairs of the stages by themselves."""
    docs = {**LEAVE, "old.md": "# Old rules\n\nA birth parent formerly received 12 weeks of leave on full pay."}
    folder = tmp_path / "kb"
    folder.mkdir()
    for id, text in docs.items():
        (folder / id).write_text(text, "utf-8")
    result, decision = audit(folder), decided(docs)
    assert result.conflicts == decision.conflicts != ()
    assert result.set_aside == decision.set_aside != ()
    assert dict(result.counts)["comparable_keys"] == len(decision.keys)


COPY = """# Harbour ferry handbook

## Crossings

The ferry to Holmby leaves the north quay every 40 minutes.
The crossing takes 25 minutes in calm weather.
The first ferry of the day leaves at 05:45.
The last ferry of the day leaves at 23:10.
The ferry carries at most 220 passengers and 36 cars.
Cyclists board before cars and pay £3.50 for a single crossing.
A monthly pass for residents costs £64.
Children under 12 travel free of charge.

## Safety

The hull is inspected every 18 months by the class society.
Life jackets are kept for 260 people on the upper deck.
The harbour master of the north quay is Ingrid Solheim.
The ferry does not sail when the wind is above 21 m/s.
Fire pumps deliver 90 litres per second.
Crew members must not leave the bridge during docking.
The emergency generator starts within 15 seconds.

## Engine room

| Part | Limit | Check |
|---|---|---|
| Main engine | 1,850 rpm | every 250 hours |
| Gearbox oil | 85 °C | daily |
| Fuel tank | 14,000 litres | every week |
| Starter battery | 24 V | monthly |

The two main engines were installed on 12 March 2017.
Fuel is bought from Nordhavn Bunker at the start of each month.
A reserve of 15% of the fuel is kept at all times.
"""
CHANGES = [
    ("every 40 minutes", "every 50 minutes"),
    ("takes 25 minutes", "takes 35 minutes"),
    ("leaves at 05:45", "leaves at 06:15"),
    ("at most 220 passengers", "at most 240 passengers"),
    ("pay £3.50", "pay £4.20"),
    ("costs £64", "costs £71"),
    ("every 18 months", "every 24 months"),
    ("Ingrid Solheim", "Torben Aakre"),
    ("above 21 m/s", "above 17 m/s"),
    ("must not leave", "may leave"),
    ("within 15 seconds", "within 45 seconds"),
    ("1,850 rpm", "1,650 rpm"),
    ("| 85 °C", "| 95 °C"),
    ("every 250 hours", "every 400 hours"),
    ("12 March 2017", "12 March 2019"),
    ("reserve of 15%", "reserve of 25%"),
]


@pytest.mark.parametrize("other", ["copy.md", "a/handbook.md"])
def test_nothing_is_flagged_between_a_document_and_its_copy(other: str) -> None:
    """The same text under another name agrees with itself in everything."""
    decision = decided({"handbook.md": COPY, other: COPY})
    assert decision.conflicts == ()
    assert len(decision.keys) >= 20


def test_documents_that_say_the_same_two_things_do_not_disagree() -> None:
    """Two look-alike sentences that stand in both documents are no conflict, though they match crosswise."""
    help_page = """# Help

- WCHR: can climb steps, can't walk far
- WCHS: can't climb steps, can walk a little

Carrying over of points is permitted in Law. Carrying over of points is not permitted in Medicine.
"""
    assert decided({"help.md": help_page, "copy.md": help_page}).conflicts == ()


@pytest.mark.parametrize(("old", "new"), CHANGES, ids=[new for _, new in CHANGES])
def test_a_changed_value_of_a_copy_is_flagged_alone(old: str, new: str) -> None:
    """One changed value is one conflict, whose two quotes are the changed lines."""
    assert COPY.count(old) == 1
    changed = COPY.replace(old, new)
    conflict = _only({"handbook.md": COPY, "copy.md": changed})
    quotes = {place.doc: place.quote for place in _places(conflict)}
    assert old.strip("| ") in quotes["handbook.md"] and new.strip("| ") in quotes["copy.md"]


def test_every_changed_value_of_a_copy_is_flagged() -> None:
    """All of them changed at once are as many conflicts, and no unchanged line is in any."""
    changed = COPY
    for old, new in CHANGES:
        changed = changed.replace(old, new)
    conflicts = decided({"handbook.md": COPY, "copy.md": changed}).conflicts
    quotes = [place.quote for conflict in conflicts for place in _places(conflict) if place.doc == "copy.md"]
    missed = [new for _, new in CHANGES if not any(new.strip("| ") in quote for quote in quotes)]
    assert missed == []
    assert [quote for quote in quotes if quote in COPY] == []
    assert len(conflicts) == len(CHANGES)
