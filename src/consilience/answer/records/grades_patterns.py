"""How judge models write a score: labels, numbers with their scales, and what stands around a number that is none.

Every pattern is bounded, so that the time it takes grows with the length of a reply alone.
"""

from __future__ import annotations

import re

_MARKS = r"[\s\"'*_`\[\]]{0,8}"  # of Markdown and JSON
_LABEL = (
    r"(?<![\w-])(?P<label>score|rating|grade|groundedness|faithfulness|relevance|relevancy|correctness|accuracy"
    r"|completeness|consistency|coherence|helpfulness|hallucination)(?![\w-])"
)
_LINK = r"(?P<link>:|=|(?<!\w)(?:is|of)(?!\w))"
_BESIDE = r"(?:\((?P<beside>[^()\n]{0,30})\)|(?P<out>(?:out\sof|/)\s?[0-9]{1,3}))?"  # "Score (0-10): 8"
_NAMED = rf"{_LABEL}{_MARKS}{_BESIDE}{_MARKS}{_LINK}{_MARKS}"
_TO = r"[01]\s?(?:to|-|–)\s?"

LABELLED = re.compile(rf"(?:{_NAMED}|<(?:score|rating|grade)>\s{{0,4}})(?=[-−+]?\.?[0-9])", re.I)
BROKEN = re.compile(f"{_NAMED}$", re.I)  # a label, and then the reply ends
VALUE = re.compile(
    r"(?P<number>[-−+]?\.?[0-9](?:[0-9.,]{0,30}[0-9])?)[\"'*_`\]]{0,4}"
    r"(?:\s?(?P<percent>%|percent(?!\w))"
    r"|(?:\s(?:points?|stars?))?\s{0,2}\(?(?:/|out\sof|of)\s{0,2}(?P<most>[0-9]{1,9})(?![0-9.,]*[0-9])"
    rf"|\s?\({_TO}(?P<high>[0-9]{{1,3}})\))?"
    r"[\"'*_`\])]{0,4}",
    re.I,
)
SCALE = re.compile(
    rf"(?<!\w)scale\s?(?:of|from|is|:|\()?\s?{_TO}(?P<after>[0-9]{{1,3}})(?!\w|\.[0-9])"
    rf"|(?<![\w.])(?:{_TO})?(?P<before>[0-9]{{1,3}})(?:[-\s]point)?\sscale(?!\w)",
    re.I,
)
OUT_OF = re.compile(rf"(?:{_TO}|out\sof\s|max\.?\s|/)\s?(?P<most>[0-9]{{1,3}})", re.I)

# What may follow a number that is a grade. After any other word it counts something: "5 mm", "3 statements".
_GOES_ON = (
    r"(?:because|as|since|for|given|due|but|and|so|while|although|overall|with|on|in|is|was|which|stars|points)(?!\w)"
)
ENDS = re.compile(rf"[\"'*_`)\]]{{0,4}}[^\S\n]{{0,3}}(?:$|\n|[^\w\s]|{_GOES_ON})", re.I)
NEW_SENTENCE = re.compile(r"\s{1,3}[A-Z]")
ODD = re.compile(r"[\w%]|-[A-Za-z]|/\s?[0-9]|[.,][0-9]")
RANGE = re.compile(r"\s?(?:[-–—]|to\s|or\s)\s?[0-9]", re.I)
CUT = re.compile(r"\s?\(?(?:/|out(?:\sof)?|of)\s?$", re.I)
OF_HOW_MANY = re.compile(r"\s?(?:stars?|points?)(?!\w)", re.I)

# A number with its scale that no label stands before, and the end of a line after which it is a verdict.
ALONE = re.compile(
    r"(?<![\w/.,-])[0-9](?:[0-9.]{0,6}[0-9])?\s{0,2}(?:/|out\sof)\s{0,2}(?:5|10|100)(?![\w/%-]|[.,][0-9])", re.I
)
VERDICT = re.compile(
    r"(?:^|[:;.!?(—–|]|(?<!\w)(?:overall|verdict|gives?|gave|giving|rate[sd]?|award(?:s|ed)?|assign(?:s|ed)?|deserves?"
    r"|earn(?:s|ed)?|gets?|merits?|receives?|score[sd]?|rating|grade)(?!\w)[^.!?;:0-9\n]{0,30})[\s\"'*_`(\[]{0,4}$",
    re.I,
)
