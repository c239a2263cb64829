"""Level 3: answers, the judge J, and the trace back to the documents (DESIGN sections 1 and 2, docs/answers.md)."""
