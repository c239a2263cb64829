"""Names: runs of capitalised words that are no sentence beginning, with initials and titles, and acronyms.

In German every noun is capitalised: a name there has two words or more, or a title before it.
"""

from __future__ import annotations

import re

from consilience.model import Mention, Value
from consilience.values.line import Line
from consilience.values.nouns import counted
from consilience.values.text import Token, fold, words

TITLES = words(
    """
    mr mrs ms miss dr prof professor sir dame lord lady rev herr frau madame monsieur mme mlle m señor senor senora
    don dona sr sra dhr mevrouw mevr ing dipl captain capt col judge
    """
)
_PARTICLES = words(
    """
    of the and for de la le du des der den van von di da del e y und zu zur den
    """
)
_LINKS = words(
    """
    of de la du des der van von di da del den
    """
)
_BODIES = words(
    "authority agency board commission committee council office ministry department institute company group union"
)
# Capitalised for other reasons: first words, days, pronouns, languages of the text itself.
_COMMON = words(
    """
    the a an this that these those it its he she they we you i if when while where who what which why how in on at
    to from for with by of as and or but not no yes all any each every some most many few both either neither one
    two three four five six seven eight nine ten there here then than after before during since until unless because
    although however also only please see note use do does did is are was were be has have had can may must shall
    should will would could once our your their his her my monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april june july august
    september october november december annex appendix section table figure step page chapter article clause note
    version release building room class zone stage level category type so up down first last next other another such
    own same new old faq pdf ok utc gmt nb ps eg ie vs re id q der die das ein eine es wir sie er ist sind und oder
    aber wenn nicht bei im am zum zur fur mit von zu auf aus nach vor le la les un une il elle nous vous ils et ou
    si pour par dans sur avec el los las una y o en con por para se su het de een wij zij en of als met van op te
    whoever whatever nobody everyone everybody anyone anybody staff people until between within without under over
    above below about approximately maximum minimum max min total average additional further more less least
    """
)
_PART = re.compile(r"[^\W_]+")
_ACRONYM_STOP = words(
    """
    FAQ PDF OK NB PS EG IE VS AM PM UTC GMT CET BST TBD TBC NA ID IDS USD EUR GBP CHF HTML CSV JSON XML URL API
    """
)
_LONGEST = 8  # words in a name


def read(line: Line, i: int) -> tuple[Mention, int] | None:
    """The name that begins at token `i`, with the token after it, or None.

    A name begins behind the words that have their capital for other reasons: "For Fiscal Year".
    """
    token = line.tokens[i]
    if token.kind != "word" or not token.text[0].isupper() or (token.folded in _COMMON and not _is_initial(line, i)):
        return None
    end = _run(line, i)
    if not _accepted(line, i, end, [word for word in line.tokens[i:end] if word.kind == "word"]):
        return None
    end = _with_number(line, i, end)
    start, stop = token.start, line.tokens[end - 1].end
    return Mention(start, stop, name(line.text[start:stop])), end


def _with_number(line: Line, start: int, end: int) -> int:
    """Past a small number that belongs to a product ("Go 5", "Lumo 6 router"): nothing is counted or measured by it."""
    from consilience.values import money, units

    tokens = line.tokens
    if end >= len(tokens) or not line.gap(end) or not tokens[end].text.isdigit() or len(tokens[end].text) > 3:
        return end
    after = end + 1
    if after < len(tokens) and tokens[after].kind == "number":
        return end
    if after < len(tokens) and (tokens[after].text in "%:/-–" or units.read(line, after) or money.after(line, after)):
        return end
    noun, _ = counted(line, after)
    return end if noun or tokens[end - 1].folded in line.lexicon.months or line.after(after, "of") > after else after


def name(text: str) -> Value:
    """The value of a name: its folded words without titles and particles."""
    words = tuple(map(fold, _PART.findall(text)))
    kept = tuple(word for word in words if word not in TITLES and word not in _PARTICLES) or words
    return Value("name", text, " ".join(kept), dimension="name", tokens=kept)


def is_acronym(text: str) -> bool:
    """ "DWDA", "CAO": capitals alone, two to six of them."""
    return 2 <= len(text) <= 6 and text.isascii() and text.isalpha() and text.isupper()


