"""Flags that say what the fields of another program's index mean."""

from __future__ import annotations

from typing import Annotated

import typer

_PANEL = "Index of another program (with --kb)"


def _flag(name: str, metavar: str, help: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(
        name, metavar=metavar, show_default=False, rich_help_panel=_PANEL, help=help
    )
    return option


Table = Annotated[
    str | None,
    _flag("--table", "NAME", "Which table or namespace, where there are several. Example: --table pages"),
]
TextField = Annotated[
    str | None,
    _flag(
        "--text-field",
        "FIELD",
        "Field with the text; found by the usual names when it is not given, as are the others. "
        "Example: --text-field page_content",
    ),
]
IdField = Annotated[str | None, _flag("--id-field", "FIELD", "Field with the id of a row. Example: --id-field uuid")]
DocumentField = Annotated[
    str | None,
    _flag(
        "--document-field",
        "FIELD",
        "Field with the document that a row is from; rows of one document are joined. "
        "Example: --document-field metadata.source",
    ),
]
OrderField = Annotated[
    str | None,
    _flag(
        "--order-field", "FIELD",
        "Field with the place of a row in its document. Example: --order-field metadata.chunk_index",
    ),
]  # fmt: skip
