PYTHON ?= python3
export PYTHON

BIN := .venv/bin
# Only variables given after `make run` count: HOST and PORT may be in the environment for other reasons.
option = $(if $(filter command,$(origin $(1))),--$(2) '$($(1))')
ON_POSTGRESQL := tests/simulator/jobs tests/simulator/models tests/simulator/consumers tests/simulator/views tests/simulator/play \
	tests/simulator/rendering tests/simulator/test_access.py tests/replay/jobs tests/replay/views \
	tests/benchmark/jobs tests/benchmark/models tests/annotation/labelling tests/annotation/studies tests/annotation/play_studies \
	tests/annotation/people tests/annotation/results tests/annotation/files tests/annotation/models \
	tests/annotation/views tests/pare_site/sign_in tests/pare_site/test_health.py
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	--python-version 3.11 $(LOCK_OPTIONS)

.DEFAULT_GOAL := help
.PHONY: help setup run demo-llm test test-all check format bench lock clean

help:  ## Show this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' Makefile | expand -t 18

setup:  ## Prepare .venv for running, testing and checking
	@.ci/setup test

run:  ## Start PARE Studio and print a link to it (options: PORT=8123 HOST=0.0.0.0 WORKERS=4)
	@.ci/setup run
	@exec $(BIN)/pare up $(call option,PORT,port) $(call option,HOST,host) $(call option,WORKERS,workers)

demo-llm:  ## Let a small language model play a short run on this machine (downloads 130 MB once)
	@.ci/setup run
	@exec $(BIN)/python -m pare_site.demo_llm

test: check  ## Check the code, then run the tests (NO_BROWSER=1 skips the browser tests)
	$(BIN)/pytest -n 3 -m "not all" --ignore=tests/browser
# Separate, because Playwright keeps an event loop in the thread of the tests.
	$(if $(NO_BROWSER),,$(BIN)/pytest -n 2 -m "not all" tests/browser)

test-all: setup  ## Run the slow tests, the database tests on PostgreSQL, and the proofs of every scenario
	@.ci/postgres
	$(BIN)/pytest -n 2 -m all
	$(BIN)/python -m tests.postgres $(BIN)/pytest -n 2 $(ON_POSTGRESQL)
	$(BIN)/pare scenarios check --all

check: setup  ## Check lint, formatting, types, layers, code sizes and templates
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_layering.py tests/test_code_sizes.py tests/test_templates.py

format: setup  ## Format the code, and indent templates, styles and scripts
	$(BIN)/ruff format
	-$(BIN)/djhtml --tabwidth 2 templates
	-$(BIN)/djcss --tabwidth 2 static
	-$(BIN)/djjs --tabwidth 2 static

bench: setup  ## Measure the speed of the engine, the live stream, runs with language models, replay and annotation
	@.ci/postgres
	$(BIN)/python -m tests.perf.bench

lock:  ## Rewrite the lock files (LOCK_OPTIONS=--upgrade for newer versions)
	@.ci/setup lock
	$(COMPILE) pyproject.toml requirements/run.in -o requirements/run.lock
	$(COMPILE) -c requirements/run.lock pyproject.toml requirements/test.in -o requirements/test.lock
	$(COMPILE) --no-deps requirements/demo_llm.in -o requirements/demo_llm.lock

clean:  ## Delete caches and build files; keep .venv and var
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
