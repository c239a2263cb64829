"""`python -m consilience` is the `consilience` program."""

from consilience.cli import main

main()
