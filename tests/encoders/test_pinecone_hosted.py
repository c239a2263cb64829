"""The encoders and rerankers that Pinecone hosts: its real client against a server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.stores.pinecone_fixture import INDEX, serving
from tests.stores.pinecone_inference import DENSE, DIMENSION, LONGEST, MOST, RERANKER, SPARSE, vector
from tests.stores.pinecone_server import KEY, Fault, PineconeServer

from consilience import api
from consilience.encoders import encode_questions, load_encoder, load_reranker
from consilience.encoders.pinecone_hosted import _described
from consilience.operators import OperatorError, Reranker
from consilience.settings import OperatorSettings, Settings
from consilience.stores import StoreError

NAME = f"pinecone:{DENSE}"
QUESTION = "At which pressure does the booster pump run?"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PineconeServer]:
    _described.cache_clear()
    with serving(monkeypatch, DIMENSION) as running:
        yield running
    _described.cache_clear()


def unit(row: np.ndarray) -> np.ndarray:
    return (row / np.linalg.norm(row)).astype(np.float32)


def test_questions_and_passages_are_told_apart(server: PineconeServer) -> None:
    """The service is told which is which, since the model marks them; both come back as unit vectors of its size."""
    encoder, text = load_encoder(NAME), "The booster pump runs at 6 bar."
    assert encoder.dimension == DIMENSION
    np.testing.assert_array_equal(encoder.encode([text]), [unit(vector(text, "passage"))])
    np.testing.assert_array_equal(encode_questions(encoder, [text]), [unit(vector(text, "query"))])
    assert [one["parameters"]["input_type"] for one in server.inference.asked] == ["passage", "query"]


def test_many_texts_go_in_requests_that_are_small_enough(server: PineconeServer) -> None:
    """However many texts there are, a request has no more than the service takes, and each text is sent once."""
    texts = [f"valve {number % 150}" for number in range(300)]
    vectors = load_encoder(NAME).encode(texts)
    assert [len(one["inputs"]) for one in server.inference.asked] == [MOST, 150 - MOST]
    np.testing.assert_array_equal(vectors[:150], vectors[150:])
    np.testing.assert_array_equal(vectors[149], unit(vector("valve 149", "passage")))


def test_a_long_text_is_read_to_its_end(server: PineconeServer) -> None:
    """A text beyond what the model reads is sent in parts: its last words move the vector as its first ones do."""
    texts = ["pump " * LONGEST + "valve " * LONGEST, "pump", "valve", "gasket"]
    long, *words = load_encoder(NAME).encode(texts)
    assert words[0] @ long > words[2] @ long + 0.5
    assert words[1] @ long > words[2] @ long + 0.5
    assert np.linalg.norm(long) == pytest.approx(1, abs=1e-5)


@given(st.lists(st.sampled_from(["", " ", "pump", "valve " * 1_200, "6 bar", "\ud800"]), max_size=5))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_vector_depends_on_its_text_alone(server: PineconeServer, texts: list[str]) -> None:
    """Whatever it is sent with, empty and long texts included, a text gets the same unit vector."""
    encoder = load_encoder(NAME)
    vectors = encoder.encode(texts)
    assert vectors.shape == (len(texts), DIMENSION)
    for text, row in zip(texts, vectors, strict=True):
        np.testing.assert_array_equal(row, encoder.encode([text])[0])
        assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again(server: PineconeServer, status: int) -> None:
    """An overload passes: the request is repeated when the service says so."""
    server.faults = [Fault("/embed", status, times=3, headers={"Retry-After": "0"})]
    assert load_encoder(NAME).encode(["pump"]).shape == (1, DIMENSION)


FAILURES = {
    401: f"Pinecone refused the key in PINECONE_API_KEY for the model '{DENSE}'.",
    403: f"Pinecone refused the key in PINECONE_API_KEY for the model '{DENSE}'.",
    404: f"Pinecone has no model '{DENSE}' for this key.",
    400: f"Pinecone refused a request for the model '{DENSE}' (status 400).",
    422: f"Pinecone refused a request for the model '{DENSE}' (status 422).",
    429: f"Pinecone takes no more texts for the model '{DENSE}' at the moment; try again later.",
    500: f"Pinecone failed to answer for the model '{DENSE}' (status 500); try again later.",
    None: f"Pinecone cannot be reached for the model '{DENSE}'; check the connection, and try again.",
}


@pytest.mark.parametrize("status", FAILURES)
@pytest.mark.parametrize("path", ["/embed", "/models/"])
def test_a_failure_is_one_sentence(server: PineconeServer, status: int | None, path: str) -> None:
    """Whatever fails, and wherever, the sentence says what, and shows neither the key nor a text."""
    server.faults = [Fault(path, status)]
    with pytest.raises(OperatorError) as told:
        load_encoder(NAME).encode(["a secret of the pump", "another one"])
    assert str(told.value) == FAILURES[status]


BAD = {
    "a vector too few": [],
    "a short vector": [{"values": [1.0, 0.0]}],
    "a vector of nothing": [{"values": [0.0] * DIMENSION}],
    "a huge number": [{"values": [1e400] * DIMENSION}],
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_answer_is_no_vector(server: PineconeServer, kind: str) -> None:
    """Anything but one usable vector a text is an error; no vector is made up."""
    server.inference.bad = BAD[kind]
    with pytest.raises(OperatorError, match=r"did not answer with one vector for each text|client failed"):
        load_encoder(NAME).encode(["pump"])


def test_a_sparse_model_is_no_encoder(server: PineconeServer) -> None:
    """A model of another kind is refused before anything is indexed with it."""
    with pytest.raises(OperatorError, match="makes no dense vectors"):
        load_encoder(f"pinecone:{SPARSE}").encode(["pump"])


def test_a_model_is_needed() -> None:
    """'pinecone' alone says how to write it."""
    with pytest.raises(OperatorError, match="write pinecone:MODEL"):
        load_encoder("pinecone")


@pytest.mark.parametrize(("key", "said"), [("", "needs a key"), ("a\r\nX-Other: b", "is no key")])
def test_a_usable_key_is_needed(server: PineconeServer, monkeypatch: pytest.MonkeyPatch, key: str, said: str) -> None:
    """Without a key, or with one that would be another header, nothing is sent."""
    monkeypatch.setenv("PINECONE_API_KEY", key)
    with pytest.raises(OperatorError, match=said) as told:
        load_encoder(NAME).encode(["pump"])
    assert "X-Other" not in str(told.value)
    assert server.calls == []


def test_the_key_is_recorded_nowhere(server: PineconeServer) -> None:
    """Result files name the operator by its spec, and a log might show its repr: the model is in it, no key."""
    encoder = load_encoder(NAME)
    encoder.encode(["pump"])
    assert encoder.spec.settings == (("model", DENSE),)
    assert KEY not in f"{encoder!r} {encoder.spec}"


def test_a_knowledge_base_with_hosted_vectors(server: PineconeServer, tmp_path: Path) -> None:
    """Indexing and asking work with the hosted model in an index of its size: passages go in one form, the question in
    the other; a run without changes sends no text, and another model is refused."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "pump.md").write_text("# Pump\n\nThe booster pump runs at 6 bar.\n", "utf-8")
    (docs / "gate.md").write_text("# Gate\n\nVisitors sign the book at the gate.\n", "utf-8")
    chosen = Settings(operators=OperatorSettings(encoder=NAME, reranker="none"))
    kb = f"pinecone://{INDEX}"
    assert api.index(docs, kb, settings=chosen).embedded == 2
    assert api.index(docs, kb, settings=chosen).embedded == 0
    found = api.search(QUESTION, kb, settings=chosen)
    assert found.retrieved[0].chunk.doc == "pump.md"
    assert [one["parameters"]["input_type"] for one in server.inference.asked] == ["passage", "query"]
    with pytest.raises(StoreError, match=f"with the encoder pinecone 1 \\({DENSE}\\)"):
        api.search(QUESTION, kb)


