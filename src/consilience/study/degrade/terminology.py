"""Inconsistent terminology: one thing under several names.

Names, designations ("T-190") and hyphenated words are written in other ways, common nouns are swapped for others of
the same meaning (`synonyms.toml`), and terms of two words become acronyms that nobody explains. The first use stays, so
that the text still says what is meant; numbers and units are never touched.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from random import Random

from consilience.model import Document
from consilience.study.degrade.operator import PROSE, Operator, Plan, Step
from consilience.study.degrade.pairs import acronym, pairs
from consilience.study.edits import Edit
from consilience.values.lexicon import lexicon
from consilience.values.text import fold

_NAME = r"[A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20}){1,3}"
_WORD_NAME = (
    r"[A-Z][a-z]{6,20}(?! [A-Z0-9])"  # shorter ones in capitals would read as acronyms; "Appendix R" is no name
)
_NOUN = re.compile(r"[A-Z]\w+[a-zäöüß]")
_DESIGNATION = r"[A-Z]{1,4}-?\d{2,4}"
_HYPHENED = r"[a-z]{2,12}-[a-z]{2,12}"
_TERM = rf"(?<![\w/.@-])(?P<term>{_NAME}|{_WORD_NAME}|{_DESIGNATION}|{_HYPHENED})(?![\w/@-]|\.\w)"
_PARTS = re.compile(r"([A-Z]{1,4})-?(\d{2,4})")
# Hyphens in these belong to a number or to a span of time.
_NUMBER_WORD = re.compile(
    r"\b(?:half|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b"
)
_SENTENCE_BEGINS = ("", ".", "!", "?", ":", ";", "(", '"')


def plan(document: Document, random: Random) -> Plan:
    """Every use but the first of every term that is used more than once, in random order."""
    steps: list[Step] = []
    for term, places in sorted(_terms(document).items()):
        forms = _variants(term, document.language) if len(places) > 1 else []
        turn = random.randrange(len(forms)) if forms else 0
        for number, (start, end) in enumerate(places[1:] if forms else ()):
            new = _cased(document.text[start:end], forms[(turn + number) % len(forms)])
            steps.append((Edit(start, end, new),))
    random.shuffle(steps)
    return tuple(steps)


def _terms(document: Document) -> dict[str, list[tuple[int, int]]]:
    """Places of terms in running text, by the term: a name as written, a common noun as in the table."""
    places = list(pairs(document))
    for block in document.blocks:
        if block.kind in PROSE:
            places += _in_text(document.text, block.start, block.end, document.language)
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    end = 0
    for term, start, stop in sorted(places, key=lambda place: (place[1], -place[2])):
        if start >= end:
            found[term].append((start, stop))
            end = stop
    return found


def _in_text(text: str, start: int, end: int, language: str) -> Iterator[tuple[str, int, int]]:
    table = _synonyms(language)
    for match in _pattern(language).finditer(text, start, end):
        term = match[0] if match["term"] or match[0] in table else match[0][:1].lower() + match[0][1:]
        begins = text[start : match.start()].rstrip(" \n*_")[-1:] in _SENTENCE_BEGINS
        # A capital at the beginning of a sentence may be no name: "Every Monday".
        doubtful = bool(match["term"]) and match[0][0].isupper() and "-" not in match[0] and begins
        if language == "de" and _NOUN.fullmatch(match[0]):
            continue  # "Stunden" is no name: all nouns have a capital
        if not doubtful and not _is_time(match[0], language):
            yield term, *match.span()


def _is_time(term: str, language: str) -> bool:
    """Names of months and days have one form, and the hyphen of a number word belongs to the number."""
    known = lexicon(language)
    words = {fold(word) for word in term.split()}
    return bool(words & (known.months.keys() | known.weekdays.keys())) or _NUMBER_WORD.search(term) is not None


@lru_cache(maxsize=8)
def _pattern(language: str) -> re.Pattern[str]:
    nouns = "|".join(sorted(map(re.escape, _synonyms(language)), key=lambda word: (-len(word), word)))
    return re.compile(f"{_TERM}|(?<![\\w-])(?i:{nouns})(?![\\w-]| [0-9A-Z])" if nouns else _TERM)


def _variants(term: str, language: str) -> list[str]:
    """Other ways to write a term that a reader takes for the same."""
    words = term.split()
    if len(words) > 2:
        return ["".join(word[0] for word in words), "-".join(words)]
    if len(words) == 2 and term.islower():
        return [acronym(term)]
    if len(words) == 2:
        return [f"{words[0][0]}. {words[1]}", "-".join(words)]
    if parts := _PARTS.fullmatch(term):
        return [parts[1] + parts[2] if "-" in term else f"{parts[1]}-{parts[2]}", f"{parts[1]} {parts[2]}"]
    if "-" in term:
        return [term.replace("-", " "), term.replace("-", "")]
    return list(_synonyms(language).get(term, [term.upper()]))


def _cased(old: str, new: str) -> str:
    """The new form with a capital where the old one had it."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


@lru_cache(maxsize=8)
def _synonyms(language: str) -> Mapping[str, list[str]]:
    table = tomllib.loads((files("consilience.study.degrade") / "synonyms.toml").read_text("utf-8"))
    return dict(table.get(language, {}))


TERMINOLOGY = Operator("terminology", "calls one thing by several names", plan)
