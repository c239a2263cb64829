"""Everything a user may set, in one place: profile < TOML file < environment < flags (DESIGN section 3).

A profile is a TOML file that ships in `profiles/`; a user's own file comes on top of it, then variables such as
`CONSILIENCE_MATCHING__THRESHOLD=0.8`, then what was typed. Unknown names are refused, never ignored, and a message says
which of the four sources the wrong value came from. Building `Settings()` reads nothing; only `resolve` looks around.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

PREFIX = "CONSILIENCE_"


class SettingsError(Exception):
    """A setting is unknown or out of range; the message says which and where, in one sentence."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class OperatorSettings(_Section):
    quality: str = Field(default="embedded", description="Q: scores the five quality dimensions of a document.")
    facts: str = Field(default="embedded", description="F: extracts facts (entity, relation, value) with their spans.")
    encoder: str = Field(
        default="embedded",
        description="Text to vector: 'embedded', 'multilingual', 'hub:MODEL' or 'pinecone:MODEL' (hosted).",
    )
    reranker: str = Field(
        default="embedded",
        description="Orders what a search found: 'embedded', 'none', 'hub:MODEL', 'api:MODEL' or 'pinecone:MODEL'.",
    )
    generator: str = Field(
        default="embedded", description="G: answers a question out of its evidence; 'none': no answers."
    )
    judge: str = Field(default="embedded", description="J: is an answer to the point, supported and uncontradicted?")


class QualityWeights(_Section):
    clarity: float = Field(default=1.0, ge=0, description="Weight of clarity in IaDNI.")
    internal_consistency: float = Field(default=1.0, ge=0, description="Weight of internal consistency in IaDNI.")
    completeness: float = Field(default=1.0, ge=0, description="Weight of completeness in IaDNI.")
    information_density: float = Field(default=1.0, ge=0, description="Weight of information density in IaDNI.")
    coherence: float = Field(default=1.0, ge=0, description="Weight of coherence in IaDNI.")

    @model_validator(mode="after")
    def _some_weight(self) -> QualityWeights:
        if not any(self.model_dump().values()):
            raise ValueError("the five weights must not all be zero")
        return self


class ScoreSettings(_Section):
    weight: float = Field(default=0.5, ge=0, le=1, description="w in CC = w*IaDNI + (1-w)*IeDCD.")
    denominator: Literal["comparable", "all"] = Field(
        default="comparable", description="Keys that IeDCD divides by: those asserted by two or more documents, or all."
    )
    bootstrap: int = Field(
        default=1000, ge=0, le=100_000, description="Bootstrap resamples over documents or queries; 0: no intervals."
    )
    seed: int = Field(default=0, ge=0, description="Seed of the bootstrap.")


class MatchingSettings(_Section):
    threshold: float = Field(default=0.5, ge=0, le=1, description="Least confidence of a conflict that is flagged.")
    neighbours: int = Field(
        default=16, ge=1, le=32, description="Most candidates a fact keeps before pairs are scored."
    )
    per_document: int = Field(default=3, ge=1, le=50, description="Candidates a fact keeps in each other document.")
    floor: float = Field(default=0.25, ge=0, le=1, description="Least cosine of two contexts to be compared at all.")
    block_size: int = Field(
        default=4000, ge=100, description="Facts per block above which a corpus is split into blocks."
    )


class ReadSettings(_Section):
    max_bytes: int = Field(default=50_000_000, ge=1, description="Files larger than this are skipped, with the reason.")
    max_characters: int = Field(default=5_000_000, ge=1, description="Extracted texts longer than this are skipped.")
    follow_symlinks: bool = Field(default=False, description="Follow links that stay inside the given folder.")


class RetrievalSettings(_Section):
    chunk_words: int = Field(default=120, ge=10, le=2000, description="Most words of a chunk that is indexed.")
    candidates: int = Field(default=15, ge=1, le=1000, description="Chunks that the search finds for a question.")
    keep: int = Field(default=10, ge=1, le=1000, description="Chunks that are left after reranking: at most k of R(q).")
    mode: Literal["dense", "hybrid"] = Field(
        default="dense", description="Search by vectors, or by vectors and full text fused by reciprocal rank."
    )
    authorise: Literal["pre", "post"] = Field(
        default="pre",
        description="Where access control works: inside the search, or (as the paper does) after reranking.",
    )

    @model_validator(mode="after")
    def _enough(self) -> RetrievalSettings:
        if self.keep > self.candidates:
            raise ValueError("keep must not be larger than candidates")
        return self


