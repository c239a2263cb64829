"""What the numbers mean and do not mean, in plain words (DESIGN section 1; paper section III)."""

from __future__ import annotations

from typing import NamedTuple


class Definition(NamedTuple):
    """A term as a reader meets it, what it says, and what it does not say."""

    term: str
    symbol: str
    says: str
    silent: str


DEFINITIONS: tuple[Definition, ...] = (
    Definition(
        "Document quality",
        "IaDNI",
        "How well each document is built: the mean of clarity, internal consistency, completeness, information density "
        "and coherence, averaged over the documents.",
        "Nothing is checked against the world. A well-built document can be wrong from end to end.",
    ),
    Definition(
        "Agreement between documents",
        "IeDCD",
        "Of the facts that two or more documents state, the share on which they do not contradict each other.",
        "Agreement is not truth: documents can agree on a mistake. What only one document states is not compared.",
    ),
    Definition(
        "Corpus consistency",
        "CC",
        "The weighted mean of the two scores above.",
        "A middling value can hide one very low part, so read both parts before the mean.",
    ),
    Definition(
        "Interval",
        "95 %",
        "Where the score would fall in 95 of 100 audits of documents drawn like these (bootstrap over documents).",
        "It covers chance in which documents are here, not mistakes of the extraction.",
    ),
    Definition(
        "Conflict",
        "flagged key",
        "Two or more documents answer the same question with values that cannot all be true.",
        "It does not say which document is right. That takes someone who knows.",
    ),
    Definition(
        "Set aside",
        "",
        "Two statements look alike and differ, but speak of another period, thing, version or case: both can be true.",
        "The list is kept so that you can check this judgement. It does not count against the scores.",
    ),
    Definition(
        "Confidence",
        "",
        "How likely it is that the flagged statements really contradict each other, from 0 to 1.",
        "It does not measure how serious the conflict is.",
    ),
)

ANSWER_DEFINITIONS: tuple[Definition, ...] = (
    Definition(
        "Answer consistency",
        "ACS",
        "Whether the answer addresses the question, how much of it its evidence supports, and whether that evidence "
        "contradicts it or disagrees with itself: alignment × support × contradiction, from 0 to 1.",
        "It is agreement inside the pipeline, not truth: an answer can agree with documents that are wrong.",
    ),
    Definition(
        "Nearness of the evidence",
        "SS1 SSmu SSsigma",
        "How similar the passages are to the question: the best one, the mean over all, and how far they spread.",
        "A passage that resembles the question need not answer it, nor be right.",
    ),
    Definition(
        "Claim",
        "",
        "One thing that an answer says: supported, contradicted or not mentioned by its evidence.",
        "A claim without support may still be true; the evidence does not say so.",
    ),
    Definition(
        "No score",
        "",
        "An answer that abstains, has no evidence or could not be judged has no ACS, and no mean counts it.",
        "It is neither a good nor a bad mark.",
    ),
)

REASONS: dict[str, str] = {
    "attribute": "They answer different questions about the same thing.",
    "bound": "One is a minimum and the other a maximum.",
    "case": "They hold for different cases, above and below a limit.",
    "denied": "One says that its value does not hold.",
    "entity": "They speak of different things.",
    "example": "One is only an example.",
    "exception": "One is the rule and the other its exception.",
    "hypothetical": "One speaks of a case that is only thought of.",
    "incomparable": "Their values cannot be compared.",
    "opinion": "One repeats an opinion or quoted words.",
    "part and whole": "One is a part of the other, or of another part.",
    "period": "They speak of different periods.",
    "plan": "They describe different offers or plans.",
    "planned": "One is planned and the other actual.",
    "region": "They hold in different places.",
    "role": "They hold for different people.",
    "statistic": "One is an average and the other a single value.",
    "step": "They speak of different steps of a row.",
    "superseded": "One says of itself that it no longer holds.",
    "unit of time": "They are rates over different lengths of time.",
    "version": "They describe different versions.",
}
