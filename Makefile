# Everything a contributor runs. Nothing is installed outside .venv.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PATHS := src tests benchmarks training
RUN ?= consilience-run
PYTEST ?= -n 2

.DEFAULT_GOAL := help
.PHONY: help venv demo test lint bench format docs clean

help: ## Show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

# The stamps depend on pyproject.toml, so that a new dependency is installed by the next `make` and nothing is otherwise.
$(VENV)/.stamp-core: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "No venv: apt-get install python3-venv" >&2; exit 1; }
	@echo "Installing Consilience into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.stamp-dev: $(VENV)/.stamp-core
	@echo "Installing the development tools ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev,ray]'
	@touch $@

venv: $(VENV)/.stamp-dev ## Create .venv with the package and the development tools

demo: $(VENV)/.stamp-core ## Audit examples/knowledge-base and say where the report is
	@$(BIN)/consilience audit examples/knowledge-base --out $(RUN)
	@echo "Open $(RUN)/report.html in a browser."

lint: $(VENV)/.stamp-dev ## Style, formatting, types, direction of imports
	$(BIN)/ruff check $(PATHS)
	$(BIN)/ruff format --check $(PATHS)
	$(BIN)/mypy --strict
	$(BIN)/lint-imports --no-cache

test: lint ## All of lint, then all tests
	$(BIN)/pytest $(PYTEST)

bench: $(VENV)/.stamp-dev ## Print the figures of docs/benchmarks.md
	$(BIN)/python benchmarks/bench.py all

format: $(VENV)/.stamp-dev ## Rewrite the source in the house style
	$(BIN)/ruff check --fix $(PATHS)
	$(BIN)/ruff format $(PATHS)

docs: $(VENV)/.stamp-dev ## Write the generated pages: docs/settings.md, docs/cli.md
	$(BIN)/python -m consilience.cli.pages docs

clean: ## Remove what make has made, the environment included
	rm -rf $(VENV) $(RUN) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
