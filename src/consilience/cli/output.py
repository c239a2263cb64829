"""What goes to stdout: the summary for a person, JSON for a program."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def print_json(audit: Mapping[str, Any]) -> None:
    """The bytes of audit.json: UTF-8 whatever the locale of the terminal says."""
    from consilience.report.writer import to_json

    sys.stdout.flush()
    sys.stdout.buffer.write(to_json(audit, indent=1).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def print_summary(audit: Mapping[str, Any], run: Path | None) -> None:
    """The summary of an audit; `run` is where it lies, None when it was not written."""
    from rich.console import Console

    from consilience.report import terminal

    terminal.render(audit, Console(), run)
