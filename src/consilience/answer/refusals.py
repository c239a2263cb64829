"""Refusals to answer, in the common languages: "The documents do not say."

The patterns look at one sentence at a time, on one line, without emoji; each repetition in them is bounded.
"""

from __future__ import annotations

import re

from consilience.text.guarded import Guarded

_I = re.IGNORECASE
SOURCE = (
    r"(?:sources?|documents?|docs|documentation|contexts?|evidence|passages?|texts?|information|materials?"
    r"|knowledge ?base"
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
    Guarded(pattern, _I)
    for pattern in (
        # I do not know; I could not find anything; we have no information; I'm unable to tell
        rf"^(?:(?:i['’]?m |i am )?(?:very |so )?sorry[,.]? ?(?:but )?|unfortunately,? |apologies,? (?:but )?)?"
        rf"(?:(?:i (?:(?:really|just|simply|currently|honestly) )?(?:{_NOT})\b.{{0,60}}"
        rf"\b(?:provide|confirm|see|have|help|able|sure|certain|aware|access|assist|comment|verify|give))"
        rf"|(?:(?:i|we) (?:{_NOT})\b.{{0,30}}\b(?:know|find|found|answer|tell|say|determine|locate|identify)))\b",
        r"^(?:(?:i['’]?m|i am|we['’]?re|we are)(?: very| so)? sorry[,.]? (?:but )?)?(?:i|we)"
        r"(?:['’]?m| am|['’]?re| are| was| were)? (?:unable|not able|not (?:sure|certain|aware)|unsure"
        r"|uncertain|at a loss)\b",
        r"^(?:i|we) (?:have|found|find|see) (?:no|nothing|insufficient|not enough|neither)\b",
        # the documents do not say; the context contains no answer
        rf"\b{SOURCE}\b.{{0,60}}?\b(?:do|does|did)(?: ?not|n['’]?t) (?:\w{{1,12}} )?{_TELLS}\b",
        rf"\b{SOURCE}\b.{{0,40}}?\b{_TELLS}(?:s|es|ed)? (?:no|nothing|neither|insufficient|not enough)\b",
        rf"\b{SOURCE}\b.{{0,40}}?\b(?:has|have|had|lacks?|is silent|are silent|lacking)(?: (?:no|any|on|about))?\b"
        rf".{{0,30}}\b{_INFORMATION}\b",
        rf"\b{SOURCE} (?:is|are|was|were) (?:insufficient|not (?:sufficient|enough)|silent|inconclusive|empty)\b",
        rf"\b(?:none|neither) of (?:the|these|those) .{{0,30}}?\b{SOURCE}\b",
        # no information is given; there is nothing about it in the documents; it is not stated
        rf"^(?:unfortunately,? |sorry,? |there (?:is|was|are|were)(?: also)? )?(?:no|not enough|insufficient|not any)"
        rf" (?:\w{{1,15}} ){{0,2}}{_INFORMATION}\b(?: (?:is|was|are|were|can be|could be|has been|have been)"
        rf" (?:\w{{1,12}} )?{_TOLD}\b| (?:in|on|about|regarding|concerning|as to|that|to)\b|\W*$)",
        rf"^there (?:is|was) nothing\b.{{0,60}}\b{SOURCE}\b",
        rf"^(?:(?:this|that|it|the answer|the question|which|what|who|when|where|how|why)\b.{{0,80}}?"
        rf"(?:{_NOT}) (?:\w{{1,12}} )?(?:be )?{_TOLD})(?: (?:here|there|anywhere|explicitly|yet|so far))?[.!]*$",
        rf"(?:{_NOT}) (?:\w{{1,12}} )?(?:be )?{_TOLD}\b.{{0,40}}\b(?:in|by|from|within|among)"
        rf" (?:any of )?(?:the |this |these |those |your |any |my )?(?:\w{{1,12}} ){{0,2}}{SOURCE}\b",
        rf"^(?:it|this|that|the (?:answer|question)) (?:{_NOT}) (?:\w{{1,12}} )?"
        r"(?:possible to|be (?:said|told|determined|answered)|answerable)\b",
        rf"^(?:not|nowhere|never) (?:\w{{1,12}} )?{_TOLD}\b",
        r"^(?:idk|i dunno|dunno|no idea|no clue|no answer|no comment|not sure|unknown|unclear|unanswerable|n/?a"
        r"|none found"
        r"|nothing found|no results?|no match(?:es)?|not applicable|can['’]?t say|cannot say"
        r"|hard to say)\b[\w ,]{0,30}\W*$",
        r"^i (?:have|['’]ve) (?:absolutely )?no (?:idea|clue|knowledge)\b",
        # German
        r"^(?:leider |das |dazu )?(?:ich|wir|weiß|weiss|kann|konnte|habe|haben|finde|liegt|liegen|gibt)\b.{0,80}"
        r"\b(?:nicht|keine?n?|nichts)\b.{0,60}\b(?:sagen|beantworten|finden|gefunden|informationen?|angaben?|antwort"
        r"|auskunft|vor|weiß|wissen|ermitteln)\b",
        r"^(?:das |leider )?(?:ich )?(?:weiß|weiss) (?:ich )?(?:es |das )?(?:leider )?nicht\b",
        r"\b(?:dokument\w{0,4}|quellen?|unterlagen|kontext\w{0,2}|texte?n?|angaben|informationen|auszüge?n?)\b.{0,80}"
        r"\b(?:nicht|keine?n?|nichts)\b.{0,60}\b(?:enthalten|enthält|erwähn\w{1,4}|genannt|nennen|nennt"
        r"|angegeben|hervor"
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
        r"\b(?:ne |n['’])(?:est|sont) (?:pas|nulle part) (?:mentionné|précisé|indiqué|spécifié|fourni|donné"
        r"|disponible)",
        r"^(?:il n['’]y a )?(?:aucune|pas d['’]|pas de) ?(?:information|réponse|mention|donnée)",
        # Spanish
        r"^(?:lo siento,? (?:pero )?)?no (?:lo )?(?:sé|puedo|encuentro|encontré|tengo|dispongo|hay|existe)\b.{0,60}"
        r"(?:información|respuesta|responder|datos|saber|decir|determinar|mención|^no (?:lo )?sé)",
        r"^no (?:lo )?sé\b",
        r"\b(?:documentos?|contextos?|fuentes?|textos?|información|pasajes?)\b.{0,40}\bno (?:se )?(?:contien"
        r"|mencion|indic"
        r"|especific|dic|proporcion|respond|ofrec|da|dan|incluy)\w{0,6}\b",
        # Polish, Italian, Dutch, Portuguese
        r"^(?:niestety,? )?(?:nie wiem|brak (?:informacji|danych|odpowiedzi)|nie (?:ma|mam"
        r"|znalazłe?a?m) .{0,30}informacji)",
        r"\b(?:dokument\w{0,4}|źródł\w{0,3}|kontek\w{0,4}|teks\w{0,4})\b.{0,40}\bnie (?:zawiera|wspomina|podaj"
        r"|określa|mówi)",
        r"^(?:purtroppo,? )?non (?:lo )?(?:so|posso rispondere|trovo|ho (?:trovato )?informazioni"
        r"|ci sono informazioni)\b",
        r"\b(?:document[oi]|contest[oi]|font[ei]|test[oi]|informazioni)\b.{0,40}\bnon (?:contien|contengon"
        r"|menzion|indic"
        r"|specific|dic|forni|rispond)\w{0,6}",
        r"^(?:helaas )?(?:ik weet (?:het|dat) niet|ik kan .{0,40}niet|geen (?:informatie|antwoord|idee))\b",
        r"\b(?:documenten|document|bronnen|bron|context|tekst)\b.{0,60}\b(?:niet|geen)\b.{0,40}(?:vermeld|genoemd"
        r"|informatie|antwoord|bevat|gevonden|aangegeven)",
        r"^(?:infelizmente,? )?(?:eu )?não (?:sei|posso responder|encontrei|há informaç|tenho informaç)",
        r"\b(?:documentos?|contextos?|fontes?|textos?)\b.{0,40}\bnão (?:cont[eé]m|mencion|indic|especific|diz"
        r"|fornec)\w{0,4}",
    )
)  # fmt: skip


def is_refusal(sentence: str) -> bool:
    """Whether a sentence says that the question is not answered: "The documents do not say."."""
    return any(pattern.search(sentence) for pattern in _REFUSALS)
