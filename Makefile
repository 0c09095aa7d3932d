SCENARIO ?= email_notification
PYTHON ?= python3
export PYTHON

BIN := .venv/bin
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	--python-version 3.11 $(LOCK_OPTIONS)

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all check bench lock clean

help:  ## Show this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' Makefile | expand -t 18

setup:  ## Prepare .venv for running, testing and checking
	@.ci/setup test

run:  ## Play one scenario with the oracle assistant (SCENARIO=name picks another)
	@.ci/setup run
	$(BIN)/pare run $(SCENARIO) --assistant oracle

test: check  ## Check the code, then run the tests
	$(BIN)/pytest -n 2 -m "not all"

test-all: setup  ## Run the slow tests and check every scenario
	$(BIN)/pytest -n 2 -m all
	$(BIN)/pare scenarios check

check: setup  ## Lint, formatting, types, layers and code sizes
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_layering.py tests/test_code_sizes.py

bench: setup  ## Measure the speed of the engine
	$(BIN)/python -m tests.perf.bench

lock:  ## Rewrite the lock files (LOCK_OPTIONS=--upgrade takes newer versions)
	@.ci/setup lock
	$(COMPILE) pyproject.toml requirements/run.in -o requirements/run.lock
	$(COMPILE) -c requirements/run.lock pyproject.toml requirements/test.in -o requirements/test.lock

clean:  ## Remove caches and build products; .venv and var stay
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
