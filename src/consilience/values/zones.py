"""Time zones after a time of day: "CET", "UTC+2"."""

from __future__ import annotations

from consilience.values.line import Line

# Minutes ahead of UTC. BST is British Summer Time, as in documents in English.
_ZONES = {
    "UTC": 0, "GMT": 0, "WET": 0, "Z": 0, "BST": 60, "WEST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120,
    "EET": 120, "EEST": 180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360,
    "PST": -480, "PDT": -420, "IST": 330, "JST": 540, "AEST": 600, "AEDT": 660,
}  # fmt: skip


def read_zone(line: Line, i: int) -> tuple[str, int]:
    """The time zone at token `i`, folded, with the token after it; ("", i) for none."""
    tokens = line.tokens
    if i >= len(tokens) or tokens[i].text not in _ZONES or (tokens[i].text == "Z" and line.gap(i)):
        return "", i
    zone, end = tokens[i].folded, i + 1
    if zone in ("utc", "gmt") and end + 1 < len(tokens) and tokens[end].text in "+-−" and not line.gap(end):
        hours = tokens[end + 1].text
        if hours.isdigit() and len(hours) <= 2 and int(hours) <= 14:
            zone, end = f"{zone}{'+' if tokens[end].text == '+' else '-'}{hours}", end + 2
    return zone, end


def zone_minutes(token: str) -> int | None:
    """Minutes by which a time zone ("cet", "utc+2") is ahead of UTC; None for what is no zone."""
    name = token[:3].upper()
    if len(token) > 3 and token[3] in "+-" and name in ("UTC", "GMT"):
        return 60 * int(token[3:])
    return _ZONES.get(token.upper())
