"""Level 1 of a comparison: scores, documents that came, went or changed, and conflicts that are new or gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from consilience.report.comparison_page import Page, figure, signed
from consilience.report.view import plural


def render(told: Mapping[str, Any], page: Page) -> None:
    """Print the `corpus` of a comparison."""
    for name, score in told["scores"].items():
        a, b = figure(score["a"]), figure(score["b"])
        page.say(Text(f"{name:<6} {a} -> {b}  {signed(score['difference'])}"))
    documents, conflicts = told["documents"], told["conflicts"]
    page.items("Documents added", documents["added"])
    page.items("Documents removed", documents["removed"])
    page.items("Documents moved", [f"{one['a']} -> {one['b']}" for one in documents["moved"]])
    page.items("Documents changed", [_change(one) for one in documents["changed"]])
    for kind in ("new", "gone", "changed"):
        page.items(f"Conflicts {kind}", [_conflict(one) for one in conflicts[kind]])
    page.say(Text(f"{plural(conflicts['same'], 'conflict is', 'conflicts are')} the same."))
    page.items("Now skipped", [f"{one['path']}: {one['reason']}" for one in told["skipped"]["new"]])
    page.items("No longer skipped", [one["path"] for one in told["skipped"]["gone"]])


def _change(one: Mapping[str, Any]) -> str:
    parts = []
    if one["words"]:
        parts.append(f"{one['words']['a']:,} -> {one['words']['b']:,} words")
    if "IaDNI" in one["scores"]:
        score = one["scores"]["IaDNI"]
        parts.append(f"IaDNI {figure(score['a'], 2)} -> {figure(score['b'], 2)}")
    said = one["statements"]
    if said and (said["new"] or said["gone"]):
        parts.append(f"{plural(said['new'], 'statement')} new, {said['gone']:,} gone")
    for kind in ("new", "gone"):
        if one["findings"][kind]:
            parts.append(f"{plural(len(one['findings'][kind]), 'finding')} {kind}")
    return f"{one['id']}: {', '.join(parts) or 'other quality scores'}"


def _conflict(one: Mapping[str, Any]) -> str:
    sides = " against ".join(f"{value['value']} ({value['assertions'][0]['doc']})" for value in one["values"])
    return f"{one['entity']}, {one['relation']}: {sides}{_why(one)}"


def _why(one: Mapping[str, Any]) -> str:
    aside = one.get("set_aside_in_a") or one.get("set_aside_in_b")
    if aside:
        return f"; {'was' if 'set_aside_in_a' in one else 'is now'} set aside ({aside})"
    because = one.get("because")
    if because == []:
        return "; both runs read the same statements"
    told = ", ".join(f"{each['doc']}: {each['is']}" for each in because or ())
    return f"; {told}" if told else ""
