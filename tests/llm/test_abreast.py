"""Work that waits together: in order, bounded, and stopped by what goes wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.llm.conftest import Opened
from tests.llm.wire import Turn, Wire

from consilience.corpus.quality.llm import Assessment
from consilience.llm import Prompt, Request, ask
from consilience.llm.abreast import abreast

PROMPT = Prompt("quality", "1", "Score the text.")


@given(st.lists(st.integers(0, 3), max_size=30), st.integers(1, 5))
def test_results_come_in_the_order_of_the_items(pauses: list[int], threads: int) -> None:
    """However long each takes, with any number of threads."""

    def work(item: tuple[int, int]) -> int:
        time.sleep(item[1] / 2_000)
        return item[0]

    assert list(abreast(work, enumerate(pauses), threads)) == list(range(len(pauses)))


def test_no_more_threads_than_asked_for_and_few_items_read_ahead() -> None:
    """Endless items are no trouble, and three threads are three."""
    inside: list[int] = []
    most, read = [0], [0]
    lock = threading.Lock()

    def items() -> Iterator[int]:
        for number in count():
            read[0] = number
            yield number

    def work(number: int) -> int:
        with lock:
            inside.append(number)
            most[0] = max(most[0], len(inside))
        time.sleep(0.005)
        with lock:
            inside.remove(number)
        return number

    assert list(islice(abreast(work, items(), 3), 20)) == list(range(20))
    assert 1 < most[0] <= 3 and read[0] < 30


def test_what_goes_wrong_stops_the_rest() -> None:
    """The error comes out, and work that had not begun is not begun."""
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        time.sleep(0.01)
        if number == 1:
            raise ValueError("no credit left")
        return number

    with pytest.raises(ValueError, match="no credit left"):
        list(abreast(work, range(100), 2))
    assert len(begun) < 10


def test_threads_that_ask_first_share_one_pace(wire: Wire, account: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight threads whose first call is at the same time keep to the concurrency of the settings together."""
    monkeypatch.setattr(import_module("consilience.llm.ask"), "_LOOPS", {})
    monkeypatch.setattr(threading.Thread, "start", _slow_start)
    wire.otherwise = lambda call: Turn("{}", delay=0.05)
    opened = account(concurrency=2, repairs=0, retries=0)
    begin = threading.Barrier(8)

    def work(number: int) -> object:
        begin.wait()
        return ask(opened, [Request(PROMPT, f"Text {number}.", Assessment)])

    list(abreast(work, range(8), 8))
    assert wire.most_at_once == 2 and len(wire.calls) == 8


_start = threading.Thread.start


def _slow_start(self: threading.Thread) -> None:
    """Leaves room for another thread where a loop is made."""
    if self.name == "consilience-llm":
        time.sleep(0.05)
    _start(self)
