# havoksim: `make demo` and `make test` do everything themselves, in a local virtual environment (.venv).
# Each step is remembered, so that the second time is quick.

PYTHON ?= python3.11
PYTHON := $(shell command -v $(PYTHON) 2>/dev/null || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= 2
# battles that `make verify` has judged
BATTLES ?= 20000
# a quiet pip that neither asks nor advertises
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test verify bench docs lint clean

help:  ## show this list
	@echo "havoksim: is this miniature wargame fair?"
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.ready-run  ## set up, fight the three factions at 500 points, show the results
	@echo "== the three factions at 500 points, whole battles on the table (examples/factions_500.toml)"
	@$(BIN)/havoksim sweep examples/factions_500.toml -o results/factions_500
	@echo "== a typical battle of the closest matchup, to watch in a browser"
	@$(BIN)/havoksim battle karn_500 nexus_500 -n 2000 --seed 1 --replay median \
	  --html results/factions_500/typical_battle.html -o results/factions_500/karn_nexus.json

test: $(VENV)/.ready-dev  ## set up, then run lint, types, import contracts and all tests
	@$(MAKE) --no-print-directory lint
	@echo "== tests (several minutes; a line of dots each few seconds)"
	@$(BIN)/python -m pytest -q -n $(JOBS) -m "not verify"

lint: $(VENV)/.ready-dev  ## formatting, lint, types, import contracts
	@echo "== ruff";            $(BIN)/ruff check . && $(BIN)/ruff format --check .
	@echo "== mypy";            $(BIN)/mypy
	@echo "== import contracts"; $(BIN)/lint-imports

verify: $(VENV)/.ready-dev  ## known right answers, refereed battles, long statistical checks
	@$(BIN)/havoksim verify
	@echo "== whole battles of every kind before the referee (some ten minutes)"
	@$(BIN)/havoksim verify --battles $(BATTLES) --workers $(JOBS)
	@$(BIN)/python -m pytest -q -n $(JOBS) -m verify
	@.ci/chromium
	@echo "== the replay page in a browser"
	@$(BIN)/python -m pytest -q tests/browser

bench: $(VENV)/.ready-dev  ## speed as ratios, measured side by side in one run
	@$(BIN)/python -m benchmarks

docs: $(VENV)/.ready-dev  ## execute every example of the docs and docstrings, and render the notebooks
	@$(BIN)/python -m pytest -q --doctest-modules havoksim tests/unit/test_docs_snippets.py
	@mkdir -p build/notebooks
	@$(BIN)/jupyter nbconvert --to html --execute --output-dir build/notebooks notebooks/*.ipynb
	@echo "the notebooks are in build/notebooks/, the pages in docs/"

clean:  ## remove the virtual environment and caches (never the results)
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed, and none was found"; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or later is needed; $(PYTHON) is older. Say: make PYTHON=/path/to/python3.11 demo"; exit 2; }
	@echo "== making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.ready-run: pyproject.toml | $(BIN)/python
	@echo "== installing havoksim and what it needs (a few minutes the first time)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.ready-dev: pyproject.toml | $(BIN)/python
	@echo "== installing havoksim with its test tools (a few minutes the first time)"
	@$(PIP) install --editable ".[dev]"
	@touch $(VENV)/.ready-run $@
