"""Sample audits for the report's tests: a small one to read, and a large one of any size. Deterministic.

Passages are cut from the texts below, so offsets, quotes and what stands around them are true to each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

TEXTS = {
    "policies/hr_handbook.md": (
        "Leave that is left over at the end of December is not lost. Up to 5 days of unused leave can be carried into "
        "the next year. They must be taken by 31 March. The notice period after probation is two months on both sides. "
        "Every office laptop comes with a 27-inch monitor and a headset."
    ),
    "intranet/benefits_faq.html": (
        "I didn't use it all. Is it lost? Not all of it. Up to 8 days of unused leave can be moved to the following "
        "year. Use them by 31 March. Ask the Benefits team when in doubt."
    ),
    "it/equipment_list.csv": "item | size | per desk\nmonitor | 24 inch | 1\nheadset | one size | 1",
    "it/workplace_guide.pdf": (
        "A desk has a chair, a lamp and a screen. 🖥️ The screen on each desk is a 32″ panel, height-adjustable. "
        "Cables are in the drawer."
    ),
    "it/onboarding_checklist.txt": (
        "Day one: collect your badge, your laptop and the 27-inch monitor. Day two: meet your buddy."
    ),
    "memos/ceo_quarterly_memo.md": (
        "Thank you for a strong quarter. Backups of every system are now kept for 90 days. "
        "The cafeteria reopens in May."
    ),
    "it/it_security_policy.md": (
        "Backups are taken every night and kept for 30 days. Restores are tested each quarter by the platform team."
    ),
    "office/office_guide.md": (
        "The building opens at 06:00. In 2023 leave could not be carried over. It it is is warm, see section 14."
    ),
}

SECTIONS = {
    "policies/hr_handbook.md": "Time off › Annual leave › Carry-over",
    "intranet/benefits_faq.html": "Time off › I didn't use it all. Is it lost?",
    "it/equipment_list.csv": "",
    "it/workplace_guide.pdf": "Your desk",
    "it/onboarding_checklist.txt": "First week",
    "memos/ceo_quarterly_memo.md": "Systems",
    "it/it_security_policy.md": "Backup",
    "office/office_guide.md": "Opening hours",
}


def assertion(doc: str, quote: str, value: str) -> dict[str, Any]:
    """The passage of `doc` that reads `quote`, with `value` marked inside it."""
    text = TEXTS[doc]
    start = text.index(quote)
    place = start + quote.index(value)
    end = start + len(quote)
    return {
        "doc": doc,
        "start": start,
        "end": end,
        "quote": quote,
        "section": SECTIONS[doc],
        "value": value,
        "value_start": place,
        "value_end": place + len(value),
        "before": text[max(0, start - 200) : start],
        "after": text[end : end + 200],
    }


def small() -> dict[str, Any]:
    """Eight documents, three conflicts (one between four documents), two pairs set aside, two files skipped."""
    return {
        "schema": "consilience/audit/1",
        "version": "0.1.0",
        "settings": {
            "profile": "embedded",
            "matching": {"floor": 0.3, "neighbours": 8, "threshold": 0.5},
            "scores": {"bootstrap": 1000, "denominator": "comparable", "seed": 0, "weight": 0.5},
        },
        "operators": {
            "F": {"name": "embedded", "version": "1", "settings": {}},
            "Q": {"name": "embedded", "version": "1", "settings": {"long_sentence": "35"}},
            "encoder": {"name": "embedded", "version": "all-MiniLM-L6-v2 int8", "settings": {}},
        },
        "scores": {
            "IaDNI": 0.805,
            "IeDCD": 0.75,
            "CC": 0.7775,
            "weight": 0.5,
            "intervals": {"IaDNI": [0.72, 0.88], "IeDCD": [0.5, 0.92], "CC": [0.65, 0.88]},
            "not_measured": {},
        },
        "counts": {
            "documents": 8,
            "words": 9412,
            "facts": 164,
            "keys": 131,
            "comparable_keys": 12,
            "flagged_keys": 3,
            "set_aside": 2,
        },
        "documents": _small_documents(),
        "conflicts": _small_conflicts(),
        "set_aside": _small_aside(),
        "skipped": [
            {"path": "archive/old_contract.pdf", "reason": "The PDF is encrypted and no password was given."},
            {"path": "media/logo.png", "reason": "The file is not text: it is a PNG image."},
        ],
        "timings": {"read": 0.41, "facts": 1.92, "encode": 2.37, "match": 0.26, "quality": 0.88},
        "warnings": [],
    }


def _small_conflicts() -> list[dict[str, Any]]:
    screens = [
        ("27-inch", "policies/hr_handbook.md", "Every office laptop comes with a 27-inch monitor and a headset."),
        ("24 inch", "it/equipment_list.csv", "monitor | 24 inch | 1"),
        ("32″", "it/workplace_guide.pdf", "🖥️ The screen on each desk is a 32″ panel, height-adjustable."),
    ]
    values = [{"value": value, "assertions": [assertion(doc, quote, value)]} for value, doc, quote in screens]
    checklist = "Day one: collect your badge, your laptop and the 27-inch monitor."
    values[0]["assertions"].append(assertion("it/onboarding_checklist.txt", checklist, "27-inch"))
    leave = [
        ("5 days", "policies/hr_handbook.md", "Up to 5 days of unused leave can be carried into the next year."),
        ("8 days", "intranet/benefits_faq.html", "Up to 8 days of unused leave can be moved to the following year."),
    ]
    backups = [
        ("30 days", "it/it_security_policy.md", "Backups are taken every night and kept for 30 days."),
        ("90 days", "memos/ceo_quarterly_memo.md", "Backups of every system are now kept for 90 days."),
    ]
    return [
        _conflict("3f1c9a", "unused leave", "days that can be carried over", "count", 0.94, leave),
        {
            "id": "b72e04",
            "entity": "desk monitor",
            "relation": "screen size",
            "kind": "quantity",
            "confidence": 0.88,
            "explanation": "27 inches, 24 inches and 32 inches are different lengths, and a monitor has one size.",
            "values": values,
        },
        _conflict("c05d11", "backups", "time they are kept", "duration", 0.71, backups),
    ]


def _conflict(
    ident: str, entity: str, relation: str, kind: str, confidence: float, sides: list[tuple[str, str, str]]
) -> dict[str, Any]:
    return {
        "id": ident,
        "entity": entity,
        "relation": relation,
        "kind": kind,
        "confidence": confidence,
        "explanation": f"{sides[0][0]} and {sides[1][0]} cannot both hold for the same {entity}.",
        "values": [{"value": value, "assertions": [assertion(doc, quote, value)]} for value, doc, quote in sides],
    }


def _small_aside() -> list[dict[str, Any]]:
    return [
        {
            "entity": "unused leave",
            "relation": "carry-over",
            "reason": "period",
            "explanation": "One speaks of 2023, the other of the present rule.",
            "assertions": [
                assertion("office/office_guide.md", "In 2023 leave could not be carried over.", "2023"),
                assertion("policies/hr_handbook.md", "They must be taken by 31 March.", "31 March"),
            ],
        },
        {
            "entity": "opening",
            "relation": "time",
            "reason": "entity",
            "explanation": "The building and the cafeteria are different things.",
            "assertions": [
                assertion("office/office_guide.md", "The building opens at 06:00.", "06:00"),
                assertion("memos/ceo_quarterly_memo.md", "The cafeteria reopens in May.", "May"),
            ],
        },
    ]


def _small_documents() -> list[dict[str, Any]]:
    scores = {
        "intranet/benefits_faq.html": (0.90, 0.93, 0.85, 0.72, 0.88),
        "it/equipment_list.csv": (0.88, 1.0, 0.82, 0.93, 0.79),
        "it/it_security_policy.md": (0.86, 0.95, 0.90, 0.84, 0.90),
        "it/onboarding_checklist.txt": (0.83, 0.91, 0.74, 0.80, 0.71),
        "it/workplace_guide.pdf": (0.81, 0.90, 0.79, 0.75, 0.82),
        "memos/ceo_quarterly_memo.md": (0.79, 0.88, 0.69, 0.61, 0.76),
        "office/office_guide.md": (0.52, 0.63, 0.41, 0.58, 0.47),
        "policies/hr_handbook.md": (0.88, 0.92, 0.93, 0.81, 0.91),
    }
    words = (1204, 318, 1711, 402, 960, 655, 1088, 3074)
    return [_document(name, count, dimensions) for (name, dimensions), count in zip(scores.items(), words, strict=True)]


def unmeasured() -> dict[str, Any]:
    """A document without a score."""
    return _document("empty.md", 0, (0.0,) * 5) | {
        "IaDNI": None,
        "dimensions": dict.fromkeys(DIMENSIONS),
        "not_measured": "the document holds no sentence.",
    }


DIMENSIONS = ("clarity", "internal_consistency", "completeness", "information_density", "coherence")


def _document(name: str, words: int, dimensions: tuple[float, ...]) -> dict[str, Any]:
    return {
        "id": name,
        "title": name.rsplit("/", 1)[-1].rsplit(".", 1)[0].replace("_", " ").capitalize(),
        "language": "en",
        "format": {"md": "markdown", "txt": "text"}.get(name.rsplit(".", 1)[-1], name.rsplit(".", 1)[-1]),
        "words": words,
        "IaDNI": round(sum(dimensions) / len(dimensions), 4),
        "dimensions": dict(zip(DIMENSIONS, dimensions, strict=True)),
        "findings": _findings(name),
        "not_measured": None,
    }


def _findings(name: str) -> list[dict[str, Any]]:
    if name != "office/office_guide.md":
        return []
    found = [
        ("Q301", "completeness", "error", "section 14", "The section it points to does not exist", "Name the section."),
        ("Q105", "clarity", "warning", "It it is is", "A word is written twice", "Take out the second one."),
    ]
    rows = []
    for code, dimension, severity, quote, message, advice in found:
        start = TEXTS[name].index(quote)
        rows.append(
            {
                "code": code,
                "dimension": dimension,
                "severity": severity,
                "start": start,
                "end": start + len(quote),
                "quote": quote,
                "message": message,
                "advice": advice,
            }
        )
    return rows


KINDS = ("quantity", "money", "percentage", "date", "duration", "count", "name", "yes_no")


def large(conflicts: int = 2000, documents: int = 2000, seed: int = 7) -> dict[str, Any]:
    """A model of any size, of the same shape as a real one."""
    rng = random.Random(seed)
    names = [f"area-{number % 23:02}/document-{number:04}.md" for number in range(documents)]
    entries = [_random_document(rng, name) for name in names]
    flagged = sorted((_random_conflict(rng, number, names) for number in range(conflicts)), key=_surest_first)
    audit = small()
    iadni = sum(entry["IaDNI"] for entry in entries) / max(1, documents)
    iedcd = 1 - conflicts / (conflicts * 12 or 1)
    audit["scores"] |= {"IaDNI": iadni, "IeDCD": iedcd, "CC": (iadni + iedcd) / 2, "intervals": {}}
    audit["counts"] |= {
        "documents": documents,
        "words": sum(entry["words"] for entry in entries),
        "facts": conflicts * 40,
        "keys": conflicts * 30,
        "comparable_keys": conflicts * 12,
        "flagged_keys": conflicts,
        "set_aside": conflicts,
    }
    return audit | {
        "documents": entries,
        "conflicts": flagged,
        "set_aside": [_random_aside(conflict) for conflict in flagged],
        "skipped": [],
    }


def _surest_first(conflict: dict[str, Any]) -> tuple[float, str]:
    return (-conflict["confidence"], conflict["id"])


def _random_document(rng: random.Random, name: str) -> dict[str, Any]:
    return _document(name, rng.randint(200, 4000), tuple(round(min(1.0, rng.gauss(0.8, 0.12)), 3) for _ in DIMENSIONS))


def _random_conflict(rng: random.Random, number: int, names: list[str]) -> dict[str, Any]:
    sides = []
    for doc in rng.sample(names, 2):
        value = f"{rng.randint(2, 400)} kPa"
        lead = f"The relief valve of pump {number} opens at "
        start = rng.randint(0, 9000)
        sides.append(
            {
                "value": value,
                "assertions": [
                    {
                        "doc": doc,
                        "start": start,
                        "end": start + len(lead) + len(value) + 1,
                        "quote": f"{lead}{value}.",
                        "section": f"Maintenance › Pump {number}",
                        "value": value,
                        "value_start": start + len(lead),
                        "value_end": start + len(lead) + len(value),
                        "before": "Close the inlet before you begin and hang a tag on the lever. ",
                        "after": " Write the reading in the log and sign it.",
                    }
                ],
            }
        )
    return {
        "id": f"k{number:05}",
        "entity": f"relief valve of pump {number}",
        "relation": "opening pressure",
        "kind": KINDS[number % len(KINDS)],
        "confidence": round(rng.uniform(0.5, 0.99), 3),
        "explanation": f"A valve opens at one pressure; {sides[0]['value']} is not {sides[1]['value']}.",
        "values": sides,
    }


def _random_aside(conflict: dict[str, Any]) -> dict[str, Any]:
    return {
        "entity": conflict["entity"],
        "relation": conflict["relation"],
        "reason": "period",
        "explanation": "They speak of different years.",
        "assertions": [entry["assertions"][0] for entry in conflict["values"]],
    }


CONTRACT = {
    "findings": {"code", "dimension", "severity", "start", "end", "quote", "message", "advice"},
    "documents": {"id", "words", "language", "IaDNI", "dimensions", "findings"},
    "assertions": {"doc", "start", "end", "quote", "section"},
}


def bare() -> dict[str, Any]:
    """The small audit with the keys that CONTRACT names and no other."""
    audit = small()
    for key in ("warnings", "timings"):
        del audit[key]
    audit["scores"] = {key: audit["scores"][key] for key in ("IaDNI", "IeDCD", "CC")}
    audit["documents"] = [_only(entry, "documents") for entry in audit["documents"]]
    for conflict in audit["conflicts"]:
        for entry in conflict["values"]:
            entry["assertions"] = [_only(place, "assertions") for place in entry["assertions"]]
    for aside in audit["set_aside"]:
        aside["assertions"] = [_only(place, "assertions") for place in aside["assertions"]]
    return audit


def _only(entry: dict[str, Any], kind: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key in CONTRACT[kind]}


HOSTILE = (
    "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=1'>"
    "\"' onfocus=window.hacked=1 {{7*7}}[red]x[/red]\u2028<!--\u202e\x00\x1b[31m"
)


def hostile(text: str = HOSTILE) -> dict[str, Any]:
    """The small audit with `text` in every field that holds text, keys that the shape needs aside."""
    audit = _poison(small(), text)
    audit["schema"] = "consilience/audit/1"
    return audit


def _poison(node: Any, text: str) -> Any:
    if isinstance(node, str):
        return node + text
    if isinstance(node, list):
        return [_poison(item, text) for item in node]
    if isinstance(node, dict):
        return {key: _poison(value, text) for key, value in node.items()}
    return node


def facts(number: int) -> Iterator[dict[str, Any]]:
    """`number` facts as the audit hands them over."""
    for index in range(number):
        yield {
            "id": f"f{index}",
            "doc": "a.md",
            "start": index,
            "end": index + 9,
            "quote": "It is 5 °.",
            "entity": "it",
            "relation": "warmth",
            "value": "5 °",
            "kind": "quantity",
            "normalized": "5 degree",
            "confidence": 0.5,
        }
