"""Encoders: text to vector. `load_encoder` finds one by name; nothing is loaded before the first text is encoded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from consilience.operators import Encoder, OperatorError, QueryEncoder, Reranker, Vectors, load

__all__ = [
    "Encoder", "QueryEncoder", "Reranker", "encode_questions", "load_encoder", "load_reranker", "unknown_languages",
]  # fmt: skip


def load_encoder(name: str, *, network: bool = False) -> Encoder:
    """The encoder called 'embedded', 'multilingual', 'hub:MODEL' (a name or a folder), 'pinecone:MODEL', or any
    registered name.

    `network` lets a hub model be fetched; otherwise it must be on this machine already. Raises OperatorError when
    nothing has that name, its extra is not installed, or one that takes no model has a colon.
    """
    kind, colon, model = name.partition(":")
    if colon and kind not in ("hub", "pinecone"):
        raise OperatorError(
            f"The encoder '{name}' is not known: only 'hub:MODEL' and 'pinecone:MODEL' take a model after a colon."
        )
    settings: dict[str, object] = {"model": model} if colon else {}
    if kind == "hub":
        settings["network"] = network
    encoder: Encoder = load("encoder", kind, settings)
    return encoder


def encode_questions(encoder: Encoder, questions: Sequence[str]) -> Vectors:
    """Unit vectors of questions, shape (len(questions), dimension): in the encoder's form for them, if it has one."""
    return encoder.encode_query(questions) if isinstance(encoder, QueryEncoder) else encoder.encode(questions)


def unknown_languages(encoder: Encoder, codes: Iterable[str]) -> list[str]:
    """The ISO 639-1 codes among `codes` that the encoder was not trained for, sorted. An empty code is no language."""
    if not encoder.languages:
        return []
    return sorted({code for code in codes if code} - encoder.languages)


def load_reranker(name: str, *, network: bool = False) -> Reranker | None:
    """The reranker called 'embedded', 'hub:MODEL', 'api:MODEL', 'pinecone:MODEL' or any registered name; None for
    'none'.

    Raises OperatorError when nothing has that name or its extra is not installed.
    """
    if name == "none":
        return None
    kind, colon, model = name.partition(":")
    if colon and kind not in ("hub", "api", "pinecone"):
        raise OperatorError(
            f"The reranker '{name}' is not known: only 'hub:', 'api:' and 'pinecone:' take a model after a colon."
        )
    settings: dict[str, object] = {"model": model} if colon else {}
    if kind == "hub":
        settings["network"] = network
    reranker: Reranker = load("reranker", kind, settings)
    return reranker
