"""The grades that a log carries from another judge, beside ACS: what a terminal says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.padding import Padding
from rich.text import Text

from consilience.report.terminal import clean
from consilience.report.view import plural

_IDS = 10  # answers that are named,
_TOLD = 3  # and those of which the reason for the low ACS is told
_NAMED = 12  # grades of different names
_WORDS = 240  # characters of a reason or a justification


def parts(judging: Mapping[str, Any], encoding: str) -> list[Text | Padding]:
    """What is printed of the content of judge.json, a line or more each; nothing where the log has no grade."""
    found = judging.get("grades") or ()
    told_of: set[str] = set()
    lines = [line for one in found[:_NAMED] for line in ((0, _mean(one)), *_apart(one, told_of))]
    told = [Padding(Text(clean(words, encoding)), (0, 0, 0, indent)) for indent, words in lines]
    more = [Text(f"... and {len(found) - _NAMED} more in judge.json", "dim")] if len(found) > _NAMED else []
    return [Text("The log's own grades", "bold"), *told, *more] if found else []


def _mean(one: Mapping[str, Any]) -> str:
    """The mean of the grades, how many it covers, and why others have no value."""
    value, acs, missing = one["value"], one["ACS"], one["not_measured"]
    told = (
        f"{one['name']} {value['mean']:.2f} mean over {value['n']:,}" if value["n"] else f"{one['name']} not measured"
    )
    if missing["n"]:
        told += f" of {one['given']:,}"
    if acs["n"]:
        told += f", mean ACS {acs['mean']:.2f}" + (f" over {acs['n']:,} of these" if acs["n"] < value["n"] else "")
    if missing["n"]:
        first = "; ".join(f"{each['id']}: {_short(each['reason'])}" for each in missing["answers"][:1])
        told += f"; {missing['n']:,} without a value ({first})"
    return told


def _apart(one: Mapping[str, Any], told_of: set[str]) -> Iterator[tuple[int, str]]:
    """The answers that the other judge calls good and ACS does not; each line with how far it is set in.

    What lowers the ACS of an answer is told once: `told_of` are those of which it was.
    """
    apart = one["apart"]
    if not apart or not apart["n"]:
        return
    ids = ", ".join(str(each["id"]) for each in apart["answers"][:_IDS]) + (", ..." if apart["n"] > _IDS else "")
    verb, rule = "has" if apart["n"] == 1 else "have", f"{apart['at_least']:g} or more"
    under = f"an ACS of {apart['ACS_at_most']:g} or less, worst first"
    yield 3, f"{plural(apart['n'], 'answer')} it grades {rule} {verb} {under}: {ids}"
    for each in apart["answers"][:_TOLD]:
        if str(each["id"]) in told_of:
            continue
        told_of.add(str(each["id"]))
        yield 6, f"{each['id']}: {each['value']:.2f}, ACS {each['ACS']:.2f}. {_short(each['justification'])}"


def _short(text: str) -> str:
    return text if len(text) <= _WORDS else f"{text[: _WORDS - 3].rstrip()}..."
