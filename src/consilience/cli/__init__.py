"""The command line. One file per command: it parses, calls the flow and writes what came back.

Nothing heavy is imported here or at the top of a command's file: `consilience --help` must answer at once.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the `consilience` program; ends the process with the exit codes of docs/cli.md."""
    from consilience.cli import interrupt
    from consilience.cli.app import run

    interrupt.watch()
    sys.exit(run(sys.argv[1:]))
