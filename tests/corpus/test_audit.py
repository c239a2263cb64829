"""Level 1 end to end, on real files through the public door."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.samples import HANDBOOK, told

from consilience.corpus.audit import AuditResult, run_audit
from consilience.operators import OperatorError
from consilience.settings import Settings
from consilience.sources import SourceError

Audit = Callable[..., AuditResult]


def test_a_conflict_between_two_documents_is_found_where_it_stands(folder: Path, audit: Audit) -> None:
    """The differing load is flagged, with both quotes exactly as they stand at their offsets."""
    result = audit(folder).to_dict()
    found = [one for one in result["conflicts"] if {v["value"] for v in one["values"]} == {"1,200 kg", "1,500 kg"}]
    assert len(found) == 1
    places = [place for value in found[0]["values"] for place in value["assertions"]]
    assert {place["doc"] for place in places} == {"handbook.md", "safety.md"}
    for place in places:
        text = (folder / place["doc"]).read_text("utf-8")
        assert text[place["start"] : place["end"]] == place["quote"]
        assert text[place["value_start"] : place["value_end"]] == place["value"]


def test_an_agreement_in_other_words_is_no_conflict(folder: Path, audit: Audit) -> None:
    """ "eight hours" and "8 hours" share a key and are not flagged."""
    result = audit(folder)
    flagged = {place.value for one in result.conflicts for value in one.values for place in value.assertions}
    assert not flagged & {"eight hours", "8 hours"}
    assert dict(result.counts)["comparable_keys"] > dict(result.counts)["flagged_keys"] > 0


def test_the_audit_has_the_shape_of_the_contract(folder: Path, audit: Audit) -> None:
    """audit.json carries the documented keys and is strict JSON: no NaN, no value that JSON does not have."""
    result = json.loads(json.dumps(audit(folder).to_dict(), allow_nan=False))
    assert set(result) >= {
        "schema", "version", "settings", "operators", "scores", "counts",
        "documents", "conflicts", "set_aside", "skipped", "warnings", "timings",
    }  # fmt: skip
    assert result["schema"] == "consilience/audit/1"
    assert set(result["operators"]) == {"Q", "F", "encoder"}
    assert set(result["counts"]) == {
        "documents", "words", "facts", "keys", "comparable_keys", "flagged_keys", "set_aside",
    }  # fmt: skip
    assert [one["id"] for one in result["documents"]] == ["handbook.md", "safety.md", "site/canteen.md"]
    for one in result["documents"]:
        assert set(one["dimensions"]) == {
            "clarity", "internal_consistency", "completeness", "information_density", "coherence",
        }  # fmt: skip


def test_scores_follow_from_documents_and_keys(folder: Path, audit: Audit) -> None:
    """IaDNI is the mean over documents, IeDCD one minus the flagged share, CC their weighted mean."""
    result = audit(folder, scores={"weight": 0.25}).to_dict()
    scores, counts = result["scores"], result["counts"]
    assert scores["IaDNI"] == pytest.approx(sum(one["IaDNI"] for one in result["documents"]) / 3)
    assert scores["IeDCD"] == pytest.approx(1 - counts["flagged_keys"] / counts["comparable_keys"])
    assert scores["CC"] == pytest.approx(0.25 * scores["IaDNI"] + 0.75 * scores["IeDCD"])
    for name, (low, high) in scores["intervals"].items():
        assert 0 <= low <= high <= 1, name


def test_all_keys_may_be_the_denominator(folder: Path, audit: Audit) -> None:
    """With `denominator = "all"` the facts that nobody else asserts count as keys of their own."""
    result = audit(folder, scores={"denominator": "all"}).to_dict()
    counts = result["counts"]
    assert counts["keys"] > counts["comparable_keys"]
    assert result["scores"]["IeDCD"] == pytest.approx(1 - counts["flagged_keys"] / counts["keys"])


def test_every_fact_is_told_with_its_place(folder: Path, audit: Audit) -> None:
    """The rows of facts.jsonl are as many as counted and quote their document exactly."""
    result = audit(folder)
    facts = list(result.facts())
    assert len(facts) == dict(result.counts)["facts"] > 0
    assert len({fact["id"] for fact in facts}) == len(facts)
    for fact in facts:
        text = (folder / fact["doc"]).read_text("utf-8")
        assert text[fact["start"] : fact["end"]] == fact["quote"]
        assert fact["start"] <= fact["value_start"] <= fact["value_end"] <= fact["end"]


def test_two_runs_say_the_same(folder: Path, audit: Audit) -> None:
    """Same documents, same settings: equal to the byte but for the timings, with or without the cache."""
    first, second, third = audit(folder), audit(folder), audit(folder, cached=False)
    assert json.dumps(told(first)) == json.dumps(told(second)) == json.dumps(told(third))
    assert list(first.facts()) == list(second.facts()) == list(third.facts())


def test_the_order_of_the_paths_does_not_matter(folder: Path, audit: Audit) -> None:
    """Two folders given in either order give the same audit."""
    other = folder.parent / "more"
    other.mkdir()
    (other / "extra.md").write_text(HANDBOOK.replace("1,200", "1,250"), "utf-8")
    settings = Settings(run={"cache": False})  # type: ignore[arg-type]
    one, two = run_audit([folder, other], settings), run_audit([other, folder], settings)
    assert json.dumps(told(one)) == json.dumps(told(two))


def test_an_unchanged_document_comes_from_the_cache(folder: Path, audit: Audit) -> None:
    """The second run computes nothing; after one edit it computes that document only, and sees the edit."""
    first = audit(folder)
    assert (first.cache.hits, first.cache.misses) == (0, 3)
    assert (audit(folder).cache.hits, audit(folder).cache.misses) == (3, 0)
    (folder / "safety.md").write_text((folder / "safety.md").read_text("utf-8").replace("1,500", "1,200"), "utf-8")
    changed = audit(folder)
    assert (changed.cache.hits, changed.cache.misses) == (2, 1)
    assert "1,500 kg" not in json.dumps(changed.to_dict())


def test_other_operators_do_not_use_what_was_kept(folder: Path, audit: Audit, strangers: None) -> None:
    """What one operator made is never served as another's."""
    audit(folder)
    assert audit(folder, operators={"facts": "brittle"}).cache.hits == 0


