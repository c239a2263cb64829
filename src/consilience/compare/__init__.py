"""What changed between two runs, level by level, and for which questions (`consilience compare RUN_A RUN_B`).

runs.py         a run folder -> Run: audit.json, answers.jsonl, and how it was made
documents.py    level 1: documents added, removed, moved, changed; findings new and gone
conflicts.py    level 1: conflicts that are the same, new and gone, by what they quote
corpus.py       level 1: scores and the two above
pairs.py        which questions of the two runs are one, and which are left out, with the reason
passages.py     level 2: the passages of R(q) in both, only in one, and those whose document says something else
answers.py      level 3: answer, status, verdicts, conflicts in the evidence
questions.py    levels 1 to 3 of one question: what moved, and what moved first
said.py         what each document states, to tell a changed document from a changed judgement
samples.py      scores of the paired questions with their tests
gate.py         what counts as a regression
flow.py         `compare`: two folders -> the content of a comparison (schema consilience/compare/1)
"""
