"""F: the facts of a document, by rules (DESIGN sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from consilience.corpus.facts.asked import ANY, Kinds
from consilience.corpus.facts.make import Place, Surroundings
from consilience.corpus.facts.sentences import facts_of_sentence
from consilience.corpus.facts.tables import facts_of_row
from consilience.model import Document, Fact, OperatorSpec, Statement
from consilience.text import statements

__all__ = ["EmbeddedFacts", "Surroundings", "facts_of"]

_MAX_STATEMENT = 2_000  # characters; a longer "sentence" is a dump whose values answer nothing


@dataclass(frozen=True, slots=True)
class EmbeddedFacts:
    """The embedded extractor: typed values, names, places, permissions, classes and first steps of statements."""

    @property
    def spec(self) -> OperatorSpec:
        return OperatorSpec("F", "embedded", "2")

    def extract(self, document: Document) -> tuple[Fact, ...]:
        """Every fact of the document in reading order. Ids are unique within the document."""
        found: dict[str, Fact] = {}
        said = statements(document)
        around = Surroundings(document, said)
        for index in range(len(said)):
            for fact in facts_of(document, said, index, around):
                found.setdefault(fact.id, fact)
        return tuple(found.values())


def facts_of(
    document: Document,
    said: Sequence[Statement],
    index: int,
    around: Surroundings,
    kinds: Kinds = ANY,
    most: int | None = None,
) -> tuple[Fact, ...]:
    """The facts of one statement of a document: values, then what is told in words; `said` are all its statements.

    Only facts whose value is of one of the `kinds` are read, and the first `most` of them: the same ones as without
    it, in less time.
    """
    statement = said[index]
    if len(statement.text) > _MAX_STATEMENT:
        return ()
    place = Place.of(document, statement, around, said[max(0, index - 3) : index])
    read = facts_of_row if statement.kind == "table_row" else facts_of_sentence
    return tuple(islice(read(place, kinds), most))