@pytest.mark.parametrize(
    "damage", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: data[:-9] + b"otherwise"]
)
def test_a_damaged_entry_is_computed_again_and_counted(
    folder: Path, audit: Audit, damage: Callable[[bytes], bytes]
) -> None:
    """Truncated, emptied or altered entries cost time, never a wrong result, and are whole again afterwards."""
    first = audit(folder)
    for path in (folder.parent / "cache").rglob("*.entry"):
        path.write_bytes(damage(path.read_bytes()))
    second = audit(folder)
    assert (second.cache.hits, second.cache.damaged) == (0, 3)
    assert told(second) == told(first)
    assert audit(folder).cache.hits == 3


def test_a_cache_that_cannot_be_written_costs_no_result(folder: Path, audit: Audit) -> None:
    """The run goes on without keeping anything and says so."""
    (folder.parent / "cache").write_text("a file where the folder should be")
    result = audit(folder)
    assert dict(result.counts)["documents"] == 3
    assert any("could not be kept" in warning for warning in result.warnings)


def test_a_crash_of_the_facts_operator_stays_with_its_document(folder: Path, audit: Audit, strangers: None) -> None:
    """The document is listed with the reason and keeps its quality, the others are audited; nothing of it is cached."""
    (folder / "site" / "canteen.md").write_text("# Canteen\n\nFACTS CRASH HERE. Lunch is at noon.\n", "utf-8")
    for _ in range(2):
        result = audit(folder, operators={"facts": "brittle"}).to_dict()
        reasons = {one["path"]: one["reason"] for one in result["skipped"]}
        assert reasons == {"site/canteen.md": "the facts operator failed: ZeroDivisionError: nothing to divide by"}
        assert result["counts"]["documents"] == 3
        assert result["conflicts"]
        assert any("failed once" in warning for warning in result["warnings"])


