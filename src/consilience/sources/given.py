"""A file that a user names, beside the documents: queries, records, roles. What can be wrong with it is said once."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def opened(path: Path, what: str, mistake: type[Exception], most: int | None = None) -> Iterator[BinaryIO]:
    """The file, open for as long as it is read; `what` it is in words ("file of queries"), `most` bytes it may have.

    Raises `mistake` with one sentence: it is not there, no file (a pipe would be waited for without end), too large,
    or cannot be read; so does what is read within, when it is not UTF-8.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise mistake(f"{path} is not a file, so it is no {what}.")
        if most is not None and found.st_size > most:
            raise mistake(f"The {what} {path} is larger than {most:,} bytes.")
        with path.open("rb") as file:
            yield file
    except FileNotFoundError as error:
        raise mistake(f"There is no {what} {path}.") from error
    except OSError as error:
        said = (error.strerror or "unknown error").lower()
        raise mistake(f"The {what} {path} cannot be read: {said}.") from error
    except UnicodeDecodeError as error:
        raise mistake(f"The {what} {path} is not UTF-8 text.") from error


def text_of(path: Path, what: str, mistake: type[Exception], most: int) -> str:
    """The text of such a file. Raises `mistake`."""
    with opened(path, what, mistake, most) as file:
        return file.read(most).decode("utf-8-sig")
