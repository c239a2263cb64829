"""A model by its name: PROVIDER:NAME, keys and addresses from the environment alone.

pydantic-ai speaks the protocols. `openai:NAME` with OPENAI_BASE_URL is any server that speaks chat completions (vLLM,
Ollama, llama.cpp); such a server often needs no key.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from consilience.llm.errors import plain
from consilience.operators import OperatorUnusable

if TYPE_CHECKING:
    from pydantic_ai.models import Model

ADDRESSED = ("openai", "mistral", "anthropic", "google")  # providers whose address may be given as NAME_BASE_URL
_NO_KEY = "none"
_QUIET = ("MISTRAL_SDK_TELEMETRY", "ANTHROPIC_OPEN_TELEMETRY")  # traces of calls, with what was said in them


def connect(name: str, environment: Mapping[str, str] | None = None) -> Model[Any]:
    """The model called `name`. Raises OperatorUnusable: what is missing, in one sentence."""
    provider, model = named(name)
    for variable in _QUIET:
        os.environ.setdefault(variable, "false")
    try:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
    except ImportError as error:
        raise OperatorUnusable(extra(error)) from error
    # Models that reason take no temperature, and the library says so at every call.
    warnings.filterwarnings("ignore", "Sampling parameters", UserWarning)
    try:
        kind = f"{provider}-chat" if provider == "openai" else provider
        return infer_model(f"{kind}:{model}", lambda _: _provider(provider, environment or os.environ))
    except ImportError as error:
        raise OperatorUnusable(extra(error)) from error
    except UserError as error:
        raise OperatorUnusable(_refused(name, provider, str(error))) from error
    except ValueError as error:
        raise OperatorUnusable(f"No provider of models is called '{provider}': {plain(error)}.") from error


def named(name: str) -> tuple[str, str]:
    """Provider and model of a name. Raises OperatorUnusable where it has not both."""
    provider, separator, model = name.partition(":")
    if not (provider and separator and model):
        raise OperatorUnusable(
            "The operators 'llm' and 'hybrid' need a model: --model PROVIDER:NAME, "
            "for instance mistral:mistral-small-2603" + (f"; '{name}' has no provider." if name else ".")
        )
    return provider, model


def _provider(provider: str, environment: Mapping[str, str]) -> Any:
    from pydantic_ai.profiles import merge_profile
    from pydantic_ai.providers import infer_provider, infer_provider_class

    address = environment.get(f"{provider.upper()}_BASE_URL") if provider in ADDRESSED else None
    if not address:
        return infer_provider(provider)
    key = environment.get(f"{provider.upper()}_API_KEY") or _NO_KEY
    if provider == "openai":
        from pydantic_ai.profiles.openai import OpenAIModelProfile, openai_model_profile
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        # vLLM, Ollama and llama.cpp know `max_tokens`; some of them pass over the newer name without a word.
        limit = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
        return OpenAICompatibleProvider(
            "openai-compatible", base_url=address, api_key=key,
            profile=lambda name: merge_profile(openai_model_profile(name), limit),
        )  # fmt: skip
    kind: Any = infer_provider_class(provider)
    return kind(base_url=address, api_key=key)


def extra(error: ImportError) -> str:
    """Which extra is to be installed."""
    return (
        f"Operators with a model need '{error.name or error}', which is not installed: pip install 'consilience[llm]'."
    )


def _refused(name: str, provider: str, said: str) -> str:
    if "API_KEY" in said:
        return f"The model {name} needs a key: set {provider.upper()}_API_KEY in the environment."
    return f"The model {name} cannot be used: {plain(said).rstrip('.')}."
