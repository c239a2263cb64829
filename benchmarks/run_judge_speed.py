"""`judge-speed`: answers a second of `judge`, each with five contexts of about 2 kB, by rules and embedded.

Contexts are the documents of the audit corpora in pieces; a question gets the five that share most words with it, and
the reference is its answer, as in the log of a knowledge base: a context serves several questions. "New contexts" is
the first time through, "known" the second; where every context is another one, as many questions are asked as those
suffice for, in a process of their own. Of the embedded judge the time inside its networks (encoder, token states,
joint reader) is told apart.

Seconds are those of the processor, of all processes together, so that what else the machine does counts less: "a core"
is an idle one. The log is told by the clock too.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from figures import Figure, at_least, table

from consilience.encoders.runtime import load_runtime
from consilience.model import Document, Passage
from consilience.operators import Judge
from consilience.settings import OperatorSettings, ReadSettings, Settings

SIZE, CONTEXTS, ROUNDS, FLOOR = 2_000, 5, 10, 150.0
Row = tuple[str, str, list[Passage]]


def run(shared: Path) -> str:
    from consilience.answer.judge import EmbeddedJudge
    from consilience.answer.judging_crew import available
    from consilience.answer.rules import RulesJudge

    rows = [row for path in sorted(shared.glob("corpora/*/truth.json")) for row in _rows(path)]
    if not rows:
        return f"## judge-speed\n\nSkipped: there are no corpora below {shared} (--shared DIR).\n"
    told = [len({one.text for _, _, found in rows for one in found}), len(rows) * CONTEXTS]
    size = sum(len(one.text) for _, _, found in rows for one in found) / len(rows)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        *apart, loading = _each_once(rows)
        pool.submit(_rate, RulesJudge(), [loading]).result()  # what is loaded once
        alone = pool.submit(_rate, RulesJudge(), apart).result()
    RulesJudge().judge(*rows[0])
    first, second = (_rate(RulesJudge(), rows) for _ in range(2))
    processes = available()
    clock, core = _logged(rows, processes)
    figures = [
        Figure("answers, contexts, different ones", f"{len(rows)}, {told[1]}, {told[0]}"),
        Figure("characters of contexts an answer", f"{size:,.0f}"),
        Figure("rules, a core, every context another one", f"{alone:.0f} answers/s"),
        Figure("rules, a core, new contexts", f"{first:.0f} answers/s"),
        Figure("rules, a core, known contexts", f"{second:.0f} answers/s"),
        Figure(f"rules, a log of {ROUNDS * len(rows)}, {processes} processes, by the clock", f"{clock:.0f} answers/s"),
        at_least("the same, as many answers as two cores give", 2 * core, FLOOR, "answers/s", 0),
    ]  # fmt: skip
    return table("judge-speed", [*figures, *_embedded(EmbeddedJudge(), rows)])


def _embedded(judge: Judge, rows: Sequence[Row]) -> Iterator[Figure]:
    judge.judge(*rows[0])
    for name in ("new", "known"):
        with _Networks() as networks:
            start = time.process_time()
            for row in rows:
                judge.judge(*row)
            whole = time.process_time() - start
        rest = whole - networks.seconds
        yield Figure(
            f"embedded, a core, {name} contexts: all, without its networks, their share",
            f"{len(rows) / whole:.1f}, {len(rows) / rest:.0f} answers/s, {networks.seconds / whole:.0%}",
        )


class _Networks:
    """Seconds inside the networks, while it is entered."""

    seconds = 0.0

    def __enter__(self) -> _Networks:
        InferenceSession = load_runtime().InferenceSession
        self._run = run = InferenceSession.run

        def timed(*given: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return run(*given, **named)
            finally:
                self.seconds += time.process_time() - start

        InferenceSession.run = timed
        return self

    def __exit__(self, *_: object) -> None:
        load_runtime().InferenceSession.run = self._run


def _rate(judge: Judge, rows: Sequence[Row]) -> float:
    start = time.process_time()
    for row in rows:
        judge.judge(*row)
    return len(rows) / (time.process_time() - start)


def _each_once(rows: Sequence[Row]) -> Iterator[Row]:
    """Questions beside contexts that no other has: their own, filled up with what is left over."""
    texts = {one.text: one for _, _, found in rows for one in found}
    chosen = rows[:: -(-len(rows) * CONTEXTS // len(texts))]
    own = []
    for _, _, found in chosen:
        own.append([texts.pop(one.text) for one in found if one.text in texts])
    for (question, answer, _), found in zip(chosen, own, strict=True):
        yield question, answer, found + [texts.popitem()[1] for _ in range(min(CONTEXTS - len(found), len(texts)))]


def _logged(rows: Sequence[Row], processes: int) -> tuple[float, float]:
    """Answers a second by the clock, and by the processor's time of all processes, from their start on."""
    from consilience.api import judge_records

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        records = [
            {"question": question, "answer": answer, "evidence": [{"doc": one.doc, "text": one.text} for one in found]}
            for question, answer, found in rows
        ]
        log.write_text("".join(f"{json.dumps(one)}\n" for one in records) * ROUNDS, "utf-8")
        start, spent = time.perf_counter(), _spent()
        judge_records(log, settings=Settings(operators=OperatorSettings(judge="rules")), processes=processes)
        count = ROUNDS * len(rows)
        return count / (time.perf_counter() - start), count / (_spent() - spent)


def _spent() -> float:
    """Processor seconds of this process and of those that it has ended."""
    return sum(os.times()[:4])


def _rows(path: Path) -> Iterator[Row]:
    from consilience.sources import discover, read

    settings = ReadSettings()
    documents = [one for file in discover([path.parent / "docs"], settings).files for one in read(file, settings)]
    pieces = [
        (Passage(one.id, text), _words(text))
        for one in documents if isinstance(one, Document) for text in _pieces(one.text)
    ]  # fmt: skip
    for query in json.loads(path.read_text("utf-8"))["queries"]:
        asked = _words(query["question"])
        best = sorted(pieces, key=lambda one: (-len(asked & one[1]), one[0].doc, one[0].text))[:CONTEXTS]
        yield query["question"], query["reference"], [one for one, _ in best]


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
