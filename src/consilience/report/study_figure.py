"""Figure 3 of a study as SVG: for each score and type of question, the values of every corpus with their box.

In the page a panel stands alone and study.css gives the colours; `drawing` joins the panels to one file with colours
of its own, light and dark. Every panel carries its figures as text (`aria-label`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT = 240, 168
_LEFT, _RIGHT, _TOP, _FOOT = 26, 4, 20, 18  # room for the scale, the title and the names of the corpora
_DOT = 2.4  # radius
_GAP = 24  # between panels of the drawing
_STYLE = """
svg { --ink: #1b1e23; --soft: #575c64; --line: #e2dfd6; --a: #1b4f8a; --b: #98400f; --c: #6a2a8f; --d: #1c6140; }
svg { background: #fbfaf7; font-family: system-ui, "Noto Sans", "DejaVu Sans", Arial, sans-serif; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e9e6df; --soft: #a6a9ad; --line: #303439; --a: #a3caf5; --b: #f6bd93; --c: #dbbaf3; --d: #9bdcb6; background: #15171a; }
}
text { fill: var(--ink); font-size: 9px; } .scale { fill: var(--soft); } .head { font-size: 12px; font-weight: 600; }
.grid { stroke: var(--line); }
"""  # noqa: E501
_SHADES = "".join(
    f".group-{name} .box {{ fill: var(--{name}); opacity: .22; }} .group-{name} .dot {{ fill: var(--{name}); }} "
    f".group-{name} .middle {{ stroke: var(--{name}); stroke-width: 2; }}\n"
    for name in "abcd"
)


def panels(figure: Mapping[str, Any]) -> list[dict[str, Any]]:
    """For each score its name, and a panel for each type of question, as SVG."""
    told = []
    for one in figure["scores"]:
        ends = _ends(one)
        shown = [_svg(_panel(kind, ends), _label(one["score"], kind)) for kind in one["types"]]
        told.append({"score": one["score"], "title": one["title"], "panels": shown})
    return told


def drawing(figure: Mapping[str, Any]) -> str:
    """The whole figure as a file."""
    columns = max((len(one["types"]) for one in figure["scores"]), default=0)
    width, row = columns * (WIDTH + _GAP) + _GAP, HEIGHT + 40
    parts = []
    for number, one in enumerate(figure["scores"]):
        ends, top = _ends(one), number * row + 24
        parts.append(f'<text class="head" x="{_GAP}" y="{top}">{escape(one["title"])} ({escape(one["score"])})</text>')
        for place, kind in enumerate(one["types"]):
            at = f"translate({_GAP + place * (WIDTH + _GAP)} {top + 6})"
            parts.append(f'<g transform="{at}">{_panel(kind, ends)}</g>')
    height = row * len(figure["scores"]) + 8
    label = escape(figure["title"], quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{label}"><style>{_STYLE}{_SHADES}</style>{"".join(parts)}</svg>\n'
    )


def _ends(one: Mapping[str, Any]) -> tuple[float, float]:
    """The scale of a score, the same in all its panels: whole tenths around the values, up to 1."""
    values = [value for kind in one["types"] for group in kind["corpora"] for value in group["values"]]
    low = math.floor(min(values, default=0.0) * 10 - 0.2) / 10
    return min(max(0.0, low), 0.9), 1.0


def _panel(kind: Mapping[str, Any], ends: tuple[float, float]) -> str:
    title = f'<text class="facet" x="{_LEFT}" y="10">{escape(kind["type"])}</text>'
    groups = "".join(_group(group, number, len(kind["corpora"]), ends) for number, group in enumerate(kind["corpora"]))
    return title + "".join(_scale(ends)) + groups


def _scale(ends: tuple[float, float]) -> Iterator[str]:
    low, high = ends
    steps = round((high - low) * 10)
    for step in range(0, steps + 1, 1 if steps <= 5 else 2):
        value = high - step / 10
        y = _y(value, ends)
        yield f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="scale" x="{_LEFT - 5}" y="{y + 3:.1f}" text-anchor="end">{value:.1f}</text>'


def _group(group: Mapping[str, Any], number: int, count: int, ends: tuple[float, float]) -> str:
    step = (WIDTH - _LEFT - _RIGHT) / count
    x, half = _LEFT + (number + 0.5) * step, step * 0.34
    name = escape(group["corpus"])
    parts = [f'<text x="{x:.1f}" y="{HEIGHT - 4}" text-anchor="middle">{name}</text>']
    if group["values"]:
        top, foot, middle = (_y(group[part], ends) for part in ("high", "low", "median"))
        box = f'y="{top - 1:.1f}" width="{2 * half:.1f}" height="{foot - top + 2:.1f}" rx="2"'
        parts.append(f'<rect class="box" x="{x - half:.1f}" {box}/>')
        parts.append(
            f'<line class="middle" x1="{x - half:.1f}" x2="{x + half:.1f}" y1="{middle:.1f}" y2="{middle:.1f}"/>'
        )
        parts += [
            f'<circle class="dot" cx="{x + across:.1f}" cy="{y:.1f}" r="{_DOT}"/>'
            for across, y in _swarm([_y(value, ends) for value in group["values"]], half)
        ]
    return f'<g class="group group-{name.lower()}">{"".join(parts)}</g>'


def _swarm(heights: Sequence[float], half: float) -> list[tuple[float, float]]:
    """Values side by side where they would hide each other: (offset from the middle, height)."""
    rows: dict[int, list[float]] = {}
    for y in heights:
        rows.setdefault(round(y / (2 * _DOT)), []).append(y)
    placed = []
    for row in rows.values():
        step = min(2 * _DOT + 0.4, 2 * half / max(1, len(row) - 1))
        placed += [((place - (len(row) - 1) / 2) * step, y) for place, y in enumerate(row)]
    return placed


def _y(value: float, ends: tuple[float, float]) -> float:
    low, high = ends
    return _TOP + (high - value) / (high - low) * (HEIGHT - _TOP - _FOOT)


def _label(score: str, kind: Mapping[str, Any]) -> str:
    return f"{score}, {kind['type']} questions. {'; '.join(_told(group) for group in kind['corpora'])}"


def _told(group: Mapping[str, Any]) -> str:
    values = group["values"]
    if not values:
        return f"{group['corpus']}: not measured"
    return f"{group['corpus']}: median {group['median']:.2f}, from {values[0]:.2f} to {values[-1]:.2f}"


def _svg(inner: str, label: str) -> str:
    said = escape(label, quote=True)
    return f'<svg class="panel" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{said}">{inner}</svg>'
