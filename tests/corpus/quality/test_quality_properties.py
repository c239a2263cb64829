"""Q as a whole: bounds, exact spans, and how scores move when a document gets worse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consilience.corpus.quality import EmbeddedQuality
from consilience.model import DIMENSIONS, Document, NotMeasured, Quality
from consilience.operators import QualityOperator, load
from consilience.settings import ReadSettings
from consilience.sources import read_bytes

GUIDE = """\
# Guide to the Thornby gate

Edition of May 2026, by the works office.

## 1 Opening hours

The gate opens at six in the morning and closes at ten at night. On public holidays it stays closed, and deliveries are
taken at the east lodge. Whoever comes late rings the duty phone; the number hangs beside the door.

## 2 Visitors

Visitors sign the book, wear a badge and are fetched by a colleague. For groups of more than five see section 3. A lost
badge costs 15 pounds and is reported to the works office on the same day.

- Safety shoes are lent at the gate.
- Photographs need a permit.
- Dogs stay outside the fence.

## 3 Groups

A group is announced three days ahead, with names and the purpose of the visit. The works office answers within one
working day and reserves the training room, which holds twenty people.

| Group | Guides | Longest stay |
|---|---|---|
| up to 10 | 1 | 3 hours |
| up to 20 | 2 | 2 hours |

## 4 Parking

There are 40 spaces behind the lodge. Lorries wait on the east road until the guard waves them in; nobody parks before
the hydrant, and the fire brigade tows what stands there.
"""
NOISE = "\n\n§¬¶ ¤¦¨ ÷×± a¢£ ¬§§ ¶¶ ¤t ¦¨ ±±÷ ×× ¢e £¬ § ¶¤¦ ¨÷ n× ±¢ £¬§ ¶¤ ¦¨÷ r× ±¢£\n"
OFFER = "\n\nSubscribe to our newsletter and get 10% off your first order! Click here and book now, only this week.\n"
REPEAT = "\n\n" + GUIDE.split("\n\n")[3] + "\n"


def quality(text: str, format: str = "markdown") -> Quality:
    """Q of a text read as a user's file would be."""
    (document,) = read_bytes(text.encode("utf-8", "replace"), "guide", format, ReadSettings())
    assert isinstance(document, Document), document
    return EmbeddedQuality().assess(document)


def mean(result: Quality) -> float:
    """IaDNI with equal weights."""
    return sum(score for _, score in result.dimensions) / len(DIMENSIONS)


def assert_no_better(worse: Quality, better: Quality) -> None:
    """No dimension of the worse document is above that of the better one."""
    above = {name: (score, dict(better.dimensions)[name]) for name, score in worse.dimensions}
    assert all(bad <= good for bad, good in above.values()), above


def test_is_found_by_name() -> None:
    """The operator is registered as `embedded` and names itself in its spec."""
    operator = load("quality", "embedded")
    assert isinstance(operator, QualityOperator)
    assert (operator.spec.role, operator.spec.name) == ("Q", "embedded") and operator.spec.version


@pytest.mark.parametrize("text", ["", "  \n\t\n"])
def test_an_empty_document_is_not_measured(text: str) -> None:
    """Nothing to assess is no score, but a reason."""
    result = EmbeddedQuality().assess(Document("empty.md", text))
    assert result == Quality(not_measured=NotMeasured("the document is empty"))


def test_a_document_without_words_is_not_measured() -> None:
    """Marks alone say nothing that could be assessed."""
    assert EmbeddedQuality().assess(Document("marks.md", "* * *")).not_measured == NotMeasured(
        "the document has no words"
    )


def test_a_clean_guide_scores_high_and_has_no_error() -> None:
    """A short, well-built document gets every dimension above 0.85 and no finding that calls it wrong."""
    result = quality(GUIDE)
    assert all(score > 0.85 for _, score in result.dimensions), result
    assert [finding for finding in result.findings if finding.severity == "error"] == []


def test_one_plain_sentence_is_no_bad_document() -> None:
    """Shortness alone is no fault."""
    assert mean(quality("A clean grant proposal in plain prose.")) > 0.9


@pytest.mark.parametrize(
    "text", [NOISE, "Bez:-ihl KIJ Summ-e BTR qx:. zpt", "��� ab�c l1 |] ;; ,"], ids=["font table", "receipt", "lost"]
)
def test_unreadable_text_scores_under_a_half(text: str) -> None:
    """Text that nobody can read spoils every dimension that depends on reading it, however short it is."""
    assert mean(quality(text, "text")) < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "2025-10-03T12:00:01Z INFO kv[214]: conn=81 op=GET rc=200 t=0.8ms\n" * 40,
        "Invoice 2025-114\n\nPump KV-220, 2 pcs, EUR 1,240.00, EUR 2,480.00\nSeal S7, 4 pcs, EUR 38.00, EUR 152.00\n"
        "VAT 19 %, EUR 500.08\nTotal EUR 3,132.08, payable within 14 days, IBAN DE89 3704 0044 0532 0130 00\n",
        "def total(rows):\n    return sum(row.price * row.count for row in rows)\n\n\nprint(total(read('x.csv')))\n",
        "03.10. LASTSCHRIFT STADTWERKE RG-NR 4711/25 -84,20 EUR\n04.10. GEHALT MAERZ 10/25 +2.310,00 EUR\n",
    ],
    ids=["log", "invoice", "code", "bank"],
)
def test_dense_material_is_not_punished(text: str) -> None:
    """Logs, invoices, code and bank lines are dense by nature and keep a good score."""
    assert mean(quality(text, "text")) > 0.85


