"""What a statement says, and of what: its subject and the words around a value, for a reader.

No parser is at hand. The subject of a clause is what stands before its first finite verb; a phrase that leads to it
("During leave, you ...", "When a delivery is rejected, it ...") names the thing where the subject is only a pronoun.
"""

from __future__ import annotations

import re

from consilience.corpus.wording.phrases import HOLE, LOOSE, TAIL, cleaned, closed, thing
from consilience.corpus.wording.verbs import verb_at
from consilience.text.wordlists import words

_NUMBER = re.compile(
    r"^\W*(?:§\s*)?(?:\d{1,2}:\d\d\s+(?=[^\W\d])|\d+(?:\.\d+)*[.)]?\s+(?=[^\W\d])(?=.{12})"
    r"|(?:part|section|article|chapter|slide) \w{1,3}\s*[-–:.]\s)",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[;:—–]|\s-+>?\s|, (?=and |but |or |so |while |where )")
_LABEL = re.compile(r"^\W*(?P<label>[^:.!?\n…]{2,60}):\s")
_LONGEST_LABEL = 6  # words
_SUBORDINATE = re.compile(
    r"^(?:when|if|while|once|after|before|as soon as|as long as|where|unless|until|although|since|because|whenever"
    r"|wenn|si|als|cuando)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"^(?:in|on|at|for|during|from|until|with|under|after|before|by|since|within|as|per|without|through|outside"
    r"|out of)\b",
    re.IGNORECASE,
)
_STARTS_SUBJECT = words("the a an our your their its it you they we he she one each every all any no")
_BEFORE_NOUN = words(
    "of to in on at for with from by and or the a an our your their its per each every all until since"
)
_PRONOUN = re.compile(r"^(?:and |but |or |so |then |that )?(?:it|they|you|we|he|she|one|i)\b\s*", re.IGNORECASE)
_MODAL = re.compile(r"(?:may|must|can|cannot|can't|shall|should|will|do|does|never|not|no)\b", re.IGNORECASE)
_COPULA = re.compile(r"\s*(?:is|are|was|were|acts as|serves as|becomes|ist|est|es)\s(?!not\b)")
_EXISTS = re.compile(r"\bthere (?:is|are|was|were|will be)(?: room for| space for)?\s*(?=…)", re.IGNORECASE)
# "The bins of the Tern, which has been flying since 2018, ...": the value is of what the inner clause says.
_INNER = re.compile(
    r"\b(?i:the|a|an|our|your)\s(?P<thing>[\w/-]+(?: [\w/-]+){0,3}), (?:which|who) (?P<said>[^,;…]{3,80}…)"
)
_IMPERATIVE = re.compile(
    r"^(?:please |always |then )?(?P<verb>[Ss]et|[Kk]eep|[Hh]eat|[Cc]ool|[Ff]ill|[Tt]ighten|[Ll]eave|[Ss]tore|[Uu]se"
    r"|[Ww]ash|[Cc]heck|[Aa]dd|[Cc]lose|[Oo]pen|[Ss]end|[Rr]eturn|[Pp]ay|[Tt]urn) "
    r"(?P<thing>(?:the|your|all|each|every) [^,;…]{2,60}?) (?P<link>to|at|for|with|in|on|by|within|below|above|every) …"
)
_WORDS_BEFORE, _WORDS_AFTER, _LONGEST_PLACE = 8, 5, 4
_APOSTROPHES = "'’ "
_ARTICLES = words("a an the our your its their")
_NEAR = 8  # characters of a clause before its value that cannot hold a subject


def parted(quote: str, start: int, end: int, whole: bool = False) -> tuple[str, str]:
    """(thing, what is said of it) around the value at quote[start:end], "…" where the value stands.

    `whole`: the value is what the statement allows or forbids, and the words behind it are what is said. Either part is
    "" where the statement does not tell it.
    """
    before, after = quote[:start].replace(HOLE, " "), quote[end:].replace(HOLE, " ")
    text = _NUMBER.sub("", cleaned(f"{before}{HOLE}{after}"))
    if whole:
        return _ruled(text, quote[start:end])
    label = _LABEL.match(text)
    named = re.sub(r"\s(?:is|are)$", "", label["label"]) if label else ""
    if label and len(named.split()) <= _LONGEST_LABEL and verb_at(named) is None:
        return thing(named), _said(_clause(text[label.end() :]))
    return _of_clause(_clause(text))


def _ruled(text: str, stance: str) -> tuple[str, str]:
    """The parts of a rule: who or what, and what is allowed or forbidden."""
    before, _, after = text.partition(HOLE)
    low = max((one.end() for one in _BREAK.finditer(before)), default=0)
    subject = before[low:] if len(before[low:].split()) > 1 else before
    lead, main = _main(subject)
    named = thing(main[: verb_at(main)], lead)
    said = closed(TAIL.split(after, maxsplit=1)[0], 8)
    allowed = said.removeprefix("to ")
    alone = said and allowed == said and not _MODAL.match(stance)
    return named, f"{stance} {said}" if alone else allowed


def _of_clause(clause: str) -> tuple[str, str]:
    """The parts of one clause that holds the value."""
    copula = _COPULA.match(clause, len(HOLE)) if clause.startswith(HOLE) else None
    if copula:  # "Marta Ellingsen is the press officer": what the value is of stands behind the verb
        return thing(TAIL.split(clause[copula.end() :], maxsplit=1)[0]), ""
    exists = _EXISTS.search(clause)
    if exists:
        return closed(TAIL.split(clause[exists.end() :].lstrip(f"{HOLE} "), maxsplit=1)[0], 6), ""
    inner = _INNER.search(clause)
    if inner:
        before = clause[: inner.end("thing")]
        return thing(before if verb_at(before) is None else inner["thing"]), inner["said"]
    order = _IMPERATIVE.match(clause)
    if order:
        return thing(order["thing"]), f"{order['verb'].lower()} {order['link']} {HOLE}"
    lead, main = _main(clause)
    at = verb_at(main)
    if at is None:
        return thing(main.split(HOLE)[0].rstrip(" ,(").rsplit(", ", 1)[-1]), ""
    subject, said = main[:at].replace(HOLE, " "), main[at:]
    return _placed(thing(subject, lead), lead), _said(said)


def _placed(named: str, lead: str) -> str:
    """A thing with the place or the machine that the words before it name: "start screen on FD-04"."""
    words_of = lead.split()
    proper = any(char.isupper() for char in "".join(words_of[1:]))
    if not proper or not 1 < len(words_of) <= _LONGEST_PLACE or not re.match(r"(?:in|on|at|for|with)\s", lead, re.I):
        return named
    inside = lead.casefold().split(" ", 1)[1] in named.casefold()
    return named if inside or not named else f"{named} {lead[0].lower()}{lead[1:]}"


def _clause(text: str) -> str:
    """The part of a statement that holds the value: up to a mark or an "and", if it holds a verb of its own."""
    at = text.find(HOLE)
    low, high = 0, len(text)
    for one in _BREAK.finditer(text):
        near = at - one.end() < _NEAR and one.group(0)[0] not in ";:—–"
        if one.end() <= at and not near and verb_at(text[one.end() :]) is not None:
            low = one.end()
        elif one.start() > at and one.start() - low >= 12:
            high = one.start()
            break
    return text[low:high].strip(" ,;:")


def _main(clause: str) -> tuple[str, str]:
    """(what leads to the main clause, the main clause); the lead is "" where it holds the value."""
    lead = ""
    for _ in range(2):
        cut = _lead(clause)
        if not cut or HOLE in clause[:cut]:
            break
        lead, clause = clause[:cut].strip(" ,"), clause[cut:].lstrip(" ,")
    return lead, clause


def _lead(clause: str) -> int:
    """Where the words end that lead to a clause: where another noun phrase begins, or at a comma; 0 for none."""
    comma = max(clause.find(", "), 0)
    if not (_PREPOSITION.match(clause) or _SUBORDINATE.match(clause)):
        return 0
    phrase = _phrase_end(clause) if _PREPOSITION.match(clause) else 0
    return phrase if phrase and verb_at(clause[:phrase]) is None else comma


def _phrase_end(clause: str) -> int:
    """Where a prepositional phrase ends because the next noun phrase begins: "In the hall | the gate", "each batch |
    QC"."""
    tokens = clause.split(" ")
    place = 0
    for index, word in enumerate(tokens):
        before = tokens[index - 1] if index >= 2 else ""
        begins = word.casefold() in _STARTS_SUBJECT or (before[:1].islower() and _name_acts(clause[place:]))
        if before and begins and before.casefold() not in _BEFORE_NOUN:
            return 0 if before.endswith(",") else place
        if HOLE in word or (before.endswith(",")):
            return 0
        place += len(word) + 1
    return 0


def _name_acts(clause: str) -> bool:
    """Whether a clause begins with a name of a word or two and its verb: "QC gets"."""
    at = verb_at(clause)
    return clause[:1].isupper() and at is not None and len(clause[:at].split()) <= 2


def _said(text: str) -> str:
    """What is said, short, with the hole at its place."""
    before, hole, after = text.partition(HOLE)
    if not hole:
        return closed(TAIL.split(before.strip(), maxsplit=1)[0], 9)
    head, tail = _head(before), closed(TAIL.split(f"{after} ", maxsplit=1)[0], _WORDS_AFTER)
    return f"{head} {HOLE} {tail.lstrip(_APOSTROPHES)}".rstrip() if head else ""


def _head(before: str) -> str:
    """The words before a value: of the last clause, from its verb where they are many."""
    piece = re.sub(r"\([^()]*\)", " ", before).rstrip(" ,(")
    parts = [part for part in re.split(r"[,;:()]\s*|\s(?:because|but|so)\s", piece) if part.strip()]
    if len(parts) > 1:
        last = re.sub(r"^\s*(?:which|who|that)\s", "", parts[-1])
        piece = last if len(last.split()) > 2 or verb_at(last) is not None else parts[-2]
    kept = _PRONOUN.sub("", piece.strip()).split()
    last = piece.rpartition(" and ")[2]
    if len(kept) > _WORDS_BEFORE and verb_at(last) == 0:
        kept = last.split()
    if len(kept) > _WORDS_BEFORE:
        kept = _last_verb(" ".join(kept)).split() or _opened(kept[-_WORDS_BEFORE:])
    while kept and kept[-1].casefold() in _ARTICLES:
        kept.pop()
    return " ".join(kept[1:] if kept and kept[0].casefold() in _ARTICLES else kept)


def _opened(kept: list[str]) -> list[str]:
    """Words from the first that says something: "least 40 of" begins at 40."""
    while kept and kept[0].casefold() in LOOSE:
        kept = kept[1:]
    return kept


def _last_verb(piece: str) -> str:
    """The words from the last verb that leaves eight words or fewer; "" where there is none."""
    at, rest = 0, piece
    while len(rest.split()) > _WORDS_BEFORE:
        step = verb_at(rest[1:])
        if step is None:
            return ""
        at, rest = at + step + 1, rest[step + 1 :]
    return rest
