"""What an answer says that is no claim: greetings, offers, hedges, and refusals to answer, in the common languages.

The patterns look at one sentence at a time, on one line, without emoji; each repetition in them is bounded.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE
_SOURCE = (
    r"(?:sources?|documents?|docs|documentation|contexts?|evidence|passages?|texts?|information|materials?|knowledge ?base"
    r"|articles?|excerpts?|records?|content|snippets?|results?|files?|pages?|references?)"
)
_TELLS = (
    r"(?:contain|mention|say|state|provide|include|specify|give|answer|address|indicate|tell|cover|discuss|describe"
    r"|reveal|name|list|explain|clarify|disclose|offer|have|hold|support|allow|detail|note|show|identify)"
)
_TOLD = (
    r"(?:mentioned|stated|specified|provided|given|covered|discussed|addressed|found|included|described|indicated"
    r"|disclosed|listed|explained|contained|named|answered|determined|inferred|established|clear|known|available)"
)
_INFORMATION = r"(?:information|answer|data|details?|mention|indication|documents?|context|evidence|record|results?)"
_NOT = r"(?:do|does|did|can|could|would|will|is|are|was|were|am|have|has)(?: ?not|n['’]?t)|cannot|can ?not"

_REFUSALS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        # I do not know; I could not find anything; we have no information; I'm unable to tell
        rf"^(?:(?:i['’]?m |i am )?(?:very |so )?sorry[,.]? ?(?:but )?|unfortunately,? |apologies,? (?:but )?)?"
        rf"(?:(?:i (?:(?:really|just|simply|currently|honestly) )?(?:{_NOT})\b.{{0,60}}"
        rf"\b(?:provide|confirm|see|have|help|able|sure|certain|aware|access|assist|comment|verify|give))"
        rf"|(?:(?:i|we) (?:{_NOT})\b.{{0,30}}\b(?:know|find|found|answer|tell|say|determine|locate|identify)))\b",
        r"^(?:(?:i['’]?m|i am|we['’]?re|we are)(?: very| so)? sorry[,.]? (?:but )?)?(?:i|we)"
        r"(?:['’]?m| am|['’]?re| are| was| were)? (?:unable|not able|not (?:sure|certain|aware)|unsure|uncertain|at a loss)\b",
        r"^(?:i|we) (?:have|found|find|see) (?:no|nothing|insufficient|not enough|neither)\b",
        # the documents do not say; the context contains no answer
        rf"\b{_SOURCE}\b.{{0,60}}?\b(?:do|does|did)(?: ?not|n['’]?t) (?:\w{{1,12}} )?{_TELLS}\b",
        rf"\b{_SOURCE}\b.{{0,40}}?\b{_TELLS}(?:s|es|ed)? (?:no|nothing|neither|insufficient|not enough)\b",
        rf"\b{_SOURCE}\b.{{0,40}}?\b(?:has|have|had|lacks?|is silent|are silent|lacking)(?: (?:no|any|on|about))?\b"
        rf".{{0,30}}\b{_INFORMATION}\b",
        rf"\b{_SOURCE} (?:is|are|was|were) (?:insufficient|not (?:sufficient|enough)|silent|inconclusive|empty)\b",
        rf"\b(?:none|neither) of (?:the|these|those) .{{0,30}}?\b{_SOURCE}\b",
        # no information is given; there is nothing about it in the documents; it is not stated
        rf"^(?:unfortunately,? |sorry,? |there (?:is|was|are|were)(?: also)? )?(?:no|not enough|insufficient|not any)"
        rf" (?:\w{{1,15}} ){{0,2}}{_INFORMATION}\b(?: (?:is|was|are|were|can be|could be|has been|have been)"
        rf" (?:\w{{1,12}} )?{_TOLD}\b| (?:in|on|about|regarding|concerning|as to|that|to)\b|\W*$)",
        rf"^there (?:is|was) nothing\b.{{0,60}}\b{_SOURCE}\b",
        rf"^(?:(?:this|that|it|the answer|the question|which|what|who|when|where|how|why)\b.{{0,80}}?"
        rf"(?:{_NOT}) (?:\w{{1,12}} )?(?:be )?{_TOLD})(?: (?:here|there|anywhere|explicitly|yet|so far))?[.!]*$",
        rf"(?:{_NOT}) (?:\w{{1,12}} )?(?:be )?{_TOLD}\b.{{0,40}}\b(?:in|by|from|within|among)"
        rf" (?:any of )?(?:the |this |these |those |your |any |my )?(?:\w{{1,12}} ){{0,2}}{_SOURCE}\b",
        rf"^(?:it|this|that|the (?:answer|question)) (?:{_NOT}) (?:\w{{1,12}} )?(?:possible|be|answerable|clear)\b",
        rf"^(?:not|nowhere|never) (?:\w{{1,12}} )?{_TOLD}\b",
        r"^(?:idk|i dunno|dunno|no idea|no clue|no answer|no comment|not sure|unknown|unclear|unanswerable|n/?a|none found"
        r"|nothing found|no results?|no match(?:es)?|not applicable|can['’]?t say|cannot say|hard to say)\b[\w ,]{0,30}\W*$",
        r"^i (?:have|['’]ve) (?:absolutely )?no (?:idea|clue|knowledge)\b",
        # German
        r"^(?:leider |das |dazu )?(?:ich|wir|weiß|weiss|kann|konnte|habe|haben|finde|liegt|liegen|gibt)\b.{0,80}"
        r"\b(?:nicht|keine?n?|nichts)\b.{0,60}\b(?:sagen|beantworten|finden|gefunden|informationen?|angaben?|antwort"
        r"|auskunft|vor|weiß|wissen|ermitteln)\b",
        r"^(?:das |leider )?(?:ich )?(?:weiß|weiss) (?:ich )?(?:es |das )?(?:leider )?nicht\b",
        r"\b(?:dokument\w{0,4}|quellen?|unterlagen|kontext\w{0,2}|texte?n?|angaben|informationen|auszüge?n?)\b.{0,80}"
        r"\b(?:nicht|keine?n?|nichts)\b.{0,60}\b(?:enthalten|enthält|erwähn\w{1,4}|genannt|nennen|nennt|angegeben|hervor"
        r"|finden|gefunden|beantwort\w{1,4}|angabe\w{0,2}|informationen?|gesagt|sagt|sagen)\b",
        r"\b(?:enthält|enthalten|nennt|nennen|erwähnt|erwähnen|sagt|sagen|geben|gibt)\b.{0,40}"
        r"\b(?:keine (?:angaben?|informationen?|antwort|aussage)|nichts)\b",
        r"^(?:dazu |darüber |hierzu )?(?:liegen|gibt es) (?:mir |uns )?(?:leider )?keine\b",
        r"^keine (?:angaben?|antwort|informationen?|ahnung)\b",
        # French
        r"^(?:désolée?,? |malheureusement,? )?(?:je|nous) (?:ne |n['’])\w{1,14}.{0,40}\b(?:pas|rien|aucune?)\b",
        r"\b(?:documents?|contextes?|sources?|textes?|extraits?|informations?|passages?)\b.{0,40}\b(?:ne |n['’])"
        r"(?:contien|mentionn|précis|dis|di|fourni|donn|répond|indiqu|permet|perme|spécifi)\w{0,6}\b.{0,20}"
        r"\b(?:pas|rien|aucune?)\b",
        r"\b(?:ne |n['’])(?:est|sont) (?:pas|nulle part) (?:mentionné|précisé|indiqué|spécifié|fourni|donné|disponible)",
        r"^(?:il n['’]y a )?(?:aucune|pas d['’]|pas de) ?(?:information|réponse|mention|donnée)",
        # Spanish
        r"^(?:lo siento,? (?:pero )?)?no (?:lo )?(?:sé|puedo|encuentro|encontré|tengo|dispongo|hay|existe)\b.{0,60}"
        r"(?:información|respuesta|responder|datos|saber|decir|determinar|mención|^no (?:lo )?sé)",
        r"^no (?:lo )?sé\b",
        r"\b(?:documentos?|contextos?|fuentes?|textos?|información|pasajes?)\b.{0,40}\bno (?:se )?(?:contien|mencion|indic"
        r"|especific|dic|proporcion|respond|ofrec|da|dan|incluy)\w{0,6}\b",
        # Polish, Italian, Dutch, Portuguese
        r"^(?:niestety,? )?(?:nie wiem|brak (?:informacji|danych|odpowiedzi)|nie (?:ma|mam|znalazłe?a?m) .{0,30}informacji)",
        r"\b(?:dokument\w{0,4}|źródł\w{0,3}|kontek\w{0,4}|teks\w{0,4})\b.{0,40}\bnie (?:zawiera|wspomina|podaj|określa|mówi)",
        r"^(?:purtroppo,? )?non (?:lo )?(?:so|posso rispondere|trovo|ho (?:trovato )?informazioni|ci sono informazioni)\b",
        r"\b(?:document[oi]|contest[oi]|font[ei]|test[oi]|informazioni)\b.{0,40}\bnon (?:contien|contengon|menzion|indic"
        r"|specific|dic|forni|rispond)\w{0,6}",
        r"^(?:helaas )?(?:ik weet (?:het|dat) niet|ik kan .{0,40}niet|geen (?:informatie|antwoord|idee))\b",
        r"\b(?:documenten|document|bronnen|bron|context|tekst)\b.{0,60}\b(?:niet|geen)\b.{0,40}(?:vermeld|genoemd"
        r"|informatie|antwoord|bevat|gevonden|aangegeven)",
        r"^(?:infelizmente,? )?(?:eu )?não (?:sei|posso responder|encontrei|há informaç|tenho informaç)",
        r"\b(?:documentos?|contextos?|fontes?|textos?)\b.{0,40}\bnão (?:cont[eé]m|mencion|indic|especific|diz|fornec)\w{0,4}",
    )
)  # fmt: skip

_MANNERS = tuple(
    re.compile(rf"^(?:{pattern})\W*$", _I)
    for pattern in (
        r"(?:hi|hello|hey|greetings|dear|good (?:morning|afternoon|evening|day)|welcome)(?:[ ,]+[\w.' -]{1,40})?",
        r"(?:hallo|guten (?:tag|morgen|abend)|bonjour|bonsoir|hola|buenos días|ciao|cześć|dzień dobry)(?:[ ,]+[\w.' -]{1,30})?",
        r"(?:many |kind |best |warm )?(?:thanks|thank you|regards|wishes|cheers|sincerely|yours)\b.{0,80}",
        r"(?:danke|vielen dank|merci|gracias|grazie|dziękuję|mit freundlichen grüßen|viele grüße|cordialement|saludos)\b.{0,60}",
        r"(?:sure|of course|certainly|absolutely|great|okay|ok|alright|right|gladly|no problem|understood|got it|gerne"
        r"|natürlich|bien sûr|claro|certo)(?: thing)?",
        r"(?:that(?:['’]s| is) )?(?:a )?(?:very )?(?:great|good|excellent|interesting) question.{0,40}",
        r"you(?:['’]re| are) (?:very |most )?welcome.{0,30}",
        r"(?:i(?:['’]m| am|['’]d be| would be)|we(?:['’]re| are)) (?:(?:always|very|so) )?(?:here|happy|glad|pleased|delighted)"
        r" (?:to|for) .{0,60}",
        r"(?:happy|glad|pleased) to (?:help|assist).{0,40}",
        r"(?:i )?(?:really )?hope (?:this|that|it|you)\b.{0,80}",
        r"(?:please )?(?:just )?(?:let me know|feel free|don['’]t hesitate|do not hesitate|reach out)\b.{0,120}",
        r"(?:if|should) you (?:have|need|want|would like|require)\b.{0,60}\b(?:questions?|help|assistance|details"
        r"|information|clarification|anything else|know|contact|ask)\b.{0,60}",
        r"(?:is there|can i|could i|may i|how can i|how may i|what else can i|do you|would you)\b.{0,100}\?",
        r"have a (?:great|good|nice|lovely|wonderful) .{1,30}",
        r"(?:as|being) an? (?:ai|artificial|large|language)\b.{0,60}",
        r"let(?: me|['’]s)\b.{0,60}(?:look|see|check|explain|break|help|walk|start)\b.{0,60}",
        r"i(?:['’]ll| will| can| would be happy to)\b.{0,20}\b(?:help|assist|explain|answer|summari[sz]e)\b.{0,80}",
        # what leads over
        r"(?:here(?:['’]s| is| are)|below (?:is|are)|the following (?:is|are))\b.{0,100}:",
        r"(?:based on|according to|from|given|in|per) (?:the |this |these |your |my )?(?:\w{1,14} ){0,3}"
        rf"{_SOURCE}(?: (?:provided|given|above|below|you (?:gave|provided|shared)))?",
        r"(?:in )?(?:summary|conclusion|short|answer|final answer|short answer|response|explanation|tl;?dr|sources?|citations?"
        r"|references?|antwort|fazit|quellen?|réponse|respuesta)",
        r"(?:sources?|citations?|references?|quellen?)\s*:.{1,300}",
        # hedges
        r"(?:please )?(?:note|keep in mind|be aware|remember)?(?: that)?,? ?(?:this|these|it|policies|details|information|rules"
        r"|things|the (?:details|information|rules|answer))(?: \w{1,14}){0,2} (?:may|might|can|could) (?:vary|change|differ|be"
        r" (?:outdated|incomplete|inaccurate|wrong|different|subject))\b.{0,60}",
        r"(?:please |you (?:should|may want to|might want to) |i (?:would )?(?:recommend|suggest|advise) (?:that you |you )?"
        r"|it is (?:best|advisable|recommended) to )?(?:verify|double-check|confirm|consult|consulting|refer to|check with"
        r"|checking|contact)\b.{0,60}\b(?:official|documentation|professional|lawyer|attorney|doctor|physician|expert|hr"
        r"|human resources|original source|yourself)\b.{0,60}",
        r"(?:this is )?(?:just )?(?:i think so|i believe so|i guess(?: so)?|my best guess|to (?:the best of )?my knowledge"
        r"|as far as i (?:know|can tell)|not (?:legal|medical|financial) advice)",
        r"i(?:['’]m| am) (?:not )?(?:entirely|completely|fully|totally|100%|quite|absolutely|fairly|pretty) (?:sure|certain).{0,40}",
        r"i (?:could|may|might) be (?:wrong|mistaken).{0,40}",
    )
)  # fmt: skip

# What stands before a claim and is no part of it: "Based on the context, ..."
_LEAD = re.compile(
    r"(?:(?:hi|hello|hey|sure|of course|certainly|absolutely|great question|okay|ok)(?: there)?[,!.:]\s+"
    r"|(?:unfortunately|sorry|however|additionally|also|moreover|furthermore|in addition|therefore|thus|finally),\s+"
    r"|(?:based on|according to|as per|per|from|given|as (?:stated|mentioned|described|noted) in) (?:the |this |these |your )"
    rf"(?:\w{{1,14}} ){{0,2}}{_SOURCE}(?: (?:provided|given|above|below|you (?:gave|provided|shared)))?[,:]\s+"
    rf"|(?:the |this |these )(?:\w{{1,14}} ){{0,2}}{_SOURCE} (?:says?|states?|mentions?|indicates?|shows?|notes?|confirms?) that\s+"
    r"|(?:final |short |the )?(?:answer|response)(?: is)?:\s+|(?:in )?(?:summary|short|conclusion)[,:]\s+"
    r"|(?:to answer your question|to summari[sz]e)[,:]\s+)",
    _I,
)  # fmt: skip
_MOST_LEADS = 3


def is_refusal(sentence: str) -> bool:
    """Whether a sentence says that the question is not answered: "The documents do not say."."""
    return any(pattern.search(sentence) for pattern in _REFUSALS)


def is_manner(sentence: str) -> bool:
    """Whether a sentence only greets, offers, leads over or hedges, so that nothing in it could be true or false."""
    return any(pattern.match(sentence) for pattern in _MANNERS)


def lead_of(sentence: str) -> int:
    """How many characters at its beginning belong to no claim."""
    at = 0
    for _ in range(_MOST_LEADS):
        found = _LEAD.match(sentence, at)
        if found is None or not any(map(str.isalnum, sentence[found.end() :])):
            break
        at = found.end()
    return at
