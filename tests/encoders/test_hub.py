"""Hub models of the E5 kind: what stands in front of questions and passages, and texts longer than a model reads."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.encoders import encode_questions, load_encoder, load_reranker
from consilience.encoders.hub_prefixes import Prefixes, prefixes
from consilience.encoders.windows import averaged, windows

needs_hub = pytest.mark.skipif(find_spec("sentence_transformers") is None, reason="needs the extra 'hub'")

Make = Callable[..., Path]
WORDS = ["query", "passage", "search", ":", "pump", "valve", "opens", "at", "bar", "6", "8", ".", "gasket", "and"]
LONGEST = 12  # pieces that the model of the tests reads
FAMILY = {
    "intfloat/multilingual-e5-large": Prefixes("query: ", "passage: "),
    "/models/E5-base-v2/": Prefixes("query: ", "passage: "),
    "C:\\models\\multilingual-e5-small": Prefixes("query: ", "passage: "),
    "sentence-transformers/all-MiniLM-L6-v2": Prefixes(),
    "/e5-models/bge-m3": Prefixes(),
    "some/dense5-large": Prefixes(),
}


@pytest.mark.parametrize("name", FAMILY)
def test_the_e5_family_is_known_by_its_name(name: str) -> None:
    """An E5 model that says nothing of prefixes gets those that the family was trained with; no other does."""
    assert prefixes(name, {}) == FAMILY[name]


@pytest.mark.parametrize("name", ["intfloat/multilingual-e5-large-instruct", "intfloat/e5-mistral-7b-instruct"])
def test_instructed_models_take_a_task(name: str) -> None:
    """The instructed members of the family have a task in front of a question, and nothing in front of a passage."""
    told = prefixes(name, {})
    assert told.query.startswith("Instruct: ")
    assert told.query.endswith("\nQuery: ")
    assert told.passage == ""


PROMPTS = {
    "both": ({"query": "search_query: ", "document": "search_document: "}, None, "search_query: ", "search_document: "),
    "one": ({"query": "Find: ", "document": ""}, None, "Find: ", ""),
    "a default": ({"sts": "Text: "}, "sts", "Text: ", "Text: "),
    "empty": ({"query": "", "document": ""}, None, "query: ", "passage: "),
}


@pytest.mark.parametrize("kind", PROMPTS)
def test_what_a_model_says_of_itself_wins(kind: str) -> None:
    """Prompts of the model's own configuration are used as they are; only a model without any is known by its name."""
    prompts, default, query, passage = PROMPTS[kind]
    assert prefixes("multilingual-e5-large", prompts, default) == Prefixes(query, passage)


@given(st.text(max_size=400), st.integers(1, 40))
def test_windows_hold_the_whole_text(text: str, most: int) -> None:
    """Nothing but white space is lost, no window is longer than fits, and cutting windows again changes nothing."""
    parts = windows(text, lambda one: len(one) <= max(most, 16))
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(len(part) <= max(most, 16) for part in parts)
    assert [again for part in parts for again in windows(part, lambda one: len(one) <= max(most, 16))] == parts


def test_windows_end_between_words() -> None:
    """A word is cut only where there is no white space to cut at."""
    words = ["compressor"] * 20
    assert " ".join(windows(" ".join(words), lambda one: len(one) <= 40)).split() == words
    assert [len(part) for part in windows("x" * 100, lambda one: len(one) <= 60)] == [50, 50]


@given(st.lists(st.lists(st.text(min_size=1, max_size=9), min_size=1, max_size=4), max_size=5), st.integers(0, 99))
def test_an_average_is_a_unit_vector(parts: list[list[str]], seed: int) -> None:
    """Each text gets one unit vector; that of a single window is the window's own, to the last bit."""
    drawn = np.random.default_rng(seed).normal(size=(sum(map(len, parts)), 4)).astype(np.float32)
    vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    found = averaged(vectors, parts)
    assert found.shape == (len(parts), 4)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    starts = np.cumsum([0, *map(len, parts)])
    for start, row, part in zip(starts, found, parts, strict=False):
        assert len(part) > 1 or row.tobytes() == vectors[start].tobytes()


