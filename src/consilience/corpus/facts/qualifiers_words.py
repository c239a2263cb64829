"""The words by which a statement, or a heading, limits a value; those of the languages that the reader knows.

Each entry states why it limits (corpus/facts/qualifiers.py).
"""

from __future__ import annotations

import re

from consilience.text.guarded import Guarded

_FLAGS = re.IGNORECASE

_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai"
    "|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre"
    "|januari|februari|maart|mei|augustus|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre"
    "|noviembre|diciembre"
)
# One pattern for each kind.
PATTERNS: dict[str, Guarded] = {
    # the clause speaks of a time that is over, and says so ("is used to heat" speaks of a use)
    "superseded": Guarded(
        r"\b(until (?:now|recently)|till now|formerly|previously"
        r"|(?<!is )(?<!are )(?<!be )(?<!been )(?<!was )(?<!were )(?<!being )(?<!grown )(?<!get )(?<!got )used to"
        r"|no longer (?:valid|applies|apply|in force|current|the case|true|holds?|stands?)"
        r"|no longer(?= (?:\S+ )?[£€$\d])"
        r"|in the past|back then|in those days"
        r"|(?<!replaces the )(?<!replacing the )(?<!instead of the )(?<!unlike the )(?:old|former|previous|earlier) "
        r"(?:rates?|limits?|fees?|prices?|rules?|value|figure|tariffs?|version|procedure|deadline|charges?|surcharge|policy"
        r"|contract|scheme|agreement|year(?= |’|'|$))|\(expired\)|expired (?:contract|agreement|terms)"
        r"|was (?:replaced|superseded|abolished|withdrawn|repealed)"
        r"|the (?:year|month|quarter|season) before(?=[,.;:]|$| it | there )|a year (?:before|earlier)(?=[,.;:]|$| it )"
        r"|(?:in )?the (?:previous|preceding) (?:year|month|quarter|season)"
        r"|years ago|originally|bisher|ehemals|auparavant|autrefois"
        r"|voorheen|vroeger|antes(?! de\b)|anteriormente)\b",
        _FLAGS,
    ),
    # not in force yet, or only intended
    "planned": Guarded(
        r"\b((?:was|were) to (?:be|have|open|start|close|arrive|come|begin|end)\b|plans? to|intend(?:s|ed)? to"
        r"|(?<!may )(?<!may be )(?<!than )(?<!than it was )planned(?! day| date| time)"
        r"|proposed|proposal|draft|forecast|was due (?:in|on|by)|were due (?:in|on|by)"
        r"|expected to (?:be|rise|fall|reach|grow|open|close|start|begin|end|take|last|cost|become|come|drop|double)"
        r"|is due to|under consideration|would (?:rise|become|be raised|decide|apply)"
        r"|if the (?:board|council|committee|parliament|owners|members|regulator) (?:agrees?|approves?|consents?)"
        r"|targeted for|according to (?:the )?(?:plan|schedule)|geplant|soll(?:en)? ab"
        r"|entwurf|prévu|gepland|previsto)\b",
        _FLAGS,
    ),
    "exception": Guarded(
        r"\b((?<!without )(?<!no )exceptions?|exceptionally|notwithstanding|in exceptional cases"
        r"|(?<!ohne )ausnahme\w*|ausnahmsweise|exceptionnellement|uitzondering\w*)\b",
        _FLAGS,
    ),
    # a case that is only thought of: "if it scaled in a straight line, you'd see ..."
    "hypothetical": Guarded(
        r"\bif (?:it|they|this|all|every|everything|everybody)\b[^.;]{3,80}"
        r"(?:\bwould\b|\bcould have\b|\w(?:'|’)d\b)(?! (?:like|prefer|rather))"
        r"|\bif\b[^.;]{3,80}\bwere to\b"
        r"|\bwould have (?:been|had|cost|taken|needed)\b|\bin theory\b|\bhypothetical(?:ly)?\b|\bwere it not\b",
        _FLAGS,
    ),
    "minimum": Guarded(
        r"\b(at least|minimum|min\.|lowest|no (?:less|fewer) than|not (?:less|fewer|under|below) than|oldest"
        r"|smallest|shortest|lower (?:bound|limit)|mindestens|mindest\w+|au moins|minstens"
        r"|al menos|never (?:drop|fall) (?:under|below)|or more|and above)\b",
        _FLAGS,
    ),
    "maximum": Guarded(
        r"\b(at most|maximum|max\.|highest|no more than|not more than|up to|as many as|not exceed"
        r"|limit(?:ed)? (?:to|of|is)|largest|longest|höchstens|höchst\w+|au plus|hoogstens"
        r"|a lo sumo|ceiling|cap(?:ped)?|at the most|upper (?:bound|limit))\b",
        _FLAGS,
    ),
    "average": Guarded(
        r"\b(on average|averaged|(?<!their )(?<!your )(?<!his )(?<!her )average(?! (?:is|drops?|falls?|sinks?|must))"
        r"|mean(?! that| you| to)|median|durchschnitt\w*|moyenne|gemiddeld|promedio)\b",
        _FLAGS,
    ),
    "total": Guarded(r"\b(in total|altogether|all told|insgesamt|au total|in totaal|en total)\b", _FLAGS),
    "each": Guarded(
        r"\b(?:each(?=[.,;:)]|$)|per (?:unit|piece|pump|set|item)\b|apiece\b|jeweils\b|je stück|chacun\b)",
        _FLAGS,
    ),
}
# What follows "for example" is one, up to the next comma; what stands before it is no example.
EXAMPLE = Guarded(
    r"\b(for example|for instance|e\.g\.|zum beispiel|z\.\s?b\.|par exemple|bijvoorbeeld|por ejemplo)", _FLAGS
)
# These make an example of the whole sentence that they open, and of what stands under such a heading.
SUPPOSED = Guarded(
    r"^\W*(?:let us (?:take|say|assume)|let's (?:take|say)|suppose|imagine|assume|assuming|say you|example:|angenommen"
    r"|supposons|stel (?:dat|je)|supongamos)\b",
    _FLAGS,
)
EXAMPLES = Guarded(
    r"\b(?:example|exercise|hypothetical|illustration|sample (?:calculation|case)"
    r"|beispiel|exemple|voorbeeld|ejemplo)s?\b",
    _FLAGS,
)
OPINION = Guarded(
    r"\b(in my (?:opinion|view|eyes)|i think|i believe|personally i|i would"
    r"|(?:some|many|most|people) (?:say|think|believe)"
    r"|would be (?:plenty|adequate|enough|fair|better|ideal|nice)|would (?:welcome|prefer)"
    r"|, (?:\w+ ){1,3}(?:argues?|complains?)"
    r"|complain(?:s|ed)?|grumbl\w+|rumou?r\w*|allegedly|supposedly|mistakenly|hearsay|urban myth"
    r"|it is said|reckon(?:s)? (?:that|he|she|they)|wish(?:es)? (?:for|that)|meiner meinung|à mon avis"
    r"|volgens mij|en mi opinión|could leave|suggest(?:s|ed) (?:that|we|a))\b",
    _FLAGS,
)
# "until 31 March it was £10": a limit in time and a verb of the past make an old value, either alone does not.
UNTIL = Guarded(
    r"\bfrüher\b"
    rf"|\b(?:until|up to|till|before|prior to|up until|bis|vor|jusqu'(?:à|en|au)|tot|hasta)\b"
    r"(?! (?:he|she|it|they|we|you) )"
    rf"[^.;:,]{{0,30}}?"
    rf"(?:\b(?:{_MONTHS})\b|\b(?:19|20)\d\d\b|\bthen\b|\blast (?:year|month|spring|summer|autumn|winter)\b"
    r"|\bthe (?:reform|merger|move|change|switch|relaunch|takeover)\b)",
    _FLAGS,
)
PAST = Guarded(
    r"\b(?:was|were|had|could|paid|opened|stood|applied|cost|lay|amounted|washed|galt|war|waren"
    r"|betrug|hatten?|lag|wurden?|était|étaient|avait|gold|bedroeg|era|eran|costaba)\b",
    _FLAGS,
)
# Directly before a value: the statement says that it does not hold. "Not more than 5" says that 5 is a limit.
DENIED = Guarded(
    r"(?:\b(?:is|are|was|were)(?: not|n['’]t)"
    r"|\b(?:does|do|did)(?: not|n['’]t) (?:cost|take|last|weigh|need|hold|have|be|run|pay|get|come to|amount to)"
    r"|\brather than|\binstead of|, not|\bno longer|\bist nicht|\bn'est pas|\bis niet)"
    r"\s+(?:the |an? |about |as much as )?$",
    _FLAGS,
)
# What those whom a rule is for intend to do is no plan of the rule: "who plan to stay", "if you intend to".
SOMEBODY = Guarded(r"\b(?:who|whoever|anyone|anybody|those|if you|you|not)\b[^.;]*$", _FLAGS)
# Of headings, those of texts that are not in force: "planned interruptions" will happen, a draft may not.
PROPOSED = Guarded(
    r"\b(drafts?|proposals?|proposed|consultation|forecasts?|entwurf|prévisions?|prévu|voorstel)\b", _FLAGS
)
# Column heads that make a whole row a plan, and words that make a sentence one as well: two plans can contradict.
PLANNED_ROW = Guarded(
    r"\b(next due|due|due date|planned|scheduled|schedule|budget|forecast|target|estimated?|expected|fällig|geplant)\b",
    _FLAGS,
)
FUTURE = Guarded(r"\b(will be|is to be|are to be|shall be|wird|werden|sera|zal|será)\b", _FLAGS)
YEAR = Guarded(r"(?<![\w./-])((?:19|20)\d\d)(?:[/–-](?:\d\d|\d{4}))?(?![\w-]|\.\d)")
QUARTER = Guarded(
    r"\b(q[1-4]|h[12]|(?:first|second|third|fourth) quarter|winter|summer|spring|autumn|last year|this year"
    r"|last month|last week)\b",
    _FLAGS,
)
VERSION = Guarded(r"\b(?:v|version |release |issue |edition )?(\d+\.(?:\d+|x)(?:\.\d+)?)\b(?!\s?%)", _FLAGS)
QUOTED = Guarded(r"[\"“„«][^\"”“»]{25,}[\"”“»]")
CLAUSE_END = re.compile(
    r";|\s[–—]\s|[.!?]\s|,\s(?:but|while|whereas|though|although|and now|aber|während|mais|tandis|maar|terwijl|pero)\s",
    _FLAGS,
)
