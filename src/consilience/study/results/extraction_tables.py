"""Tables III to VI: reference facts recovered in corpus A, clean and injected records that meet in corpus B."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from consilience.study.results.published import beside
from consilience.study.results.run import Line, Results
from consilience.study.results.shares import share_interval
from consilience.study.results.table import BY_VALUES, Cell, Table, listed

ALL = "all"
_EXAMPLES = 1  # of each domain


def domains(lines: Sequence[Line]) -> list[str]:
    """The domains in the order in which the lines name them."""
    return list(dict.fromkeys(line["domain"] for line in lines))


def table_recovery(results: Results) -> Table:
    """Table III."""
    return Table(
        id="III",
        slug="recovery",
        title="Reference facts recovered in corpus A",
        intro="A record holds a fact when it names what the fact is about and gives its value: as its own value, or "
        "only in its words, as the paper also counted records that keep a fact without the full wording.",
        columns=(
            ("domain", "text"), ("facts", "count"), ("recovered", "count"), ("share", "score"), ("95%", "interval"),
            ("as the value", "count"), ("in other words", "count"), ("paper", "text"),
        ),
        rows=tuple(_by_domain(results.recovery, "recovery", _recovered)),
        basis=BY_VALUES,
        notes=(
            "The facts are those of the documents written for this study, not those of the paper: shares can be held "
            "against each other, single facts cannot.",
            *_unfound([line["statement"] for line in results.recovery if not line["recovered"]]),
        ),
    )  # fmt: skip


def _unfound(statements: Sequence[str]) -> tuple[str, ...]:
    return (f"Not recovered: {listed(statements)}",) if statements else ()


def _recovered(lines: Sequence[Line]) -> tuple[Cell, ...]:
    found = sum(line["recovered"] for line in lines)
    values = sum(line["where"] == "value" for line in lines)
    return (len(lines), found, found / len(lines), share_interval(found, len(lines)), values, found - values)


def _by_domain(
    lines: Sequence[Line], published: str, cells: Callable[[Sequence[Line]], tuple[Cell, ...]]
) -> list[tuple[Cell, ...]]:
    """A row for each domain and one for all, each with what the paper says of it."""
    parts = [(name, [line for line in lines if line["domain"] == name]) for name in domains(lines)]
    return [(name, *cells(part), beside(published, name)) for name, part in [*parts, (ALL, lines)] if part]


def table_recovery_examples(results: Results) -> Table:
    """Table IV: one recovered fact of each domain, then every fact that is missing."""
    found = [line for line in results.recovery if line["recovered"]]
    shown = [line for name in domains(found) for line in _of(found, name)[:_EXAMPLES]]
    missing = [line for line in results.recovery if not line["recovered"]]
    return Table(
        id="IV",
        slug="recovery-examples",
        title="Reference facts and the records that hold them",
        intro="One fact of each domain, and all that are missing." if missing else "One fact of each domain.",
        columns=(
            ("domain", "text"), ("fact", "text"), ("entity", "text"), ("relation", "text"), ("value", "text"),
            ("recovered", "text"),
        ),
        rows=tuple(_example(line) for line in [*shown, *missing]),
        basis=BY_VALUES,
        notes=() if missing else ("No fact is missing, so that no missing one can be shown.",),
    )  # fmt: skip


def _of(lines: Sequence[Line], domain: str) -> list[Line]:
    return [line for line in lines if line["domain"] == domain]


def _example(line: Line) -> tuple[Cell, ...]:
    record = line["record"] or {}
    how = {"value": "yes, as the value", "record": "yes, in other words"}.get(line["where"], "no")
    return (line["domain"], line["statement"], *(record.get(part, "") for part in ("entity", "relation", "value")), how)


def table_correspondence(results: Results) -> Table:
    """Table V."""
    return Table(
        id="V",
        slug="correspondence",
        title="Clean and injected records that meet in corpus B",
        intro="Matched: the audit put the record of the clean statement and that of its counterpart under one key. "
        "Flagged: it also reported them as a conflict.",
        columns=(
            ("domain", "text"), ("relations", "count"), ("matched", "count"), ("share", "score"), ("95%", "interval"),
            ("flagged", "count"), ("paper", "text"),
        ),
        rows=tuple(_by_domain(results.correspondence, "correspondence", _matched)),
        basis=BY_VALUES,
        notes=(
            "The paper counts the relations of which a clean record was selected; here every manipulated relation "
            "counts.",
        ),
    )  # fmt: skip


def _matched(lines: Sequence[Line]) -> tuple[Cell, ...]:
    met, flagged = sum(line["matched"] for line in lines), sum(line["flagged"] for line in lines)
    return (len(lines), met, met / len(lines), share_interval(met, len(lines)), flagged)


def table_correspondence_examples(results: Results) -> Table:
    """Table VI: one matched relation of each domain, then every one that did not lead to a conflict."""
    flagged = [line for line in results.correspondence if line["flagged"]]
    shown = [line for name in domains(flagged) for line in _of(flagged, name)[:_EXAMPLES]]
    others = [line for line in results.correspondence if not line["flagged"]]
    return Table(
        id="VI",
        slug="correspondence-examples",
        title="Records that meet, with both values",
        intro="One relation of each domain, and all that were not flagged." if others else "One relation of each "
        "domain.",
        columns=(
            ("domain", "text"), ("entity", "text"), ("relation", "text"), ("clean value", "text"),
            ("injected value", "text"), ("outcome", "text"),
        ),
        rows=tuple(_pair(line) for line in [*shown, *others]),
        basis=BY_VALUES,
        notes=() if others else ("Every counterpart was found, so that no absent one can be shown.",),
    )  # fmt: skip


def _pair(line: Line) -> tuple[Cell, ...]:
    clean, other = line["clean"] or {}, line["injected"] or {}
    named = clean or other
    outcome = "flagged" if line["flagged"] else line["why_not"] or ("matched" if line["matched"] else "not matched")
    return (
        line["domain"], named.get("entity", line["relation_id"]), named.get("relation", ""),
        clean.get("value", "no record"), other.get("value", "no record"), outcome,
    )  # fmt: skip
