"""The sections about language models: how operators ask, and who drafts and reviews a document of the study."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from consilience.settings.section import Section


class LlmSettings(Section):
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


class AuthorSettings(Section):
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
