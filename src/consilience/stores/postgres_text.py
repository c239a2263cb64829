"""Text to and from PostgreSQL, which cannot hold the character NUL, and the languages of its full-text search."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import psycopg
from psycopg.types.string import StrDumperUnknown, TextLoader

# NUL is written as DLE 0 and DLE itself as DLE 1: what an old control character was made for.
_TO = {"\x00": "\x100", "\x10": "\x101"}
_FROM = {there: here for here, there in _TO.items()}
_ODD = re.compile("[\x00\x10]")
_ESCAPED = re.compile("\x10[01]")

# Language -> PostgreSQL's configuration; what a server does not have, or a language not listed, is "simple".
_CONFIGURATIONS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "da": "danish", "nl": "dutch", "en": "english",
    "et": "estonian", "fi": "finnish", "fr": "french", "de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian",
    "id": "indonesian", "ga": "irish", "it": "italian", "lt": "lithuanian", "ne": "nepali", "no": "norwegian",
    "nb": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def configuration(language: str, known: Iterable[str]) -> str:
    """The full-text configuration for a language (ISO 639-1), among those that the server knows."""
    name = _CONFIGURATIONS.get(language.lower(), "simple")
    return name if name in known else "simple"


def any_of(lexemes: Iterable[str]) -> str:
    """A tsquery for texts with any of the lexemes; no character of one is an operator."""
    quoted = (one.replace("\\", "\\\\").replace("'", "''") for one in sorted(lexemes))
    return " | ".join(f"'{one}'" for one in quoted)


class _Dumper(StrDumperUnknown):
    def dump(self, obj: str) -> bytes:
        try:
            return _ODD.sub(lambda match: _TO[match[0]], obj).encode("utf-8")
        except UnicodeEncodeError as error:
            raise psycopg.DataError("a text is not valid Unicode") from error


class _Loader(TextLoader):
    def load(self, data: Any) -> str:
        text = bytes(data).decode("utf-8")
        return _ESCAPED.sub(lambda match: _FROM[match[0]], text) if "\x10" in text else text


def register(conn: psycopg.Connection[Any]) -> None:
    """Every text that goes over this connection is stored as above and comes back as it was."""
    conn.adapters.register_dumper(str, _Dumper)
    conn.adapters.register_loader("text", _Loader)
