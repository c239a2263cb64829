"""Small charts as inline SVG. Pure functions from numbers to markup; shades come from the style sheet by class.

Every chart carries its figures as text (`aria-label`), so that nothing is told by a shape or a shade alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from consilience.report.view import ScoreView

WIDTH = 240


def scale(score: ScoreView) -> str:
    """A line from 0 to 1 with the interval as a band and the score as a tick."""
    if score.value is None:
        return _svg(24, "not measured", '<line class="axis" x1="0" x2="240" y1="9" y2="9"/>')
    label = f"{score.title} {score.value:.2f} on a scale from 0 to 1"
    parts = [f'<line class="axis" x1="0" x2="{WIDTH}" y1="9" y2="9"/>', _ticks()]
    if score.interval is not None:
        low, high = (min(1.0, max(0.0, edge)) for edge in score.interval)
        label += f", interval {low:.2f} to {high:.2f}"
        width = max(2.0, (high - low) * WIDTH)
        parts.append(f'<rect class="band" x="{low * WIDTH:.1f}" y="4" width="{width:.1f}" height="10" rx="5"/>')
    at = min(1.0, max(0.0, score.value)) * (WIDTH - 3)
    parts.append(f'<rect class="tick" x="{at:.1f}" y="0" width="3" height="18" rx="1.5"/>')
    return _svg(24, label, "".join(parts))


def bar(share: float, label: str = "") -> str:
    """A bar filled to `share` in [0, 1]. Without a label, hidden from screen readers: its figure stands beside it."""
    filled = min(1.0, max(0.0, share)) * WIDTH
    track = f'<rect class="track" width="{WIDTH}" height="6"/>'
    return _svg(6, label, f'{track}<rect class="fill" width="{filled:.1f}" height="6"/>', stretched=True)


def histogram(scores: Sequence[float], bins: int = 20) -> str:
    """How many documents have which quality: one column for each twentieth of the scale."""
    if not scores:
        return ""
    counts = _counted(scores, bins)
    columns = _columns(counts, 56 / max(counts), 60)
    label = f"{len(scores)} documents, quality from {min(scores):.2f} to {max(scores):.2f}"
    return _svg(64, label, columns + f'<line class="axis" x1="0" x2="{WIDTH}" y1="61" y2="61"/>')


def peak(scores: Sequence[float], bins: int = 20) -> float:
    """The share of the scores that the fullest twentieth of the scale holds: what charts on one scale need to know."""
    return max(_counted(scores, bins)) / len(scores) if scores else 0.0


def spread(scores: Sequence[float], name: str, tallest: float, bins: int = 20) -> str:
    """How one score is distributed, in shares of its answers, a tick at the mean; a share of `tallest` fills it."""
    if not scores:
        return ""
    middle = sum(scores) / len(scores)
    columns = _columns(_counted(scores, bins), 30 / (tallest * len(scores)), 32)
    at = min(1.0, max(0.0, middle)) * (WIDTH - 3)
    tick = f'<rect class="tick mean" x="{at:.1f}" y="34" width="3" height="8" rx="1.5"/>'
    label = f"{name} of {len(scores)}: from {min(scores):.2f} to {max(scores):.2f}, mean {middle:.2f}"
    return _svg(43, label, f'{columns}<line class="axis" x1="0" x2="{WIDTH}" y1="33" y2="33"/>{tick}')


def _counted(scores: Sequence[float], bins: int) -> list[int]:
    counts = [0] * bins
    for score in scores:
        counts[min(bins - 1, max(0, int(score * bins)))] += 1
    return counts


def _columns(counts: Sequence[int], unit: float, foot: float) -> str:
    """A column for each count, `unit` high for one, standing on the line at `foot`."""
    step, bins = WIDTH / len(counts), len(counts)
    columns = []
    for index, count in enumerate(counts):
        height = unit * count
        said = f"<title>{count} between {index / bins:.2f} and {(index + 1) / bins:.2f}</title>"
        box = f'x="{index * step + 1:.1f}" y="{foot - height:.1f}" width="{step - 2:.1f}" height="{height:.1f}"'
        if count:
            columns.append(f'<rect class="column" {box} rx="1">{said}</rect>')
    return "".join(columns)


def _ticks() -> str:
    places = [min(WIDTH - 0.5, max(0.5, share * WIDTH)) for share in (0, 0.25, 0.5, 0.75, 1)]
    return "".join(f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="18" y2="22"/>' for x in places)


def _svg(height: int, label: str, inner: str, stretched: bool = False) -> str:
    said = f'role="img" aria-label="{escape(label, quote=True)}"' if label else 'aria-hidden="true"'
    shape = ' preserveAspectRatio="none"' if stretched else ""
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {height}"{shape} {said}>{inner}</svg>'
