"""The folder of an authored document: document.md, draft.md, author.json, and log.jsonl (who said what, what then)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from consilience.llm import Spending, prompt
from consilience.study.author.corrections import Flag
from consilience.study.author.forms import words
from consilience.study.author.pipeline import PROMPTS, Authored
from consilience.study.errors import StudyError
from consilience.study.output import write_json, write_lines, write_text

DOCUMENT, DRAFT, LOG, SUMMARY = "document.md", "draft.md", "log.jsonl", "author.json"
SCHEMA = "consilience/author/1"


def check(out: Path) -> None:
    """Refuse, before anything is paid for, a folder that holds something else. Raises StudyError."""
    if out.exists() and not out.is_dir():
        raise StudyError(f"{out} is a file; --out names a folder.")
    if out.is_dir() and any(out.iterdir()) and not (out / SUMMARY).is_file():
        raise StudyError(f"{out} is not empty and holds no document of this command; name another folder.")


def write(out: Path, done: Authored, spent: Spending) -> dict[str, Any]:
    """Write the folder, author.json last, and return what that holds. Raises StudyError."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyError(f"{out} cannot be written: {error.strerror or error}.") from error
    told = summary(done, spent)
    write_text(out / DRAFT, done.draft)
    write_text(out / DOCUMENT, done.text)
    write_lines(out / LOG, log(done))
    write_json(out / SUMMARY, told)
    return told


def log(done: Authored) -> Iterator[dict[str, Any]]:
    """What happened, a line each: the draft, each review, each objection with what became of it."""
    yield {"step": "draft", "by": done.drafter, "prompt": prompt("author_draft").version, "words": words(done.draft)}
    for name in done.reviewers:
        count = sum(one.reviewer == name for one in done.flags)
        yield {"step": "review", "by": name, "prompt": prompt("author_review").version, "objections": count}
    yield from (_line(one, done.drafter) for one in done.flags)


def summary(done: Authored, spent: Spending) -> dict[str, Any]:
    """Topic, models, and counts of words, objections and calls."""
    return {
        "schema": SCHEMA,
        "topic": done.topic,
        "drafter": done.drafter,
        "reviewers": list(done.reviewers),
        "prompts": {name: prompt(name).version for name in PROMPTS},
        "words": {"draft": words(done.draft), "document": words(done.text)},
        "objections": len(done.flags),
        "applied": sum(one.applied for one in done.flags),
        "not_applied": sum(not one.applied for one in done.flags),
        "disputed": sum(one.disputed for one in done.flags),
        "llm": spent.to_dict(),
    }


def _line(flag: Flag, drafter: str) -> dict[str, Any]:
    start, end = flag.span or (None, None)
    return {
        "step": "objection",
        "by": flag.reviewer,
        "number": flag.number,
        **flag.objection.model_dump(),
        "start": start,
        "end": end,
        "disputed": flag.disputed,
        "applied": flag.applied,
        "how": flag.how,
        "settled_by": drafter if flag.how == "by the drafter" else None,
        "why": flag.why or None,
    }
