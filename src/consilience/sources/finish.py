"""The last step of reading, the same for every format: title, language, what introduces a list."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

from consilience.model import Block, Document
from consilience.sources.extract import Extract
from consilience.sources.outline import plain
from consilience.text.language import LANGUAGES, detect, foreign
from consilience.text.sentences import spans

_ENOUGH = 200  # letters from which recognition is trusted more than what the file declares
_INTRODUCES = re.compile(r"[:：]\W*$")
_ENDS = re.compile(r"[.!?;]\W*$")
_PROSE = frozenset({"paragraph", "list_item", "quote"})


def finish(extract: Extract, id: str, format: str, encoding: str = "", language: str = "") -> Document:
    """The document: extract + identity. Metadata gains `encoding` (unless UTF-8) and `language_source`.

    Recognition of the language costs most of it; it is not done where the caller knows the `language`.
    """
    language, source = (language, "given") if language else _language(extract)
    metadata = dict(extract.metadata) | {"language_source": source}
    if encoding not in ("", "utf-8"):
        metadata["encoding"] = encoding
    return Document(
        id=id,
        text=extract.text,
        title=_title(extract, id),
        language=language,
        format=format,
        blocks=_languages(extract.text, _leads(extract.text, extract.blocks), language),
        metadata=tuple(sorted(metadata.items())),
    )


def _title(extract: Extract, id: str) -> str:
    """Declared title, else the first heading of level 1, else the file's name in words."""
    if extract.title.strip():
        return plain(extract.title)
    for block in extract.blocks:
        if block.kind == "heading" and block.level == 1:
            return plain(extract.text[block.start : block.end])
    name = PurePosixPath(id.partition("#")[0]).stem.replace("_", " ").replace("-", " ").strip()
    return name[:1].upper() + name[1:]


def _language(extract: Extract) -> tuple[str, str]:
    """Language and where it is from. Templates often declare the wrong one, so enough text decides first."""
    declared = extract.language.lower().partition("-")[0].partition("_")[0]
    declared = {"nb": "no", "nn": "no"}.get(declared, declared)
    prose = " ".join(extract.text[b.start : b.end] for b in extract.blocks[:60] if b.kind != "code")[:2_000]
    detected = detect(prose)
    enough = sum(map(str.isalpha, prose)) >= _ENOUGH
    if declared in LANGUAGES and not (detected and enough):
        return declared, "declared"
    return (detected, "detected") if detected else ("en", "assumed")


def _leads(text: str, blocks: tuple[Block, ...]) -> list[Block]:
    """Blocks with `lead` filled in: the sentence or item that introduces the list of an item or the table of a row."""
    result: list[Block] = []
    leads: dict[int, str] = {}  # by depth of the list
    for block in blocks:
        before = result[-1] if result else None
        if block.kind == "list_item":
            _update(leads, text, block, before)
            block = replace(block, lead=leads.get(block.level, leads.get(min(leads), "")))
        elif block.kind == "table_row":
            block = replace(block, lead=_table_lead(text, block, before))
        result.append(block)
    return result


def _update(leads: dict[int, str], text: str, block: Block, before: Block | None) -> None:
    """Set the lead of a list that begins with this item."""
    if before is None or before.kind != "list_item":
        leads.clear()
        leads[block.level] = _introduction(text, before)
    elif block.level > before.level:
        leads[block.level] = _introduction(text, before) or leads.get(before.level, "")
    elif _begins_anew(block, before):
        leads[block.level] = ""


def _table_lead(text: str, block: Block, before: Block | None) -> str:
    """The sentence with a colon in front of a table; the rows of a table share it."""
    if before is None or (before.kind == "table_row" and block.is_header):
        return ""
    if before.kind == "table_row":
        return before.lead
    return (
        _introduction(text, before) if _INTRODUCES.search(text[max(before.start, before.end - 6) : before.end]) else ""
    )


def _begins_anew(block: Block, before: Block) -> bool:
    """Whether an item opens another list than the item above: of another kind, or counted from the beginning."""
    if block.level != before.level or block.ordinal is None or before.ordinal is None:
        return block.level == before.level and (block.ordinal is None) != (before.ordinal is None)
    return block.ordinal <= before.ordinal


def _introduction(text: str, block: Block | None) -> str:
    """The last sentence of a block if it introduces what follows: it ends with a colon, or is no full sentence."""
    if block is None or block.kind not in _PROSE:
        return ""
    start, end = block.start, block.end
    if not _INTRODUCES.search(text[max(start, end - 6) : end]) and _ENDS.search(text[max(start, end - 6) : end]):
        return ""
    sentences = spans(text, start, end)
    if not sentences:
        return ""
    start, end = sentences[-1]
    return plain(text[start:end])


def _languages(text: str, blocks: list[Block], language: str) -> tuple[Block, ...]:
    """Blocks with `language` set where it clearly differs from the document's."""
    marked = []
    for block in blocks:
        other = "" if block.kind == "code" else foreign(text[block.start : block.end], language)
        marked.append(replace(block, language=other) if other else block)
    return tuple(marked)
