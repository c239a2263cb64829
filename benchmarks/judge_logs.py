"""Logs for `judge-speed`, each answer with five contexts of about 2 kB: in one no context comes back, in the others a
context serves several questions, as those of a knowledge base do."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from consilience.model import Document, Passage
from consilience.settings import ReadSettings
from consilience.sources import discover, read

SIZE, CONTEXTS = 2_000, 5
_TRAINING = Path(__file__).resolve().parents[1] / "training"
Row = tuple[str, str, list[Passage]]


def recurring(shared: Path) -> list[Row]:
    """The questions of the audit corpora beside the five pieces of their documents that share most words with each; the
    answers are the references."""
    return [
        row for path in sorted(shared.glob("corpora/*/truth.json")) for row in _asked_of(path.parent, _shared(path))
    ]


def of_knowledge_bases(shared: Path) -> list[Row]:
    """`recurring` and 1,304 questions of our own about 42 other corpora, each a different one; the answers to these are
    statements of the documents. What is asked of one corpus follows upon another's, as a log of many users has it."""
    own = [_asked_of(folder, _own(folder)) for folder in sorted((_TRAINING / "corpora").iterdir())]
    rows = [row for each in own for row in each] + recurring(shared)
    random.Random(7).shuffle(rows)
    return rows


def fresh(shared: Path, most: int = 400) -> list[Row]:
    """Questions of the data sets, each beside its own evidence, filled up with pages that nobody else has; the answers
    begin with what is asked and go on with two sentences of the evidence. No piece is there twice."""
    spare = _Pieces()
    pages = [piece for row in _rows(shared, "wice") for piece in spare.new(one["text"] for one in row["evidence"])]
    asked = [*_rows(shared, "ramdocs"), *_rows(shared, "fitz_gov")]
    order = random.Random(7)  # a log mixes its questions
    order.shuffle(pages)
    order.shuffle(asked)
    found: list[Row] = []
    for row in asked:
        own = spare.new(one["text"] for one in row["evidence"])[:CONTEXTS]
        if not own or len(found) == most or len(pages) < CONTEXTS:
            continue
        own += [pages.pop() for _ in range(CONTEXTS - len(own))]
        said = f"{row['question']} {row['gold_answers'][0]}. " if "gold_answers" in row else ""
        answer = said + " ".join(re.split(r"(?<=[.!?])\s", own[0])[:2])
        found.append((row["question"], answer, [Passage(f"{len(found)}-{n}", text) for n, text in enumerate(own)]))
    return found


class _Pieces:
    """Texts in pieces of the size of a context, each piece once."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def new(self, texts: Iterator[str]) -> list[str]:
        found: list[str] = []
        for piece in (one for text in texts for one in _pieces(text) if one not in self._seen):
            self._seen.add(piece)
            if found and len(found[-1]) + len(piece) + 2 <= SIZE:
                found[-1] = f"{found[-1]}\n\n{piece}"
            else:
                found.append(piece)
        return found


def _rows(shared: Path, name: str) -> list[dict[str, Any]]:
    file = shared / "data" / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def _shared(truth: Path) -> list[tuple[str, str]]:
    return [(one["question"], one["reference"]) for one in json.loads(truth.read_text("utf-8"))["queries"]]


def _own(folder: Path) -> list[tuple[str, str]]:
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    told = [*truth["conflicts"], *truth["agreements"], *truth["near_misses"]]
    stated = {one["id"]: (one["assertions"][0] if "assertions" in one else one["a"])["quote"] for one in told}
    lines = (_TRAINING / "questions" / f"{folder.name}.jsonl").read_text("utf-8").splitlines()
    asked = [json.loads(line) for line in lines]
    return [(one["question"], stated[one["about"]]) for one in asked]


def _asked_of(folder: Path, asked_of_it: Sequence[tuple[str, str]]) -> Iterator[Row]:
    settings = ReadSettings()
    documents = [one for file in discover([folder / "docs"], settings).files for one in read(file, settings)]
    pieces = [
        (Passage(one.id, text), _words(text))
        for one in documents if isinstance(one, Document) for text in _pieces(one.text)
    ]  # fmt: skip
    for question, answer in asked_of_it:
        asked = _words(question)
        best = sorted(pieces, key=lambda one: (-len(asked & one[1]), one[0].doc, one[0].text))[:CONTEXTS]
        yield question, answer, [one for one, _ in best]


def _pieces(text: str) -> Iterator[str]:
    """Paragraphs together up to the size of a context; a longer paragraph is cut."""
    held = ""
    for paragraph in re.split(r"\n{2,}", text):
        for start in range(0, len(paragraph), SIZE):
            piece = paragraph[start : start + SIZE]
            if held and len(held) + len(piece) + 2 > SIZE:
                yield held
                held = ""
            held = f"{held}\n\n{piece}" if held else piece
    if held.strip():
        yield held


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]{4,}", text.lower()))


def written(rows: Sequence[Row]) -> str:
    """The rows as a log of JSON lines."""
    records = (
        {"question": question, "answer": answer, "evidence": [{"doc": one.doc, "text": one.text} for one in found]}
        for question, answer, found in rows
    )
    return "".join(f"{json.dumps(one)}\n" for one in records)
