"""Encoders: text to vector. `load_encoder` finds one by name; nothing is loaded before the first text is encoded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from consilience.operators import Encoder, load

__all__ = ["Encoder", "language_notes", "load_encoder", "unknown_languages"]


def load_encoder(name: str) -> Encoder:
    """The encoder called 'embedded', 'multilingual', 'hub:MODEL' (a name or a folder), or any registered name.

    Raises OperatorError when nothing has that name or its extra is not installed.
    """
    kind, _, model = name.partition(":")
    encoder: Encoder = load("encoder", kind, {"model": model} if model else None)
    return encoder


def unknown_languages(encoder: Encoder, codes: Iterable[str]) -> list[str]:
    """The ISO 639-1 codes among `codes` that the encoder was not trained for, sorted. An empty code is no language."""
    if not encoder.languages:
        return []
    return sorted({code for code in codes if code} - encoder.languages)


def language_notes(encoder: Encoder, codes: Iterable[str]) -> tuple[str, ...]:
    """One sentence for each language the encoder does not know, given the language of every document.

    "3 documents are in German (de); the encoder 'embedded' knows en only: ..."
    """
    counts = Counter(codes)
    known = ", ".join(sorted(encoder.languages))
    return tuple(
        f"{_documents(counts[code])} in {_language_name(code)} ({code}); the encoder '{encoder.spec.name}' knows "
        f"{known} only: pip install 'consilience[multilingual]' and use --encoder multilingual."
        for code in unknown_languages(encoder, counts)
    )


def _documents(count: int) -> str:
    return "1 document is" if count == 1 else f"{count} documents are"


def _language_name(code: str) -> str:
    from babel import Locale  # CLDR data: only when there is something to say

    return str(Locale("en").languages.get(code, code))
