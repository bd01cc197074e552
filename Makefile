# `make play` and `make test` need nothing before them. Targets and prerequisites are relative paths:
# make cannot handle absolute ones with spaces in them.
SHELL := /bin/bash
# Tests start hundreds of processes: let Python keep what it has compiled, wherever the environment forbids that.
unexport PYTHONDONTWRITEBYTECODE
# Keep the downloads of pip and npm in this folder too.
export PIP_CACHE_DIR ?= $(CURDIR)/.cache/pip
export npm_config_cache ?= $(CURDIR)/.cache/npm
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
PAGE := src/kahuna/server/page/index.html
SITE := site/index.html
# The page contains the game for browsers without a server.
PAGE_SOURCES := $(shell find web RULES*.md $(addprefix src/kahuna/,bots browser challenges chart coach core encoding hosting i18n lessons match puzzles record rulebook) -type f -not -path '*/node_modules/*' -not -path '*/generated/*' -not -path '*/__pycache__/*')
# These cover core and record completely, even without the many random games of one of them; the others
# run without the tracer, which halves the speed.
RULE_TESTS := tests/core tests/rules tests/record tests/match
RANDOM_GAMES := tests/rules/test_numbers.py
OTHER_TESTS := $(filter-out $(RULE_TESTS) tests/e2e tests/static_site tests/__pycache__,$(patsubst %/,%,$(wildcard tests/*/)) $(wildcard tests/test_*.py)) $(RANDOM_GAMES) src/kahuna research README.md
# Five workers on two cores, because many tests wait for servers; those of the rules and in browsers do not.
# None of them needs more than one core for its matrices.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest --quiet -n 5 --dist worksteal
# These reach every dependency that the terminal, the server and a cluster have.
LOWEST := .venv-lowest
LOWEST_TESTS := tests/cli/test_languages.py tests/server/net/test_limits.py tests/server/net/test_unread.py \
	tests/server/net/test_drain.py tests/server/test_startup.py tests/server/test_cluster.py
# Databases, proxies and browsers can stall; see "A second attempt" in docs/testing.md.
AGAIN := --reruns 1

.PHONY: help play site site-test test quick check lowest web format bench mutants wheel dist docs screenshots clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/play.stamp $(PAGE) ## set everything up and start the game in the browser (SERVE="--port 8001")
	@$(BIN)/kahuna serve $(SERVE)

site: $(SITE) ## the game as a folder of files for any web host: site/

site-test: $(VENV)/dev.stamp $(SITE) ## all tests of the site, in a real browser
	$(PYTEST) $(AGAIN) -n 2 tests/static_site --every-test

test: $(VENV)/dev.stamp $(PAGE) $(SITE) ## set everything up, check everything, run all tests
	tools/need_debian.sh chromium:chromium initdb:postgresql nginx:nginx haproxy:haproxy redis-server:redis-server
	$(MAKE) --jobs=2 --output-sync=target check web
	$(PYTEST) -n 2 $(RULE_TESTS) --ignore=$(RANDOM_GAMES) --cov --cov-report=term
	$(PYTEST) $(AGAIN) $(OTHER_TESTS)
	$(PYTEST) $(AGAIN) -n 2 tests/e2e
	$(PYTEST) $(AGAIN) -n 2 tests/static_site

quick: $(VENV)/dev.stamp ## the fast tests, in less than a minute
	$(PYTEST) -n 2 -m "not slow"

check: $(VENV)/dev.stamp ## format, lint, spelling, types, layers
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/codespell src tests tools docs examples benchmarks research verification deploy web/src web/tests web/texts *.md
	$(BIN)/mypy
	$(BIN)/lint-imports

lowest: ## test with the lowest versions of all dependencies that pyproject.toml permits (needs uv)
	rm -rf $(LOWEST)
	uv venv --quiet $(LOWEST)
	uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[cluster]'
	uv pip install --quiet --python $(LOWEST)/bin/python pytest pytest-xdist hypothesis httpx
	$(LOWEST)/bin/python -m pytest --quiet -n 2 $(LOWEST_TESTS)

web: $(VENV)/dev.stamp $(PAGE) ## types and unit tests of the page
	tools/with_node.sh $(VENV) npm run --prefix web --silent check
	tools/with_node.sh $(VENV) npm run --prefix web --silent test

format: $(VENV)/dev.stamp ## format and fix with ruff
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

bench: $(VENV)/dev.stamp ## the measurements of docs/performance.md
	$(BIN)/kahuna bench
	$(BIN)/python -m benchmarks.server

mutants: $(VENV)/dev.stamp ## mutation testing of the rules (takes long)
	nice -n 10 $(BIN)/mutmut run --max-children 2

wheel: $(PAGE) | $(BIN)/python ## the package, with the built page in it
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

dist: $(PAGE) | $(BIN)/python ## wheel and source distribution, as a release publishes them
	$(PIP) build
	$(BIN)/python -m build --outdir dist .

docs: $(VENV)/dev.stamp $(PAGE) ## the documentation site, in docs/_build/html; warnings are errors
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going docs docs/_build/html

screenshots: $(VENV)/dev.stamp $(PAGE) ## contact sheets of every screen
	$(BIN)/python tools/screenshots.py

clean: ## remove the environment and everything built
	rm -rf $(VENV) $(LOWEST) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage mutants dist .cache docs/_build
	rm -rf web/node_modules web/src/generated src/kahuna/server/page site

$(BIN)/python:
	tools/make_venv.sh $(VENV)

$(VENV)/play.stamp: pyproject.toml constraints.txt | $(BIN)/python
	tools/need_writable.sh . $(VENV)
	$(PIP) --editable '.[web]'
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt | $(BIN)/python
	tools/need_writable.sh . $(VENV)
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/play.stamp

$(PAGE): $(PAGE_SOURCES) | $(BIN)/python
	tools/need_writable.sh web src/kahuna/server
	tools/build_page.sh $(VENV)

# Packing the networks needs NumPy.
$(SITE): $(PAGE_SOURCES) | $(VENV)/play.stamp
	tools/need_writable.sh web .
	tools/build_page.sh $(VENV) site
