"""The program: its commands, and what becomes of an error. A user's mistake is one sentence on stderr and exit 2."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from consilience.cli import (
    ask,
    audit,
    compare,
    degrade,
    index,
    inject,
    judge,
    prompts,
    report,
    search,
    settings,
    study,
)
from consilience.cli import eval as evaluate

DONE, MISTAKE = 0, 2
PIPE_CLOSED = 141  # what a shell reports for SIGPIPE

# Recent Typer bundles a copy of Click, older ones import it: the base of usage errors is found through one of them.
_UsageError = cast(
    "type[Exception]", next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
)

app = typer.Typer(
    name="consilience",
    help="Audit the knowledge behind a RAG system: which documents contradict each other, where, and what to mend.",
    epilog="Exit codes: 0 done; 1 a gate you asked for failed; 2 wrong usage, settings or input; "
    "3 inputs were skipped and --strict was given.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("ask")(ask.command)
app.command("audit")(audit.command)
app.command("compare")(compare.command)
app.command("degrade")(degrade.command)
app.command("eval")(evaluate.command)
app.command("index")(index.command)
app.command("inject")(inject.command)
app.command("judge")(judge.command)
app.command("prompts")(prompts.command)
app.command("report")(report.command)
app.command("search")(search.command)
app.command("settings")(settings.command)
app.add_typer(study.app)


def _version(wanted: bool) -> None:
    if wanted:
        from consilience import __version__

        typer.echo(f"consilience {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code."""
    try:
        code = app(args=list(arguments) or ["--help"], prog_name="consilience", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except BrokenPipeError:
        return _close_stdout()
    except _UsageError as error:
        return _say(_usage(error), MISTAKE)
    except Exception as error:
        if not isinstance(error, _mistakes()):
            raise
        return _say(str(error), MISTAKE)


def _mistakes() -> tuple[type[Exception], ...]:
    """The errors that are the user's to mend; anything else is a bug of ours and keeps its traceback."""
    from consilience.answer.records.model import RecordsError
    from consilience.operators import OperatorError
    from consilience.report.writer import RunError
    from consilience.retrieval.errors import QuestionError, RolesError
    from consilience.settings import SettingsError
    from consilience.sources import SourceError
    from consilience.stores import StoreError
    from consilience.study.errors import StudyError

    return (
        OperatorError, QuestionError, RecordsError, RolesError, RunError, SettingsError, SourceError, StoreError,
        StudyError,
    )  # fmt: skip


def _usage(error: Exception) -> str:
    """What is wrong with the command line, and where its help is."""
    said = str(getattr(error, "format_message", error.__str__)()).replace("Value error, ", "").rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{said}; see {context.command_path} --help." if context else f"{said}."


def _say(sentence: str, code: int) -> int:
    with contextlib.suppress(BrokenPipeError):
        sys.stderr.write(f"consilience: {' '.join(sentence.split())}\n")
        sys.stderr.flush()
    return code


def _close_stdout() -> int:
    """The reader went away (`| head`). Point stdout at nothing, or the interpreter complains when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED
