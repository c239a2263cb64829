"""Six ways to damage a document without changing a fact (paper section V, corpus C; DESIGN section 3).

`degrade_text` is the pure part; `folder.py` reads documents and writes copies with ground truth.
"""

from __future__ import annotations

from consilience.study.degrade.apply import OPERATORS, Change, Degraded, degrade_document, degrade_text, names_of

__all__ = ["OPERATORS", "Change", "Degraded", "degrade_document", "degrade_text", "names_of"]
