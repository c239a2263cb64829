"""Encoders: text to vector. `load_encoder` finds one by name; nothing is loaded before the first text is encoded."""

from __future__ import annotations

from collections.abc import Iterable

from consilience.operators import Encoder, OperatorError, Reranker, load

__all__ = ["Encoder", "Reranker", "load_encoder", "load_reranker", "unknown_languages"]


def load_encoder(name: str, *, network: bool = False) -> Encoder:
    """The encoder called 'embedded', 'multilingual', 'hub:MODEL' (a name or a folder), or any registered name.

    `network` lets a hub model be fetched; otherwise it must be on this machine already. Raises OperatorError when
    nothing has that name, its extra is not installed, or something other than a hub model has a colon.
    """
    kind, colon, model = name.partition(":")
    if colon and kind != "hub":
        raise OperatorError(f"The encoder '{name}' is not known: only 'hub:MODEL' takes a model after a colon.")
    settings = {"model": model, "network": network} if kind == "hub" else None
    encoder: Encoder = load("encoder", kind, settings)
    return encoder


def unknown_languages(encoder: Encoder, codes: Iterable[str]) -> list[str]:
    """The ISO 639-1 codes among `codes` that the encoder was not trained for, sorted. An empty code is no language."""
    if not encoder.languages:
        return []
    return sorted({code for code in codes if code} - encoder.languages)


def load_reranker(name: str, *, network: bool = False) -> Reranker | None:
    """The reranker called 'embedded', 'hub:MODEL', 'api:MODEL' or any registered name; None for 'none'.

    Raises OperatorError when nothing has that name or its extra is not installed.
    """
    if name == "none":
        return None
    kind, colon, model = name.partition(":")
    if colon and kind not in ("hub", "api"):
        raise OperatorError(f"The reranker '{name}' is not known: only 'hub:' and 'api:' take a model after a colon.")
    settings: dict[str, object] = {"model": model} if colon else {}
    if kind == "hub":
        settings["network"] = network
    reranker: Reranker = load("reranker", kind, settings)
    return reranker
