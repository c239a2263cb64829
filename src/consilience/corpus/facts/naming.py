"""Names for the entity and the relation of a fact, in the document's own words (DESIGN section 5).

No parser is at hand, so the subject of a clause is what stands before its first finite verb. That is often right,
always readable, and never decides a match: keys are found from contexts, names are for the reader.
"""

from __future__ import annotations

import re

from consilience.corpus.facts.context import plain

_VERB = re.compile(
    r"\b(is|are|was|were|has|have|had|must|may|can|cannot|could|will|shall|should|needs?|gets?|receives?"
    r"|pays?|costs?|holds?|contains?|takes?"
    r"|runs?|begins?|starts?|closes?|opens?|lasts?|delivers?|appl(?:y|ies)|comes?|came|goes|sits?|lies"
    r"|keeps?|stays?|gives?|uses?|belongs?|falls?"
    r"|counts?|locks?|carries|carry|amounts?|stands?|ist|sind|war|hat|haben|muss|müssen|darf|kann|wird"
    r"|werden|beträgt|est|sont|ont|doit|peut"
    r"|sera|is|zijn|heeft|hebben|moet|mag|wordt|es|son|tiene|debe|puede"
    r"|[a-z]{3,}ed(?= (?:on|in|by|at|to|from|for|with|as|until|after)\b))\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^(it|they|this|that|these|those|you|we|he|she|one|there|each of them|both|which|who|your|our|my|its|their)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^\W*([^:.!?\n]{2,60}):\s")
_CLAUSE = re.compile(r"[;:—–]|, (?=and |but |or |while |which |who )|\s-\s")
_ARTICLE = re.compile(
    r"^(the|a|an|every|each|all|any|der|die|das|le|la|les|l'|de|het|el|los|las|our|your)\s+", re.IGNORECASE
)
_LEADING = re.compile(
    r"^(?:(?:for example|for instance|and|but|or|so|then|also|because|if|when|while|after|before|since|for|as|of|that"
    r"|yes|no|und|aber|wenn|et|mais|si|en|maar|als|y|pero)"
    r"\b,?\s*)+",
    re.IGNORECASE,
)
_EDGES = " \t.,;:()[]\"'“”„«»*_`-–—?!"
KIND_WORDS = {
    "quantity": "amount", "money": "amount of money", "percentage": "percentage", "date": "date",
    "time": "time", "duration": "duration",
    "count": "number", "version": "version", "identifier": "identifier", "name": "name", "yes_no": "allowed or true",
    "order": "first step", "category": "class",
}  # fmt: skip


def name_in_sentence(text: str, start: int, end: int, kind: str, above: str) -> tuple[str, str]:
    """(entity, relation) for a value at text[start:end]; `above` is the innermost heading, used when the subject is a
    pronoun."""
    label = _LABEL.match(text)
    if label and label.end() <= start + 1:
        return _trim(label.group(1)), KIND_WORDS[kind]
    clause_start, clause_end = _clause(text, start, end)
    clause = text[clause_start:clause_end]
    inner_start, inner_end = start - clause_start, end - clause_start
    verb = _VERB.search(clause, 0, max(inner_start, 0)) or _VERB.search(clause, inner_end)
    subject = _without(clause, verb.start() if verb else inner_start, inner_start, inner_end)
    begin = verb.start() if verb else 0
    masked = f"{clause[begin:inner_start]}…{clause[inner_end:]}" if begin <= inner_start else clause[begin:]
    relation = _trim(_LEADING.sub("", plain(masked).strip(_EDGES)), 9)
    entity = _trim(_LEADING.sub("", plain(subject).strip(_EDGES)), 9)
    if not entity or _PRONOUN.match(entity) or len(entity) < 3:
        entity = _trim(above, 10) or "this document"
    return entity, relation.strip(_EDGES + "…") or KIND_WORDS[kind]


def _without(clause: str, until: int, start: int, end: int) -> str:
    """The clause up to `until`, less the value at [start, end)."""
    return f"{clause[: min(start, until)]} {clause[end:until] if end < until else ''}"


def name_in_row(row_head: str, column: str, kind: str, above: str) -> tuple[str, str]:
    """(entity, relation) for a value in a table cell: the row's head and the column's head."""
    return _trim(plain(row_head), 12) or _trim(above, 10) or "this table", _trim(plain(column), 10) or KIND_WORDS[kind]


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
