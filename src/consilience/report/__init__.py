"""One report model, many renderings: terminal, HTML page, run folder.

model.py        the dict of audit.json and the check that a dict is one
view.py         what a reader is told, derived from it (pure)
terminal.py     `render(audit, console, folder)`
html.py         `render(audit, run)`; templates, styles and scripts in assets/
answers_*.py    a run of answers: its shape, reading it, marks in texts, the page's records, the terminal
writer.py       `write_run`, `load_run`: files appear whole or not at all
"""
