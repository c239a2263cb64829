"""Rerankers: a model of the extra `hub`, and a server in the common format, here a real one on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consilience.encoders import load_encoder, load_reranker, rerank_bundled
from consilience.operators import OperatorError, Reranker

KEY = "key-of-nobody"
without_hub = find_spec("sentence_transformers") is None


@dataclass
class Rerank:
    """A rerank server that scores a passage by the words it shares with the question; `replies` come before that."""

    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    replies: list[tuple[int, bytes, dict[str, str]]] = field(default_factory=list)
    url: str = ""

    def answer(self, headers: dict[str, str], body: bytes) -> tuple[int, bytes, dict[str, str]]:
        self.headers.append(headers)
        self.asked.append(json.loads(body))
        if self.replies:
            return self.replies.pop(0)
        words = set(self.asked[-1]["query"].split())
        scores = [len(words & set(text.split())) for text in self.asked[-1]["documents"]]
        results = [{"index": index, "relevance_score": score / 4} for index, score in enumerate(scores)]
        return 200, json.dumps({"results": sorted(results, key=lambda one: -one["relevance_score"])}).encode(), {}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rerank]:
    rerank = Rerank()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, reply, headers = rerank.answer({"path": self.path, **self.headers}, body)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(reply)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_: Any) -> None:
            return

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=http.serve_forever, daemon=True).start()
    rerank.url = f"http://127.0.0.1:{http.server_port}"
    monkeypatch.setenv("RERANK_BASE_URL", f"{rerank.url}/v1/")
    monkeypatch.setenv("RERANK_API_KEY", KEY)
    monkeypatch.setenv("no_proxy", "*")
    yield rerank
    http.shutdown()
    http.server_close()


def loaded(name: str) -> Reranker:
    found = load_reranker(name)
    assert found is not None
    return found


def test_none_is_no_reranker() -> None:
    """'none' leaves the order of the search as it is."""
    assert load_reranker("none") is None


PUMP = "The booster pump runs at 6 bar."
PASSAGES = [
    "The archive keeps letters from before 1900. Visitors sign the book at the gate. The reading room opens at noon.",
    f"Visitors sign the book at the gate. {PUMP} The reading room opens at noon.",
    "",
    "Working pressure: 6 bar",
]


def test_the_bundled_reranker_finds_the_sentence_in_its_passage() -> None:
    """One sentence that answers lifts a passage that speaks of other things; a passage without a word comes last."""
    scores = loaded("embedded").score("At which pressure does the booster pump run?", PASSAGES)
    assert scores[1] > scores[0] + 0.1
    assert scores[3] > scores[0]
    assert min(scores) == scores[2] == -1.0


@given(st.lists(st.sampled_from([*PASSAGES, "?", "\ud800", "pompe à vide", "x" * 5_000]), max_size=6))
@settings(max_examples=10, deadline=None)
def test_a_bundled_score_depends_on_its_passage_alone(passages: list[str]) -> None:
    """Whatever else was found, a passage keeps its score to the last bit: what a user may not read cannot show."""
    reranker = loaded("embedded")
    scores = list(reranker.score("At which pressure does the pump run?", passages))
    assert scores == [reranker.score("At which pressure does the pump run?", [one])[0] for one in passages]
    assert all(-1.0 <= score <= 1.0 + 1e-6 for score in scores)


def test_a_passage_that_was_read_before_keeps_its_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """States of passages are kept, within a bound; one that was read long ago and one just read score the same."""
    monkeypatch.setattr(rerank_bundled, "_KEPT", 40)
    reranker = loaded("embedded")
    first = list(reranker.score("At which pressure does the pump run?", PASSAGES))
    reranker.score("pump", [f"Valve {number} opens at {number} bar." for number in range(9)])  # beyond the bound
    assert list(reranker.score("At which pressure does the pump run?", PASSAGES)) == first
    assert list(reranker.score("At which pressure does the pump run?", PASSAGES)) == first


def test_the_bundled_reranker_names_its_model() -> None:
    """A result tells by which network, to the byte, its passages were ordered."""
    assert loaded("embedded").spec.settings == load_encoder("embedded").spec.settings


def test_scores_come_in_the_order_of_the_passages(server: Rerank) -> None:
    """A server may answer in any order; each score goes to its passage, and the request has the common format."""
    scores = loaded("api:some-model").score("pump pressure", ["the valve", "pump pressure is 6 bar", "pump"])
    assert scores == [0.0, 0.5, 0.25]
    documents = ["the valve", "pump pressure is 6 bar", "pump"]
    assert server.asked == [{"model": "some-model", "query": "pump pressure", "documents": documents, "top_n": 3}]
    assert server.headers[0]["path"] == "/v1/rerank"
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_many_passages_go_in_several_requests(server: Rerank) -> None:
    """However many passages there are, each gets the score that it gets alone."""
    passages = [f"pump {number}" if number % 3 else f"valve {number}" for number in range(150)]
    reranker = loaded("api:m")
    assert list(reranker.score("pump", passages)) == [reranker.score("pump", [one])[0] for one in passages]
    assert max(len(asked["documents"]) for asked in server.asked) < 150


def test_no_passage_asks_nobody(server: Rerank) -> None:
    """Without passages there are no scores and no request."""
    assert list(loaded("api:m").score("pump", [])) == []
    assert server.asked == []


def test_no_key_sends_none(server: Rerank, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of one's own needs no key; then no header is sent."""
    monkeypatch.delenv("RERANK_API_KEY")
    assert list(loaded("api:m").score("pump", ["pump"])) == [0.25]
    assert "Authorization" not in server.headers[0]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(server: Rerank, status: int) -> None:
    """An overload passes: the request is repeated when the server says so."""
    server.replies = [(status, b"", {"Retry-After": "0"})] * 2
    assert list(loaded("api:m").score("pump", ["pump"])) == [0.25]
    assert len(server.asked) == 3


