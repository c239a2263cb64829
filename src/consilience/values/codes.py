"""Identifiers: e-mail and web addresses, paths, telephone numbers, document and part codes, dotted settings, hex keys.

They are found first and as a whole, so that the digits inside them are never read as numbers. Two codes that differ
in one character are different; case and the spaces inside a code are not part of it.
"""

from __future__ import annotations

import re

from consilience.model import Mention, Value
from consilience.values.text import fold, words

# Every alternative is anchored by characters of its own and bounded, so that a hostile text costs linear time.
_MARKED = (
    r"(?P<url>(?:https?|ftp|s3)://[^\s<>\"'`|]{1,300}|www\.[^\s<>\"'`|]{1,200})"
    r"|(?P<email>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})"
    r"|(?P<code>`[^`\n]{1,80}`)"
    r"|(?P<path>(?<![\w/.])(?:~|\.{1,2}|\$HOME)?(?:/[\w.+-]{1,64}){2,12}/?)"
)
_FIRST = (
    r"(?P<ip>(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}|/\d{1,2})?(?!\w|\.\d))"
    r"|(?P<phone>(?<![\w+])(?:\+\d{1,3}(?: ?\(0\) ?\d{1,4})?|0\d{2,5})(?:[ \-/]\(?\d{1,9}\)?){1,5}(?![\w-]))"
    r"|(?P<hex>(?<![\w-])(?=[0-9A-F ]{0,12}[A-F])(?=[0-9A-F ]{0,12}\d)[0-9A-F]{4}(?: [0-9A-F]{4}){1,9}(?![\w-]))"
    r"|(?P<iban>(?<![\w-])[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,3})?(?![\w-]))"
)
_THEN = (
    r"(?P<joined>(?<![\w@])[A-Z][A-Za-z0-9]{0,15}(?:[-/_.][A-Za-z0-9]{1,16}){1,5}"
    r"(?: \d{2,6}(?![\d:])(?: [A-Z](?![\w]))?)?(?![\w-]))"
    r"|(?P<digits>(?<![\w^-])\d{1,8}(?:[-/][A-Z0-9]{1,12}){1,4}(?![\w-]))"
    r"|(?P<batch>(?<![\w-])\d{1,4}[A-Z]{1,3}\d{1,6}(?![\w-]))"
    r"|(?P<glued>(?<![\w-])[A-Z]{1,6}\d{1,8}[A-Za-z0-9]{0,8}(?![\w]))"
    r"|(?P<host>(?<![\w.@-])[a-z][a-z0-9_-]{1,30}(?:\.[a-z][a-z0-9_-]{1,30}){1,5}(?![\w]))"
)
_SUFFIX = (
    r"\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|csv|txt|md|html?|xml|json|ya?ml|toml|zip|log|conf|cfg|ini|sql|py|sh)(?!\w)"
)
_FILE = r"(?P<file>(?<![\w/.-])[\w-]{1,60}(?:\.[\w-]{1,20}){0,2}" + _SUFFIX + ")"
_FILE_NAME = re.compile(_SUFFIX)
_MARK = re.compile(r"[@`/]|www\.")
_UNMARKED = re.compile(rf"(?<!\w)(?:{_FIRST}|{_THEN})")  # each of them begins where no word goes on
_CODE = re.compile(rf"{_MARKED}|(?<!\w)(?:{_FIRST}|{_THEN})")
# Tried only where a file name ends, for it would look at every word.
_CODE_OR_FILE = re.compile(rf"{_MARKED}|(?<!\w)(?:{_FIRST}|{_FILE}|{_THEN})")
# Every code has one of these; what is counted and measured has most often none. All begin with a character that words
# lack, so that a text is passed over quickly.
_HINT = re.compile(
    r"[-@`/_.+\d](?:"
    r"(?<=[@`])|(?<=www\.)|(?<=:/)/|(?<=(?<!\w)/)[\w.+-]|(?<=\$HOME/)"  # url, email, code, path
    r"|(?<=\d\.)\d{1,3}\.\d|(?<=\+)\d|(?<=\b0)\d{2,5}[ /-]\(?\d"  # ip, phone
    r"|(?<=[A-Za-z]\d)|(?<=\d)[A-Z]"  # letters and digits side by side: iban, joined, batch, glued, most of hex
    r"|(?<=\b\d)\d{3} [0-9A-F]{4}\b|(?<=[A-F ] \d)"  # hex that has its letters and digits apart
    r"|(?<=[A-Za-z][-_/.])(?:[A-Z0-9]|[a-z](?![a-z0-9]+(?![A-Za-z0-9])))"  # joined: no part is a word in small letters
    r"|(?<=\d[-_/.])[A-Z]|(?<=\d[-/])\d{1,12}[-/][A-Z0-9]|(?<=\d)\d{6}|(?<=[-/]0)\d\d"  # joined, digits
    r"|(?<=[\w-]\.)[a-z][a-z0-9_-]"  # file, host
    r")"
)
_CHEMISTRY = words(
    """
    CO2 H2O H2 O2 N2 NO2 NOX SO2 O3 CH4 NH3 CL2 PM10 H1 H2S HCL Q1 Q2 Q3 Q4 T1 T2 T3 T4
    """
)
_ZONE = re.compile(r"(?:UTC|GMT)-\d{1,2}")
_FISCAL = re.compile(r"(?:FY|H[12])\d{2,4}|H[12]")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "a.m", "p.m", "z.b", "u.a", "d.h", "p.ej", "o.a", "n.b", "no.of"})
_TRAILING = ".,;:!?)]}'\""


