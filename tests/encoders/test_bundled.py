"""The bundled encoder: what a stage may rely on when it asks for vectors."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consilience.encoders import load_encoder, unknown_languages
from consilience.encoders.bundled import BundledEncoder
from consilience.encoders.token_states import states
from consilience.operators import Encoder, OperatorError

ENCODER = BundledEncoder()
TEXTS = [
    "The relief valve opens at 6 bar.",
    "Staff may work from home two days a week.",
    "",
    "| Avonmouth | Calibration works, stores | 06:00–22:00 |",
    "Salaries are paid on the 25th of the month, or on the last working day before it, by transfer to one account.",
    "Pump " * 400,
]
# Cosines of the original float model, to four digits (training/export_encoder.py builds it as the reference).
GOLDEN = [
    ("The weather is lovely today.", "It's so sunny outside!", 0.6660),
    ("The weather is lovely today.", "He drove to the stadium.", 0.1046),
    ("It's so sunny outside!", "He drove to the stadium.", 0.1411),
]


def test_gives_a_unit_vector_for_every_text() -> None:
    """The result has one float32 row of 384 numbers and length 1 for each text, the empty text included."""
    vectors = ENCODER.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), 384) == (len(TEXTS), ENCODER.dimension)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_text_gives_no_row() -> None:
    """Nothing to encode is a matrix without rows, not an error."""
    assert ENCODER.encode([]).shape == (0, 384)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(TEXTS), max_size=12))
def test_a_vector_does_not_depend_on_its_neighbours(texts: list[str]) -> None:
    """Whatever texts stand beside it, in whatever order and number, a text has the same bytes."""
    alone = {text: ENCODER.encode([text])[0] for text in TEXTS}
    for text, vector in zip(texts, ENCODER.encode(texts), strict=True):
        assert vector.tobytes() == alone[text].tobytes()


def test_large_and_small_batches_give_the_same_bytes() -> None:
    """Three hundred texts of many lengths encoded at once equal the same texts encoded in pieces of seven."""
    texts = [f"Rule {n}: " + "the pump is inspected by the operator, " * (n % 9) + "once a year." for n in range(300)]
    pieces = [ENCODER.encode(texts[start : start + 7]) for start in range(0, len(texts), 7)]
    assert ENCODER.encode(texts).tobytes() == np.concatenate(pieces).tobytes()


def test_threads_do_not_change_a_vector() -> None:
    """One thread or three: the same bytes."""
    assert BundledEncoder(threads=1).encode(TEXTS).tobytes() == BundledEncoder(threads=3).encode(TEXTS).tobytes()


def test_may_be_called_from_several_threads() -> None:
    """Calls at the same time share one session and do not disturb each other."""
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: ENCODER.encode(TEXTS).tobytes(), range(8)))
    assert set(results) == {ENCODER.encode(TEXTS).tobytes()}


@pytest.mark.parametrize(("one", "other", "cosine"), GOLDEN)
def test_agrees_with_the_original_model(one: str, other: str, cosine: float) -> None:
    """The cosine of two sentences is that of the float model, within what eight bits cost."""
    left, right = ENCODER.encode([one, other])
    assert float(left @ right) == pytest.approx(cosine, abs=0.02)


def test_the_same_meaning_is_closer_than_the_same_form() -> None:
    """A statement in other words lies closer than another statement built alike."""
    base, reworded, other = ENCODER.encode(
        [
            "Employees may work from home two days a week.",
            "Staff are allowed two days of remote work each week.",
            "Employees may park in the yard two hours a day.",
        ]
    )
    assert base @ reworded > base @ other + 0.1


@pytest.mark.parametrize(
    "text", ["\0", "NUL\0inside", "\ud800 half a surrogate", "😀🚰", "\u202e\ufeff", "x" * 1_000_000]
)
def test_strange_texts_have_a_vector(text: str) -> None:
    """NUL, half surrogates, emoji, invisible marks and a line of a million letters are encoded like any text."""
    vectors = ENCODER.encode([text, "plain"])
    assert np.isfinite(vectors).all()
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_reads_the_first_256_tokens() -> None:
    """What comes after 254 words (and two marks around them) does not change the vector; a change before it does."""
    words = ["pump"] * 254
    same, longer, changed = ENCODER.encode(
        [" ".join(words), " ".join([*words, "banana"]), " ".join(["banana", *words[1:]])]
    )
    assert same.tobytes() == longer.tobytes() != changed.tobytes()


def test_importing_it_loads_no_model_and_no_runtime() -> None:
    """`import consilience.encoders.bundled` and making an encoder import neither onnxruntime nor tokenizers."""
    code = (
        "import sys, consilience.encoders.bundled as b; e = b.BundledEncoder(); e.spec, e.languages; "
        "print([m for m in ('onnxruntime', 'tokenizers', 'babel', 'torch') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the model's folder that a test may damage."""
    target = tmp_path / "model"
    shutil.copytree(str(files("consilience") / "encoders" / "data"), target)
    return target


def test_the_layers_beside_a_vector_do_not_change_it(copy: Path) -> None:
    """The package's network gives the states of word pieces as well, one in another folder does not; the vectors of
    both are the same bytes."""
    texts = ["pump", "The pump runs at 6 bar.", "", "valve " * 300]
    assert [one.shape for one in states(texts)] == [(1, 384), (7, 384), (0, 384), (254, 384)]
    assert BundledEncoder(folder=str(copy)).encode(texts).tobytes() == ENCODER.encode(texts).tobytes()


def test_a_copy_of_the_model_works_from_its_folder(copy: Path) -> None:
    """`folder` points at a model elsewhere; the same files give the same bytes."""
    assert BundledEncoder(folder=str(copy)).encode(TEXTS).tobytes() == ENCODER.encode(TEXTS).tobytes()


@pytest.mark.parametrize(("role", "said"), [("network", "network"), ("tokenizer", "tokenizer")])
def test_a_changed_file_is_refused(copy: Path, role: str, said: str) -> None:
    """A network or tokenizer whose sha256 is not the released one is an OperatorError that names the file."""
    name = json.loads((copy / "model.json").read_text("utf-8"))[role]["file"]
    with (copy / name).open("r+b") as file:
        file.seek(1000)
        file.write(b"?")
    with pytest.raises(OperatorError, match=rf"{said} .*{name} is not the file that was released"):
        BundledEncoder(folder=str(copy)).encode(["text"])


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """A folder without a model is an OperatorError, not a traceback from a library."""
    with pytest.raises(OperatorError, match="cannot be read"):
        BundledEncoder(folder=str(tmp_path)).encode(["text"])


def test_says_who_it_is() -> None:
    """`spec` names role, operator, version and the exact network, so that a cache knows when vectors are stale."""
    spec = load_encoder("embedded").spec
    settings = dict(spec.settings)
    assert (spec.role, spec.name, settings["model"]) == ("encoder", "embedded", "all-MiniLM-L6-v2")
    assert len(settings["sha256"]) == 64


def test_is_an_encoder_and_knows_english_only() -> None:
    """It fulfils the protocol; of a corpus in three languages it names those it does not know, sorted."""
    assert isinstance(ENCODER, Encoder)
    assert unknown_languages(ENCODER, ["nl", "en", "de", "", "de"]) == ["de", "nl"]
