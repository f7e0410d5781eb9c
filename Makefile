# Every command but `help` and `clean` prepares a virtual environment on its first use, and
# anew when pyproject.toml changes or the folder was moved. All it needs is make and Python.

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=

# Written last, so that an interrupted installation is never taken for a whole one. It holds
# the folder it was made for: an environment that was copied along would use the old sources.
STAMP := $(VENV)/.ready
RUN   := $(VENV)/bin/python -m
TOOL  := $(VENV)/bin/headjudge

unexport PYTHONPATH # another copy of headjudge must not slip in

.DEFAULT_GOAL := help
.PHONY: help check test lint model oracle bench clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s%s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

check: $(STAMP) ## check every rulebook in model/ and write what is found to counterexamples/
	@$(TOOL) check $(ARGS)

test: $(STAMP) ## run the tests (some of them: make test ARGS="-k window")
	@$(RUN) pytest -n auto $(ARGS)

lint: $(STAMP) ## formatting, lint, types, imports between rooms, stale models
	@$(RUN) ruff format --check --quiet --diff .
	@$(RUN) ruff check --quiet .
	@$(RUN) mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-logo --no-cache
	@$(TOOL) model --check

model: $(STAMP) ## generate model/<name>.py from each model/<name>.md
	@$(TOOL) model

oracle: $(STAMP) ## have SPIN, rumur and ABC (Debian packages) check the same models
	@$(RUN) pytest -n auto -m "oracle or not oracle" tests/oracle $(ARGS)

bench: $(STAMP) ## time the engines
	@$(VENV)/bin/python benchmarks/run.py $(ARGS)

clean: ## remove the environment, the caches and what was built
	@rm -rf $(VENV) build dist .cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests model stubs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# -------------------------------------------------------------- the virtual environment

# A broken interpreter, a moved folder and an unfinished installation all make this differ.
ifneq ($(shell $(VENV)/bin/python -c "" 2>/dev/null && cat $(STAMP) 2>/dev/null),$(CURDIR))
.PHONY: $(STAMP)
endif

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  found=$$($(PYTHON) --version 2>/dev/null) || found="not there"; \
	  echo "headjudge needs Python 3.11 or newer; $(PYTHON) is $$found." >&2; \
	  echo "Name another one, like this: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
	  exit 1; }
	@echo "Preparing $(VENV): a virtual environment with what headjudge needs (once, about half a minute)."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(RUN) pip install -qq --disable-pip-version-check --editable ".[dev]"
	@printf '%s\n' "$(CURDIR)" > $@
