"""The yes or no of a whole statement, read from permission, obligation and negation (DESIGN section 4).

The dimension says what kind of yes it is: "permission" (may, prohibited), "obligation" (must, need not) or "polarity" (is, is
not). A statement that says "only if", "unless" or "provided that" is conditional and has the bound "range".
"""

from __future__ import annotations

import re
from functools import lru_cache

from consilience.model import Value
from consilience.values.text import fold

# Patterns of each language on folded text, strongest first: (yes or no, dimension, words). All are plain alternations.
_RULES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        ("no", "obligation", r"need not|needn't|(?:do|does|did) not (?:need|have) to|(?:don't|doesn't|didn't) (?:need|have) to|not (?:required|necessary|obliged|obligatory|compulsory|mandatory|needed)|no (?:need|obligation|requirement) to|isn't (?:required|necessary|needed)|aren't required|optional|voluntary"),
        ("no", "permission", r"must not|mustn't|may not|cannot|can not|can't|shall not|should not|shouldn't|(?:is|are|was|were|be) not (?:\w+ )?(?:allowed|permitted|authorised|authorized|admitted|accepted|available)|(?:isn't|aren't|wasn't|weren't) (?:allowed|permitted|accepted)|not (?:allowed|permitted|admitted|acceptable)|prohibited|forbidden|banned|out of bounds|off limits|(?:nobody|no one|no-one|none|neither)\b[^.;]{0,60}?|no \w+(?: \w+){0,3} (?:may|can|is allowed|are allowed|is permitted|are permitted|shall)|under no circumstances|on no account|do not|don't|never|not supported|unsupported|refused|impermissible"),
        ("yes", "obligation", r"must|shall|(?:is|are|be) required|required to|has to|have to|had to|obliged to|compulsory|mandatory|obligatory|needs? to be|required|is due|insist"),
        ("yes", "permission", r"may|can|could|(?:is|are|be) (?:\w+ )?(?:allowed|permitted|welcome|free|entitled|authorised|authorized|admitted|accepted)|allowed|permitted|entitled|at liberty|is possible|are possible|possible"),
        ("no", "polarity", r"not|isn't|aren't|wasn't|weren't|doesn't|don't|didn't|won't|wouldn't|hasn't|haven't|no|none|nor|neither|without|disabled|excluded|off|nothing"),
    ),
    "de": (
        ("no", "obligation", r"mussen nicht|muss nicht|nicht (?:notig|erforderlich|verpflichtet|notwendig|vorgeschrieben)|brauchen? (?:nicht|kein\w*)|freiwillig|keine pflicht"),
        ("no", "permission", r"darf (?:\w+ ){0,4}(?:nicht|kein\w*)|durfen (?:\w+ ){0,4}(?:nicht|kein\w*)|nicht (?:erlaubt|gestattet|zulassig|zugelassen)|verboten|untersagt|unzulassig|keinesfalls|niemals|niemand darf|kann (?:\w+ ){0,3}nicht|konnen (?:\w+ ){0,3}nicht"),
        ("yes", "obligation", r"muss|mussen|hat (?:\w+ ){0,6}zu \w+en|vorgeschrieben|verpflichtet|pflicht|ist erforderlich|zwingend"),
        ("yes", "permission", r"darf|durfen|kann|konnen|erlaubt|gestattet|zulassig|zugelassen|moglich"),
        ("no", "polarity", r"nicht|kein\w*|nie|ohne|weder|niemand|nichts"),
    ),
    "fr": (
        ("no", "obligation", r"pas (?:obligatoire|necessaire|requis|tenus? de|oblige\w*)|facultati\w+|n'est pas (?:obligatoire|necessaire)"),
        ("no", "permission", r"ne (?:peut|peuvent|doit|doivent) (?:\w+ )?(?:pas|jamais)|interdit\w*|defendu\w*|pas (?:autorise\w*|permis\w*|admis\w*)|prohibe\w*|en aucun cas|jamais|aucun \w+ ne peut"),
        ("yes", "obligation", r"doit|doivent|faut|obligatoire\w*|requis\w*|oblige\w*|tenus? de"),
        ("yes", "permission", r"peut|peuvent|pouvez|autorise\w*|permis\w*|admis\w*|possible"),
        ("no", "polarity", r"ne \w+ pas|n'\w+ pas|pas|aucune?|jamais|sans|ni"),
    ),
    "es": (
        ("no", "obligation", r"no (?:es|son) (?:obligatori\w+|necesari\w+)|no (?:hace falta|tienen? que|es preciso)|voluntari\w+|opcional\w*"),
        ("no", "permission", r"no (?:se )?(?:puede\w*|podra\w*|debe\w*|permite\w*|admite\w*)|no esta\w* permitid\w+|prohibid\w+|prohibe\w*|en ningun caso|nunca|nadie puede"),
        ("yes", "obligation", r"debe\w*|tienen? que|hay que|obligatori\w+|es necesari\w+|exige\w*"),
        ("yes", "permission", r"puede\w*|podra\w*|permitid\w+|permite\w*|admite\w*|posible"),
        ("no", "polarity", r"no|ningun\w*|nunca|sin|tampoco|nadie"),
    ),
    "nl": (
        ("no", "obligation", r"hoeft? (?:\w+ ){0,3}(?:niet|geen)|niet (?:verplicht|nodig|vereist)|vrijwillig"),
        ("no", "permission", r"mag (?:\w+ ){0,4}(?:niet|geen|nooit)|mogen (?:\w+ ){0,4}(?:niet|geen|nooit)|niet (?:toegestaan|geoorloofd)|verboden|in geen geval|niemand mag|kan (?:\w+ ){0,3}niet|kunnen (?:\w+ ){0,3}niet"),
        ("yes", "obligation", r"moet|moeten|verplicht|dient|dienen|vereist"),
        ("yes", "permission", r"mag|mogen|kan|kunnen|toegestaan|mogelijk"),
        ("no", "polarity", r"niet|geen|nooit|zonder|niemand"),
    ),
    "it": (
        ("no", "obligation", r"non (?:e|sono) (?:obbligatori\w+|necessari\w+)|facoltativ\w+|non occorre"),
        ("no", "permission", r"non (?:si )?(?:puo|possono|deve|devono)|vietat\w+|proibit\w+|non (?:e|sono) (?:consentit\w+|permess\w+|ammess\w+)|mai"),
        ("yes", "obligation", r"deve|devono|obbligatori\w+|occorre|bisogna"),
        ("yes", "permission", r"puo|possono|consentit\w+|permess\w+|ammess\w+"),
        ("no", "polarity", r"non|nessun\w*|mai|senza"),
    ),
    "pt": (
        ("no", "obligation", r"nao (?:e|sao) (?:obrigatori\w+|necessari\w+)|facultativ\w+|nao precisa\w*"),
        ("no", "permission", r"nao (?:se )?(?:pode\w*|deve\w*)|proibid\w+|nao (?:e|sao) permitid\w+|nunca|em nenhum caso"),
        ("yes", "obligation", r"deve\w*|tem de|tem que|obrigatori\w+"),
        ("yes", "permission", r"pode\w*|permitid\w+"),
        ("no", "polarity", r"nao|nenhum\w*|nunca|sem"),
    ),
}  # fmt: skip
_CONDITIONS = {
    "en": r"only if|only when|only where|only with|only after|only for|unless|provided (?:that|the|it|they)|as long as|so long as|on condition|except|if|when|where the|subject to|with (?:the )?(?:approval|permission|consent|authorisation)|without (?:the )?(?:approval|permission|consent)",
    "de": r"nur wenn|nur dann|nur mit|es sei denn|sofern|wenn|falls|ausser|vorausgesetzt|soweit|ohne genehmigung|mit genehmigung",
    "fr": r"seulement si|uniquement si|sauf|a condition|a moins|si|lorsque",
    "es": r"solo si|salvo|a menos que|siempre que|excepto|si|cuando",
    "nl": r"alleen als|alleen met|tenzij|mits|behalve|als|indien",
    "it": r"solo se|salvo|a meno che|purche|se|tranne",
    "pt": r"so se|salvo|a menos que|desde que|exceto|se",
}


@lru_cache(maxsize=16)
def _patterns(language: str) -> tuple[re.Pattern[str], tuple[tuple[str, str, re.Pattern[str]], ...]]:
    code = language[:2].lower()
    code = code if code in _RULES else "en"
    rules = tuple((answer, dimension, re.compile(rf"\b(?:{words})\b")) for answer, dimension, words in _RULES[code])
    return re.compile(rf"\b(?:{_CONDITIONS[code]})\b"), rules


def polarity(text: str, language: str = "en") -> Value | None:
    """The yes/no value of a statement; None for an empty one. A statement without a modal or a negation is a plain yes."""
    folded = fold(text[:2000])
    if not any(char.isalpha() for char in folded):
        return None
    condition, rules = _patterns(language)
    answer, dimension, written = "yes", "polarity", ""
    for candidate, about, pattern in rules:
        found = pattern.search(folded)
        if found:
            answer, dimension, written = candidate, about, found[0]
            break
    conditional = condition.search(folded) is not None
    return Value("yes_no", written or text.strip()[:80], answer, dimension=dimension, bound="range" if conditional else "exact",
                 tokens=(written,) if written else ())  # fmt: skip
