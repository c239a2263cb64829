"""What an answer says that is no claim: greetings, offers, what leads over, hedges.

The patterns look at one sentence at a time, on one line, without emoji; each repetition in them is bounded.
"""

from __future__ import annotations

import re

from consilience.answer.refusals import SOURCE

_I = re.IGNORECASE
_MANNERS = tuple(
    re.compile(rf"^(?:{pattern})\W*$", _I)
    for pattern in (
        r"(?:hi|hello|hey|greetings|dear|good (?:morning|afternoon|evening|day)|welcome)(?:[ ,]+[\w.' -]{1,40})?",
        r"(?:hallo|guten (?:tag|morgen|abend)|bonjour|bonsoir|hola|buenos días|ciao|cześć"
        r"|dzień dobry)(?:[ ,]+[\w.' -]{1,30})?",
        r"(?:many |kind |best |warm )?(?:thanks|thank you|regards|wishes|cheers|sincerely|yours)\b.{0,80}",
        r"(?:danke|vielen dank|merci|gracias|grazie|dziękuję|mit freundlichen grüßen|viele grüße|cordialement"
        r"|saludos)\b.{0,60}",
        r"(?:sure|of course|certainly|absolutely|great|okay|ok|alright|right|gladly|no problem|understood"
        r"|got it|gerne"
        r"|natürlich|bien sûr|claro|certo)(?: thing)?",
        r"(?:that(?:['’]s| is) )?(?:a )?(?:very )?(?:great|good|excellent|interesting) question.{0,40}",
        r"you(?:['’]re| are) (?:very |most )?welcome.{0,30}",
        r"(?:i(?:['’]m| am|['’]d be| would be)|we(?:['’]re| are)) (?:(?:always|very|so) )?(?:here|happy|glad"
        r"|pleased|delighted)"
        r" (?:to|for) .{0,60}",
        r"(?:happy|glad|pleased) to (?:help|assist).{0,40}",
        r"(?:i )?(?:really )?hope (?:this|that|it|you)\b.{0,80}",
        r"(?:please )?(?:just )?(?:let me know|feel free|don['’]t hesitate|do not hesitate|reach out)\b.{0,120}",
        r"(?:if|should) you (?:have|need|want|would like|require)\b.{0,60}\b(?:questions?|help|assistance|details"
        r"|information|clarification|anything else|know|contact|ask)\b.{0,60}",
        r"(?:is there|can i|could i|may i|how can i|how may i|what else can i|do you|would you)\b.{0,100}\?",
        r"(?:(?:i['’]?m|i am|we['’]?re|we are) )?(?:(?:very|so|really) )?sorry(?: (?:about|for) .{1,60})?",
        r"(?:my |our )?apologies|unfortunately",
        r"have a (?:great|good|nice|lovely|wonderful) .{1,30}",
        r"(?:as|being) an? (?:ai|artificial|large|language)\b.{0,60}",
        r"let(?: me|['’]s)\b.{0,60}(?:look|see|check|explain|break|help|walk|start)\b.{0,60}",
        r"i(?:['’]ll| will| can| would be happy to)\b.{0,20}\b(?:help|assist|explain|answer|summari[sz]e)\b.{0,80}",
        # what leads over
        r"(?:here(?:['’]s| is| are)|below (?:is|are)|the following (?:is|are))\b.{0,100}:",
        r"(?:based on|according to|from|given|in|per) (?:the |this |these |your |my )?(?:\w{1,14} ){0,3}"
        rf"{SOURCE}(?: (?:provided|given|above|below|you (?:gave|provided|shared)))?",
        r"(?:in )?(?:summary|conclusion|short|answer|final answer|short answer|response|explanation|tl;?dr"
        r"|sources?|citations?"
        r"|references?|antwort|fazit|quellen?|réponse|respuesta)",
        r"(?:sources?|citations?|references?|quellen?)\s*:.{1,300}",
        # says that its sources disagree, which the judge sees for itself
        rf"(?:however,? |note that |but )?(?:the |these |my |your )?(?:\w{{1,14}} ){{0,2}}{SOURCE} (?:here )?"
        r"(?:disagree|differ|conflict|diverge|contradict (?:each other|one another)|do not agree|are (?:inconsistent|in"
        r" conflict|of two minds))(?: (?:on|about|over|in) .{1,60})?",
        # hedges
        r"(?:please )?(?:note|keep in mind|be aware|remember)?(?: that)?,? ?(?:this|these|it|policies|details"
        r"|information|rules"
        r"|things|the (?:details|information|rules|answer))(?: \w{1,14}){0,2} (?:may|might|can|could) (?:vary"
        r"|change|differ|be"
        r" (?:outdated|incomplete|inaccurate|wrong|different|subject))\b.{0,60}",
        r"(?:please |you (?:should|may want to|might want to) |i (?:would )?(?:recommend|suggest"
        r"|advise) (?:that you |you )?"
        r"|it is (?:best|advisable|recommended) to )?(?:verify|double-check|confirm|consult|consulting|refer to"
        r"|check with"
        r"|checking|contact)\b.{0,60}\b(?:official|documentation|professional|lawyer|attorney|doctor|physician"
        r"|expert|hr"
        r"|human resources|original source|yourself)\b.{0,60}",
        r"(?:this is )?(?:just )?(?:i think so|i believe so|i guess(?: so)?|my best guess"
        r"|to (?:the best of )?my knowledge"
        r"|as far as i (?:know|can tell)|not (?:legal|medical|financial) advice)",
        r"i(?:['’]m| am) (?:not )?(?:entirely|completely|fully|totally|100%|quite|absolutely|fairly"
        r"|pretty) (?:sure|certain).{0,40}",
        r"i (?:could|may|might) be (?:wrong|mistaken).{0,40}",
    )
)  # fmt: skip

# What stands before a claim and is no part of it: "Based on the context, ..."
_LEAD = re.compile(
    r"(?:(?:hi|hello|hey|sure|of course|certainly|absolutely|great question|okay|ok)(?: there)?[,!.:]\s+"
    r"|(?:unfortunately|sorry|however|additionally|also|moreover|furthermore|in addition|therefore|thus|finally),\s+"
    r"|(?:based on|according to|as per|per|from|given|as (?:stated|mentioned|described|noted) in) (?:the |this "
    r"|these |your )"
    rf"(?:\w{{1,14}} ){{0,2}}{SOURCE}(?: (?:provided|given|above|below|you (?:gave|provided|shared)))?[,:]\s+"
    rf"|(?:the |this |these )(?:\w{{1,14}} ){{0,2}}{SOURCE} (?:says?|states?|mentions?|indicates?|shows?|notes?"
    rf"|confirms?) that\s+"
    r"|(?:final |short |the )?(?:answer|response)(?: is)?:\s+|(?:in )?(?:summary|short|conclusion)[,:]\s+"
    r"|(?:to answer your question|to summari[sz]e)[,:]\s+)",
    _I,
)  # fmt: skip
_MOST_LEADS = 3


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
