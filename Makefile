# Doorward. `make run` and `make test` set up all they need; everything else is for those who work on it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help setup run test check docs lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.dev ## Prepare the environment, and nothing else

run: $(VENV)/.run ## Serve on http://127.0.0.1:8000 with SQLite
	@exec $(BIN)/doorward serve

test: $(VENV)/.dev ## Run all tests
	@$(BIN)/python -m pytest

check: $(VENV)/.dev ## Lint, types and imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

docs: $(VENV)/.dev ## Write the tables in docs/ that follow from the code
	@$(BIN)/python -m scripts.docs

lock: ## Refresh the locked dependencies (needs uv)
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" pyproject.toml --group build -o requirements.lock --upgrade
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock --upgrade

clean: ## Remove what was made here, but not your data
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist

$(BIN)/python:
	@echo "Making $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Doorward needs Python 3.11 or later; try: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv $(VENV)

# The package itself is linked, so that the sources are what runs.
$(VENV)/.run: requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing what Doorward needs ..."
	@$(PIP) install --require-hashes --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@echo "Installing what its tests need ..."
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.lock
	@touch $@
