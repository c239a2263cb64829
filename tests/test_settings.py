"""Settings: four sources with a fixed precedence, and refusals that name the setting and where it was set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.model import DIMENSIONS
from consilience.operators import available
from consilience.settings import Settings, SettingsError, layers, origin, resolve


def resolved(tmp_path: Path, toml: str = "", **given_sources: Any) -> Settings:
    """Settings from a file with this content and the other sources; the real environment is kept out."""
    file = tmp_path / "settings.toml"
    file.write_text(toml, "utf-8")
    return resolve(config=file, **({"environment": {}} | given_sources))


def refusal(tmp_path: Path, toml: str = "", **given_sources: Any) -> str:
    with pytest.raises(SettingsError) as raised:
        resolved(tmp_path, toml, **given_sources)
    return str(raised.value).replace(str(tmp_path), "TMP")


def test_the_embedded_profile_states_the_defaults() -> None:
    """Without a file, a variable or a flag the settings are those of the code."""
    assert resolve(environment={}) == Settings()


def test_the_paper_profile_is_the_setting_of_the_paper() -> None:
    """15 candidates, 10 of them kept, access control last; its encoder and its reranker are found by their names."""
    settings = resolve(profile="paper", environment={})
    told = settings.retrieval
    assert (told.candidates, told.keep, told.authorise, settings.scores.weight) == (15, 10, "post", 0.5)
    assert (settings.llm.model, settings.llm.temperature) == ("mistral:mistral-small-2603", 0.1)
    for role in ("encoder", "reranker"):
        assert getattr(settings.operators, role).partition(":")[0] in available(role)


def test_each_source_wins_over_the_one_below(tmp_path: Path) -> None:
    """Profile < file < environment < flags."""
    toml = "[matching]\nthreshold = 0.6\nfloor = 0.1\nneighbours = 5\n"
    environment = {"CONSILIENCE_MATCHING__THRESHOLD": "0.7", "consilience_matching__floor": "0.2"}
    settings = resolved(tmp_path, toml, environment=environment, flags={"matching": {"threshold": 0.8}})
    assert (settings.matching.threshold, settings.matching.floor, settings.matching.neighbours) == (0.8, 0.2, 5)
    assert settings.matching.block_size == Settings().matching.block_size


def test_building_settings_reads_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only `resolve` looks at the environment, so that a library caller gets what was written in the call."""
    monkeypatch.setenv("CONSILIENCE_MATCHING__THRESHOLD", "0.9")
    assert Settings().matching.threshold == 0.5
    assert resolve().matching.threshold == 0.9


def test_the_origin_of_each_setting_can_be_told(tmp_path: Path) -> None:
    """A user who wonders where a value comes from is told: file, variable, command line or default."""
    file = tmp_path / "s.toml"
    file.write_text("[scores]\nseed = 3\n", "utf-8")
    sources = layers(config=file, environment={"CONSILIENCE_RUN__CACHE": "no"}, flags={"run": {"engine": "ray"}})
    assert origin(sources, ("scores", "seed")) == f"in {file}"
    assert origin(sources, ("run", "cache")) == "CONSILIENCE_RUN__CACHE"
    assert origin(sources, ("run", "engine")) == "on the command line"
    assert origin(sources, ("matching", "floor")) == ""


@pytest.mark.parametrize(
    ("toml", "sources", "sentence"),
    [
        (
            "[matching]\nthreshold = 3\n",
            {},
            "Setting 'matching.threshold' (in TMP/settings.toml): it should be less than or equal to 1, not 3.",
        ),
        (
            '[matching]\nthreshold = "high"\n',
            {},
            "Setting 'matching.threshold' (in TMP/settings.toml): it should be a valid number, not 'high'.",
        ),
        (
            "[matching]\ntreshold = 0.3\n",
            {},
            "Setting 'matching.treshold' (in TMP/settings.toml): there is no such setting; the nearest is threshold.",
        ),
        (
            "[matchng]\nfloor = 0.3\n",
            {},
            "Setting 'matchng' (in TMP/settings.toml): there is no such setting; the nearest is matching.",
        ),
        (
            "scores = 3\n",
            {},
            "Setting 'scores' (in TMP/settings.toml): it should be a section with settings of its own, not 3.",
        ),
        (
            "[quality]\n" + "".join(f"{dimension} = 0\n" for dimension in DIMENSIONS),
            {},
            "Setting 'quality' (in TMP/settings.toml): the five weights must not all be zero.",
        ),
        (
            "",
            {"environment": {"CONSILIENCE_SCORES__DENOMINATOR": "some"}},
            "Setting 'scores.denominator' (CONSILIENCE_SCORES__DENOMINATOR): "
            "it should be 'comparable' or 'all', not 'some'.",
        ),
        (
            "",
            {"environment": {"CONSILIENCE_SCORE__WEIGHT": "1"}},
            "The environment variable CONSILIENCE_SCORE__WEIGHT is not a setting; "
            "the nearest is CONSILIENCE_SCORES__WEIGHT.",
        ),
        (
            "",
            {"flags": {"run": {"engine": "spark"}}},
            "Setting 'run.engine' (on the command line): it should be 'local' or 'ray', not 'spark'.",
        ),
        ("", {"profile": "bold"}, "No profile is called 'bold'; there are: embedded, paper."),
        (
            "",
            {"environment": {"CONSILIENCE_PROFILE": "bold"}},
            "No profile is called 'bold'; there are: embedded, paper.",
        ),
    ],
)
def test_a_wrong_setting_is_refused_in_one_sentence(
    tmp_path: Path, toml: str, sources: dict[str, Any], sentence: str
) -> None:
    """The sentence names the section and the setting, where it was set, and what is wrong."""
    assert refusal(tmp_path, toml, **sources) == sentence


def test_nan_and_infinity_are_no_settings(tmp_path: Path) -> None:
    """TOML can write them, and they would poison every score."""
    assert "quality.clarity" in refusal(tmp_path, "[quality]\nclarity = inf\n")
    assert "scores.weight" in refusal(tmp_path, "[scores]\nweight = nan\n")


@pytest.mark.parametrize("content", [b"[matching\n", b"\xff\xfe\x00", b"a = 1\na = 2\n"])
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    """Broken TOML or an unknown encoding: one sentence with the path."""
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match=r"settings\.toml is not"):
        resolve(config=file, environment={})


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    """A config that is not there is a mistake, not an empty config."""
    with pytest.raises(SettingsError, match="does not exist"):
        resolve(config=tmp_path / "none.toml", environment={})
    with pytest.raises(SettingsError, match="cannot be read"):
        resolve(config=tmp_path, environment={})


@given(st.dictionaries(st.text(max_size=12), st.recursive(st.integers() | st.text(max_size=5), st.lists, max_leaves=3)))
def test_whatever_is_set_gives_settings_or_a_sentence(values: dict[str, Any]) -> None:
    """Any values of a section resolve or are refused with SettingsError; nothing else is raised."""
    try:
        resolve(environment={}, flags={"matching": values})
    except SettingsError as error:
        assert str(error).startswith("Setting 'matching.")
