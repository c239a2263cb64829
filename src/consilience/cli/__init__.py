"""The command line. One file per command: it parses, calls the flow and writes what came back.

Nothing heavy is imported here or at the top of a command's file: `consilience --help` must answer at once.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Entry point of the `consilience` program; ends the process with the exit codes of docs/cli.md."""
    from consilience.cli import interrupt
    from consilience.cli.app import run

    interrupt.watch()
    code = run(sys.argv[1:])
    if "daft" in sys.modules:
        # Daft's threads outlive a plan that failed, and an interpreter that closes under them aborts (exit -6).
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
