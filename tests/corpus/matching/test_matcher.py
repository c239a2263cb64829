"""The matcher that ships: what its card says, what it answers, and that damaged files are refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from consilience.corpus.matching import model, pairnet
from consilience.corpus.matching.features import NAMES
from consilience.corpus.matching.model import card
from consilience.operators import OperatorError


def test_the_card_says_how_good_it_is_on_what_it_has_not_seen() -> None:
    """Every corpus has figures from trees that were trained without it, and they are possible figures."""
    held_back = card()["held_back"]["pairs"]
    assert set(card()["training"]["corpora"]) == set(held_back)
    for figures in held_back.values():
        assert 0 < figures["positives"] < figures["pairs"]
        assert 0 < figures["average_precision"] <= 1
        assert 0.5 < figures["auc"] <= 1
    by_threshold = card()["held_back"]["conflicts"]
    assert all(0 < one["precision"] <= 1 and 0 < one["recall"] < 1 for one in by_threshold)


def test_the_network_was_not_taught_what_it_is_calibrated_on() -> None:
    """None of the corpora of the calibration is among those that the pair network was trained on."""
    taught = pairnet.card()["training"]["corpora"]
    assert taught and not set(taught) & set(card()["training"]["corpora"])


def test_the_card_belongs_to_these_features() -> None:
    """It names the features that this version computes, in order, and a calibration that keeps the ranking."""
    assert tuple(card()["features"]) == NAMES
    of_trees, of_network, shift = card()["calibration"]
    assert of_trees > 0 and of_network > 0 and np.isfinite(shift)


@given(arrays(np.float32, st.tuples(st.integers(0, 5), st.just(len(NAMES))), elements=st.floats(-1e6, 1e6, width=32)))
def test_every_answer_is_a_probability(rows: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
    """Whatever the features, there is one number in [0, 1] a row, and the same again for the same row."""
    first = _answers(rows)
    assert first.shape == (len(rows),)
    assert ((first >= 0) & (first <= 1)).all()
    assert first.tolist() == _answers(rows).tolist()


def test_a_row_is_answered_alike_among_others() -> None:
    """The probability of a pair does not depend on the pairs it is asked with."""
    rows = np.random.default_rng(0).normal(size=(300, len(NAMES))).astype(np.float32)
    alone = [float(_answers(rows[i : i + 1])[0]) for i in range(0, 300, 30)]
    assert _answers(rows)[::30].tolist() == alone


@given(arrays(np.float64, 5, elements=st.floats(-20, 20)), st.floats(-20, 20), st.floats(0, 1))
def test_what_is_hopeless_stays_below_whatever_the_network_says(
    raw: NDArray[np.float64], read: float, threshold: float
) -> None:
    """A pair that the network is spared could not have come up to the threshold."""
    spared = model.hopeless(raw, threshold)
    assert (model.probabilities(raw, np.full(5, read))[spared] < threshold).all()


def _answers(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    raw = model.raw_scores(rows)
    return model.probabilities(raw, np.zeros(len(raw)))


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the matcher's files that a test may damage; the package's own are loaded again afterwards."""
    shutil.copytree(str(files("consilience.corpus.matching") / "data"), tmp_path / "data")
    monkeypatch.setattr(model, "files", lambda package: tmp_path)
    _forget()
    yield tmp_path / "data"
    _forget()


def _forget() -> None:
    card.cache_clear()
    model._session.cache_clear()


ROW = np.zeros((1, len(NAMES)), dtype=np.float32)


def test_a_copy_of_the_files_answers_alike(copy: Path) -> None:
    """The fixture's files are what the matcher reads, so that the damage below is seen."""
    answered = _answers(ROW).tolist()
    _forget()
    assert answered == _answers(ROW).tolist()
    assert (copy / "matcher.onnx").exists()


def test_changed_weights_are_refused(copy: Path) -> None:
    """One other byte in the weights is an OperatorError that says what to do."""
    with (copy / "matcher.onnx").open("r+b") as file:
        file.seek(1000)
        byte = file.read(1)
        file.seek(1000)
        file.write(bytes([byte[0] ^ 1]))
    with pytest.raises(OperatorError, match=r"weights are damaged .*install consilience again"):
        _answers(ROW)


def test_cut_weights_are_refused(copy: Path) -> None:
    """Weights that end in the middle are refused before the runtime sees them."""
    data = (copy / "matcher.onnx").read_bytes()
    (copy / "matcher.onnx").write_bytes(data[: len(data) // 2])
    with pytest.raises(OperatorError, match="damaged"):
        _answers(ROW)


def test_a_matcher_of_other_features_is_refused(copy: Path) -> None:
    """A card that lists other features than this version computes is an OperatorError, not a wrong answer."""
    changed = json.loads((copy / "matcher.json").read_text("utf-8"))
    changed["features"][0], changed["features"][1] = changed["features"][1], changed["features"][0]
    (copy / "matcher.json").write_text(json.dumps(changed), "utf-8")
    with pytest.raises(OperatorError, match="trained on other features"):
        _answers(ROW)


@pytest.mark.parametrize("name", ["matcher.json", "matcher.onnx"])
def test_a_missing_file_is_refused(copy: Path, name: str) -> None:
    """An installation without the matcher's files is an OperatorError."""
    (copy / name).unlink()
    with pytest.raises(OperatorError):
        _answers(ROW)


def test_a_garbled_card_is_refused(copy: Path) -> None:
    """A card that is no JSON any more is an OperatorError."""
    (copy / "matcher.json").write_text('{"name": "consi', "utf-8")
    with pytest.raises(OperatorError):
        _answers(ROW)