def reranker() -> Reranker:
    found = load_reranker(f"pinecone:{RERANKER}")
    assert found is not None
    return found


def test_another_model_is_no_substitute(server: PineconeServer) -> None:
    """The service may answer with another model; its vectors and scores cannot be compared, and are not taken."""
    server.inference.served = "model-of-tomorrow"
    said = "answered with the model 'model-of-tomorrow' in the place of"
    with pytest.raises(OperatorError, match=said):
        load_encoder(NAME).encode(["pump"])
    with pytest.raises(OperatorError, match=said):
        reranker().score("pump", ["pump"])


def test_a_hosted_reranker_gives_each_passage_its_score(server: PineconeServer) -> None:
    """However many passages there are, and in whatever order the service answers, each gets the score it gets alone."""
    passages = ["", *(f"pump {number}" if number % 3 else f"valve {number}" for number in range(150))]
    scores = list(reranker().score("the pump 7", passages))
    assert (scores[0], scores[1], scores[2], scores[8]) == (0.0, 0.0, 0.125, 0.25)
    assert [len(one["documents"]) for one in server.inference.asked] == [100, 51]
    assert list(reranker().score("pump", [])) == []
    assert reranker().spec.settings == (("model", RERANKER),)


BAD_SCORES = {
    "a passage too few": [{"index": 0, "score": 0.5}],
    "a passage twice": [{"index": 0, "score": 0.5}, {"index": 0, "score": 0.4}],
    "an index too high": [{"index": 0, "score": 0.5}, {"index": 2, "score": 0.4}],
}


@pytest.mark.parametrize("kind", BAD_SCORES)
def test_a_bad_answer_is_no_score(server: PineconeServer, kind: str) -> None:
    """Anything but one score for each passage is an error; no score is made up."""
    server.inference.bad = BAD_SCORES[kind]
    with pytest.raises(OperatorError, match="did not answer with one score for each passage"):
        reranker().score("pump", ["pump", "valve"])


def test_a_hosted_reranker_that_fails_is_one_sentence(server: PineconeServer) -> None:
    """As with the encoders: what failed, without the question, the passages or the key."""
    server.faults = [Fault("/rerank", 429)]
    with pytest.raises(OperatorError) as told:
        reranker().score("a question", ["a passage"])
    assert str(told.value) == (
        f"Pinecone takes no more texts for the model '{RERANKER}' at the moment; try again later."
    )
