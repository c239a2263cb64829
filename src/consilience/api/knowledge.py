"""Level 2: the knowledge base, and what is found in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from consilience.api.inputs import PathLike, listed
from consilience.settings import Settings

if TYPE_CHECKING:
    from consilience.retrieval.index import Indexed
    from consilience.retrieval.search import Retrieval


def index(
    paths: PathLike | Iterable[PathLike],
    kb: str,
    *,
    roles_file: PathLike | None = None,
    settings: Settings | None = None,
) -> Indexed:
    """Make the knowledge base `kb` hold exactly the documents of files and folders, as `consilience index` does.

    `kb` is a folder, postgresql://... or pinecone://INDEX; `roles_file` says who may read what (docs/retrieval.md).
    The result tells what was added, changed, removed and skipped.

    Raises `consilience.sources.SourceError` when there is nothing to read, `consilience.stores.StoreError` for the
    knowledge base, `consilience.operators.OperatorError` for the encoder and
    `consilience.retrieval.errors.RolesError` for the roles file.
    """
    from consilience.retrieval import index as level_2
    from consilience.retrieval.roles import RolesFile, read_roles_file
    from consilience.stores import open_store

    rules = RolesFile() if roles_file is None else read_roles_file(Path(roles_file))
    return level_2.index(listed(paths), open_store(kb), settings or Settings(), rules)


def search(
    question: str, kb: str, *, roles: Sequence[str] = (), show_withheld: bool = False, settings: Settings | None = None
) -> Retrieval:
    """The evidence R(q) for a question, as a user with `roles` may read it, with SS1, SSmu and SSsigma.

    Without roles only what everyone may read is found, once any document declares roles. A score that was not measured
    is a `consilience.model.NotMeasured` with its reason. `consilience.retrieval.search.Searcher` asks many questions
    without loading the models again.

    Raises `consilience.retrieval.errors.QuestionError` for the question or a role that no document names,
    `consilience.stores.StoreError` for the knowledge base, `consilience.operators.OperatorError` for encoder and
    reranker.
    """
    from consilience.retrieval.roles import named
    from consilience.retrieval.search import Searcher
    from consilience.stores import Access, open_store

    access = Access(named(roles, "roles"))
    with open_store(kb).read() as reader:
        return Searcher(reader, settings or Settings()).retrieve(question, access, show_withheld=show_withheld)