@pytest.mark.parametrize("added", [NOISE, OFFER, REPEAT], ids=["noise", "offer", "repeat"])
def test_more_of_what_is_worthless_never_raises_a_score(added: str) -> None:
    """Nonsense, advertising and repetition, appended again and again, never raise any dimension and lower the mean."""
    before = quality(GUIDE)
    for times in range(1, 5):
        after = quality(GUIDE + added * times)
        assert_no_better(after, before)
        assert mean(after) < mean(quality(GUIDE))
        before = after


def test_repetition_lowers_density_most() -> None:
    """A repeated section is charged to information density, more than to any other dimension."""
    before, after = dict(quality(GUIDE).dimensions), dict(quality(GUIDE + REPEAT).dimensions)
    lost = {name: before[name] - after[name] for name in before}
    assert max(lost, key=lambda name: lost[name]) == "information_density"


def test_a_document_of_twice_the_length_keeps_its_score() -> None:
    """Length alone moves nothing: other text of the same make, with the same rate of faults, scores about the same."""
    part = "## Bay {n}\n\nBay {n} holds {m} pallets of lot {n}; keys hang at desk {k}. For bay {n} see Table {t}.\n\n"
    short = quality("# Bays\n\n" + "".join(part.format(n=n, m=n + 90, k=n + 500, t=n + 70) for n in range(40)))
    long = quality("# Bays\n\n" + "".join(part.format(n=n, m=n + 90, k=n + 500, t=n + 70) for n in range(80)))
    for name, score in short.dimensions:
        assert abs(dict(long.dimensions)[name] - score) < 0.05, (name, short.dimensions, long.dimensions)


def test_each_degradation_lowers_the_mean_and_more_of_it_lowers_it_further() -> None:
    """Cut, run together, with broken references or with foreign offers: each costs, and the sum costs most."""
    cut = GUIDE.rstrip()[: GUIDE.rfind("fire brigade")] + "fire"
    cut = cut.removesuffix(" fire")
    flat = " ".join(line.lstrip("#- ") for line in (GUIDE * 3).splitlines() if line and not line.startswith("|"))
    broken = GUIDE.replace("see section 3", "see section 17, Table 9 and Annex K")
    clean = mean(quality(GUIDE))
    assert mean(quality(cut)) < clean - 0.1
    assert mean(quality(flat)) < clean - 0.2
    assert mean(quality(broken)) < clean - 0.1
    assert mean(quality(cut.replace("see section 3", "see section 17, Table 9 and Annex K") + OFFER)) < 0.6


@given(st.text(max_size=400), st.sampled_from(["markdown", "text", "html"]))
def test_any_text_gives_bounded_scores_and_exact_spans(text: str, format: str) -> None:
    """Whatever the text, nothing is raised, scores lie in [0, 1], spans and quotes are exact."""
    read = read_bytes(text.encode("utf-8", "replace"), "any", format, ReadSettings())
    for document in read:
        if isinstance(document, Document):
            check(document)


@given(st.text(alphabet=st.sampled_from("aAbx 12.,;:()[]{}<>#|*-_`\n\t\"'é§�:/&"), max_size=300))
def test_any_marks_give_bounded_scores_and_exact_spans(text: str) -> None:
    """The same for text made of the marks that detectors look for, as a document without blocks."""
    check(Document("marks", text))


def check(document: Document) -> None:
    """Bounds of scores and spans; the same document gives the same result."""
    result = EmbeddedQuality().assess(document)
    assert result == EmbeddedQuality().assess(document)
    assert result.not_measured or [name for name, _ in result.dimensions] == list(DIMENSIONS)
    assert all(0.0 <= score <= 1.0 for _, score in result.dimensions)
    for finding in result.findings:
        assert 0 <= finding.start < finding.end <= len(document.text)
        assert finding.quote and document.text.startswith(finding.quote, finding.start)
        assert finding.message and finding.advice and "{" not in finding.advice


@pytest.mark.parametrize(
    "text",
    [
        "See ſection 9 and fıgure 4; the blue houſe and the blue block; there are ſix steps:\n\n- one",
        "See \u212aapitel 9.",
        "There are 1٣ steps:\n\n- one",
        "² steps:\n\n- one",
        "Page ² of ³\n\nPage ² of ³",
    ],
)
def test_letters_that_only_look_alike_do_no_harm(text: str) -> None:
    """Letters that match others in another case, and digits of other kinds, raise nothing."""
    assert quality(text).dimensions


SENTENCES = st.lists(
    st.sampled_from(
        [
            "The gate opens at six.",
            "Visitors sign the book and wear a badge while they are on the site.",
            "See section 9 and Table 4 for the limits.",
            "TODO",
            "A lost badge is reported to the works office on the same day by whoever lost it.",
            "The form is [insert name].",
            "It rains.",
        ]
    ),
    min_size=1,
    max_size=12,
)


@given(SENTENCES)
def test_repeating_a_paragraph_never_raises_a_score(sentences: list[str]) -> None:
    """A paragraph of forty words or more that already stands in the document, appended, raises no dimension."""
    paragraph = (
        "The guard keeps a list of all cars that stand behind the lodge, calls their owners when the hydrant is "
        "blocked, and tells the fire brigade which of them may be towed without asking the works office first."
    )
    text = "# Gate\n\n" + paragraph + "\n\n" + "\n\n".join(sentences) + "\n\nThat is all there is to say."
    assert_no_better(quality(text + "\n\n" + paragraph), quality(text))