class LlmSettings(_Section):
    """What the operators called `llm` and `hybrid` need; nothing here is read before one of them is chosen."""

    model: str = Field(
        default="", description="PROVIDER:NAME of the model; openai:NAME with OPENAI_BASE_URL for others."
    )
    temperature: float = Field(default=0.0, ge=0, le=2, description="Temperature of every call; the paper used 0.1.")
    max_tokens: int = Field(default=4096, ge=16, le=200_000, description="Most tokens of one reply.")
    output: Literal["auto", "schema", "tool", "object", "prompt"] = Field(
        default="auto",
        description="How a reply is asked for: by the provider's JSON schema, as a tool call, as a JSON object with "
        "the schema beside it (llama.cpp, under openai:), or in words alone; auto: by schema where the model can, else "
        "as a tool call.",
    )
    timeout: float = Field(default=120.0, gt=0, le=3600, description="Seconds that one call may take.")
    retries: int = Field(default=4, ge=0, le=20, description="Times a call is sent again after 429, 5xx or a cut line.")
    repairs: int = Field(default=2, ge=0, le=10, description="Times a reply that cannot be used is asked for again.")
    concurrency: int = Field(default=4, ge=1, le=256, description="Calls at the same time.")
    per_minute: int = Field(default=0, ge=0, description="Most calls a minute; 0: no limit of our own.")
    max_calls: int | None = Field(default=None, ge=0, description="Calls after which the run stops; none: no ceiling.")
    max_cost: float | None = Field(default=None, ge=0, description="US dollars that a run may cost; none: no ceiling.")
    price_input: float | None = Field(
        default=None, ge=0, description="US dollars a million input tokens, where the price list has not got the model."
    )
    price_output: float | None = Field(default=None, ge=0, description="US dollars a million output tokens.")
    window: int = Field(default=6000, ge=500, le=200_000, description="Characters that F reads at once.")
    overlap: int = Field(default=600, ge=0, le=20_000, description="Characters that two windows of F share.")
    facts_per_window: int = Field(default=30, ge=1, le=500, description="Most facts that F takes from a window.")
    facts_per_document: int = Field(default=300, ge=1, le=10_000, description="Most facts that F takes of a document.")
    band_low: float = Field(default=0.25, ge=0, le=1, description="Confidence below which hybrid asks no model.")
    band_high: float = Field(default=0.85, ge=0, le=1, description="Confidence above which hybrid asks no model.")

    @model_validator(mode="after")
    def _fits(self) -> LlmSettings:
        if self.overlap * 2 > self.window:
            raise ValueError("overlap must not be more than half of window")
        if self.band_low > self.band_high:
            raise ValueError("band_low must not be above band_high")
        return self


class IndexSettings(_Section):
    """How `audit --kb` reads the index of another program; empty: found by the usual names, and said."""

    table: str = Field(default="", description="Table or namespace of another program's index, where it has several.")
    text_field: str = Field(default="", description="Its field with the text; 'metadata.text' for a nested one.")
    id_field: str = Field(default="", description="Its field with the id of a row.")
    document_field: str = Field(default="", description="Its field with the document that a row is from.")
    order_field: str = Field(default="", description="Its field with the place of a row in its document.")


class AuthorSettings(_Section):
    """Who writes and who reviews in `study author`; how models are asked stands in [llm]."""

    drafter: str = Field(default="", description="PROVIDER:NAME of the model that drafts the document.")
    reviewers: str = Field(
        default="", description="PROVIDER:NAME of two or more other models that review it, separated by commas."
    )
    least_words: int = Field(default=2000, ge=1, le=20_000, description="Fewest words of a draft.")
    most_words: int = Field(default=2800, ge=1, le=20_000, description="Most words of a draft.")
    max_tokens: int = Field(
        default=16_000, ge=16, le=200_000, description="Most tokens of one reply: a whole document, or its review."
    )
    timeout: float = Field(default=600.0, gt=0, le=3600, description="Seconds that one call may take.")

    @model_validator(mode="after")
    def _ordered(self) -> AuthorSettings:
        if self.least_words > self.most_words:
            raise ValueError("least_words must not be above most_words")
        return self


class RunSettings(_Section):
    engine: Literal["local", "ray"] = Field(default="local", description="Where the Daft plan runs.")
    cache: bool = Field(default=True, description="Reuse the facts, vectors and quality of unchanged documents.")
    cache_dir: str = Field(default="", description="Folder of the cache; empty: ~/.cache/consilience.")


class Settings(BaseModel):
    """All settings of a run. Frozen; recorded in the result."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    profile: str = Field(default="embedded", description="Named settings that ship with the package.")
    operators: OperatorSettings = OperatorSettings()
    quality: QualityWeights = QualityWeights()
    scores: ScoreSettings = ScoreSettings()
    matching: MatchingSettings = MatchingSettings()
    read: ReadSettings = ReadSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    index: IndexSettings = IndexSettings()
    llm: LlmSettings = LlmSettings()
    author: AuthorSettings = AuthorSettings()
    run: RunSettings = RunSettings()


class Layer(NamedTuple):
    """Settings from one source, as read: `where` says in words which ("in settings.toml")."""

    where: str
    values: Mapping[str, Any]


def sections() -> dict[str, type[BaseModel]]:
    """The sections of Settings by name, in order."""
    kinds = {name: field.annotation for name, field in Settings.model_fields.items()}
    return {name: kind for name, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, BaseModel)}


def variable(section: str, name: str = "") -> str:
    """The environment variable of a setting: CONSILIENCE_MATCHING__THRESHOLD."""
    return PREFIX + "__".join(part.upper() for part in (section, name) if part)


def profiles() -> tuple[str, ...]:
    """Names of the profiles that ship with the package."""
    folder = files("consilience") / "profiles"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def resolve(
    *,
    profile: str | None = None,
    config: Path | None = None,
    flags: Mapping[str, Mapping[str, Any]] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Settings from profile, then file, then environment, then flags; the later wins. Raises SettingsError.

    `environment` is `os.environ` unless given. `flags` are nested as the sections are: {"run": {"cache": False}}.
    """
    return combine(layers(profile=profile, config=config, flags=flags, environment=environment))