def test_no_fact_read_is_not_no_conflict(folder: Path, audit: Audit, strangers: None) -> None:
    """Where facts failed and nothing was compared, IeDCD and CC are not measured, and say why: never 1.0."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        path.unlink()
    for name in ("a.md", "b.md"):
        (folder / name).write_text("# Pump\n\nFACTS CRASH HERE. The pump runs at 6 bar.\n", "utf-8")
    scores = audit(folder, operators={"facts": "brittle"}).to_dict()["scores"]
    assert (scores["IeDCD"], scores["CC"]) == (None, None) and scores["IaDNI"] is not None
    assert scores["not_measured"]["IeDCD"].endswith("operators failed on 2 of 2 documents")
    assert set(scores["intervals"]) == {"IaDNI"}


def test_a_crash_of_the_quality_operator_is_not_measured(folder: Path, audit: Audit, strangers: None) -> None:
    """The document has no IaDNI and the reason beside it; the mean is over the others."""
    (folder / "site" / "canteen.md").write_text("# Canteen\n\nQUALITY CRASH HERE. Lunch is at noon.\n", "utf-8")
    result = audit(folder, operators={"quality": "brittle"}).to_dict()
    crashed = result["documents"][2]
    assert crashed["IaDNI"] is None
    assert crashed["not_measured"] == "the quality operator failed: KeyError: 'missing'"
    assert result["scores"]["IaDNI"] == pytest.approx(sum(one["IaDNI"] for one in result["documents"][:2]) / 2)


def test_a_crash_of_the_encoder_is_pinned_on_its_document(folder: Path, audit: Audit, strangers: None) -> None:
    """Documents are encoded together; only the one that crashes the encoder is left out of the matching."""
    (folder / "site" / "canteen.md").write_text("# ENCODER CRASH HERE\n\nA lunch costs 6.50 euros.\n", "utf-8")
    result = audit(folder, operators={"encoder": "brittle"}).to_dict()
    assert [one["path"] for one in result["skipped"]] == ["site/canteen.md"]
    assert result["skipped"][0]["reason"] == "the encoder failed: RuntimeError: tensor on fire"
    assert result["conflicts"]


def test_an_operator_that_cannot_work_at_all_ends_the_run(folder: Path, audit: Audit, strangers: None) -> None:
    """Its own sentence reaches the user, once, and not a traceback of the engine."""
    with pytest.raises(OperatorError, match=r"^The weights of the encoder 'broken' are gone\.$"):
        audit(folder, operators={"encoder": "broken"})


def test_an_unknown_operator_is_refused_before_anything_is_read(tmp_path: Path, audit: Audit) -> None:
    """The sentence names the operator."""
    with pytest.raises(OperatorError, match="nonsense"):
        audit(tmp_path, operators={"facts": "nonsense"})


def test_an_unreadable_input_is_listed_and_the_run_goes_on(folder: Path, audit: Audit) -> None:
    """An empty PDF is skipped with a reason."""
    (folder / "broken.pdf").write_bytes(b"")
    result = audit(folder).to_dict()
    assert [one["path"] for one in result["skipped"]] == ["broken.pdf"]
    assert result["counts"]["documents"] == 3


def test_nothing_to_read_is_one_sentence(tmp_path: Path, audit: Audit) -> None:
    """A folder without a readable document, and a path that does not exist, are errors of the user's input."""
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SourceError):
        audit(empty)
    (empty / "a.pdf").write_bytes(b"")
    with pytest.raises(SourceError, match=r"a\.pdf"):
        audit(empty)
    with pytest.raises(SourceError):
        audit(tmp_path / "nowhere")


def test_a_single_document_has_nothing_to_contradict(folder: Path, audit: Audit) -> None:
    """No comparable key: IeDCD is 1 with the count of 0 beside it, and there are no intervals."""
    shutil.rmtree(folder / "site")
    (folder / "safety.md").unlink()
    result = audit(folder).to_dict()
    assert result["counts"]["comparable_keys"] == 0
    assert result["scores"]["IeDCD"] == 1.0
    assert result["scores"]["intervals"] == {}


def test_a_language_the_encoder_does_not_know_is_said(folder: Path, audit: Audit) -> None:
    """The warning counts the documents, names the language and the extra that helps."""
    german = "Der Gabelstapler trägt höchstens eine Last von 900 kg. Die Batterie hält den ganzen Tag über durch. " * 4
    (folder / "stapler.md").write_text(f"# Gabelstapler\n\n{german}\n", "utf-8")
    warning = next(one for one in audit(folder).warnings if "German" in one)
    assert warning.startswith("1 document is in German (de)")
    assert "consilience[multilingual]" in warning


class _Notes:
    """Writes down what a run reports."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, int | None]] = []
        self.updates: list[int] = []

    def stage(self, name: str, total: int | None) -> None:
        self.stages.append((name, total))

    def update(self, done: int) -> None:
        self.updates.append(done)


def test_progress_is_reported_stage_by_stage(folder: Path) -> None:
    """The first stage counts source files up to its total; later ones have no number."""
    notes = _Notes()
    result: Any = run_audit([folder], Settings(run={"cache": False}), progress=notes)  # type: ignore[arg-type]
    assert notes.stages[0] == ("Reading and extracting", 3)
    assert notes.updates == sorted(notes.updates)
    assert all(done <= 3 for done in notes.updates)
    assert [name for name, _ in result.timings] == [
        "reading_and_extracting",
        "matching",
        "comparing",
        "scoring",
        "total",
    ]
