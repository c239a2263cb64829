"""The words by which a question asks for a time, a place or an amount, and those by which an answer tells one.

Every pattern is bounded, so that the time it takes grows with the length of the text alone.
"""

from __future__ import annotations

import re

from consilience.corpus.matching.terms import stems
from consilience.text.wordlists import words

ASKS_WHEN = re.compile(
    r"(?:^|[.,;:?!] |\b(?:and|or|by|from|since|until|till|to|und|oder|bis|ab|seit|et|y|en) )"
    r"(?:when|wann|wanneer|quand|cuándo)\b|\b(?:what|which) (?:year|month|date|day|week|time)\b",
    re.IGNORECASE,
)
ASKS_WHERE = re.compile(r"(?:^|[.,;:?!] |\b(?:and|or) )(?:to |from )?where\b", re.IGNORECASE)
# Amounts that `wanted` leaves open, since a name may answer some of them: "up to what age", "what deposit".
ASKS_AMOUNT = re.compile(
    r"\b(?:below|above|up to|over) (?:what|which)\b|\bwhat (?:is|was|are) the (?:maximum|minimum)\b"
    r"|\bwhat (?:is the )?(?:\w+ )?(?:deposit|discount|reduction|surcharge|commission|rent|excess|wingspan|capacity"
    r"|payload)\b",
    re.IGNORECASE,
)

ASKS_NUMBER = re.compile(r"\b(?:number|port)\b", re.IGNORECASE)

# Not that of a code (TP-05, B7), unless it looks like a year.
NUMBER = re.compile(r"(?<![A-Za-z][-/])(?<![\w.,])\d+(?:[.,:/]\d+)*|(?<!\d)(?:1\d|20)\d\d(?!\d)")
SIZE = re.compile(r"\b\w{0,12}\d[\w.,:/]*")  # a code may be one: "up to A4"
AMOUNT = re.compile(
    r"\b(?:free|none|no|nothing|never|always|all|every|each|unlimited|half|once|twice|daily|weekly|monthly|yearly|annually"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|kostenlos|gratis|immediately|indefinitely"
    r"|kein|keine|forever|permanent(?:ly)?|fiver|tenner|until|till|for life|as \w{1,20} as|walking pace"
    r"|double|triple|an? (?:third|quarter|fifth|sixth|eighth|tenth|dozen|hundred|thousand|million))\b",
    re.IGNORECASE,
)
# A time in words, or by another event: "after the audit", "when the lamp goes out", "if it is refused".
TIME = re.compile(
    r"\b(?:when|whenever|while|until|till|before|after|once|during|since|upon|if|unless|as soon as|by the time|at once"
    r"|immediately|straight away|right away|instantly|now|today|tomorrow|yesterday|tonight|always|never|any ?time"
    r"|every|each|daily|weekly|monthly|quarterly|yearly|annually|later|earlier|soon|in advance|together with"
    r"|(?:at|on|in|by|from|towards?|with) (?:the |its |their )?(?:very )?(?:start|end|beginning|close|completion"
    r"|opening|arrival|departure|receipt|delivery|request|demand|release|launch)"
    r"|(?:mid)?night|noon|midday|mornings?|afternoons?|evenings?|lunch(?:time)?|days?|weekdays?|weekends?|weeks?|months?"
    r"|quarters?|years?|terms?|semesters?|seasons?|spring|summer|autumn|winter|holidays?|vacations?|easter|christmas"
    r"|wenn|sobald|bis|vor|nach|seit|während|bei|ab|sofort|immer|nie|jede[mnrs]?|täglich|wöchentlich|monatlich|jährlich"
    r"|heute|morgen|quand|lorsqu|dès|jusqu|avant|après|pendant|depuis|toujours|jamais|chaque|cuando|hasta|antes|después"
    r"|durante|desde|siempre|nunca|cada|wanneer|als|zodra|tot|voor|na|tijdens|sinds|altijd|nooit|elke?|meteen)\b",
    re.IGNORECASE,
)
THERE = re.compile(
    r"\b(?:upstairs|downstairs|outside|inside|outdoors|indoors|abroad|overseas|home|here|there|everywhere|nowhere|anywhere"
    r"|somewhere|online|underground|ashore|aboard|nearby|next door|left|right|north|south|east|west)\b",
    re.IGNORECASE,
)
# What may be a place: behind a preposition, behind "is the" or a colon, and a name.
PLACES = (
    re.compile(
        r"\b(?:in|at|on|to|into|onto|under|underneath|below|beneath|above|over|behind|besides?|between|among|near"
        r"|next to|opposite|inside|outside|within|across|along|around|past|through|via|towards?|against|off|up|down"
        r"|from)"
        r"\s+(?P<place>[^\s.,;:!?()]+(?:\s+[^\s.,;:!?()]+){0,3})",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:\b(?:is|are)\s+(?:now\s+)?(?:the|an?|our|your|its|their)\s+|[:=]\s{0,3})(?P<place>[^.;!?()]{2,60})",
        re.IGNORECASE,
    ),
    re.compile(r"(?<=[^\W_] )[\"'“‘]?(?P<place>[A-Z]\w+)"),
)
NOT_PLACES = stems(
    words(
        """
        january february march april may june july august september october november december monday tuesday wednesday
        thursday friday saturday sunday spring summer autumn winter morning afternoon evening night noon midnight today
        day week month year quarter season time moment hour minute second
        all any each every this that these those it them him her us me you one case order force advance addition fact
        total average general particular good need charge use request demand writing sale offer annex appendix section
        table chapter figure form page most least last first both elsewhere
        """
    )
)
