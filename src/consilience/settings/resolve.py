"""Settings from their four sources: profile < TOML file < environment < flags; the later wins.

Unknown names are refused, never ignored, and a message says which of the four sources the wrong value came from.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from consilience.settings.whole import Settings, sections

PREFIX = "CONSILIENCE_"


class SettingsError(Exception):
    """A setting is unknown or out of range; the message says which and where, in one sentence."""


class Layer(NamedTuple):
    """Settings from one source, as read: `where` says in words which ("in settings.toml")."""

    where: str
    values: Mapping[str, Any]


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