def test_a_server_that_stays_busy_is_given_up(server: Rerank) -> None:
    """After three tries the sentence names the server and its answer, and nothing of what was asked."""
    server.replies = [(429, b"pump secret", {"Retry-After": "0"})] * 5
    with pytest.raises(OperatorError, match=r"rerank server at 127\.0\.0\.1:\d+ answered with the error 429") as told:
        loaded("api:m").score("a question", ["a passage"])
    assert len(server.asked) == 3
    assert not {KEY, "question", "passage", "secret"} & set(str(told.value).replace(".", " ").split())


@pytest.mark.parametrize("status", [400, 401, 404, 422])
def test_a_refusal_is_final(server: Rerank, status: int) -> None:
    """What the server will never accept is not sent twice; the key shows nowhere."""
    server.replies = [(status, KEY.encode(), {})]
    with pytest.raises(OperatorError, match=f"answered with the error {status}") as told:
        loaded("api:m").score("pump", ["pump"])
    assert len(server.asked) == 1
    assert KEY not in str(told.value)


def test_a_redirect_is_not_followed(server: Rerank) -> None:
    """A key is sent to the address that the user gave and to no other."""
    server.replies = [(307, b"", {"Location": f"{server.url}/elsewhere/rerank"})]
    with pytest.raises(OperatorError, match="error 307"):
        loaded("api:m").score("pump", ["pump"])
    assert [headers["path"] for headers in server.headers] == ["/v1/rerank"]


BAD = {
    "not JSON": b"<html>",
    "not UTF-8": b"\xff\xfe",
    "nothing": b"",
    "a list": b"[]",
    "no results": b'{"data": []}',
    "results that are no list": b'{"results": 7}',
    "a passage is missing": b'{"results": [{"index": 0, "relevance_score": 1}]}',
    "a passage twice": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 0, "relevance_score": 0}]}',
    "an index too high": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 2, "relevance_score": 0}]}',
    "a negative index": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": -1, "relevance_score": 0}]}',
    "yes for an index": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": true, "relevance_score": 0}]}',
    "NaN": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": NaN}]}',
    "infinity": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": 1e999}]}',
    "a huge number": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": 1%s}]}'
    % (b"0" * 400),
    "null": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": null}]}',
    "words": b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": "high"}]}',
    "deep nesting": b"[" * 200_000,
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_reply_is_no_score(server: Rerank, kind: str) -> None:
    """Anything but one finite number for each passage is an error; no score is made up."""
    server.replies = [(200, BAD[kind], {})]
    with pytest.raises(OperatorError, match="did not answer with one score for each passage"):
        loaded("api:m").score("pump", ["pump", "valve"])


