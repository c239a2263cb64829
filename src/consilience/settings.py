"""Everything a user may set, in one place: TOML file < environment < flags (DESIGN section 3).

A profile is a TOML file that ships in `profiles/`; a user's own file comes on top of it, then variables such as
`CONSILIENCE_MATCHING__THRESHOLD=0.8`, then what was typed. Unknown names are refused, never ignored.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict


class SettingsError(Exception):
    """A setting is unknown or out of range; the message says which and where, in one sentence."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OperatorSettings(_Section):
    quality: str = Field("embedded", description="Q: scores the five quality dimensions of a document.")
    facts: str = Field("embedded", description="F: extracts facts (entity, relation, value) with their spans.")
    encoder: str = Field("embedded", description="Text to vector: 'embedded', 'multilingual', or 'hub:MODEL'.")


class QualityWeights(_Section):
    clarity: float = Field(1.0, ge=0, description="Weight of clarity in IaDNI.")
    internal_consistency: float = Field(1.0, ge=0, description="Weight of internal consistency in IaDNI.")
    completeness: float = Field(1.0, ge=0, description="Weight of completeness in IaDNI.")
    information_density: float = Field(1.0, ge=0, description="Weight of information density in IaDNI.")
    coherence: float = Field(1.0, ge=0, description="Weight of coherence in IaDNI.")


class ScoreSettings(_Section):
    weight: float = Field(0.5, ge=0, le=1, description="w in CC = w*IaDNI + (1-w)*IeDCD.")
    denominator: Literal["comparable", "all"] = Field(
        "comparable", description="Keys that IeDCD divides by: those asserted by two or more documents, or all."
    )
    bootstrap: int = Field(1000, ge=0, le=100_000, description="Bootstrap resamples over documents; 0: no intervals.")
    seed: int = Field(0, ge=0, description="Seed of the bootstrap.")


class MatchingSettings(_Section):
    threshold: float = Field(0.5, ge=0, le=1, description="Least confidence of a conflict that is flagged.")
    neighbours: int = Field(8, ge=1, le=100, description="Candidates per fact in each block before scoring.")
    floor: float = Field(0.3, ge=0, le=1, description="Least cosine of two contexts to be compared at all.")
    block_size: int = Field(4000, ge=100, description="Facts per block above which a corpus is split into blocks.")


class ReadSettings(_Section):
    max_bytes: int = Field(50_000_000, ge=1, description="Files larger than this are skipped, with the reason.")
    max_characters: int = Field(5_000_000, ge=1, description="Extracted texts longer than this are skipped.")
    follow_symlinks: bool = Field(False, description="Follow links that stay inside the given folder.")


class RunSettings(_Section):
    engine: Literal["local", "ray"] = Field("local", description="Where the Daft plan runs.")
    cache: bool = Field(True, description="Reuse the facts, vectors and quality of unchanged documents.")
    cache_dir: str = Field("", description="Folder of the cache; empty: ~/.cache/consilience.")


class Settings(BaseSettings):
    """All settings of a run. Frozen; recorded in the result."""

    model_config = SettingsConfigDict(
        env_prefix="CONSILIENCE_", env_nested_delimiter="__", extra="forbid", frozen=True
    )

    profile: str = Field("embedded", description="Named settings that ship with the package.")
    operators: OperatorSettings = OperatorSettings()
    quality: QualityWeights = QualityWeights()
    scores: ScoreSettings = ScoreSettings()
    matching: MatchingSettings = MatchingSettings()
    read: ReadSettings = ReadSettings()
    run: RunSettings = RunSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Environment only: files and flags are merged explicitly in `resolve`, so that the order is ours."""
        return (env_settings, init_settings)


def profiles() -> tuple[str, ...]:
    """Names of the profiles that ship with the package."""
    folder = files("consilience") / "profiles"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def resolve(
    *, profile: str | None = None, config: Path | None = None, flags: dict[str, dict[str, Any]] | None = None
) -> Settings:
    """Settings from profile, then file, then environment, then flags; the later wins. Raises SettingsError."""
    layers: dict[str, Any] = {}
    if config is not None:
        layers = _read_toml(config.read_text("utf-8") if config.is_file() else None, str(config))
    name = profile or str(layers.get("profile", "embedded"))
    if name not in profiles():
        raise SettingsError(f"No profile is called '{name}'; there are: {', '.join(profiles())}.")
    shipped = (files("consilience") / "profiles" / f"{name}.toml").read_text("utf-8")
    merged = _merge(_read_toml(shipped, f"profile {name}"), layers)
    merged["profile"] = name
    try:
        below = Settings(**merged)
        chosen = _merge(below.model_dump(), flags or {})
        return Settings.model_construct(**_validated(chosen))
    except ValidationError as error:
        raise SettingsError(_first(error, config)) from error


def _validated(values: dict[str, Any]) -> dict[str, Any]:
    sections = {name: field.annotation for name, field in Settings.model_fields.items()}
    result: dict[str, Any] = {}
    for name, value in values.items():
        section = sections[name]
        nested = isinstance(section, type) and issubclass(section, _Section)
        result[name] = section.model_validate(value) if nested else value  # type: ignore[union-attr]
    return result


def _read_toml(text: str | None, where: str) -> dict[str, Any]:
    if text is None:
        raise SettingsError(f"The settings file {where} does not exist.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"The settings file {where} is not valid TOML: {error}.") from error


def _merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        inner = merged.get(key)
        merged[key] = _merge(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return merged


def _first(error: ValidationError, config: Path | None) -> str:
    problem = error.errors()[0]
    name = ".".join(str(part) for part in problem["loc"]) or "settings"
    if problem["type"] == "extra_forbidden":
        said = "there is no such setting"
    else:
        said = problem["msg"][0].lower() + problem["msg"][1:]
    where = f" in {config}" if config else ""
    return f"Setting '{name}'{where}: {said}."
