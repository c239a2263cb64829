"""Names for the entity and the relation of a fact, in the document's own words (DESIGN section 5).

No parser is at hand, so the subject of a clause is what stands before its first finite verb. That is often right,
always readable, and never decides a match: keys are found from contexts, names are for the reader.
"""

from __future__ import annotations

import re

from consilience.corpus.facts.context import plain
from consilience.text.guarded import Guarded
from consilience.text.wordlists import words

# A determiner before it makes a noun of it ("the cost of", "a run"), a relative pronoun the verb of a clause within.
_VERB = Guarded(
    r"\b(?<!\bthe )(?<!\ban )(?<!\ba )(?<!\bthis )(?<!\bof )(?<!\bno )(?<!\bour )(?<!\byour )"
    r"(?<!\bthat )(?<!\bwhich )(?<!\bwho )"
    r"(?:is|are|was|were|has|have|had|must|may|can|cannot|could|will|shall|should|do|does|needs?|gets?|receives?"
    r"|pays?|costs?|holds?|contains?|takes?|makes?|requires?|measures|weighs|covers|reaches|produces|serves|employs"
    r"|runs?|begins?|starts?|closes?|opens?|lasts|delivers?|appl(?:y|ies)|comes?|came|goes|sits?|lies|looks|follows?"
    r"|keeps?|stays?|gives?|uses?|belongs?|falls?|accepts|treats|handles|includes|supports|pulls?|shows"
    r"|leaves(?= (?:at|from|on|in|for|the)\b)"
    r"|counts?|locks?|carries|carry|amounts?|stands?|ist|sind|war|hat|haben|muss|müssen|darf|kann|wird"
    r"|werden|beträgt|kostet|est|sont|ont|doit|peut|coûte"
    r"|sera|is|zijn|heeft|hebben|moet|mag|wordt|es|son|tiene|debe|puede"
    r"|[a-z]{3,}ed(?= (?:on|in|by|at|to|from|for|with|as|until|after)\b))\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^(it|they|this|that|these|those|you|we|he|she|one|there|each of them|both|which|who|your|our|my|its|their"
    r"|what|whoever|whatever|here|i|nobody|everyone|everybody|anyone|of (?:them|these|those|which))\b",
    re.IGNORECASE,
)
# "With the Core plan you", "from the second line onwards they": the thing is in the words that lead to the pronoun.
_LED = re.compile(
    r"^(?:with|from|for|on|in|at|under|after|before|during|by|of)\s+(.{3,60}?)(?: onwards| onward)?,?"
    r"\s+(?:it|they|you|we|he|she|one|there)$",
    re.IGNORECASE,
)
# "On FD-04 the start screen": of two things, the one with a name is what the value is of.
_AT_NAMED = re.compile(
    r"^(?:[Oo]n|[Ii]n|[Aa]t|[Ff]or|[Ww]ith|[Ff]rom)\s+(?:the\s+)?([A-Z0-9][\w./-]*(?:\s[A-Z0-9][\w./-]*){0,2}),?"
    r"\s+(?:the|an?|our|your)\s"
)
_IMPERATIVE = re.compile(
    r"^(?:choose|fill in|set|press|click|keep|use|take|send|write|add|enter|submit|delete|select|install|run|store|wait"
    r"|put|wear|call|ring|ask|leave|check|make sure)\s+(?:that\s+)?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"^\W*(?:§\s*)?(?:\d+(?:\.\d+)*[.)]?\s+(?=\D)|[A-Z]\.\s"
    r"|(?:part|section|article|chapter|slide) \w{1,3}\s*[-–:.]\s*)",
    re.IGNORECASE,
)
# "Marta Ellingsen is the press officer": what the value is of stands behind the verb.
_COPULA = re.compile(r"^\W*(?:is|was|are|were|acts as|serves as|becomes|ist|est|es)\s+(?!not\b)", re.IGNORECASE)
_MODAL = re.compile(r"^(?:can|may|must|shall|should|will|do|does|cannot|never)(?: not)?$", re.IGNORECASE)
# Words on which no name ends: what they lead to has been cut off.
_OPEN_END = words(
    """
    a an the and or but of to at in on with for by as that from if which is are be your our its it you so who than then
    when not until into up per each their this least most
    """
)
_LABEL = re.compile(r"^\W*([^:.!?\n]{2,60}):\s")
_CLAUSE = re.compile(r"[;:—–]|, (?=and |but |or |while |which |who )|\s-\s")
_ARTICLE = re.compile(
    r"^(the|a|an|every|each|all|any|der|die|das|le|la|les|l'|de|het|el|los|las|our|your)\s+", re.IGNORECASE
)
_LEADING = re.compile(
    r"^(?:(?:for example|for instance|and|but|or|so|then|also|because|if|when|while|after|before|since|for|as|of|that"
    r"|until then|after that|at present|in addition|today|now|currently|once|yes|no"
    r"|und|aber|wenn|et|mais|si|en|maar|als|y|pero)"
    r"\b,?\s*)+",
    re.IGNORECASE,
)
_STOP = re.compile(r"[,;:.()]|(?:^|\s)(?:and|or|but)\s")
_NEAR = 8  # words before a value that say what it is
_EDGES = " \t.,;:()[]\"'“”„«»*_`-–—?!"
KIND_WORDS = {
    "quantity": "amount", "money": "amount of money", "percentage": "percentage", "date": "date",
    "time": "time", "duration": "duration",
    "count": "number", "version": "version", "identifier": "identifier", "name": "name",
    "yes_no": "whether it is allowed", "order": "first step", "category": "class",
}  # fmt: skip


