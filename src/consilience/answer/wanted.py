"""What kind of value a question asks for: "how long" a duration or a length, "who" a name."""

from __future__ import annotations

import re

from consilience.model import ValueKind

Kinds = frozenset[ValueKind]

_AMOUNT: Kinds = frozenset({"money", "quantity", "percentage", "count"})
_NUMBER: Kinds = frozenset({"count", "quantity", "percentage"})
_MOMENT: Kinds = frozenset({"date", "time", "duration"})
_LENGTH: Kinds = frozenset({"duration", "date", "quantity"})
_MEASURE: Kinds = frozenset({"quantity", "duration", "percentage", "count", "money"})
_PRICE: Kinds = frozenset({"money", "percentage"})
_CODE: Kinds = frozenset({"version", "identifier", "count"})
_STANCE: Kinds = frozenset({"yes_no"})
_ORDER: Kinds = frozenset({"order"})

# "When" and "who" also join clauses ("what happens when ..."): they ask only where a clause or a question begins.
_OPENS = (
    r"(?:^|[.,;:?!] "
    r"|\b(?:and|or|und|oder|en|et|y|by|from|since|until|till|to|with|von|seit|bis|depuis|desde|a|me|us|know) )"
)

# The first that fits decides, so the narrower stand first. English, German, Dutch, French, Spanish.
_WORDED: tuple[tuple[str, Kinds], ...] = (
    (
        r"\b(?:(?:what|which) (?:percentage|share|proportion|percent|rate)|prozent|procent|pourcentage|porcentaje)",
        frozenset({"percentage"}),
    ),
    (
        r"\b(?:(?:what|which) (?:year|month|date|day|week)|welche[smnr]? (?:jahr|tag|datum)|quelle (?:année|date))\b",
        frozenset({"date", "time", "count"}),
    ),
    (
        r"\b(?:how (?:long|soon|quickly|much time)|wie lange?|hoe ?lang|combien de temps|cuánto tiempo)\b",
        _LENGTH,
    ),
    (
        rf"{_OPENS}(?:when|wann|wanneer|quand|cuándo)\b|\b(?:what time|à quelle heure)\b|\bwhat (?:is |the )*deadline",
        _MOMENT,
    ),
    (r"\b(?:how (?:often|frequently)|wie oft|hoe vaak)\b", frozenset({"duration", "count", "date"})),
    (
        r"\b(?:how many|wie ?viele|hoeveel|combien d[e’']|cuánt[ao]s) (?:\w+ )?"
        r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden|minuten|stunden|tage|wochen|monate|jahre"
        r"|uren|uur|dagen|weken|maanden|heures|jours|semaines|mois|ans|horas|días|semanas|meses|años)\b",
        frozenset({"duration", "count"}),
    ),
    (r"\b(?:how many|wie ?viele|hoeveel|combien d[e’']|cuánt[ao]s|what number)", _NUMBER),
    (
        r"\bwhat (?:does|do|did|will|would|must) .{1,80} (?:cost|charge|pay|earn|owe)\b|\bhow (?:expensive|cheap)"
        r"|\b(?:was|wat) kostet?\b|\bcuánto cuesta"
        r"|\bwhat .{0,40}\b(?:prices?|fees?|fares?|costs?|charge[ds]?|salary|fine[ds]?|contributions?|paid"
        r"|penalt(?:y|ies))\b",
        _PRICE,
    ),
    (r"\b(?:how much|wie ?viel|combien|cuánto)\b", _AMOUNT),
    (
        r"\bhow (?:heavy|large|big|high|tall|wide|deep|fast|far|hot|cold|warm|thick|old|late|early|strong)\b"
        r"|\bwie (?:schwer|groß|hoch|weit|tief|schnell|warm|kalt|breit|dick|alt)\b"
        r"|\bhoe (?:zwaar|groot|hoog|ver|diep|snel|warm|koud|breed|oud)\b"
        r"|\bquelle (?:température|taille|vitesse|hauteur)\b"
        r"|\bwhat (?:\w+ )?(?:temperature|size|weight|speed|distance|pressure|height|length|width|depth|level|limit)",
        _MEASURE,
    ),
    (
        r"\b(?:which|what|welche|welk|quel|quelle|qué) (?:\w+ ){0,2}(?:version|port|code|number|release)\b",
        _CODE,
    ),
    (rf"{_OPENS}(?:who|whom|whose|wer|wem|wen|wie is|qui|quién)\b", frozenset({"name"})),
)
_KINDS = tuple((re.compile(pattern), kinds) for pattern, kinds in _WORDED)
_ASKS_ORDER = re.compile(
    r"\b(?:which|what) order\b|\bcomes? first\b|\bfirst (?:thing|step)\b|\bbefore or after\b|\bor .{1,60} first\b"
)
_ASKS_WHETHER = re.compile(
    r"(?:may|can|could|must|should|shall|is|are|was|were|do|does|did|will|has|have|am"
    r"|darf|dürfen|muss|kann|ist|sind|mag|moet|est-ce|peut-on|puedo|es)\b(?! you (?:tell|say|explain))"
)


# Where one question ends and the next begins: at its end, and before a question word that joins on.
_NEXT = re.compile(
    r"(?<=[?.!]) +|, (?=(?:what|when|why|how|who)\b)|,? (?:and|or|und|oder|en|et|y),? "
    r"(?=(?:(?:by|from|at|to|for|in|on|under|with|until) )?"
    r"(?:what|when|where|who|whom|whose|why|how|which|wann|wie|was|wo|wer|wanneer|hoe|wat|waar|quand|comment|où"
    r"|cuándo|cómo|dónde)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?$|^(?:(?:by|from|at|to|for|in|on|under|with|until) )?(?:what|when|where|who|whom|whose|why|how|which)\b",
    re.IGNORECASE,
)
_MOST_PARTS = 5


def parts(question: str) -> tuple[str, ...]:
    """The questions that a question is made of: "When is it due, and how long can I object?" asks two. One that cannot
    be parted is its own only part; sentences that ask nothing ("My line is down.") belong to no part.
    """
    pieces = [piece.strip(" ,;:") for piece in _NEXT.split(" ".join(question.split()))]
    asking = [piece for piece in pieces if _ASKS.search(piece)]
    return tuple(asking[:_MOST_PARTS]) if len(asking) > 1 else (question,)


def wanted(question: str) -> Kinds:
    """The kinds of value that would answer a question; none where its words do not say ("What happened to T-119?")."""
    asked = " ".join(question.casefold().split())
    last = re.split(r"[.!?] ", asked.rstrip("?!. "))[-1]
    if _ASKS_ORDER.search(last):
        return _ORDER
    if _ASKS_WHETHER.match(last):
        return _STANCE
    return next((kinds for pattern, kinds in _KINDS if pattern.search(asked)), frozenset())
