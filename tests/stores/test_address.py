"""What is shown of the address of a knowledge base."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.stores.address import public


@pytest.mark.parametrize(
    ("kb", "shown"),
    [
        ("kb", "kb"),
        ("./my kb@home", "./my kb@home"),
        ("pinecone://wiki/en", "pinecone://wiki/en"),
        ("postgresql://ann:s3cret@db.example:5432/docs", "postgresql://db.example:5432/docs"),
        ("postgresql://db/docs?user=ann&password=s3cret&schema=wiki", "postgresql://db/docs?schema=wiki"),
        ("postgresql:///docs?host=/run/pg", "postgresql:///docs"),
    ],
)
def test_says_where_and_nothing_secret(kb: str, shown: str) -> None:
    """A folder stays as it is; of a URL, the place and the schema stay, user, password and parameters go."""
    assert public(kb) == shown


@given(st.text("ab:/?&=%#@", max_size=8), st.sampled_from(["postgresql", "pinecone"]))
def test_no_password_is_shown_however_it_is_written(around: str, scheme: str) -> None:
    """A password that should have been escaped and was not does not show either."""
    assert "s3cret" not in public(f"{scheme}://ann:{around}s3cret@host/db")
    assert "s3cret" not in public(f"{scheme}://host/db?password=s3cret{around}")
