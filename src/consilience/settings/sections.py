"""The sections of the settings that need no language model: each field with its default, its limits and its meaning."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from consilience.settings.section import Section


class OperatorSettings(Section):
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


class QualityWeights(Section):
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


class ScoreSettings(Section):
    weight: float = Field(default=0.5, ge=0, le=1, description="w in CC = w*IaDNI + (1-w)*IeDCD.")
    denominator: Literal["comparable", "all"] = Field(
        default="comparable", description="Keys that IeDCD divides by: those asserted by two or more documents, or all."
    )
    bootstrap: int = Field(
        default=1000, ge=0, le=100_000, description="Bootstrap resamples over documents or queries; 0: no intervals."
    )
    seed: int = Field(default=0, ge=0, description="Seed of the bootstrap.")


class MatchingSettings(Section):
    threshold: float = Field(default=0.5, ge=0, le=1, description="Least confidence of a conflict that is flagged.")
    neighbours: int = Field(
        default=16, ge=1, le=32, description="Most candidates a fact keeps before pairs are scored."
    )
    per_document: int = Field(default=3, ge=1, le=50, description="Candidates a fact keeps in each other document.")
    floor: float = Field(default=0.25, ge=0, le=1, description="Least cosine of two contexts to be compared at all.")
    block_size: int = Field(
        default=4000, ge=100, description="Facts per block above which a corpus is split into blocks."
    )


class ReadSettings(Section):
    max_bytes: int = Field(default=50_000_000, ge=1, description="Files larger than this are skipped, with the reason.")
    max_characters: int = Field(default=5_000_000, ge=1, description="Extracted texts longer than this are skipped.")
    follow_symlinks: bool = Field(default=False, description="Follow links that stay inside the given folder.")


class RetrievalSettings(Section):
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


class IndexSettings(Section):
    """How `audit --kb` reads the index of another program; empty: found by the usual names, and said."""

    table: str = Field(default="", description="Table or namespace of another program's index, where it has several.")
    text_field: str = Field(default="", description="Its field with the text; 'metadata.text' for a nested one.")
    id_field: str = Field(default="", description="Its field with the id of a row.")
    document_field: str = Field(default="", description="Its field with the document that a row is from.")
    order_field: str = Field(default="", description="Its field with the place of a row in its document.")


class RunSettings(Section):
    engine: Literal["local", "ray"] = Field(default="local", description="Where the Daft plan runs.")
    cache: bool = Field(default=True, description="Reuse the facts, vectors and quality of unchanged documents.")
    cache_dir: str = Field(default="", description="Folder of the cache; empty: ~/.cache/consilience.")
