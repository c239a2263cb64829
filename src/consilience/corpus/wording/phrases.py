"""Phrases for a reader: what thing a subject names, and where words may be cut."""

from __future__ import annotations

import re

from consilience.corpus.wording.verbs import verb_at
from consilience.text.wordlists import words

HOLE = "…"  # where the value stands in what is said
_LINK = re.compile(r"\[([^\]\n]{0,200})\]\([^)\n]{0,300}\)")
_MARKS = re.compile(r"[*`#|]+|(?<!\w)_+|_+(?!\w)")
_LEADING = re.compile(
    r"^(?:(?:for example|for instance|and|but|or|so|then|also|because|if|when|while|after|before|since|for|as|of|that"
    r"|until then|after that|at present|in addition|today|now|currently|once|yes|no|only|in|on|at|with|from|by|during"
    r"|under|within|without|out of|per|through|outside|bear in mind that"
    r"|(?:every|each) (?:day|week|month|year)|suppose|imagine|note|remember|please|agreed"
    r"|und|aber|wenn|et|mais|si|en|maar"
    r"|als)"
    r"\b,?\s*)+",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^(?:choose|fill in|set|press|click|keep|use|take|send|write|add|enter|submit|delete|select|install|run|store|wait"
    r"|put|wear|call|ring|ask|leave|check|make sure|bear in mind)\s+(?:that\s+|to\s+)?"
    r"(?=(?:the|your|our|a|an|all|any)\s)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:the|a|an|every|each|all|any|der|die|das|le|la|les|l'|de|het|el|los|las|our|your|its|their)\s+", re.IGNORECASE
)
# "Choose the voucher and it ...", "the dog, as long as it ...": the pronoun stands for what is before it.
_ECHO = re.compile(
    r"(?:,?\s+(?:and|but|so|as long as|if|when|because|before|after|now))?\s+(?:it|they|you|we|he|she)$", re.IGNORECASE
)
_ONLY_PRONOUN = re.compile(
    r"^(?:(?:and|but|or|so|then|that|this|these|those)\s*)?(?:it|they|this|that|these|those|you|we|he|she|one|there|both"
    r"|each|most|some|many|others?|which|who|what|i|here|them|us|yours|ours|those who|anyone|everyone|nobody)?$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"[;:!?()…]|[,.](?!\w)|\s(?:and|or|but|so|unless|until|because|when|while|if|that|which|where|who|once|then|whether"
    r"|und|oder|et|ou)\s"
)
LOOSE = words(
    """
    a an the and or but of to at in on with for by as that from if which is are be your our its it you so who than then
    when not until into up per each their this least most without before after under over between against during
    through about within they his her my we was were has have will would may can must since every
    """
)
_CLOSING = words("before after over through under")  # "on the day before" is whole
_PREPOSITIONS = words("of to at in on with for by as from into without before after under over between during through")


def cleaned(text: str) -> str:
    """A text on one line without markup; an underscore inside a name stays."""
    return " ".join(_MARKS.sub(" ", _LINK.sub(lambda match: match.group(1) or " ", text)).split())


def thing(subject: str, lead: str = "") -> str:
    """The thing that a subject names; where it is a pronoun, what the words that lead to it name; "" for neither."""
    named = _bare(subject)
    if _ONLY_PRONOUN.match(named):
        at = verb_at(lead)
        named = _bare(re.sub(r"\s+(?:onwards?|alone)$", "", lead[:at].strip()))
    return "" if _ONLY_PRONOUN.match(named) else named


def _bare(text: str) -> str:
    """A noun phrase without what leads to it, its article, and a pronoun that repeats it."""
    said = _ECHO.sub("", f" {text.strip(' ,;:()“”«»')}").strip()
    said = _IMPERATIVE.sub("", _LEADING.sub("", said))
    return closed(_ARTICLE.sub("", said), 10)


def closed(text: str, most: int) -> str:
    """At most so many words, cut before the phrase that would be left open."""
    whole = text.split()
    kept = whole[:most]
    if len(whole) > most:
        opens = next((back for back in (1, 2, 3) if kept[-back].casefold() in _PREPOSITIONS), 0)
        kept = kept[:-opens] if 0 < opens < len(kept) - 1 else kept
    loose = LOOSE if len(whole) > most else LOOSE - _CLOSING
    shown = len(kept)
    while kept and kept[-1].strip(".,;:") in loose:
        kept.pop()
    if 3 < len(kept) < shown and kept[-1].endswith("ing") and kept[-2] in _PREPOSITIONS:
        kept = kept[:-2]  # "without ending it"
    return " ".join(kept).strip(" ,;:-–")


def as_written(name: str, quote: str) -> str:
    """A name as its statement writes it, without marks: "disk.high_watermark", where markup was taken for an end."""
    between = r"[\s_*`]+"
    pattern = between.join(re.escape(word) for word in name.split())
    found = re.search(rf"{pattern}\)?", quote, re.IGNORECASE) if pattern else None
    text = cleaned(found.group(0)) if found else name
    text = text if text.count("(") == text.count(")") else name
    kept = text.split()
    while kept and not any(map(str.isalnum, kept[-1])):
        kept.pop()
    return " ".join(kept) or name
