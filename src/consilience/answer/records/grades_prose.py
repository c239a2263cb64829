"""A grade out of what a judge model wrote in prose: "The year 1867 matches the source. Score: 9".

A number counts only where it is labelled as the grade ("Score: 9", "a rating of 4/5"), or, where none is, where it
stands by itself with its scale ("8/10", "4 out of 5"). Years, counts, dates and the numbers of a list are never read;
where two numbers could be meant, none is. Every pattern is bounded, so that the time grows with the length alone.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from consilience.model import NotMeasured
from consilience.scores import Score

LONGEST = 100_000  # characters of a reply
_TEN = 10.0  # the scale of an integer above 1 beside which no scale stands
_MOST = 100.0  # the largest scale: "9 of 1867" is none
_SAME = 1e-9
_TAIL = 20  # characters after a number that tell what it is

_MARKS = r"[\s\"'*_`\[\]]{0,8}"  # of Markdown and JSON
_LABEL = (
    r"(?<![\w-])(?P<label>score|rating|grade|groundedness|faithfulness|relevance|relevancy|correctness|accuracy"
    r"|completeness|consistency|coherence|helpfulness|hallucination)(?![\w-])"
)
_LINK = r"(?P<link>:|=|(?<!\w)(?:is|of)(?!\w))"
_NAMED = rf"{_LABEL}{_MARKS}(?:\((?P<beside>[^()\n]{{0,30}})\))?{_MARKS}{_LINK}{_MARKS}"
_LABELLED = re.compile(rf"(?:{_NAMED}|<(?:score|rating|grade)>\s{{0,4}})(?=[-−+]?\.?[0-9])", re.I)
_BROKEN = re.compile(f"{_NAMED}$", re.I)
_VALUE = re.compile(
    r"(?P<number>[-−+]?\.?[0-9](?:[0-9.,]{0,30}[0-9])?)[\"'*_`\]]{0,4}"
    r"(?:\s?(?P<percent>%|percent(?!\w))|\s{0,2}(?:/|out\sof|of)\s{0,2}(?P<most>[0-9]{1,9})(?![0-9.,]*[0-9]))?"
    r"[\"'*_`\]]{0,4}",
    re.I,
)
_SCALE = re.compile(
    r"(?<!\w)scale\s?(?:of|from|is|:|\()?\s?[01]\s?(?:to|-|–)\s?(?P<after>[0-9]{1,3})(?!\w|\.[0-9])"
    r"|(?<![\w.])(?:[01]\s?(?:to|-|–)\s?)?(?P<before>[0-9]{1,3})(?:[-\s]point)?\sscale(?!\w)",
    re.I,
)
_BESIDE = re.compile(r"(?:[01]\s?(?:to|-|–)\s?|out\sof\s|max\.?\s|/)(?P<most>[0-9]{1,3})", re.I)

# What may follow a number that is a grade. After any other word it counts something: "5 mm", "3 statements".
_GOES_ON = (
    r"(?:because|as|since|for|given|due|but|and|so|while|although|overall|with|on|in|is|was|which|stars|points)(?!\w)"
)
_ENDS = re.compile(rf"[\"'*_`)\]]{{0,4}}[^\S\n]{{0,3}}(?:$|\n|[^\w\s]|{_GOES_ON})", re.I)
_NEW_SENTENCE = re.compile(r"\s{1,3}[A-Z]")
_ODD = re.compile(r"[\w%]|-[A-Za-z]|/\s?[0-9]|[.,][0-9]")
_RANGE = re.compile(r"\s?(?:[-–—]|to\s|or\s)\s?[0-9]", re.I)
_CUT = re.compile(r"\s?(?:/|out(?:\sof)?|of)\s?$", re.I)
_OF_HOW_MANY = re.compile(r"\s?(?:stars?|points?)(?!\w)", re.I)

_ALONE = re.compile(
    r"(?<![\w/.,-])[0-9](?:[0-9.]{0,6}[0-9])?\s{0,2}(?:/|out\sof)\s{0,2}(?:5|10|100)(?![\w/%-]|[.,][0-9])"
)
_VERDICT = re.compile(
    r"(?:^|[:;.!?(—–|]|(?<!\w)(?:overall|verdict|gives?|gave|giving|rate[sd]?|award(?:s|ed)?|assign(?:s|ed)?|deserves?"
    r"|earn(?:s|ed)?|gets?|merits?|receives?|score[sd]?|rating|grade)(?!\w)[^.!?;:0-9\n]{0,30})[\s\"'*_`(\[]{0,4}$",
    re.I,
)


class _Mention(NamedTuple):
    """A number that may be the grade: what it is out of, where that stands beside it, or why it cannot be read."""

    number: str
    most: float | None = None
    wrong: str | None = None


def from_prose(reply: str) -> Score:
    """The grade in [0, 1] that a reply states; not measured, with the reason, where none can be told."""
    if len(reply) > LONGEST:
        return NotMeasured(f"the reply is longer than {LONGEST:,} characters")
    text = reply.strip()
    if _BROKEN.search(text[-120:]):
        return NotMeasured("the reply is cut short before its grade")
    mentions = [_labelled(text, one) for one in _LABELLED.finditer(text)]
    mentions = mentions or [_mention(text, one.start()) for one in _ALONE.finditer(text) if _by_itself(text, one)]
    if not mentions:
        return NotMeasured("no number in the reply is labelled as its score")
    scales = {float(one["after"] or one["before"]) for one in _SCALE.finditer(text)}
    if len(scales) > 1:
        return NotMeasured("the reply names more than one scale")
    return _agreed([_score(one, max(scales, default=None)) for one in mentions])


def share(number: float, most: float) -> Score:
    """A number as the share of the most that it can be."""
    if number < 0:
        return NotMeasured(f"{number:g} is negative")
    if most <= 0 or number > most:
        return NotMeasured(f"{number:g} is more than {most:g}, the most of its scale")
    return number / most


def _labelled(text: str, found: re.Match[str]) -> _Mention:
    """The number after a label. What merely measures something ("an accuracy of 5 mm") is followed by a word."""
    one = _mention(text, found.end())
    beside = _BESIDE.fullmatch((found["beside"] or "").strip())
    if one.wrong or one.most:
        return one
    label, link = found["label"], found["link"]
    sure = link is None or (link in ":=" and label.lower() in ("score", "rating", "grade"))
    value = _VALUE.match(text, found.end())
    after = value.end() if value else found.end()
    if not (sure or _ENDS.match(text, after) or _NEW_SENTENCE.match(text, after)):
        return one._replace(wrong=f"'{one.number}{text[after:][:_TAIL]}' counts something")
    return one._replace(most=float(beside["most"])) if beside else one


def _mention(text: str, at: int) -> _Mention:
    """The number that begins at a place of the text, with its scale or what keeps it from being read."""
    found = _VALUE.match(text, at)
    if found is None:
        return _Mention("", wrong="the score is no number")
    number, rest = found["number"], text[found.end() :][:_TAIL]
    shown = f"'{number}{rest}'"
    if _ODD.match(rest) or number.count(".") > 1 or "," in number:
        return _Mention(number, wrong=f"{shown} is no plain number")
    if found["percent"]:
        return _Mention(number, 100.0)
    if found["most"]:
        most = float(found["most"])
        return _Mention(number, most, None if most <= _MOST else f"{shown} is no grade of a scale up to {_MOST:g}")
    if _RANGE.match(rest):
        return _Mention(number, wrong=f"{shown} is a range")
    if _CUT.fullmatch(rest) or (number in ("0", "1") and rest == "."):
        return _Mention(number, wrong=f"the reply may be cut short after {shown}")
    if _OF_HOW_MANY.match(rest):
        return _Mention(number, wrong=_unscaled(number))
    return _Mention(number)


def _score(one: _Mention, stated: float | None) -> Score:
    """The number on its own scale, else on that of the reply, else on 0 to 1, or where it is an integer 0 to 10."""
    if one.wrong is not None:
        return NotMeasured(one.wrong)
    number, most = float(one.number.replace("−", "-")), one.most or stated
    if most is None and number > 1:
        if not number.is_integer() or number > _TEN:
            return NotMeasured(_unscaled(one.number))
        most = _TEN
    return share(number, 1.0 if most is None else most)


def _unscaled(number: str) -> str:
    return f"the reply does not say of how many {number} is"


def _by_itself(text: str, found: re.Match[str]) -> bool:
    """Whether a number with its scale is no date, count or step: what stands around it belongs to a verdict."""
    line = text[max(text.rfind("\n", 0, found.start()) + 1, found.start() - 80) : found.start()]
    return bool(_VERDICT.search(line) and _ENDS.match(text, found.end()))


def _agreed(scores: list[Score]) -> Score:
    """The last of the scores where all agree."""
    last = scores[-1]
    for one in scores:
        if isinstance(one, NotMeasured):
            return one
        if isinstance(last, float) and abs(one - last) > _SAME:
            return NotMeasured("the reply states different scores")
    return last
