"""Bytes to text: UTF-8, UTF-16 with its mark, what an HTML page declares, or Windows-1252 when that is plausible."""

from __future__ import annotations

import codecs
import re

from consilience.sources.extract import Unreadable

# Control characters other than tab, line feed, form feed, carriage return. Text has next to none of them.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_MOST_CONTROL = 0.1
_UNDEFINED_1252 = frozenset(b"\x81\x8d\x8f\x90\x9d")
_DECLARED = re.compile(rb"<meta[^<>]{0,200}charset\s*=\s*[\"']?([\w-]{2,20})", re.IGNORECASE)
_CHARSETS = re.compile(r"iso-8859-\d{1,2}|windows-125\d|shift_jis|euc-(?:jp|kr)|gb(?:2312|k|18030)|big5|koi8-[ru]")
_HEAD = 2_048  # bytes in which a page declares its character set
NOT_TEXT = "binary or unknown encoding"


def decode(data: bytes, html: bool = False) -> tuple[str, str]:
    """Text and the name of its encoding; an HTML page may declare one.

    Line ends become "\\n", a byte order mark is dropped; nothing else changes, mojibake is kept as it is. Raises
    Unreadable when the bytes are not text.
    """
    text, encoding = _decode(data, _declared(data) if html else "")
    controls = len(_CONTROL.findall(text))
    if controls > _MOST_CONTROL * len(text):
        raise Unreadable(NOT_TEXT)
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _declared(data: bytes) -> str:
    found = _DECLARED.search(data[:_HEAD])
    name = found[1].decode("ascii", "replace").lower() if found else ""
    return name if _CHARSETS.fullmatch(name) and name != "iso-8859-1" else ""  # which browsers read as Windows-1252


def _decode(data: bytes, declared: str) -> tuple[str, str]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not data.startswith(codecs.BOM_UTF32_LE):
        return _strict(data, "utf-16")
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        if declared:
            return _strict(data, declared)
        if _UNDEFINED_1252.intersection(data):
            raise Unreadable(NOT_TEXT) from None
        return _strict(data, "cp1252")


def _strict(data: bytes, encoding: str) -> tuple[str, str]:
    try:
        return data.decode(encoding), encoding
    except LookupError:
        raise Unreadable(NOT_TEXT) from None
    except UnicodeDecodeError as error:
        raise Unreadable(f"not valid {encoding.upper()} text (byte {error.start})") from error