def name_in_sentence(text: str, start: int, end: int, kind: str, above: str) -> tuple[str, str]:
    """(entity, relation) for a value at text[start:end]; `above` is the innermost heading, used when the subject is a
    pronoun."""
    label = _LABEL.match(text)
    if label and label.end() <= start + 1:
        return _trim(_NUMBERED.sub("", label.group(1))), KIND_WORDS[kind]
    low, high = _clause(text, start, end)
    numbered = _NUMBERED.match(text, low, min(high, start))
    low = numbered.end() if numbered else low
    clause, inner_start, inner_end = text[low:high], start - low, end - low
    copula = _COPULA.match(clause[inner_end:])
    if kind == "name" and copula and not clause[:inner_start].strip(_EDGES):
        return _trim(_cut(clause[inner_end + copula.end() :]), 9) or heading_name(above), KIND_WORDS[kind]
    verb = _VERB.search(clause, 0, max(inner_start, 0)) or _VERB.search(clause, inner_end)
    if kind == "yes_no":
        subject = clause[: max(inner_start, 0)]
    elif verb:
        subject = _without(clause, verb.start(), inner_start, inner_end)
    else:
        subject = clause[: max(inner_start, 0)].strip(_EDGES).rsplit(", ", 1)[-1]
    relation = (
        _relation(clause, verb.start() if verb else 0, inner_start, inner_end, kind) if verb or kind == "yes_no" else ""
    )
    return _subject(subject) or heading_name(above) or "this document", relation or KIND_WORDS[kind]


def _subject(text: str) -> str:
    """The thing that a subject names, "" where it is a pronoun."""
    said = plain(text).strip(_EDGES)
    led = _LED.match(said) or _AT_NAMED.match(said)
    named = _IMPERATIVE.sub("", _LEADING.sub("", led.group(1) if led else said))
    entity = _closed(_trim(named, 9), 9)
    return "" if _PRONOUN.match(entity) or len(entity) < 3 else entity


def heading_name(above: str) -> str:
    """A heading as a name: without its number."""
    return _trim(_NUMBERED.sub("", above), 10)


def _relation(clause: str, begin: int, start: int, end: int, kind: str) -> str:
    """What the clause says of its subject, the value left out; from the last verb where the first stands far off."""
    if kind == "yes_no":
        said = clause[start:end].strip()
        kept = "" if _MODAL.match(said) else f"{said} "
        return _closed(_cut(f"{kept}{clause[end:]}"), 8) if clause[end:].strip(_EDGES) else ""
    if len(clause[begin:start].split()) > _NEAR:
        verbs = [one.start() for one in _VERB.finditer(clause, 0, max(start, 0)) if one.start() >= begin]
        begin = verbs[-1] if verbs else begin
    if begin > start:
        return _closed(_LEADING.sub("", plain(clause[begin:]).strip(_EDGES)), 9)
    before = _opened(_LEADING.sub("", plain(clause[begin:start]).lstrip(_EDGES)).split()[-_NEAR:])
    after = _closed(_cut(plain(clause[end:])), 5)
    return f"{before} … {after}" if before and after else before or after


def _cut(text: str) -> str:
    """The words up to the next mark or "and"."""
    return _STOP.split(text.lstrip(), maxsplit=1)[0]


def _opened(words_before: list[str]) -> str:
    """The words before a value, from the first that says something: "least 40 of" begins at 40."""
    kept = list(words_before)
    while len(kept) == _NEAR and kept[0].casefold() in _OPEN_END:
        kept = kept[1:]
    return " ".join(kept)


def _closed(text: str, most: int) -> str:
    """At most so many words, ending on one that can end a name."""
    kept = text.split()[:most]
    while kept and kept[-1].casefold().strip(_EDGES) in _OPEN_END:
        kept.pop()
    return " ".join(kept).strip(_EDGES)


def _without(clause: str, until: int, start: int, end: int) -> str:
    """The clause up to `until`, less the value at [start, end)."""
    return f"{clause[: min(start, until)]} {clause[end:until] if end < until else ''}"


def name_in_row(row_head: str, column: str, kind: str, above: str) -> tuple[str, str]:
    """(entity, relation) for a value in a table cell: the row's head and the column's head."""
    entity = _trim(plain(row_head), 12) or heading_name(above) or "this table"
    return entity, _trim(plain(column), 10) or KIND_WORDS[kind]


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    left, right = 0, len(text)
    for match in _CLAUSE.finditer(text):
        if match.end() <= start and start - match.end() >= 12:
            left = match.end()
        elif match.start() >= end and match.start() - left >= 12:
            right = match.start()
            break
    return left, right


def _trim(text: str, words: int = 12) -> str:
    text = _ARTICLE.sub("", text.strip(_EDGES))
    return " ".join(text.split()[:words]).strip(_EDGES)
