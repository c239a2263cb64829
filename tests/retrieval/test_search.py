"""A question to its evidence: bounds, scores, modes."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from tests.retrieval.conftest import Write

from consilience.model import NotMeasured
from consilience.retrieval.errors import QuestionError
from consilience.retrieval.index import index
from consilience.retrieval.records import to_dict
from consilience.retrieval.roles import RolesFile
from consilience.retrieval.search import MOST_CHARACTERS, Retrieval, Searcher
from consilience.settings import OperatorSettings, RetrievalSettings, Settings
from consilience.stores import AUDITOR, Access, open_store

FILES = {
    "pay.md": "# Pay\n\nThe pay of a director is EUR 9000 a month.\n",
    "rules.md": "# Pay rules\n\nPay is transferred on the last day of the month.\n",
    "visits.md": "# Visitors\n\nA visitor may stay for two hours.\n",
    "lamps.md": "# Lamps\n\nThe KV-220-S7 lamp is checked every May.\n",
}
RULES = RolesFile((("**", ("staff",)), ("pay.md", ("hr",))))
QUESTION = "What is the pay of a director?"


@pytest.fixture
def kb(docs: Write, tmp_path: Path) -> Path:
    """Four short documents, one of which only hr may read."""
    index([docs(FILES)], open_store(str(tmp_path / "kb")), Settings(), RULES)
    return tmp_path / "kb"


def ask(
    kb: Path,
    question: str = QUESTION,
    access: Access = AUDITOR,
    withheld: bool = False,
    reranker: str = "embedded",
    **said: object,
) -> Retrieval:
    retrieval, operators = RetrievalSettings.model_validate(said), OperatorSettings(reranker=reranker)
    settings = Settings(retrieval=retrieval, operators=operators)
    with open_store(str(kb)).read() as reader:
        return Searcher(reader, settings).retrieve(question, access, show_withheld=withheld)


def docs_of(found: Retrieval) -> list[str]:
    return [one.chunk.doc for one in found.retrieved]


@pytest.mark.parametrize("mode", ["dense", "hybrid"])
def test_every_passage_has_its_rank_and_similarity(kb: Path, mode: str) -> None:
    """Ranks from 1, similarities in [0, 1], and the scores are those of the definitions over R(q)."""
    found = ask(kb, mode=mode)
    similarities = [one.similarity for one in found.retrieved]
    assert [one.rank for one in found.retrieved] == [1, 2, 3, 4]
    assert all(0 <= one <= 1 for one in similarities)
    assert docs_of(found)[0] == "pay.md"
    assert max(similarities) == found.SS1
    assert found.SSmu == pytest.approx(statistics.fmean(similarities))
    assert found.SSsigma == pytest.approx(statistics.pstdev(similarities))
    reranked = [one.rerank for one in found.retrieved]
    assert all(score is not None for score in reranked)
    assert reranked == sorted(reranked, key=lambda score: -(score or 0.0))


def test_dense_search_is_in_order_of_similarity(kb: Path) -> None:
    """Without a reranker the first is the nearest, and no passage has a score of one."""
    found = ask(kb, reranker="none").retrieved
    similarities = [one.similarity for one in found]
    assert similarities == sorted(similarities, reverse=True)
    assert [one.rerank for one in found] == [None] * 4


def test_a_reranker_changes_the_order_and_no_similarity(kb: Path) -> None:
    """Similarity is the retriever's own: each passage keeps the one that it has without a reranker."""
    with_one, without = ask(kb).retrieved, ask(kb, reranker="none").retrieved
    assert {one.chunk.id: one.similarity for one in with_one} == {one.chunk.id: one.similarity for one in without}


def test_hybrid_search_finds_a_name_by_its_letters(kb: Path) -> None:
    """Full text puts the one passage with the word first where vectors alone see little."""
    assert docs_of(ask(kb, "KV-220-S7", mode="hybrid", keep=1)) == ["lamps.md"]


