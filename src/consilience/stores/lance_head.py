"""`kb.json`: which version of the Lance table is committed, and what holds for it. Replaced in one step."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from consilience.stores.contract import SCHEMA, KbInfo, StoreError
from consilience.stores.lance_errors import damaged

NAME = "kb.json"
TABLE = "chunks"
NEW = f"{NAME}.new"  # what is written before it takes the place of the old one


@dataclass(frozen=True, slots=True)
class Head:
    """A committed version. `trained` is the number of rows that the partitions of the vector index were made for, 0
    without one; `earlier` are versions committed before, oldest first, that a reader may still have open.
    """

    version: int
    info: KbInfo
    trained: int = 0
    earlier: tuple[int, ...] = ()


def read(folder: Path) -> Head:
    """The head of a knowledge base. Raises StoreError when there is none, or it is damaged or of another schema."""
    try:
        told = json.loads((folder / NAME).read_text("utf-8"))
        if told["info"]["schema"] != SCHEMA:
            raise StoreError(
                f"The knowledge base {folder} was written by another version of consilience; index it anew "
                "into an empty folder."
            )
        info = KbInfo(**told["info"] | {"roles": tuple(told["info"]["roles"])})
        earlier = tuple(int(version) for version in told["earlier"])
        return Head(int(told["version"]), info, int(told["trained"]), earlier)
    except FileNotFoundError as error:
        raise _missing(folder) from error
    except OSError as error:
        said = (error.strerror or "unknown error").lower()
        raise StoreError(f"The knowledge base {folder} cannot be read: {said}.") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise damaged(folder) from error


def write(folder: Path, head: Head) -> None:
    """Make `head` the one that readers see. Raises StoreError."""
    new = folder / NEW
    try:
        new.write_text(json.dumps(asdict(head), indent=1, sort_keys=True) + "\n", "utf-8")
        new.replace(folder / NAME)
    except OSError as error:
        said = (error.strerror or "unknown error").lower()
        raise StoreError(f"The knowledge base {folder} cannot be written: {said}.") from error


def _missing(folder: Path) -> StoreError:
    """There is nothing, or an index that another program made: its tables have other names, and no blocks."""
    foreign = sorted(one.stem for one in folder.glob("*.lance") if one.stem != TABLE)
    if foreign:
        return StoreError(
            f"{folder} holds the index of another program (Lance table '{foreign[0]}'), which can be audited "
            "(consilience audit --kb) but not searched; for that, make a knowledge base of its documents: consilience "
            "index PATH --kb KB."
        )
    return StoreError(f"There is no knowledge base in {folder}; make one with: consilience index PATH --kb {folder}.")
