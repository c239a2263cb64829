"""Daft, quiet: usage reporting and progress bars off before it is imported, then the runner that was asked for.

Daft's native runner streams the plan on this machine; the Ray runner sends the same plan to a cluster. A process has
one runner for its life (a rule of Daft).
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from consilience.corpus.progress import ProgressReporter
from consilience.operators import OperatorError

# What Daft (scarf_telemetry.py) and Ray (usage_lib.py) honour, and the bars of both, which would mix with ours.
QUIET = {
    "DO_NOT_TRACK": "true",
    "SCARF_NO_ANALYTICS": "true",
    "DAFT_ANALYTICS_ENABLED": "0",
    "DAFT_PROGRESS_BAR": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_USAGE_STATS_PROMPT_ENABLED": "0",
    "RAY_TQDM": "0",
    "RAY_DATA_DISABLE_PROGRESS_BARS": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


Decorator = Callable[..., Callable[[Any], Any]]
"""Type of `daft.method.batch` and its like, which are not typed themselves."""


def load_daft() -> ModuleType:
    """Import Daft with its usage reporting off; the only door through which this package imports it."""
    os.environ.update(QUIET)
    import daft

    # Daft logs what it raises as well; without a handler Python would print that beside our sentence.
    logging.getLogger("daft_local_execution").addHandler(logging.NullHandler())
    return daft


def start(engine: str) -> None:
    """Choose the runner of this process: "local" or "ray". Raises OperatorError where that is not possible.

    A process that already runs Daft on the wanted engine keeps its runner. Ray connects to the cluster of
    `RAY_ADDRESS`, else it starts a local one.
    """
    daft: Any = load_daft()
    wanted = "ray" if engine == "ray" else "native"
    from daft.runners import _get_runner

    current: Any = _get_runner()
    if current is not None:
        if current.name != wanted:
            raise OperatorError(
                f"This process already runs Daft on its {current.name} runner; '{engine}' needs a new process."
            )
        return
    if wanted == "ray":
        _start_ray()
        daft.set_runner_ray(noop_if_initialized=True)
    else:
        daft.set_runner_native()


def _start_ray() -> None:
    if find_spec("ray") is None:
        raise OperatorError("The engine 'ray' is not installed; the extra is: pip install 'consilience[ray]'.")
    logging.getLogger("ray").setLevel(logging.ERROR)  # notices about the cluster's own security and deprecations
    import ray

    if ray.is_initialized():
        return
    address = os.environ.get("RAY_ADDRESS")
    local: dict[str, Any] = {} if address else {"include_dashboard": False}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # about accelerators, which the plan does not ask for
        try:
            ray.init(
                address=address,
                runtime_env={"env_vars": dict(QUIET)},
                log_to_driver=False,
                logging_level=logging.ERROR,
                **local,
            )
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise OperatorError(f"The Ray cluster at '{address or 'this machine'}' cannot be used: {error}.") from error


@contextmanager
def plain_errors() -> Iterator[None]:
    """An `OperatorError` that crossed Ray is wrapped with the traceback of its worker; the user gets the sentence."""
    try:
        yield
    except OperatorError as error:
        cause: BaseException = error
        while isinstance(inner := getattr(cause, "cause", None), BaseException):
            cause = inner
        if cause is error:
            raise
        raise OperatorError(str(cause)) from error


@contextmanager
def watched(reporter: ProgressReporter, last: str) -> Iterator[None]:
    """Report the rows that leave the UDF called `last`, as Daft's native runner counts them (Ray tells nothing)."""
    daft: Any = load_daft()
    alias = f"consilience-{id(reporter)}"
    daft.attach_subscriber(alias, _subscriber(reporter, f"UDF {last}"))
    try:
        with plain_errors():
            yield
    finally:
        daft.detach_subscriber(alias)


def _subscriber(reporter: ProgressReporter, name: str) -> Any:
    from daft.subscribers import Subscriber
    from daft.subscribers.events import OperatorStarted, Stats

    class Rows(Subscriber):  # type: ignore[misc, unused-ignore]
        node: int | None = None

        def on_operator_start(self, event: OperatorStarted) -> None:
            if event.name == name:
                self.node = event.node_id

        def on_stats(self, event: Stats) -> None:
            counted = event.stats.get(self.node, {}) if self.node is not None else {}
            if "rows.out" in counted:
                reporter.update(int(counted["rows.out"][1]))

    return Rows()
