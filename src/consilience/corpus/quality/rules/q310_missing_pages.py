from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from consilience.corpus.quality.detector import Detector, Hit
from consilience.corpus.quality.page import Page

_MARK = re.compile(
    r"\b(?:page|sheet|slide|seite|blatt|folie|pagina|página|diapositive)\s(\d{1,3})\s?(?:of|von|de|sur|di|van|/)\s?(\d{1,3})\b",
    re.IGNORECASE,
)
LEAST = 2  # pages that carry such a mark: a single one may quote another document


class MissingPages(Detector):
    """Pages that count themselves ("Page 2 of 5") and are not all there.

    The rest of the document was lost in a scan, a copy or an export. Looked for where two pages or more carry such a
    mark with the same total.

    **Bad**

        ... Page 1 of 5 ... Page 2 of 5 (end of the document)

    **Good**

        ... Page 1 of 2 ... Page 2 of 2
    """

    code = "Q310"
    dimension = "completeness"
    title = "Pages are missing"
    severity = "warning"
    weight = 0.8
    message = "By its own count the document has {total} pages; {missing} missing."
    advice = "Scan or export the whole document again."
    per_document = True

    def find(self, page: Page) -> Iterable[Hit]:
        series: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
        for match in _MARK.finditer(page.text):
            number, total = int(match[1]), int(match[2])
            if 1 <= number <= total:
                series[total][number] = match.span()
        for total, marks in series.items():
            lost = [number for number in range(1, total + 1) if number not in marks]
            if len(marks) >= LEAST and lost:
                weight = min(1.0, 0.4 + len(lost) / total)
                said = f"page {lost[0]} is" if len(lost) == 1 else f"{len(lost)}, from page {lost[0]} on, are"
                yield Hit(*max(marks.values()), weight, (("total", str(total)), ("missing", said)))
