"""G and J by a language model (paper section IV-B), and the hybrid of both kinds: the embedded operator proposes, the
model settles what is doubtful.

Scores come from verdicts by the formula of the embedded judge (`answer.judge.parts_of`): a model gives no number but
alignment. Every quote it gives is looked for in the passages; a verdict that rests on none is asked for again.
"""

from consilience.answer.llm.generate import HybridGenerator, LlmGenerator
from consilience.answer.llm.hybrid import HybridJudge
from consilience.answer.llm.judge import LlmJudge

__all__ = ["HybridGenerator", "HybridJudge", "LlmGenerator", "LlmJudge"]