def layers(
    *,
    profile: str | None = None,
    config: Path | None = None,
    flags: Mapping[str, Mapping[str, Any]] | None = None,
    environment: Mapping[str, str] | None = None,
) -> tuple[Layer, ...]:
    """The four sources in rising order of precedence, unchecked but for unknown environment variables."""
    above = [] if config is None else [Layer(f"in {config}", _read_file(config))]
    above.append(_environment(os.environ if environment is None else environment))
    above.append(Layer("on the command line", {**(flags or {}), **({"profile": profile} if profile else {})}))
    name = next((str(layer.values["profile"]) for layer in reversed(above) if "profile" in layer.values), "embedded")
    return (Layer(f"in the profile {name}", _read_profile(name)), *above)


def combine(sources: Sequence[Layer]) -> Settings:
    """Merge the layers, the later on top, and check the result. Raises SettingsError: which setting, set where."""
    merged: dict[str, Any] = {}
    for layer in sources:
        merged = _merge(merged, layer.values)
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        raise SettingsError(_sentence(error, sources)) from error


def origin(sources: Sequence[Layer], path: Sequence[str]) -> str:
    """Which layer decides the setting at `path` ("matching", "threshold"); empty when it is the default."""
    for layer in reversed(sources):
        if _holds(layer.values, path):
            return variable(*path[:2]) if layer.where == _FROM_ENVIRONMENT else layer.where
    return ""


_FROM_ENVIRONMENT = "in the environment"


def _environment(environment: Mapping[str, str]) -> Layer:
    """The variables of ours. An unknown one is refused: a misspelt threshold must not pass for the default."""
    known: dict[str, tuple[str, ...]] = {variable("profile"): ("profile",)}
    for section, kind in sections().items():
        known |= {variable(section, name): (section, name) for name in kind.model_fields}
    values: dict[str, Any] = {}
    for name in sorted(environment):
        if not name.upper().startswith(PREFIX):
            continue
        path = known.get(name.upper())
        if path is None:
            raise SettingsError(f"The environment variable {name} is not a setting{_meant(name.upper(), known)}.")
        values = _merge(values, _nest(path, environment[name]))
    return Layer(_FROM_ENVIRONMENT, values)


def _nest(path: Sequence[str], value: Any) -> dict[str, Any]:
    return {path[0]: value if len(path) == 1 else _nest(path[1:], value)}


def _read_profile(name: str) -> dict[str, Any]:
    if name not in profiles():
        raise SettingsError(f"No profile is called '{name}'; there are: {', '.join(profiles())}.")
    return tomllib.loads((files("consilience") / "profiles" / f"{name}.toml").read_text("utf-8"))


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise SettingsError(f"The settings file {path} does not exist.") from error
    except OSError as error:
        raise SettingsError(f"The settings file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"The settings file {path} is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"The settings file {path} is not valid TOML: {error}.") from error


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        inner = merged.get(key)
        both = isinstance(inner, Mapping) and isinstance(value, Mapping)
        merged[key] = _merge(inner, value) if both else value  # type: ignore[arg-type]
    return merged


def _holds(values: Any, path: Sequence[str]) -> bool:
    if not path:
        return True
    return isinstance(values, Mapping) and path[0] in values and _holds(values[path[0]], path[1:])


def _sentence(error: ValidationError, sources: Sequence[Layer]) -> str:
    """The first problem in one sentence: which setting, set where, what is wrong with it."""
    problem = error.errors()[0]
    path = [str(part) for part in problem["loc"]]
    where = origin(sources, path)
    said = problem["msg"].removeprefix("Value error, ").replace("Input should", "it should", 1)
    said = said.partition(", unable to parse")[0]
    if problem["type"] in ("model_type", "model_attributes_type"):
        said = "it should be a section with settings of its own"
    if problem["type"] == "extra_forbidden":
        beside = sections()[path[0]].model_fields if len(path) > 1 else Settings.model_fields
        said = f"there is no such setting{_meant(path[-1], beside)}"
    elif problem["type"] not in ("value_error", "missing"):
        said += f", not {problem['input']!r}"
    return f"Setting '{'.'.join(path)}'{f' ({where})' if where else ''}: {said}."


def _meant(name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"; the nearest is {close[0]}" if close else ""
