"""What every section of the settings has in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Frozen, finite, and without a name that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
