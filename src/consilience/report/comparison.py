"""A comparison of two runs on a terminal, level by level.

Text from documents and questions is untrusted: it is never parsed as markup, and control characters are taken out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from consilience.report import comparison_corpus, comparison_scores
from consilience.report.comparison_page import SHOWN, Page
from consilience.report.view import plural

_QUOTE = 120
_TITLES = {"corpus": "Level 1: corpus", "retrieval": "Level 2: retrieval", "answer": "Level 3: answers"}
_LEVELS = {
    "corpus": comparison_corpus.render, "retrieval": comparison_scores.retrieval, "answer": comparison_scores.answer,
}  # fmt: skip


def render(comparison: Mapping[str, Any], console: Console) -> None:
    """Print the content of a comparison (schema consilience/compare/1)."""
    page = Page(console)
    a, b = (comparison["runs"][name] for name in ("a", "b"))
    page.say(Text(f"From A = {page.clean(a['folder'])} to B = {page.clean(b['folder'])}", "bold"))
    page.say(Text(_headline(comparison)))
    for one in comparison["not_compared"]:
        page.say(Text(page.clean(f"{_TITLES[one['level']]} cannot be compared: {one['reason']}."), "yellow"))
    _made_with(comparison["made_with"], page)
    _left_out(comparison["questions"], page)
    for level, title in _TITLES.items():
        if comparison["levels"][level]:
            page.title(title)
            _LEVELS[level](comparison[level], page)
    _questions(comparison["moved"], page)
    _regressions(comparison["regressions"], page)


def _headline(comparison: Mapping[str, Any]) -> str:
    levels = comparison["levels"]
    moved = [_TITLES[level].lower() for level, did in levels.items() if did]
    still = [_TITLES[level].lower() for level, did in levels.items() if did is False]
    if not comparison["changed"]:
        return "Nothing changed."
    told = [f"Moved: {', '.join(moved)}."] if moved else ["Nothing that both runs have has changed."]
    return " ".join([*told, *([f"The same: {', '.join(still)}."] if still and moved else [])])


def _made_with(differences: Sequence[Mapping[str, Any]], page: Page) -> None:
    lines = [f"{one['name']}: {_value(one['a'])} in A, {_value(one['b'])} in B" for one in differences]
    page.items("The runs were not made with the same settings and operators", lines)


def _left_out(questions: Mapping[str, Any] | None, page: Page) -> None:
    if questions is None:
        return
    left = questions["left_out"]
    page.say(Text(f"{plural(questions['both'], 'question is', 'questions are')} in both runs."))
    page.items("Left out", [f"{one['id']} (run {one['run'].upper()}): {one['reason']}" for one in left])


def _questions(moved: Sequence[Mapping[str, Any]], page: Page) -> None:
    if not moved:
        return
    page.title(f"Which level moved first ({plural(len(moved), 'question')})")
    for one in moved[: 2 * SHOWN]:
        page.say(Text(f"{page.clean(one['id'])}  ", "cyan").append(page.clean(_short(one["question"])), "default"))
        page.say(Padding(Text(page.clean(one["told"])), (0, 0, 0, 4), expand=False))
    if len(moved) > 2 * SHOWN:
        page.say(Text(f"and {len(moved) - 2 * SHOWN:,} more (--json)", "dim"))


def _regressions(sentences: Sequence[str], page: Page) -> None:
    if sentences:
        page.title("Worse in B")
        for sentence in sentences:
            page.say(Text(sentence, "red"))


def _value(value: object) -> str:
    return "none" if value is None else str(value)


def _short(text: str) -> str:
    return text if len(text) <= _QUOTE else text[: _QUOTE - 3] + "..."
