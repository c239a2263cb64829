"""What the size of a chunk does: `python benchmarks/retrieval_sizes.py [--shared DIR]`.

The default was chosen on the first four corpora by name; the others say whether it holds elsewhere.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from retrieval_measure import asked, indexed, scores
from retrieval_truth import corpus
from run_retrieval import settings

SIZES = (60, 90, 120, 160, 240)
SHARED = Path(__file__).parents[2] / "shared"


def main() -> None:
    parser = argparse.ArgumentParser(description="Recall@10 and MRR of dense search by the size of a chunk.")
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with corpora/ (default: %(default)s)")
    corpora = [corpus(path.parent) for path in sorted(parser.parse_args().shared.glob("corpora/*/truth.json"))]
    chosen = {one.name for one in corpora[: len(corpora) // 2]}
    print("| words | recall@10, MRR: chosen on | held back |\n|---|---|---|")
    for words in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            wanted = settings("dense", "none", words)
            found = asked(corpora, indexed(corpora, Path(folder), wanted), wanted)
        halves = [scores([one for one in found if (one.corpus in chosen) == half]) for half in (True, False)]
        print(f"| {words} | " + " | ".join(f"{of.recall:.3f}, {of.mrr:.3f}" for of in halves) + " |", flush=True)


if __name__ == "__main__":
    main()
