"""The environment variables that matter to a run, for docs/settings.md; a test fails when one is read that is not here.

Settings have variables of their own (`consilience.settings.variable`). What is here is no setting: keys and addresses,
which no result may record, and what the libraries look at.
"""

from __future__ import annotations

from typing import NamedTuple


class Variables(NamedTuple):
    """Names that belong together, what they are for, and what they do."""

    names: tuple[str, ...]
    used_by: str
    meaning: str


READ = (
    Variables(
        ("RERANK_BASE_URL",),
        "`--reranker api:MODEL`",
        "Address of the rerank server, to which `/rerank` is added: `http://localhost:8000/v1`. Needed.",
    ),
    Variables(("RERANK_API_KEY",), "`--reranker api:MODEL`", "Its key, if it wants one."),
    Variables(("PINECONE_API_KEY",), "`--kb pinecone://...`, `pinecone:MODEL`", "The key of the project. Needed."),
    Variables(("PINECONE_HOST",), "`--kb pinecone://...`", "The index's own address, which saves the question for it."),
    Variables(
        ("PINECONE_CONTROLLER_HOST",),
        "`--kb pinecone://...`, `pinecone:MODEL`",
        "Another address than Pinecone's own to ask for indexes, vectors and scores.",
    ),
    Variables(
        ("PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGPASSFILE", "PGSSLMODE"),
        "`--kb postgresql://...`",
        "What the address does not say, as every client of PostgreSQL reads it. A password is best left to them.",
    ),
    Variables(
        ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
        "`--model openai:NAME`",
        "A server that speaks chat completions (vLLM, Ollama, llama.cpp), and its key, if it wants one; OpenAI itself "
        "without an address.",
    ),
    Variables(("MISTRAL_API_KEY", "MISTRAL_BASE_URL"), "`--model mistral:NAME`", "The key; another address."),
    Variables(("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"), "`--model anthropic:NAME`", "The key; another address."),
    Variables(("GOOGLE_API_KEY", "GOOGLE_BASE_URL"), "`--model google:NAME`", "The key; another address."),
    Variables(("RAY_ADDRESS",), "`--engine ray`", "The cluster; without it one is started on this machine."),
    Variables(("XDG_CACHE_HOME",), "`run.cache_dir`", "Where the cache lies when the setting is empty."),
    Variables(
        ("HF_HOME",),
        "`--encoder hub:MODEL`, `--reranker hub:MODEL`",
        "Where models lie on this machine.",
    ),
    Variables(("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"), "every server", "The proxy to reach it through."),
    Variables(("NO_COLOR", "COLUMNS"), "the terminal", "No colours; the width of what is printed."),
)

# Set by a run itself, so that no library reports its use or writes among the results.
SET = (
    "ANTHROPIC_OPEN_TELEMETRY", "DAFT_ANALYTICS_ENABLED", "DAFT_PROGRESS_BAR", "DO_NOT_TRACK",
    "HF_HUB_DISABLE_TELEMETRY", "LANCEDB_LOG", "MISTRAL_SDK_TELEMETRY", "ORT_DISABLE_TELEMETRY",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "RAY_DATA_DISABLE_PROGRESS_BARS", "RAY_TQDM",
    "RAY_USAGE_STATS_ENABLED", "RAY_USAGE_STATS_PROMPT_ENABLED", "SCARF_NO_ANALYTICS",
)  # fmt: skip

_HEAD = """
## Environment variables

Beside the variables of the settings above. Keys and addresses are no settings: they are read when they are needed, and
a key stands in no result, message or log.

| variable | used by | meaning |
|---|---|---|
"""


def table() -> str:
    """The section of docs/settings.md."""
    rows = [f"| {_named(one.names)} | {one.used_by} | {one.meaning} |\n" for one in READ]
    said = "A run sets these itself, so that no library reports its use or draws bars of its own"
    return "".join([_HEAD, *rows, f"\n{said}: {_named(SET)}.\n"])


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