def _run(line: Line, i: int) -> int:
    """End of the run of capitalised words that begins at token `i`.

    Initials, hyphens and "of" inside it belong to it.
    """
    tokens, end, count = line.tokens, i + 1, 1
    if _is_initial(line, i) or tokens[i].folded in TITLES:
        end = _skip_point(line, end)
    while end < len(tokens) and count < _LONGEST:
        step = _next(line, end)
        if step == end:
            break
        end, count = step, count + 1
    return end


def _next(line: Line, j: int) -> int:
    tokens = line.tokens
    token = tokens[j]
    if token.text in "-–'’&" and j + 1 < len(tokens) and _capital(line, j + 1):
        glued = not line.gap(j) and not line.gap(j + 1)
        return j + 2 if glued or token.text == "&" else j
    if token.kind != "word":
        return j
    if token.folded == "and" and _joins_body(line, j):
        return j + 2
    if token.folded in _LINKS and token.text.islower():
        k = j + 1
        if k < len(tokens) and tokens[k].folded in ("the", "la", "los", "der"):
            k += 1
        return k + 1 if k < len(tokens) and _capital(line, k) and tokens[k].folded not in _COMMON else j
    if not _capital(line, j) or token.folded in _COMMON - {"march", "may", "june", "april", "august"}:
        return j
    return _skip_point(line, j + 1) if _is_initial(line, j) or token.folded in TITLES else j + 1


def _joins_body(line: Line, j: int) -> bool:
    """ "and" inside the name of a body ("Drinking Water and Discharge Authority"): the word after the next ends it."""
    tokens = line.tokens
    if j + 2 >= len(tokens) or not _capital(line, j + 1) or not _capital(line, j + 2):
        return False
    return tokens[j + 2].folded in _BODIES or (j + 3 < len(tokens) and tokens[j + 3].folded in _BODIES)


def _capital(line: Line, j: int) -> bool:
    return line.tokens[j].kind == "word" and line.tokens[j].text[0].isupper()


def _is_initial(line: Line, j: int) -> bool:
    """ "P." before a name."""
    tokens = line.tokens
    return len(tokens[j].text) == 1 and j + 1 < len(tokens) and tokens[j + 1].text == "." and not line.gap(j + 1)


def _skip_point(line: Line, j: int) -> int:
    return j + 1 if j + 1 < len(line.tokens) and line.tokens[j].text == "." else j


def _accepted(line: Line, start: int, end: int, words: list[Token]) -> bool:
    first = line.tokens[start].folded
    proper = [word for word in words if word.folded not in _LINKS and len(word.text) > 1]
    if end < len(line.tokens) and line.tokens[end].kind == "number" and not line.gap(end):
        return False  # "CO2"
    if not proper or all(word.folded in TITLES for word in proper):
        return False
    titled = first in TITLES or (start > 0 and line.tokens[start - 1].folded in TITLES)
    if len(proper) == 1 and is_acronym(proper[0].text):
        return proper[0].text not in _ACRONYM_STOP and not _shouted(line, start, end)
    if titled or _is_initial(line, start):
        return True
    if line.lexicon.language == "de":
        return len(proper) >= 2
    lettered = len(words) > len(proper) and start > 0 and line.tokens[start - 1].text == ":"  # "Detergent: Solvadet N"
    return len(proper) >= 2 or lettered or not _begins_sentence(line, start)


def _shouted(line: Line, start: int, end: int) -> bool:
    """Whether a word in capitals stands among others: a heading, no acronym."""
    beside = [line.tokens[j].text for j in (start - 1, end) if 0 <= j < len(line.tokens)]
    return any(len(text) > 1 and text.isupper() for text in beside)


def _begins_sentence(line: Line, i: int) -> bool:
    """Whether token `i` is the first word of the text, of a sentence, a cell, a quotation or an item."""
    if i == 0:
        return True
    before = line.tokens[i - 1]
    if before.kind == "number" and (i == 1 or line.tokens[i - 2].text in "#|."):
        return True  # a numbered heading
    return before.text in ".:!?|\"“„«(-–—*#>•;_'‘[]" and not (before.text == "-" and not line.gap(i))
