"""What a finished study says: tables I-VIII, figure 3, tests and the claims of the paper, as plain data.

run.py        RUN read and checked
table.py      a table: columns, rows, what it rests on
*_tables.py   the tables of the paper; tests.py what stands beside them
figure.py     the figure as numbers
claims*.py    what the paper says in prose, held against the run
report.py     all of it in one dictionary, which `report` renders
"""
