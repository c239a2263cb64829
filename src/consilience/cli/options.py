"""Flags that several commands share, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

OPERATORS = "Operators"

KB = Annotated[
    str,
    typer.Option(
        "--kb",
        metavar="KB",
        show_default=False,
        help="The knowledge base: a folder, postgresql://USER@HOST/DATABASE or pinecone://INDEX. Example: --kb kb",
    ),
]
Question = Annotated[
    str,
    typer.Argument(metavar="QUESTION", show_default=False, help='In quotes. Example: "How long may a visitor stay?"'),
]
Roles = Annotated[
    list[str] | None,
    typer.Option(
        "--as",
        metavar="ROLE",
        show_default=False,
        help="A role of the user who asks; may be given several times. Example: --as staff --as hr",
    ),
]
Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", show_default=False, help="Settings in TOML (docs/settings.md). Example: --config kb.toml"
    ),
]
Profile = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", show_default=False, help="Settings that ship with the package. Example: --profile embedded"
    ),
]
Quality = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=OPERATORS,
        help="Q, which scores how a document is built (audit, study run): embedded, llm, hybrid, or any registered "
        "name. Example: --quality hybrid",
    ),
]
Facts = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=OPERATORS,
        help="F, which extracts facts (audit, study run): embedded, llm, hybrid, or any registered name. "
        "Example: --facts hybrid",
    ),
]
Encoder = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=OPERATORS,
        help="Text to vector: embedded, multilingual (extra), hub:MODEL (extra) or pinecone:MODEL (extra; sends every "
        "text there). Example: --encoder multilingual",
    ),
]
Reranker = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=OPERATORS,
        help="Orders what was found (search, ask, eval, study run): embedded, none, hub:MODEL (extra), api:MODEL or "
        "pinecone:MODEL (extra; both send question and passages to a server). Example: --reranker none",
    ),
]
Generator = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=OPERATORS,
        help="G, which answers out of the evidence (ask, eval, study run): embedded, llm, hybrid, any registered "
        "name, or none. Example: --generator llm",
    ),
]
Judge = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=OPERATORS,
        help="J, which judges an answer by its evidence (ask, eval, judge, study run): embedded, rules (fast, reads "
        "no network), llm, hybrid, or any registered name. Example: --judge rules",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="PROVIDER:NAME",
        show_default=False,
        rich_help_panel=OPERATORS,
        help="The language model of operators called llm or hybrid; openai:NAME with OPENAI_BASE_URL is a server of "
        "your own (docs/llm.md). "
        "Example: --model mistral:mistral-small-2603",
    ),
]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        show_default=False,
        rich_help_panel=OPERATORS,
        help="Calls to the model after which the run stops; replies so far are kept. Example: --max-calls 500",
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        metavar="USD",
        min=0.0,
        show_default=False,
        rich_help_panel=OPERATORS,
        help="US dollars that the run may cost at most; replies so far are kept. Example: --max-cost 2.50",
    ),
]
Estimate = Annotated[
    bool,
    typer.Option(
        "--estimate",
        rich_help_panel=OPERATORS,
        help="Say how many calls, tokens and dollars the model would take; ask it nothing and write nothing. "
        "Example: --estimate",
    ),
]
Audit = Annotated[
    Path | None,
    typer.Option(
        "--audit",
        metavar="RUN",
        show_default=False,
        help="Run folder of an audit of the same documents: disagreeing evidence is then traced to its conflicts. "
        "Example: --audit runs/july",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No summary and no progress. Example: --quiet")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON to stdout and nothing else. Example: --json | jq .k")]
ShowWithheld = Annotated[
    bool,
    typer.Option(
        "--show-withheld",
        help="For an auditor: how many chunks access control removed. Even a count tells that something exists. "
        "Example: --show-withheld",
    ),
]


def typed(flags: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Only what was typed: an absent flag must not win over a file or the environment."""
    return {
        section: given
        for section, values in flags.items()
        if (given := {name: value for name, value in values.items() if value is not None})
    }
