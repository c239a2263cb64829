"""`judge-speed`: answers a second of `judge`, each with five contexts of about 2 kB, by rules and embedded.

The logs (judge_logs.py) go through `judge_records`, what-if included, in one process and in two, each time in processes
that have read nothing before: their start counts. The target is set for the judge alone, in two processes as `judge`
runs them. There the start, with what is loaded at the first answers, is told apart from the rest, so that a rate does
not hang on the length of a log. By the clock tells what the machine gave, other work beside it or not; the processor's
seconds, of all processes together, tell what two idle cores would give. Of the embedded judge the time inside its
networks (encoder, token states, joint reader) is told apart.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from figures import Figure, at_least, table
from judge_logs import CONTEXTS, Row, fresh, of_knowledge_bases, recurring, written

from consilience.answer.judging_crew import settle
from consilience.encoders.runtime import load_runtime
from consilience.operators import Judge
from consilience.settings import OperatorSettings, Settings

FLOOR = 150.0
_BEGUN = 40  # answers from which a process counts as begun
_FRESH = get_context("spawn")


def run(shared: Path) -> str:
    from consilience.answer.judge import EmbeddedJudge

    once, again, asked = fresh(shared), recurring(shared), of_knowledge_bases(shared)
    if not once or not again:
        return f"## judge-speed\n\nSkipped: there are no data sets or corpora below {shared} (--shared DIR).\n"
    figures = [
        *_rules("no context comes back", once, again[:_BEGUN]),
        *_rules("questions of knowledge bases", asked, once[:_BEGUN]),
    ]
    return table("judge-speed", [*figures, *_embedded(EmbeddedJudge(), again)])


def _rules(name: str, rows: Sequence[Row], others: Sequence[Row]) -> Iterator[Figure]:
    texts = [one.text for _, _, found in rows for one in found]
    told = f"{len(rows)}, {len(set(texts))}, {sum(map(len, texts)) / len(rows):,.0f}"
    yield Figure(f"{name}: answers, different contexts, characters of {CONTEXTS} contexts", told)
    for processes in (1, 2):
        with ProcessPoolExecutor(1, _FRESH) as pool:
            clock, core = pool.submit(_logged, rows, processes).result()
        told = f"{clock:.0f} answers/s; {core:.0f} answers/s a core"
        yield Figure(f"rules, {name}, processes: {processes}; by the clock; processor's time", told)
    yield Figure(f"rules, {name}: what two idle cores give", f"{2 * core:.0f} answers/s")
    start, clock, core = _alone(rows, others)
    yield Figure(f"the judge alone: start of a process, {_BEGUN} answers of another log included", f"{start:.1f} s")
    yield Figure(
        f"the judge alone, {name}, start included: two idle cores", f"{_with_start(rows, start, core):.0f} answers/s"
    )
    yield Figure(f"the judge alone, {name}: two processes, by the clock", f"{clock:.0f} answers/s")
    yield at_least(f"the judge alone, {name}: what two idle cores give", 2 * core, FLOOR, "answers/s", 0)


def _with_start(rows: Sequence[Row], start: float, core: float) -> float:
    """Answers a second of two cores, each with half of the rows, the start of its process included."""
    return len(rows) / (start + len(rows) / (2 * core))


def _alone(rows: Sequence[Row], others: Sequence[Row]) -> tuple[float, float, float]:
    """J by itself, each of two processes with half of the rows: no log is read or written, and nothing is asked again
    without a side of its conflicts. Processor seconds of a start, answers a second by the clock and of a core."""
    with ProcessPoolExecutor(1, _FRESH, settle) as one, ProcessPoolExecutor(1, _FRESH, settle) as other:
        begun = [pool.submit(_judged, others) for pool in (one, other)]
        start = sum(spent for _, spent in (each.result() for each in begun)) / 2
        halves = [one.submit(_judged, rows[::2]), other.submit(_judged, rows[1::2])]
        told = [half.result() for half in halves]
    spent = sum(after for _, after in told) - 2 * start
    return start, len(rows) / max(clock for clock, _ in told), len(rows) / spent


def _judged(rows: Sequence[Row]) -> tuple[float, float]:
    """Seconds by the clock, and processor seconds of this process from its start on."""
    from consilience.answer.rules import RulesJudge

    judge, start = RulesJudge(), time.perf_counter()
    for row in rows:
        judge.judge(*row)
    return time.perf_counter() - start, time.process_time()


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


def _logged(rows: Sequence[Row], processes: int) -> tuple[float, float]:
    """Answers a second by the clock, and by the processor's time of all processes, from their start on."""
    from consilience.api import judge_records

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        log.write_text(written(rows), "utf-8")
        start, spent = time.perf_counter(), _spent()
        judge_records(log, settings=Settings(operators=OperatorSettings(judge="rules")), processes=processes)
        return len(rows) / (time.perf_counter() - start), len(rows) / (_spent() - spent)


def _spent() -> float:
    """Processor seconds of this process and of those that it has ended."""
    return sum(os.times()[:4])
