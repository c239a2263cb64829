"""Generated documents: what a measurement on them may rely on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from generate import generate
from hypothesis import given
from hypothesis import strategies as st


def test_the_same_arguments_give_the_same_texts() -> None:
    """Same count and seed: same bytes; another seed: other texts."""
    assert generate(12, 3) == generate(12, 3)
    assert generate(12, 3).texts != generate(12, 4).texts


def test_documents_have_about_a_thousand_words() -> None:
    """Every document lies between 850 and 1,200 words, with headings, a list and a table."""
    for name, text in generate(24).texts:
        assert 850 <= len(text.split()) <= 1200, name
        assert text.startswith("# ")
        assert "\n## " in text and "\n- " in text and "\n|---|" in text


def test_every_document_is_about_something_else() -> None:
    """Titles differ, up to thousands of documents, and so do the texts below them."""
    titles = [text.splitlines()[0] for _, text in generate(2000, shared=0).texts]
    assert len(set(titles)) == 2000
    for (_, one), (_, other) in pairwise(generate(30, shared=0).texts):
        assert len(set(one.splitlines()) & set(other.splitlines())) < 20


@given(st.integers(2, 40), st.integers(0, 12), st.integers(0, 5))
def test_shared_keys_stand_in_two_documents(count: int, shared: int, seed: int) -> None:
    """As many keys are shared, and as many conflict, as was asked for; each quote stands once in its document."""
    generated = generate(count, seed, shared=shared, conflicting=shared // 3)
    texts = dict(generated.texts)
    assert len(texts) == count
    assert [key.conflicting for key in generated.shared].count(True) == shared // 3
    assert len(generated.shared) == shared
    for key in generated.shared:
        assert key.documents[0] != key.documents[1]
        assert [texts[name].count(quote) for name, quote in zip(key.documents, key.quotes, strict=True)] == [1, 1]


@pytest.mark.parametrize("arguments", [{"count": 1}, {"count": 9, "shared": 2, "conflicting": 3}])
def test_impossible_numbers_are_refused(arguments: dict[str, int]) -> None:
    """One document shares nothing; more conflicts than shared keys cannot be."""
    with pytest.raises(ValueError, match=r"not 1|cannot conflict"):
        generate(**arguments)