def find(text: str) -> tuple[Mention, ...]:
    """All identifiers of a text, in order, never overlapping."""
    if not _HINT.search(text):
        return ()
    found = []
    for match in _pattern_for(text).finditer(text):
        mention = _mention(match)
        if mention is not None:
            found.append(mention)
    return tuple(found)


def _pattern_for(text: str) -> re.Pattern[str]:
    """The pattern without what no part of the text can be."""
    if _FILE_NAME.search(text):
        return _CODE_OR_FILE
    return _CODE if _MARK.search(text) else _UNMARKED


def _mention(match: re.Match[str]) -> Mention | None:
    kind, written = match.lastgroup or "", match[0]
    start, end = match.span()
    if kind == "code":
        return _quoted(match)
    if kind in ("url", "path", "host"):
        kept = written.rstrip(_TRAILING)
        end -= len(written) - len(kept)
        written = kept
    if not _is_code(kind, written):
        return None
    return Mention(start, end, identifier(written))


def _quoted(match: re.Match[str]) -> Mention | None:
    """A code span in backticks: an identifier when it is one word with a letter in it."""
    inner = match[0][1:-1]
    if not inner.strip() or " " in inner or not any(char.isalpha() for char in inner) or _is_measure(inner):
        return None
    return Mention(match.start() + 1, match.end() - 1, identifier(inner))


def _is_measure(text: str) -> bool:
    return re.fullmatch(r"[\d.,]+[A-Za-z%µ]{1,4}", text) is not None


def _is_code(kind: str, text: str) -> bool:
    if kind == "joined":
        return _joined_is_code(text)
    if kind == "digits":
        return _digits_are_code(text)
    if kind == "glued":
        return text.upper() not in _CHEMISTRY and not _FISCAL.fullmatch(text)
    if kind == "host":
        return text not in _ABBREVIATIONS and len(text) >= 6 and all(len(part) > 1 for part in text.split("."))
    if kind == "phone":
        return sum(char.isdigit() for char in text) >= 7
    return True


def _digits_are_code(text: str) -> bool:
    """Joined digits are a code with a capital ("42-A"), a leading zero ("10-0440"), or three parts and no year."""
    parts = re.split(r"[-/]", text)
    if any(char.isupper() for char in text):
        return True
    if any(len(part) == 4 and part[0] in "12" for part in parts):
        return False
    if len(parts) == 2 and "-" in text and any(len(part) > 6 for part in parts):
        return True  # a registration number, no range
    dated = len(parts) == 3 and all(len(part) <= 2 for part in parts)
    return (len(parts) >= 3 and not dated) or any(len(part) >= 3 and part[0] == "0" for part in parts)


def _joined_is_code(text: str) -> bool:
    """Joined parts are a code when one has a digit ("KV-220-S7"); a hyphenated word is none ("Reyes-Whitby")."""
    if _ZONE.fullmatch(text):
        return False
    parts = re.split(r"[-/_. ]", text)
    digits = any(char.isdigit() for char in text)
    if (
        digits
        and parts[0].isalpha()
        and len(parts) == 2
        and parts[1].isdigit()
        and parts[0].istitle()
        and "-" not in text
    ):
        return False  # "Section.4", "Page/3": layout
    if not digits:
        return text.isupper() and len(parts) > 1 and "/" not in text and "." not in text and len(text) <= 12
    if parts[0].istitle() and len(parts[0]) > 3 and not any(part.isdigit() or part[:1].isdigit() for part in parts[1:]):
        return False
    if any(len(part) > 1 and part.islower() for part in parts[1:]):
        return False  # "S3-like"
    return not _word_range(parts)


def _word_range(parts: list[str]) -> bool:
    """ "Mid-2025", "Post-2024", "Pre-1990": a word and a year."""
    return (
        len(parts) == 2
        and parts[1].isdigit()
        and parts[0].lower() in ("mid", "post", "pre", "early", "late", "ex", "non", "top", "covid")
    )


def identifier(written: str) -> Value:
    """The value of a code: compared without case and without the spaces inside it."""
    key = fold(written).replace(" ", "")
    key = key.replace("(0)", "") if key.startswith("+") else key
    if re.fullmatch(r"[+0][\d()\-/]{6,24}", key):
        key = re.sub(r"\D", "", key)
    return Value("identifier", written, key, dimension="identifier", tokens=(key,))