@pytest.fixture(scope="session")
def make_model(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """An XLM-R of one layer with seeded weights, as a sentence-transformers model in a folder of the given name."""
    pytest.importorskip("sentence_transformers", reason="needs the extra 'hub'")
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer
    from transformers import XLMRobertaModel

    def made(name: str, prompts: dict[str, str] | None = None) -> Path:
        base, folder = tmp_path_factory.mktemp("xlmr"), tmp_path_factory.mktemp("hub") / name
        save_xlmr(XLMRobertaModel, base)
        transformer = Transformer(str(base), max_seq_length=LONGEST)
        SentenceTransformer(modules=[transformer, Pooling(16)], prompts=prompts, device="cpu").save(str(folder))
        return folder

    return made


def save_xlmr(kind: Any, folder: Path, **config: Any) -> None:
    """A network of the given kind, and a tokenizer of the words of the tests."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast, XLMRobertaConfig

    torch.manual_seed(0)
    vocabulary = {word: at for at, word in enumerate(["<s>", "<pad>", "</s>", "<unk>", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("</s>", 2), ("<s>", 0))
    special = {"pad_token": "<pad>", "unk_token": "<unk>", "cls_token": "<s>", "sep_token": "</s>"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=LONGEST, **special).save_pretrained(folder)
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    size |= {"vocab_size": len(vocabulary), "max_position_embeddings": LONGEST + 2}
    kind(XLMRobertaConfig(initializer_range=1.0, **size, **config)).save_pretrained(folder)


def raw(folder: Path, texts: list[str]) -> np.ndarray:
    """What the model makes of texts as they are."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(folder), device="cpu")
    return np.stack([model.encode([text], prompt="", normalize_embeddings=True)[0] for text in texts])


@needs_hub
def test_questions_and_passages_get_their_prefixes(make_model: Make) -> None:
    """A model of the E5 family reads "query: " before a question and "passage: " before everything else."""
    folder = make_model("multilingual-e5-tiny")
    encoder, text = load_encoder(f"hub:{folder}"), "pump opens at 6 bar"
    np.testing.assert_allclose(encoder.encode([text]), raw(folder, [f"passage: {text}"]), atol=1e-6)
    np.testing.assert_allclose(encode_questions(encoder, [text]), raw(folder, [f"query: {text}"]), atol=1e-6)
    assert not np.allclose(encoder.encode([text]), encode_questions(encoder, [text]), atol=1e-3)


@needs_hub
def test_a_models_own_prompts_are_used(make_model: Make) -> None:
    """Prompts in the model's folder are put in front of questions and passages."""
    folder = make_model("plain", {"query": "search : ", "document": "and : "})
    encoder, text = load_encoder(f"hub:{folder}"), "pump opens at 6 bar"
    np.testing.assert_allclose(encoder.encode([text]), raw(folder, [f"and : {text}"]), atol=1e-6)
    np.testing.assert_allclose(encode_questions(encoder, [text]), raw(folder, [f"search : {text}"]), atol=1e-6)


@needs_hub
def test_another_model_gets_the_text_as_it_is(make_model: Make) -> None:
    """Without prompts, and by another name, a question is encoded as a passage is."""
    folder = make_model("all-tiny")
    encoder, text = load_encoder(f"hub:{folder}"), "pump opens at 6 bar"
    np.testing.assert_allclose(encoder.encode([text]), raw(folder, [text]), atol=1e-6)
    np.testing.assert_array_equal(encode_questions(encoder, [text]), encoder.encode([text]))


@needs_hub
def test_a_long_passage_is_read_to_its_end(make_model: Make) -> None:
    """What stands beyond the last piece that the model reads moves the vector, and prefixes and marks are counted."""
    encoder = load_encoder(f"hub:{make_model('multilingual-e5-tiny')}")
    start = "pump opens at 6 bar . " * 3
    one, other, short = encoder.encode([f"{start} valve gasket", f"{start} and 8", "pump opens at 6 bar"])
    assert not np.allclose(one, other, atol=1e-3)
    assert one.tobytes() == encoder.encode([f"{start} valve gasket"])[0].tobytes()
    assert np.linalg.norm([one, other, short], axis=1) == pytest.approx([1, 1, 1], abs=1e-5)


@needs_hub
@pytest.mark.parametrize("words", range(1, 30))
def test_every_window_is_read_whole(make_model: Make, words: int) -> None:
    """However long a passage is, its vector is the mean of windows none of which the model cuts."""
    folder = make_model("multilingual-e5-tiny")
    text = " ".join((WORDS * 3)[:words])
    parts = windows(text, lambda one: len(one.split()) + 4 <= LONGEST)
    expected = averaged(raw(folder, [f"passage: {part}" for part in parts]), [parts])
    np.testing.assert_allclose(load_encoder(f"hub:{folder}").encode([text]), expected, atol=1e-5)


@needs_hub
def test_a_cross_encoder_of_the_bge_kind(tmp_path: Path) -> None:
    """'hub:FOLDER' reranks with an XLM-R that has one score, as BAAI/bge-reranker-v2-m3 is: a passage keeps its score
    whatever else was found, and a long one is no error."""
    pytest.importorskip("sentence_transformers", reason="needs the extra 'hub'")
    from transformers import XLMRobertaForSequenceClassification

    save_xlmr(XLMRobertaForSequenceClassification, tmp_path, num_labels=1)
    reranker = load_reranker(f"hub:{tmp_path}")
    assert reranker is not None
    passages = ["pump opens at 6 bar", "valve", "", "gasket and valve " * 20]
    scores = list(reranker.score("valve opens at", passages))
    assert len(set(scores)) == 4
    assert scores == [reranker.score("valve opens at", [one])[0] for one in passages]
