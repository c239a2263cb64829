"""Records to what the judge says of them, in one process or several; the order, and every byte, are those of one.

A record is judged by itself, so that it does not matter who judges it. Processes pay for logs of more than a few
records, and only for the judges of this package: another one may count its calls, or hold what cannot travel.
"""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context

from consilience.answer.judge import EmbeddedJudge
from consilience.answer.judged import Judged, judge_one, met
from consilience.answer.mend import Met
from consilience.answer.records.model import Metric, Record, Skipped
from consilience.answer.rules import RulesJudge
from consilience.answer.trace import Known
from consilience.llm import Account
from consilience.llm.abreast import abreast
from consilience.operators import Judge, OperatorError

_FEW = 64  # records up to which starting processes costs more than it saves
_BATCH = 16  # records that travel together
_AHEAD = 2  # batches a process may be ahead of the reader, so that a log may be larger than memory

Told = tuple[Judged, list[Met]]


def available() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def told(
    judge: Judge, records: Iterable[Record | Skipped], metric: Metric | None, known: Known, processes: int = 1
) -> Iterator[Skipped | Told]:
    """Each record with its audit and the conflicts it met, in the order given. Raises OperatorError when a process of
    its own accord ends.
    """
    llm = getattr(judge, "llm", None)
    if isinstance(llm, Account):  # it waits for a model: threads are enough
        work = partial(_told, judge=judge, metric=metric, known=known)
        yield from abreast(work, records, llm.settings.concurrency)
        return
    rest = iter(records)
    first = list(islice(rest, _FEW))
    if processes < 2 or len(first) < _FEW or not isinstance(judge, EmbeddedJudge | RulesJudge):
        for one in chain(first, rest):
            yield from _batch([one], judge, metric, known)
        return
    yield from _shared(judge, chain(first, rest), metric, known, processes)


def _shared(
    judge: Judge, records: Iterator[Record | Skipped], metric: Metric | None, known: Known, processes: int
) -> Iterator[Skipped | Told]:
    waiting: deque[Future[list[Skipped | Told]]] = deque()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=settle) as pool:
        try:
            while batch := list(islice(records, _BATCH)):
                waiting.append(pool.submit(_batch, batch, judge, metric, known))
                if len(waiting) >= processes * _AHEAD:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool as error:
            raise OperatorError("A process that judged records ended before its work was done.") from error
        finally:
            for one in waiting:
                one.cancel()


def settle() -> None:
    """A process that does nothing but judge keeps what it has read and makes hardly a cycle: to walk through all of it
    time and again would cost a fifth of its time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _batch(
    records: Sequence[Record | Skipped], judge: Judge, metric: Metric | None, known: Known
) -> list[Skipped | Told]:
    return [_told(one, judge, metric, known) for one in records]


def _told(record: Record | Skipped, judge: Judge, metric: Metric | None, known: Known) -> Skipped | Told:
    if isinstance(record, Skipped):
        return record
    judged = judge_one(judge, record, metric, known)
    return judged, met(judge, judged)
