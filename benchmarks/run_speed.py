"""`speed`: a whole audit against only encoding the same sentences once, in one process, after a warm-up, no cache."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from figures import Figure, at_most, table
from generate import generate

DOCUMENTS, REPEATS = 60, 3


def run(shared: Path) -> str:
    from consilience import audit
    from consilience.encoders import load_encoder
    from consilience.settings import RunSettings, Settings

    settings = Settings(run=RunSettings(cache=False))
    encoder = load_encoder("embedded")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, DOCUMENTS)
        texts = sentences(folder)
        audit(sorted(folder.iterdir())[:2], settings=settings)
        encoder.encode(texts[:50])
        # The least of several: the machine is never less busy than idle.
        alone = min(_seconds(lambda: encoder.encode(texts)) for _ in range(REPEATS))
        whole = min(_seconds(lambda: audit(folder, settings=settings)) for _ in range(REPEATS))
    return table(
        "speed",
        [
            Figure("documents, sentences", f"{DOCUMENTS}, {len(texts):,}"),
            Figure("encoding the sentences", f"{alone:.2f} s ({len(texts) / alone:,.0f} sentences/s)"),
            Figure("whole audit", f"{whole:.2f} s"),
            at_most("audit : encoding, the learned matcher included", whole / alone, 4.0),
        ],
    )


def write(folder: Path, count: int) -> None:
    """`count` generated documents as files of `folder`."""
    for name, text in generate(count).texts:
        (folder / name).write_text(text, encoding="utf-8")


def change_one(folder: Path) -> None:
    """Change values in the first document of `folder`."""
    from consilience.study.inject import inject_text

    path = min(folder.iterdir())
    path.write_text(inject_text(path.read_text("utf-8"), 5).text, encoding="utf-8")


def sentences(*folders: Path) -> list[str]:
    """The statements of all documents below `folders`."""
    from consilience.model import Document
    from consilience.settings import ReadSettings
    from consilience.sources import discover, read
    from consilience.text import statements

    settings = ReadSettings()
    documents = [document for file in discover(folders, settings).files for document in read(file, settings)]
    return [one.text for document in documents if isinstance(document, Document) for one in statements(document)]


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
