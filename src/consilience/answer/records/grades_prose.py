"""A grade out of what a judge model wrote in prose: "The year 1867 matches the source. Score: 9".

A number counts only where it is labelled as the grade ("Score: 9", "a rating of 4/5"), or, where none is, where it
stands by itself with its scale ("8/10", "4 out of 5"). Years, counts, dates and the numbers of a list are never read;
where two numbers could be meant, none is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from consilience.answer.records import grades_patterns as patterns
from consilience.model import NotMeasured
from consilience.scores import Score

LONGEST = 100_000  # characters of a reply
_TEN = 10.0  # the scale of an integer above 1 beside which no scale stands
_MOST = 100.0  # the largest scale: "9 of 1867" is none
_USUAL = (5.0, _TEN, 100.0)  # scales of a judge; "3 of 4 statements" is a share of this one answer
_SAME = 1e-9
_TAIL, _BEFORE = 20, 80  # characters after and before a number that tell what it is
_SURE = ("score", "rating", "grade")


class _Mention(NamedTuple):
    """A number that may be the grade: what it is out of, where that is said, or why it cannot be read.

    `sure`: the label is one of a score and no word of a sentence ("an accuracy of 1867 points").
    """

    number: str
    most: float | None = None
    wrong: str | None = None
    sure: bool = True
    percent: bool = False


class Scale(NamedTuple):
    """What the numbers of a judge are out of. `stated`: its replies say so; otherwise their integers suggest ten."""

    most: float
    stated: bool


def from_prose(reply: str, scale: Scale | None = None) -> Score:
    """The grade in [0, 1] that a reply states; not measured, with the reason, where none can be told.

    `scale` is what other replies of this judge tell (`scale_of`), for a number beside which none stands.
    """
    found = _mentions(reply)
    if isinstance(found, NotMeasured):
        return found
    scores = [(one, _score(one, scale)) for one in found]
    kept = [score for one, score in scores if one.sure or isinstance(score, float)]
    return _agreed(kept or [score for _, score in scores])


def scale_of(replies: Iterable[str]) -> Scale | None:
    """What the numbers above 1 beside which no scale stands are out of: the one usual scale that other replies of the
    judge state, unless a number is above it, or ten where one is an integer up to ten. None where nothing tells.

    That all of them are 5 or less says nothing: a judge who grades out of ten may have read bad answers alone.
    """
    told = [one for reply in replies for one in _read(reply) if one.wrong is None]
    bare = [one for one in told if one.most is None and _number(one) > 1]
    highest = max(map(_number, bare), default=0.0)
    stated = {most for one in told if (most := one.most) in _USUAL and not one.percent}
    # Numbers that are all 10 or less need not be of 100, though one stands there that is.
    fitting = [most for most in stated if most / _TEN < highest <= most]
    if len(stated) == len(fitting) == 1:
        return Scale(fitting[0], stated=True)
    return Scale(_TEN, stated=False) if any(map(_is_tens, bare)) else None


def share(number: float, most: float) -> Score:
    """A number as the share of the most that it can be."""
    if number < 0:
        return NotMeasured(f"{number:g} is negative")
    if most <= 0 or number > most:
        return NotMeasured(f"{number:g} is more than {most:g}, the most of its scale")
    return number / most


def _read(reply: str) -> list[_Mention]:
    found = _mentions(reply)
    return [] if isinstance(found, NotMeasured) else found


def _mentions(reply: str) -> list[_Mention] | NotMeasured:
    """The numbers that are labelled as the grade, else those by themselves with their scale; at least one."""
    if len(reply) > LONGEST:
        return NotMeasured(f"the reply is longer than {LONGEST:,} characters")
    text = reply.strip()
    if patterns.BROKEN.search(text[-120:]):
        return NotMeasured("the reply is cut short before its grade")
    found = [_labelled(text, one) for one in patterns.LABELLED.finditer(text)]
    found = found or [_mention(text, one.start()) for one in patterns.ALONE.finditer(text) if _by_itself(text, one)]
    if not found:
        return NotMeasured("no number in the reply is labelled as its score")
    scales = {float(one["after"] or one["before"]) for one in patterns.SCALE.finditer(text)}
    if len(scales) > 1:
        return NotMeasured("the reply names more than one scale")
    return [one if one.most else one._replace(most=max(scales, default=None)) for one in found]


def _labelled(text: str, found: re.Match[str]) -> _Mention:
    """The number after a label. What merely measures something ("an accuracy of 5 mm") is followed by a word."""
    label, link = found["label"], found["link"]
    one = _mention(text, found.end())._replace(sure=link is None or (link in ":=" and label.lower() in _SURE))
    if one.wrong or one.most:
        return one
    value = patterns.VALUE.match(text, found.end())
    after = value.end() if value else found.end()
    if not (one.sure or patterns.ENDS.match(text, after) or patterns.NEW_SENTENCE.match(text, after)):
        return one._replace(wrong=f"'{one.number}{text[after:][:_TAIL]}' counts something")
    scale = patterns.OUT_OF.fullmatch((found["beside"] or found["out"] or "").strip())
    return one._replace(most=float(scale["most"])) if scale else one


def _mention(text: str, at: int) -> _Mention:
    """The number that begins at a place of the text, with its scale or what keeps it from being read."""
    found = patterns.VALUE.match(text, at)
    if found is None:
        return _Mention("", wrong="the score is no number")
    number, rest = found["number"], text[found.end() :][:_TAIL]
    shown = f"'{number}{rest}'"
    if patterns.ODD.match(rest) or number.count(".") > 1 or "," in number:
        return _Mention(number, wrong=f"{shown} is no plain number")
    if found["percent"]:
        return _Mention(number, 100.0, percent=True)
    if scale := found["most"] or found["high"]:
        wrong = None if 0 < float(scale) <= _MOST else f"{shown} is no grade of a scale up to {_MOST:g}"
        return _Mention(number, float(scale), wrong)
    if patterns.RANGE.match(rest):
        return _Mention(number, wrong=f"{shown} is a range")
    if patterns.CUT.fullmatch(rest) or (number == "0" and rest == "."):
        return _Mention(number, wrong=f"the reply may be cut short after {shown}")
    return _Mention(number, wrong=_unscaled(number) if patterns.OF_HOW_MANY.match(rest) else None)


def _score(one: _Mention, scale: Scale | None) -> Score:
    """The number on its own scale, else on that of its reply, of its judge, on 0 to 1, or an integer on 0 to 10."""
    if one.wrong is not None:
        return NotMeasured(one.wrong)
    number, most = _number(one), one.most
    if most is None and number > 1 and not _is_tens(one) and not (scale and scale.stated):
        return NotMeasured(_unscaled(one.number))
    if most is None:
        bare = number > 1 or (scale is not None and one.number == "1")
        most = 1.0 if not bare else _TEN if scale is None else scale.most
    return share(number, most)


def _number(one: _Mention) -> float:
    return float(one.number.replace("−", "-"))


def _is_tens(one: _Mention) -> bool:
    return 1 < _number(one) <= _TEN and _number(one).is_integer()


def _unscaled(number: str) -> str:
    return f"the reply does not say of how many {number} is"


def _by_itself(text: str, found: re.Match[str]) -> bool:
    """Whether a number with its scale is no date, count or step: what stands around it belongs to a verdict."""
    line = text[max(0, found.start() - _BEFORE) : found.start()].rpartition("\n")[2]
    return bool(patterns.VERDICT.search(line) and patterns.ENDS.match(text, found.end()))


def _agreed(scores: list[Score]) -> Score:
    """The last of the scores where all agree."""
    last = scores[-1]
    for one in scores:
        if isinstance(one, NotMeasured):
            return one
        if isinstance(last, float) and abs(one - last) > _SAME:
            return NotMeasured("the reply states different scores")
    return last
