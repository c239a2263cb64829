from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_NICKNAME = re.compile(
    r"\bas\s+(?:it|they|we|some|many|most|older|everyone|everybody|people|the)(?:\s+(?!and\b|or\b)[\w-]{2,20}){0,3}?"
    r"\s+(?:(?:still|also|often|sometimes|usually)\s+)?"
    r"(?:calls?|called|(?:likes?|prefers?)\s+to\s+(?:call|shorten|say)"
    r"|(?:is|was|are)\s+(?:still\s+|also\s+|often\s+)?(?:called|known))"
    r"\s*(?:it|us|them|him|her)?\b",
    re.IGNORECASE,
)


class Nickname(Detector):
    """A second name introduced in passing: "the harbour company, as older people still call it".

    It is friendly in talk, but from then on one thing has two names. A definition ("hereafter: the Works", brackets)
    is not reported.

    **Bad**

        In 2025 the harbour company, as it is still called, made a surplus.

    **Good**

        In 2025 Brenmoor Telecom made a surplus.
    """

    code = "Q205"
    dimension = "internal_consistency"
    title = "Nickname instead of the name"
    severity = "info"
    weight = 0.25
    message = "A second name is brought in here ('{phrase}')."
    advice = "Use the official name; list nicknames once, in a glossary."

    def find(self, page: Page) -> Iterable[Hit]:
        for sentence in page.sentences:
            match = _NICKNAME.search(sentence.text)
            if match:
                yield Hit(sentence.start, sentence.end, 1.0, (("phrase", " ".join(match.group().split())),))
