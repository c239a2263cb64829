"""Everything a user may set, in one place: profile < TOML file < environment < flags (DESIGN section 3).

A profile is a TOML file that ships in `profiles/`; a user's own file comes on top of it, then variables such as
`CONSILIENCE_MATCHING__THRESHOLD=0.8`, then what was typed. Unknown names are refused, never ignored, and a message says
which of the four sources the wrong value came from. Building `Settings()` reads nothing; only `resolve` looks around.
"""

from consilience.settings.models import AuthorSettings, LlmSettings
from consilience.settings.resolve import (
    PREFIX,
    Layer,
    SettingsError,
    combine,
    layers,
    origin,
    profiles,
    resolve,
    variable,
)
from consilience.settings.sections import (
    IndexSettings,
    MatchingSettings,
    OperatorSettings,
    QualityWeights,
    ReadSettings,
    RetrievalSettings,
    RunSettings,
    ScoreSettings,
)
from consilience.settings.whole import Settings, sections

__all__ = [
    "PREFIX",
    "AuthorSettings",
    "IndexSettings",
    "Layer",
    "LlmSettings",
    "MatchingSettings",
    "OperatorSettings",
    "QualityWeights",
    "ReadSettings",
    "RetrievalSettings",
    "RunSettings",
    "ScoreSettings",
    "Settings",
    "SettingsError",
    "combine",
    "layers",
    "origin",
    "profiles",
    "resolve",
    "sections",
    "variable",
]
