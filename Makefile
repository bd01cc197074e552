# Two commands need nothing before them: `make play` and `make test`.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
RULE_TESTS := tests/core tests/rules tests/record tests/match tests/property tests/privacy tests/conformance
OTHER_TESTS := $(filter-out $(RULE_TESTS),$(wildcard tests/*)) src/kahuna README.md
PYTEST := $(BIN)/python -m pytest --quiet -n 2 --dist worksteal

.PHONY: help play test quick check format bench mutants clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: $(VENV)/play.stamp ## set everything up and start the game
	@$(BIN)/kahuna play

test: $(VENV)/dev.stamp ## set everything up, check everything, run all tests
	$(MAKE) check
	$(PYTEST) $(RULE_TESTS) --cov --cov-report=term
	$(PYTEST) $(OTHER_TESTS)

quick: $(VENV)/dev.stamp ## the fast tests, in less than a minute
	$(PYTEST) -m "not slow"

check: $(VENV)/dev.stamp ## format, lint, types, layers
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev.stamp ## let ruff put everything in order
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

bench: $(VENV)/dev.stamp ## the figures of docs/performance.md
	$(BIN)/kahuna bench

mutants: $(VENV)/dev.stamp ## mutation testing of the rules (takes long)
	$(BIN)/mutmut run

clean: ## forget the environment and everything built
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage mutants dist

$(BIN)/python:
	tools/make_venv.sh $(VENV)

$(VENV)/play.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/play.stamp
