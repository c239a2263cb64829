"""Large language models behind the operators: one way to ask, to keep replies, to count and to stop.

Importing this package imports no client library; `ask` does when the first call is made. Nothing here knows what a
document or a claim is: the operators that ask stand beside those that work without a model, in `corpus` and `answer`.
"""

from consilience.llm.account import Account
from consilience.llm.ask import ask
from consilience.llm.prompts import Prompt, catalogue, prompt
from consilience.llm.request import Failed, Form, Request
from consilience.llm.spending import Spending

__all__ = ["Account", "Failed", "Form", "Prompt", "Request", "Spending", "ask", "catalogue", "prompt"]
