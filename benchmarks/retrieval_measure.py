"""recall@10 and MRR of level 2 as it is used: documents indexed into a knowledge base, questions asked of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from retrieval_truth import Corpus, Question

from consilience.model import Chunk
from consilience.retrieval.index import index
from consilience.retrieval.search import Searcher
from consilience.settings import Settings
from consilience.stores import AUDITOR, open_store


@dataclass(frozen=True)
class Found:
    """What came back for a question: the rank of the first hit (None: no hit), of the documents it lists how many were
    hit, and the seconds of a processor that it took."""

    corpus: str
    question: Question
    rank: int | None
    documents: int
    seconds: float


@dataclass(frozen=True)
class Scores:
    """Over `questions` questions: the share with a hit among the ten, the share of listed documents hit, the mean of
    1 / rank of the first hit (0 without one), and the seconds of a processor for a question."""

    questions: int
    recall: float
    documents: float
    mrr: float
    seconds: float


def indexed(corpora: Sequence[Corpus], folder: Path, settings: Settings) -> dict[str, str]:
    """Each corpus in a knowledge base of its own below `folder`: name -> knowledge base."""
    made = {}
    for corpus in corpora:
        made[corpus.name] = str(folder / corpus.name)
        index([corpus.folder], open_store(made[corpus.name]), settings)
    return made


def asked(corpora: Sequence[Corpus], bases: dict[str, str], settings: Settings) -> list[Found]:
    """Every question of every corpus."""
    found = []
    for corpus in corpora:
        with open_store(bases[corpus.name]).read() as reader:
            searcher = Searcher(reader, settings)
            for question in corpus.questions:
                start = time.process_time()
                chunks = [one.chunk for one in searcher.retrieve(question.text, AUDITOR).retrieved]
                found.append(_found(corpus.name, question, chunks, time.process_time() - start))
    return found


def scores(found: Iterable[Found]) -> Scores:
    every = list(found)
    return Scores(
        questions=len(every),
        recall=sum(one.rank is not None for one in every) / len(every),
        documents=sum(one.documents for one in every) / sum(len(one.question.evidence) for one in every),
        mrr=sum(1 / one.rank for one in every if one.rank) / len(every),
        seconds=sum(one.seconds for one in every) / len(every),
    )


def _found(corpus: str, question: Question, chunks: Sequence[Chunk], seconds: float) -> Found:
    hits = [rank for rank, chunk in enumerate(chunks, 1) if _holds(chunk, question)]
    documents = {chunks[rank - 1].doc for rank in hits}
    return Found(corpus, question, hits[0] if hits else None, len(documents), seconds)


def _holds(chunk: Chunk, question: Question) -> bool:
    places = question.evidence.get(chunk.doc, ())
    return any(place.start < chunk.end and chunk.start < place.end for place in places)
