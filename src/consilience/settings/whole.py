"""All settings of a run, as one frozen value."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from consilience.settings.models import AuthorSettings, LlmSettings
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


def sections() -> dict[str, type[BaseModel]]:
    """The sections of Settings by name, in order."""
    kinds = {name: field.annotation for name, field in Settings.model_fields.items()}
    return {name: kind for name, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, BaseModel)}
