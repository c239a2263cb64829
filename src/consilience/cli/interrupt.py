"""Ctrl-C: one sentence and exit 130, at once.

The usual way (KeyboardInterrupt in the main thread) does not do here. Daft installs a handler of its own that prints
to stderr, and its threads outlive the main one, which ends the interpreter with an abort. So the signal is blocked in
every thread, and one thread waits for it. Ending without clean-up is safe because every file gets its final name only
once it is whole; only documents that were laid down for a while have to be removed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

INTERRUPTED = 130  # what a shell reports for SIGINT


def watch() -> None:
    """Take over SIGINT. Call before any other thread is started: threads inherit what is blocked.

    A process that was told to ignore SIGINT (`nohup`, a background job of a script) goes on ignoring it.
    """
    if not hasattr(signal, "pthread_sigmask") or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    threading.Thread(target=_end, name="interrupt", daemon=True).start()


def _end() -> None:
    signal.sigwait({signal.SIGINT})
    try:
        # Progress bars hide the cursor; nobody else will show it again.
        sys.stderr.write("\x1b[?25h\n" if sys.stderr.isatty() else "")
        sys.stderr.write("consilience: Interrupted.\n")
        sys.stderr.flush()
        from consilience.corpus import spool

        spool.clear()
    finally:
        os._exit(INTERRUPTED)
