"""Prints the documentation of the detectors: `python -m consilience.corpus.quality > docs/quality.md`."""

from __future__ import annotations

import sys

from consilience.corpus.quality import catalogue

if __name__ == "__main__":
    sys.stdout.write(catalogue())