def test_a_huge_reply_is_refused(server: Rerank) -> None:
    """A reply beyond all measure is not kept in memory."""
    server.replies = [(200, b" " * 16_000_100, {})]
    with pytest.raises(OperatorError, match="sent more than 16,000,000 bytes"):
        loaded("api:m").score("pump", ["pump"])


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody at the address is one plain sentence."""
    monkeypatch.setenv("RERANK_BASE_URL", "http://127.0.0.1:9")  # the port of a service that nobody runs
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(OperatorError, match=r"at 127\.0\.0\.1:9 cannot be reached"):
        loaded("api:m").score("pump", ["pump"])


@pytest.mark.parametrize("base", ["", "localhost:8000", "file:///etc/passwd", "http://", "http://a:b:c", "http://a b"])
def test_an_address_is_needed(monkeypatch: pytest.MonkeyPatch, base: str) -> None:
    """What is no address of a server is told when the reranker is loaded, before any question is asked."""
    monkeypatch.setenv("RERANK_BASE_URL", base)
    with pytest.raises(OperatorError, match="set RERANK_BASE_URL"):
        load_reranker("api:m")


def test_a_key_that_cannot_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key with a line break inside would be another header; it is refused and not shown."""
    monkeypatch.setenv("RERANK_BASE_URL", "http://localhost/v1")
    monkeypatch.setenv("RERANK_API_KEY", "one\r\nX-Other: two")
    with pytest.raises(OperatorError, match="RERANK_API_KEY is no key") as told:
        load_reranker("api:m")
    assert "two" not in str(told.value)


def test_the_key_is_recorded_nowhere(server: Rerank) -> None:
    """Result files name the operator by its spec, and a log might show its repr: model and host are in it, no key."""
    reranker = loaded("api:some-model")
    assert dict(reranker.spec.settings) == {"model": "some-model", "server": server.url.removeprefix("http://")}
    assert KEY not in f"{reranker!r} {reranker.spec}"


@pytest.mark.parametrize("kind", ["api", "hub"])
def test_a_model_is_needed(kind: str) -> None:
    """'api' and 'hub' alone say how to write it."""
    with pytest.raises(OperatorError, match=f"write {kind}:MODEL"):
        load_reranker(kind)


def test_an_unknown_reranker_lists_the_known_ones() -> None:
    """A name that nothing has is refused in one sentence that says what there is."""
    with pytest.raises(
        OperatorError, match=r"No reranker operator is called 'nothing'; installed are: api, embedded, hub"
    ):
        load_reranker("nothing")


@pytest.mark.skipif(not without_hub, reason="the extra 'hub' is installed")
def test_a_missing_hub_extra_is_named() -> None:
    """Without the package the sentence says what to install."""
    with pytest.raises(OperatorError, match=r"pip install 'consilience\[hub\]'"):
        load_reranker("hub:some/model")


@pytest.fixture(scope="session")
def cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """A cross-encoder of one layer with seeded weights, saved to a folder, with as many scores as asked."""
    torch = pytest.importorskip("torch", reason="needs the extra 'hub'")
    pytest.importorskip("sentence_transformers", reason="needs the extra 'hub'")
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    def made(scores: int) -> Path:
        torch.manual_seed(0)
        folder = tmp_path_factory.mktemp("cross")
        words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "pump", "valve", "opens", "at", "bar", "6", "8", "."]
        tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.Lowercase()
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
        special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
        PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special).save_pretrained(folder)
        size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
        config = BertConfig(vocab_size=len(words), num_labels=scores, initializer_range=1.0, **size)
        BertForSequenceClassification(config).save_pretrained(folder)
        return folder

    return made


@pytest.mark.skipif(without_hub, reason="needs the extra 'hub'")
def test_a_folder_is_a_cross_encoder(cross_encoder: Callable[[int], Path]) -> None:
    """'hub:FOLDER' scores with the model in the folder; no passage changes the score of another."""
    reranker = loaded(f"hub:{cross_encoder(1)}")
    passages = ["The valve opens at 6 bar.", "pump", "", "The pump opens at 8 bar."]
    scores = list(reranker.score("At what pressure opens the valve ?", passages))
    assert len(set(scores)) == 4
    assert scores == [reranker.score("At what pressure opens the valve ?", [one])[0] for one in passages]
    assert list(reranker.score("pump", [])) == []
    assert len(dict(reranker.spec.settings)["fingerprint"]) == 64


@pytest.mark.skipif(without_hub, reason="needs the extra 'hub'")
def test_a_classifier_is_no_reranker(cross_encoder: Callable[[int], Path]) -> None:
    """A model that gives several scores for a pair does not say which one to order by."""
    with pytest.raises(OperatorError, match="is no reranker: it gives 3 scores"):
        loaded(f"hub:{cross_encoder(3)}").score("pump", ["valve", "bar"])


@pytest.mark.skipif(without_hub, reason="needs the extra 'hub'")
@pytest.mark.parametrize("name", ["nobody/nothing", "/no/such/folder"])
def test_a_model_that_is_not_here_is_not_fetched(name: str) -> None:
    """Without permission for the network an unknown model is one plain sentence."""
    with pytest.raises(OperatorError, match="is not on this machine"):
        loaded(f"hub:{name}").score("pump", ["valve"])
