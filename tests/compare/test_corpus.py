"""Two audits: scores, documents, findings, and which conflicts are the same, new and gone."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from tests.compare.runs import facts, line, write
from tests.report import sample

from consilience.compare.flow import compare
from consilience.report.writer import RunError

Audit = dict[str, Any]


def compared(tmp_path: Path, a: Audit, b: Audit, **more: Any) -> dict[str, Any]:
    first = write(tmp_path / "a", audit=a, facts=more.get("facts_a"))
    return dict(compare(first, write(tmp_path / "b", audit=b, facts=more.get("facts_b")))["corpus"])


def test_ids_and_offsets_do_not_make_another_conflict(tmp_path: Path) -> None:
    """Conflicts with other ids, in another order and further down in their documents, are the same ones."""
    b = sample.small()
    b["conflicts"].reverse()
    for number, conflict in enumerate(b["conflicts"]):
        conflict["id"] = f"other-{number}"
        conflict["values"].reverse()
        for place in (place for value in conflict["values"] for place in value["assertions"]):
            place.update(start=place["start"] + 40, end=place["end"] + 40, quote=place["quote"].replace(" ", "\n", 1))
    done = compare(write(tmp_path / "a", audit=sample.small()), write(tmp_path / "b", audit=b))
    assert done["changed"] is False and done["corpus"]["conflicts"]["same"] == 3


def test_a_new_and_a_gone_conflict(tmp_path: Path) -> None:
    """One conflict less in A is a new one in B, and the other way round."""
    less = sample.small()
    (taken,) = [less["conflicts"].pop(0)]
    there = compared(tmp_path, less, sample.small())["conflicts"]
    back = compared(tmp_path / "back", sample.small(), less)["conflicts"]
    assert [one["id"] for one in there["new"]] == [one["id"] for one in back["gone"]] == [taken["id"]]
    assert there["same"] == back["same"] == 2 and not there["gone"] and not back["new"]


def test_one_more_document_joins_a_conflict(tmp_path: Path) -> None:
    """The two sides are in both runs: the conflict changed, it is not another one."""
    a = sample.small()
    screens = a["conflicts"][1]
    del screens["values"][2]
    found = compared(tmp_path, a, sample.small())["conflicts"]
    assert [one["id_a"] for one in found["changed"]] == [screens["id"]] and not found["new"] and not found["gone"]


def test_a_conflict_whose_value_was_edited(tmp_path: Path) -> None:
    """One side says 60 days now instead of 90, and still contradicts the other: changed."""
    b = json.loads(json.dumps(sample.small()).replace("90 days", "60 days"))
    found = compared(tmp_path, sample.small(), b)["conflicts"]
    assert len(found["changed"]) == 1 and not found["new"] and not found["gone"]


def test_sentences_of_one_mould_are_not_one_conflict(tmp_path: Path) -> None:
    """Another pump between the same documents in nearly the same words is a new conflict, and the old one is gone."""
    a = sample.large(1, 2)
    b = json.loads(json.dumps(a).replace("pump 0", "pump 7"))
    found = compared(tmp_path, a, b)["conflicts"]
    assert (len(found["new"]), len(found["gone"]), len(found["changed"])) == (1, 1, 0)


def test_conflicts_of_many_documents_are_all_found_again(tmp_path: Path) -> None:
    """Two thousand conflicts, shuffled and with other ids."""
    a = sample.large(2000, 500)
    b = copy.deepcopy(a)
    b["conflicts"].sort(key=lambda one: str(one["values"]))
    for number, one in enumerate(b["conflicts"]):
        one["id"] = str(number)
    assert compared(tmp_path, a, b)["conflicts"]["same"] == 2000


def test_a_conflict_that_the_other_run_set_aside(tmp_path: Path) -> None:
    """Both runs saw the pair; one of them found a reason why both sides may be true."""
    b = sample.small()
    gone = b["conflicts"].pop(0)
    places = [value["assertions"][0] for value in gone["values"]]
    aside = {"entity": "x", "relation": "y", "reason": "scope", "explanation": "", "assertions": places}
    b["set_aside"].append(aside)
    assert compared(tmp_path, sample.small(), b)["conflicts"]["gone"][0]["set_aside_in_b"] == "scope"
    assert compared(tmp_path / "back", b, sample.small())["conflicts"]["new"][0]["set_aside_in_a"] == "scope"


def test_why_a_conflict_is_new(tmp_path: Path) -> None:
    """facts.jsonl says whether the other run had read the statements: a document changed, or how it is judged."""
    a = sample.small()
    del a["conflicts"][2]
    known = facts(a)
    judged = compared(tmp_path / "1", a, sample.small(), facts_a=known, facts_b=known)["conflicts"]["new"][0]
    assert judged["because"] == []
    fewer = [fact for fact in known if "90 days" not in fact["quote"]]
    said = compared(tmp_path / "2", a, sample.small(), facts_a=fewer, facts_b=known)["conflicts"]["new"][0]
    assert said["because"] == [{"doc": "memos/ceo_quarterly_memo.md", "is": "says it now"}]
    assert compared(tmp_path / "3", a, sample.small())["conflicts"]["new"][0]["because"] is None


def test_documents_added_removed_and_moved(tmp_path: Path) -> None:
    """A document under another name that measures exactly the same has moved, and takes its conflicts with it."""
    b = json.loads(json.dumps(sample.small()).replace("memos/ceo_quarterly_memo.md", "archive/memo.md"))
    b["documents"] = [one for one in b["documents"] if one["id"] != "office/office_guide.md"] + [
        sample.unmeasured() | {"id": "new.md"}
    ]
    found = compared(tmp_path, sample.small(), b)
    documents = found["documents"]
    assert documents["moved"] == [{"a": "memos/ceo_quarterly_memo.md", "b": "archive/memo.md"}]
    assert (documents["added"], documents["removed"]) == (["new.md"], ["office/office_guide.md"])
    assert found["conflicts"]["same"] == 3


def test_what_changed_in_a_document(tmp_path: Path) -> None:
    """Words, scores and findings; a finding that only stands elsewhere is the same one."""
    b = sample.small()
    entry = next(one for one in b["documents"] if one["id"] == "office/office_guide.md")
    entry["words"] += 3
    entry["IaDNI"] = 0.6
    entry["findings"][0]["start"] += 9
    gone = entry["findings"].pop(1)
    found = compared(tmp_path, sample.small(), b)
    (change,) = found["documents"]["changed"]
    assert change["words"] == {"a": 1088, "b": 1091} and list(change["scores"]) == ["IaDNI"]
    assert change["findings"] == {"new": [], "gone": [{"code": gone["code"], "quote": gone["quote"]}]}
    assert (found["integrity"]["n"], found["integrity"]["rose"]) == (8, 1)


def test_a_value_that_was_edited_changes_its_document(tmp_path: Path) -> None:
    """The words are as many as before and the scores the same: the statements show that the document is another one."""
    before, after = facts(sample.small()), facts(sample.small())
    for fact in after:
        fact["quote"] = fact["quote"].replace("30 days", "60 days")
    found = compared(tmp_path, sample.small(), sample.small(), facts_a=before, facts_b=after)
    (change,) = found["documents"]["changed"]
    assert change["id"] == "it/it_security_policy.md" and change["words"] is None
    assert change["statements"] == {"new": 1, "gone": 1}


def test_another_fact_operator_changes_no_document(tmp_path: Path) -> None:
    """It finds other statements in the same text, which says nothing about the text."""
    b = sample.small()
    b["operators"]["F"]["version"] = "2"
    found = compared(tmp_path, sample.small(), b, facts_a=facts(b), facts_b=facts(b)[:3])
    assert found["documents"]["changed"] == []


def test_settings_and_operators_that_differ_are_told(tmp_path: Path) -> None:
    """A threshold of the one run and a version of an operator of the other stand beside what changed."""
    b = sample.small()
    b["settings"]["matching"]["threshold"] = 0.8
    b["operators"]["F"]["version"] = "2"
    b["settings"]["run"] = {"cache_dir": "/elsewhere"}
    done = compare(write(tmp_path / "a", audit=sample.small()), write(tmp_path / "b", audit=b))
    assert [one["name"] for one in done["made_with"]] == ["operators.F.version", "settings.matching.threshold"]
    assert done["changed"] is False


def test_an_audit_against_an_evaluation(tmp_path: Path) -> None:
    """What both have is compared; a run that has audit and answers is compared with each of the two alone."""
    whole = write(tmp_path / "whole", [line()], sample.small())
    audit, answers = write(tmp_path / "audit", audit=sample.small()), write(tmp_path / "answers", [line()])
    missing = r"nothing in common.*answers holds no audit\.json.*audit holds no answers\.jsonl"
    with pytest.raises(RunError, match=missing):
        compare(audit, answers)
    assert compare(whole, audit)["levels"] == {"corpus": False, "retrieval": None, "answer": None}
    assert compare(whole, answers)["levels"] == {"corpus": None, "retrieval": False, "answer": False}


def test_a_document_behind_the_evidence(tmp_path: Path) -> None:
    """A passage of a document that only B has, as the audits show: level 1 moved first."""
    more = sample.small()
    more["documents"].append(sample.unmeasured() | {"id": "it/policy.md", "words": 9})
    done = compare(write(tmp_path / "a", [line(retrieved=[])], sample.small()), write(tmp_path / "b", [line()], more))
    (one,) = done["moved"]
    assert one["first"] == "corpus" and one["documents"] == [{"doc": "it/policy.md", "is": "added"}]
