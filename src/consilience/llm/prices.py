"""What a model costs: the price list of genai-prices that is installed, or the two settings."""

from __future__ import annotations

from consilience.llm.spending import Price
from consilience.settings import LlmSettings

_SAMPLE = 1_000  # tokens: prices of some models rise with very long inputs, which we do not send
_CHARACTERS_A_TOKEN = 3.0  # on the careful side: English prose has about four


def price(settings: LlmSettings) -> Price | None:
    """None where neither the settings nor the list know it; a server of one's own has no price."""
    if settings.price_input is not None and settings.price_output is not None:
        return Price(settings.price_input, settings.price_output)
    from genai_prices import Usage, calc_price

    provider, _, name = settings.model.partition(":")
    try:
        listed = calc_price(Usage(input_tokens=_SAMPLE, output_tokens=_SAMPLE), name, provider_id=provider)
    except (LookupError, ValueError):
        return None
    millionth = 1_000_000 / _SAMPLE
    return Price(float(listed.input_price) * millionth, float(listed.output_price) * millionth)


def tokens(text: str) -> int:
    """About how many tokens a text has, rather too many than too few."""
    return int(len(text) / _CHARACTERS_A_TOKEN) + 1