@pytest.mark.parametrize("mode", ["dense", "hybrid"])
def test_words_are_no_operators(kb: Path, mode: str) -> None:
    """Quotes, brackets and the words of query languages are words; a word that stands nowhere finds no error."""
    for question in ('pay" AND (NOT', "zzzqqq", "the of a", "pay' OR '1'='1", "価格はいくらですか", "a:b^2~ *?[]{}\\"):
        assert ask(kb, question, mode=mode).k == 4


def test_fewer_passages_than_asked_for(kb: Path) -> None:
    """k is what there is; `keep` cuts after `candidates`."""
    assert ask(kb, candidates=1000, keep=1000).k == 4
    assert docs_of(ask(kb, candidates=3, keep=2)) == docs_of(ask(kb))[:2]


def test_one_passage_has_no_spread_and_none_has_no_score(kb: Path) -> None:
    """k = 1: SSsigma is 0; k = 0: not measured, with the reason, and never NaN."""
    assert ask(kb, keep=1).SSsigma == 0
    nothing = ask(kb, access=Access(()))
    assert nothing.k == 0 and isinstance(nothing.SS1, NotMeasured)
    told = to_dict(nothing)
    assert (told["SS1"], told["SSmu"], told["SSsigma"], told["retrieved"]) == (None, None, None, [])
    assert set(told["not_measured"]) == {"SS1", "SSmu", "SSsigma"}


def test_before_the_search_a_user_loses_nothing_after_it_k_shrinks(kb: Path) -> None:
    """pre fills the places of what may not be read; post, the order of the paper, leaves them empty."""
    staff = Access(("staff",))
    assert ask(kb, access=staff, candidates=2, keep=2, authorise="pre").k == 2
    after = ask(kb, access=staff, candidates=2, keep=2, authorise="post")
    assert after.k == 1 and docs_of(after) == [doc for doc in docs_of(ask(kb))[:2] if doc != "pay.md"]
    assert [one.rank for one in after.retrieved] == [1]


@pytest.mark.parametrize("authorise", ["pre", "post"])
def test_only_who_asks_for_it_learns_how_many_were_withheld(kb: Path, authorise: str) -> None:
    """A count tells that something exists: it is None unless an auditor asked."""
    staff = Access(("staff",))
    assert ask(kb, access=staff, authorise=authorise).withheld is None
    assert ask(kb, access=staff, authorise=authorise, withheld=True).withheld == 1
    assert ask(kb, access=Access(("staff", "hr")), authorise=authorise, withheld=True).withheld == 0


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("", "The question is empty."),
        (" \n\t ", "The question is empty."),
        ("?!… --", "The question has no word in it."),
        ("pay " * 25_000, f"The question has 99,999 characters; at most {MOST_CHARACTERS:,} are read."),
    ],
)
def test_a_question_that_cannot_be_asked(kb: Path, question: str, says: str) -> None:
    """One sentence each."""
    with pytest.raises(QuestionError) as caught:
        ask(kb, question)
    assert str(caught.value) == says


def test_a_long_question_is_asked(kb: Path) -> None:
    """Up to the limit; the encoder reads as much of it as it can."""
    assert ask(kb, "What is the pay? " * 1000, mode="hybrid").k == 4


def test_a_role_that_no_document_names_is_refused(kb: Path, docs: Write, tmp_path: Path) -> None:
    """A misspelt role would read as 'nothing was found'; where nobody declares roles, none has a meaning."""
    with pytest.raises(QuestionError, match="No document of this knowledge base names the role 'stuff'"):
        ask(kb, access=Access(("staff", "stuff")))
    index([docs(FILES)], open_store(str(tmp_path / "open")), Settings())
    assert ask(tmp_path / "open", access=Access(())).k == 4
    with pytest.raises(QuestionError, match="The role 'staff' has no meaning here"):
        ask(tmp_path / "open", access=Access(("staff",)))


@pytest.mark.parametrize("mode", ["dense", "hybrid"])
def test_an_empty_knowledge_base_has_nothing_to_find(docs: Write, tmp_path: Path, mode: str) -> None:
    """No document with text in it: k = 0 and no error."""
    index([docs({"a.md": "<!-- nothing yet, 2026 -->\n"})], open_store(str(tmp_path / "empty")), Settings())
    assert ask(tmp_path / "empty", mode=mode).k == 0
