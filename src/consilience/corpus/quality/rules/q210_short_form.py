from __future__ import annotations

import re
from collections.abc import Iterable

from consilience.corpus.quality.acronyms import KNOWN
from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page
from consilience.corpus.quality.shortforms import ShortForm, long_names, short_forms


class UnintroducedShortForm(Detector):
    """A name or term and its short form side by side, and nothing that says they are one: Oravelt 20 and AV20,
    Millfield Towers and M-Towers, Steering Committee and SC, the relief valve and the RV.

    Who searches for one misses the other, and an audit may take them for two things. A short form that stands once in
    brackets beside the name, or the other way round, is introduced and left alone, and so is what everybody knows.

    **Bad**

        Oravelt 20 is pressed on line 2. ... The AV20 batches go to the cold store.

    **Good**

        Oravelt 20 (AV20) is pressed on line 2. ... The AV20 batches go to the cold store.
    """

    code = "Q210"
    dimension = "internal_consistency"
    title = "Short form never introduced"
    severity = "info"
    weight = 0.2
    message = "'{short}' seems to be '{name}'; nowhere is that said."
    advice = "Introduce the short form in brackets at the first use of the name, or use the name throughout."

    def find(self, page: Page) -> Iterable[Hit]:
        names = long_names(page)
        for form in short_forms(page):
            if form.text in KNOWN or _is_introduced(form, page):
                continue
            name = next((name for name in names if form.stands_for(name)), None)
            if name is not None:
                fill = (("short", form.text), ("name", name.text))
                yield Hit(form.start, form.end, 1.0, fill)


def _is_introduced(form: ShortForm, page: Page) -> bool:
    """Whether the short form stands in brackets, quotes or before brackets anywhere, or is said to be one."""
    short = re.escape(form.text)
    beside = rf"[(\"“]\s*[\"'“]?{short}|{short}[\"'”]?\s*[()=:]|{short}\s+(?:for|means|stands|is\s+short)\b"
    return re.search(beside, page.text) is not None
