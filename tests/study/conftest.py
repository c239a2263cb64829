"""Documents that the study's operators are tried on: the example knowledge base, as a user would give it."""

from __future__ import annotations

from pathlib import Path

import pytest

from consilience.settings import ReadSettings
from consilience.study.material import Material, collect

EXAMPLES = Path(__file__).parents[2] / "examples" / "knowledge-base"


@pytest.fixture(scope="session")
def materials() -> tuple[Material, ...]:
    """Markdown, plain text, HTML and CSV documents of a veterinary practice."""
    return collect([EXAMPLES], ReadSettings()).materials
