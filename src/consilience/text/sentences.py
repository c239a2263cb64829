"""Sentence boundaries with exact positions, by rules that hold for European languages.

A candidate is a terminator (with the quotes, brackets and emphasis marks that close behind it) followed by white
space. It is a boundary unless what stands before it is an abbreviation, an initial or an ordinal, or what follows
does not open a sentence.
"""

from __future__ import annotations

import re

from consilience.text.abbreviations import BEFORE_NUMBER, INNER, LETTERED, NEVER_LAST, ORDINAL_NOUNS, STARTERS

_MARKED = (
    r"(?P<mark>[.!?…][.!?…]{0,7})(?P<close>[\"'”’»)\]*_`]{0,6}(?:\[\d{1,3}\])?)"
    r"(?P<gap>[ \t]*\n[ \t]*(?:>[ \t]*)+|\s+)"
)
_WIDE = r"(?P<wide>[。！？]+[」』”）]{0,3})\s*"
_HARD = r"(?P<hard>[ ]{2}|\\)\n[ \t]*"
CANDIDATE = re.compile(f"{_MARKED}|{_WIDE}|{_HARD}")
_USUAL = re.compile(_MARKED)  # all that most texts have, and found many times faster
_WIDE_MARK = re.compile(r"[。！？]")
_ALNUM = re.compile(r"[^\W_]")
_INSIDE = ".-&/'’°"  # what a word may hold beside letters and digits
_WORD = re.compile(r"[^\W_][^\W_]*")
_OPENERS = "\"'“”‘„‚«»([{*_`¿¡~<"
_ENCLITIC = re.compile(r"'[stnSTN]\s")
_LABEL = re.compile(r"[*_]{0,2}[^\W\d_][^:\n.;!?]{1,48}:[*_]{0,2}\s")
_LOOK_BACK = 40
_LOOK_AHEAD = 60


def spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Sentences of text[start:end] as spans of `text`: in order, not overlapping, without white space at their ends.

    A piece without any letter or digit belongs to the sentence before it.
    """
    found: list[tuple[int, int]] = []
    begin = _skip(text, start, end)
    for cut, resume in _cuts(text, begin, end):
        if _ALNUM.search(text, begin, cut):
            found.append((begin, cut))
            begin = resume
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        if found and not _ALNUM.search(text, begin, end):
            begin = found.pop()[0]
        found.append((begin, end))
    return found


def _cuts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """(end of a sentence, start of the next), in order."""
    cuts = []
    sentence = start
    piece = text[start:end]
    for match in candidates(piece).finditer(text, start, end):
        resume = match.end()
        if resume >= end:
            break
        if match.lastgroup == "hard":
            cut, boundary = len(text[sentence : match.start()].rstrip()) + sentence, True  # an empty line may go before
        elif match.lastgroup == "wide":
            cut, boundary = match.end("wide"), True
        else:
            cut, boundary = match.end("close"), _is_boundary(text, sentence, match, end)
        if boundary:
            cuts.append((cut, resume))
            sentence = resume
    labels = _label_lines(text, start, end) if "\n" in piece else []
    return sorted(set(cuts) | set(labels)) if labels else cuts


def candidates(piece: str) -> re.Pattern[str]:
    """A pattern that finds in this piece what `CANDIDATE` finds: without hard line breaks and wide marks if it has
    none.
    """
    if "  \n" in piece or "\\\n" in piece or (not piece.isascii() and _WIDE_MARK.search(piece)):
        return CANDIDATE
    return _USUAL


def _label_lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Line breaks between "Label: value" lines, if every line of the paragraph is one."""
    cuts: list[tuple[int, int]] = []
    position = start
    while True:
        if not _LABEL.match(text, position, end):
            return []
        brk = text.find("\n", position, end)
        if brk < 0:
            return cuts
        position = _skip(text, brk, end)
        cuts.append((len(text[start:brk].rstrip()) + start, position))


def _is_boundary(text: str, sentence: int, match: re.Match[str], end: int) -> bool:
    after = text[match.end() : min(end, match.end() + _LOOK_AHEAD)]
    if not _opens_sentence(after):
        return False
    if match["mark"] != ".":
        return True
    word = _last_word(text, max(sentence, match.start() - _LOOK_BACK), match.start())
    if not word or match["close"]:
        return True
    return _word_may_end(text, sentence, match.start() - len(word), word, after)


def _last_word(text: str, start: int, end: int) -> str:
    """The word that text[start:end] ends with; "" if it ends with none."""
    begin = end
    while begin > start and (text[begin - 1].isalnum() or text[begin - 1] in _INSIDE):
        begin -= 1
    return text[begin:end]


def _opens_sentence(after: str) -> bool:
    """Whether the text behind a terminator can begin a sentence: not with a lower-case word, unless it is one like
    "iPhone".
    """
    if after.startswith("'") and _ENCLITIC.match(after):
        return True  # Dutch "'s Ochtends"
    bare = after.lstrip(_OPENERS)
    if not bare:
        return False
    if not bare[0].islower():
        return bare[0] not in ",;:.)]}%"
    word = _WORD.match(bare)
    return "`" in after[: len(after) - len(bare)] or (word is not None and not word[0].islower())


def _word_may_end(text: str, sentence: int, begin: int, word: str, after: str) -> bool:
    """Whether the word in front of a full stop, which stands at `begin`, can be the last of its sentence."""
    if word.isdigit():
        only_number = not text[sentence:begin].strip()
        return not only_number and not (len(word) <= 2 and _first_word(after) in ORDINAL_NOUNS)
    folded = word.lower().lstrip("'’").rsplit("-", 1)[-1]
    if len(folded) == 1 and folded.isalpha() and _stands_free(text, sentence, begin):
        previous = text[max(sentence, begin - _LOOK_BACK) : begin].split()
        return any(map(str.isdigit, word)) or _letter_may_end(previous, word, _first_word(after))
    if folded in BEFORE_NUMBER:
        return not ((next_word := _first_word(after))[:1].isdigit() or _roman(next_word))
    if folded in INNER:
        return not (next_word := _first_word(after))[:1].isdigit() and next_word != "KG"
    if folded == "st" and sentence < begin:  # "Harbour St. The", but "St. Mary"
        return _first_word(after) in STARTERS
    return folded not in NEVER_LAST


def _first_word(text: str) -> str:
    found = _WORD.search(text)
    return found[0] if found else ""


def _stands_free(text: str, sentence: int, at: int) -> bool:
    """Whether a word begins here, and not the last piece of a web address or a formula."""
    return at == sentence or text[at - 1].isspace() or text[at - 1] in _OPENERS


def _letter_may_end(previous: list[str], word: str, next_word: str) -> bool:
    """A single letter is an initial or part of "z. B.", unless "plan" or a number goes before it or "The" follows."""
    if previous and (previous[-1].strip("(*_\"'").lower() in LETTERED or previous[-1][-1].isdigit()):
        return True
    return next_word in STARTERS and word.isupper() and not (previous and previous[-1].endswith("."))


def _roman(word: str) -> bool:
    return 1 < len(word) <= 6 and all(letter in "IVXLC" for letter in word)


def _skip(text: str, start: int, end: int) -> int:
    """First position that is not white space."""
    while start < end and text[start].isspace():
        start += 1
    return start
