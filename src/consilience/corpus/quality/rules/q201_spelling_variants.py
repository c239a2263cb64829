from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.names import Name, capitals, compounds, names
from consilience.corpus.quality.page import Page
from consilience.corpus.quality.spellings import spellings

AGAIN = 0.3  # weight of a further use of a form that was reported


class SpellingVariants(Detector):
    """One name, designation or word written in several ways: T190 and T-190, Nord Gate and Nordgate, roll-out and
    rollout, Hallbach and HALLBACH, organise and organize.

    Search for one form misses the other, and a reader wonders whether two things are meant. Only spaces, hyphens,
    capitals, or British and American spelling differ; the forms used less often are reported.

    **Bad**

        The T190 seats 98. A T-190 is turned round in 35 minutes.

    **Good**

        The T190 seats 98. A T190 is turned round in 35 minutes.
    """

    code = "Q201"
    dimension = "internal_consistency"
    title = "One name, several spellings"
    severity = "warning"
    weight = 0.25
    message = "'{name}' is written '{usual}' elsewhere in this document."
    advice = "Use one spelling throughout."

    def find(self, page: Page) -> Iterable[Hit]:
        groups: dict[str, list[Name]] = defaultdict(list)
        for kind in (names, compounds, capitals, spellings):
            for name in kind(page):
                groups[f"{kind.__name__} {name.key}"].append(name)
        for group in groups.values():
            forms = Counter(name.form for name in group)
            if len(forms) > 1:
                yield from _rare(group, forms)


def _rare(group: list[Name], forms: Counter[str]) -> Iterable[Hit]:
    """The uses of all forms but the most frequent one; each further use of a form weighs less than the first."""
    usual = min(forms, key=lambda form: (-forms[form], form))
    seen: set[str] = {usual}
    shown = next(name.text for name in group if name.form == usual)
    for name in group:
        if name.form != usual:
            yield Hit(
                name.start, name.end, AGAIN if name.form in seen else 1.0, (("name", name.text), ("usual", shown))
            )
            seen.add(name.form)
