# Doorward. `make run` and `make test` install their dependencies; the other targets are for development.
PYTHON ?= python3
# The environment of a Python that is asked for (`make test PYTHON=python3.13`) is beside .venv, unless that has it.
VENV := .venv$(shell test "$(origin PYTHON)" = file || test ! -e .venv/bin/python || \
  test "$$(.venv/bin/python -V)" = "$$($(PYTHON) -V)" || echo "-$(notdir $(PYTHON))")
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
ATTACK := .venv-attack
GENERATORS := .venv-generators
SITE := .venv-docs
CONSOLE := console
CLIENT := clients/typescript
NODE_PEERS := bench/peers/node/node_modules
DIST := src/doorward/console/dist/index.html
# Without Node the service runs without the console, and the page at /console explains how to build it.
HAS_NODE := $(shell node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null && echo yes)

# The tests start the service hundreds of times: without files of bytecode, each start would compile it again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test test-browser test-examples console-checks link-scanners chromium client-checks console-speed faults attack bench bench-quick check console images docs docs-site generators schema release lock clean

# The files with tests marked `alone`: without their names, pytest would import every test to find them.
ALONE = $(shell grep -rl --include='test_*.py' 'pytest.mark.alone' tests clients/python/tests)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.dev ## Create the development environment, nothing else

run: $(VENV)/.run ## Serve on http://127.0.0.1:8000 with SQLite
	@$(if $(HAS_NODE),$(MAKE) --silent --no-print-directory console || echo "The console could not be built; serving without it.",:)
	@exec $(BIN)/doorward serve

test: $(VENV)/.dev $(GENERATORS)/.installed ## Run all tests
	@parallel=passed; alone=passed; failures=$$(mktemp); export DOORWARD_TEST_FAILURES=$$failures; \
	$(BIN)/python -m pytest --numprocesses 3 --dist worksteal -m "not alone" --ignore tests/browser || parallel=FAILED; \
	$(BIN)/python -m pytest -m alone $(ALONE) || alone=FAILED; \
	cat $$failures; rm -f $$failures; \
	echo "make test: part 1 (parallel): $$parallel, part 2 (alone): $$alone"; \
	test $$parallel$$alone = passedpassed

faults: $(VENV)/.dev ## Run the fault-injection tests at full length and print their measurements
	@DOORWARD_TEST_FAULTS=full $(BIN)/python -m pytest tests/faults

# DATABASE=postgres runs the tests of the console on a PostgreSQL that they start.
DATABASE ?= sqlite

test-browser: $(VENV)/.dev $(SITE)/.installed $(CONSOLE)/node_modules/.dev node_modules/.client $(DIST) ## Run the tests of the console in a real browser, and those of the TypeScript library
	@$(MAKE) --silent --no-print-directory --jobs 2 console-checks link-scanners client-checks docs-site
	@cd $(CONSOLE) && DOORWARD_TEST_DATABASE=$(DATABASE) npm run --silent test:browser -- $(BROWSER_TESTS)

test-examples: $(VENV)/.dev node_modules/.installed ## Run the examples and the TypeScript library in a real browser
	@cd $(CLIENT) && npm run --silent build && npm run --silent test:browser

# The parts of test-browser that run at the same time: the scanners mostly wait.
console-checks:
	@cd $(CONSOLE) && npm run --silent check && npm run --silent types -- --check && npm run --silent test

client-checks: node_modules/.client
	@cd $(CLIENT) && npm run --silent build && npm run --silent check && npm run --silent types -- --check && npm run --silent test

link-scanners:
	@DOORWARD_TEST_CHROMIUM=$$(node $(CONSOLE)/scripts/chromium.mjs) $(BIN)/python -m pytest --numprocesses 3 tests/browser

chromium:
	@node $(CONSOLE)/scripts/chromium.mjs > /dev/null

images: $(VENV)/.dev $(CONSOLE)/node_modules/.dev $(DIST) ## Update the screenshots of the console in docs/images
	@cd $(CONSOLE) && DOORWARD_TEST_IMAGES=../docs/images npm run --silent test:browser -- screenshots

# On a machine that does nothing else: that would be measured as well.
console-speed: $(VENV)/.dev $(CONSOLE)/node_modules/.dev $(DIST) ## Measure how soon the console answers with 100 rows, on a processor slowed down four times
	@cd $(CONSOLE) && DOORWARD_TEST_INTERACTION=strict npm run --silent test:browser -- interaction

console: $(DIST) ## Build the web console (needs Node 20 or later)

bench: $(VENV)/.run $(VENV)-bench/.installed ## Benchmark against peers and limits
	@$(if $(HAS_NODE),$(MAKE) --silent --no-print-directory $(NODE_PEERS)/.installed || echo "The peers on Node could not be installed.",:)
	@$(VENV)-bench/bin/python -m bench --python $(BIN)/python $(BENCH)

bench-quick: $(VENV)/.run $(VENV)-bench/.installed ## Check for performance regressions in a minute
	@$(VENV)-bench/bin/python -m bench --quick --python $(BIN)/python $(BENCH)

attack: $(VENV)/.run $(ATTACK)/.ready ## Run schemathesis, sqlmap, bandit, wapiti and attempts at exhaustion against the service (takes a while)
	@ATTACK_PYTHON=$(BIN)/python $(ATTACK)/tools/bin/python -m attack $(TOOLS)

check: $(VENV)/.dev ## Check lint, types and imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo & imports=$$!; $(BIN)/mypy; types=$$?; wait $$imports && test $$types = 0

docs: $(VENV)/.dev ## Update the tables in docs/ and the types of the Python client, which are generated from the code
	@$(BIN)/python -m scripts.docs
	@$(BIN)/python -m scripts.client_types

docs-site: $(VENV)/.dev $(SITE)/.installed ## Build the documentation as a website in .site/site; a broken link fails
	@$(BIN)/python -m scripts.site .site
	@cd .site && NO_COLOR=1 ../$(SITE)/bin/zensical build --strict --clean

generators: $(GENERATORS)/.installed

schema: $(VENV)/.dev ## Update the schema snapshots from the migrations
	@$(BIN)/python -m scripts.schema

release: $(VENV)/.dev $(DIST) node_modules/.client $(VENV)-release/.installed ## Build, check and list what a release would publish
	@$(BIN)/python -m scripts.release $(VENV)-release/bin

lock: ## Update the locked dependencies (needs uv)
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" pyproject.toml --group build -o requirements.lock --upgrade
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock --upgrade
	for folder in docs/site clients/generated; do uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock" $$folder/requirements.in -o $$folder/requirements.lock --upgrade || exit 1; done

clean: ## Remove environments, caches and build output, but not your data
	rm -rf .venv .venv-* $(NODE_PEERS) .site $(CONSOLE)/node_modules node_modules $(dir $(DIST)) .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist

$(BIN)/python:
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Doorward needs Python 3.11 or later; try: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv $(VENV)

# An editable install: the code runs from src/.
$(VENV)/.run: requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing the dependencies ..."
	@$(PIP) install --require-hashes --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The peers and tools of the benchmark, in an environment separate from Doorward's own.
$(VENV)-bench/.installed: bench/requirements.txt
	@echo "Installing the benchmark's tools and peers ..."
	@$(PYTHON) -m venv $(VENV)-bench
	@$(VENV)-bench/bin/python -m pip --disable-pip-version-check --quiet install --no-deps -r bench/requirements.txt
	@touch $@

$(VENV)-release/.installed: scripts/release.txt
	@echo "Installing the tools that build releases ..."
	@$(PYTHON) -m venv $(VENV)-release
	@$(VENV)-release/bin/python -m pip --disable-pip-version-check --quiet install -r scripts/release.txt
	@touch $@

# The generators of clients that the tests try, and the generator of the website: each needs versions of its own.
$(GENERATORS)/.installed: clients/generated/requirements.lock
	@echo "Installing the generators of clients ..."
	@$(PYTHON) -m venv $(GENERATORS)
	@$(GENERATORS)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps --no-compile -r $<
	@touch $@

$(SITE)/.installed: docs/site/requirements.lock
	@echo "Installing the generator of the website ..."
	@$(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps --no-compile -r $<
	@touch $@

# --ignore-scripts: no package needs an install script, so none may run one.
$(NODE_PEERS)/.installed: bench/peers/node/package-lock.json
	@echo "Installing the benchmark's peers on Node ..."
	@cd $(@D)/.. && npm ci --ignore-scripts --silent
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@echo "Installing the development dependencies ..."
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.lock
	@touch $@

# Build dependencies of the console; .dev adds its test dependencies.
$(CONSOLE)/node_modules/.build: $(CONSOLE)/package-lock.json
	@echo "Installing the console's build dependencies ..."
	@cd $(CONSOLE) && npm ci --omit=dev --silent
	@touch $@

$(CONSOLE)/node_modules/.dev: $(CONSOLE)/package-lock.json
	@echo "Installing the console's development dependencies ..."
	@cd $(CONSOLE) && npm ci --silent
	@touch $(CONSOLE)/node_modules/.build $@

# The TypeScript library and the examples. --ignore-scripts: no package needs an install script, so none may run one.
# Without the frameworks of the examples, which are most of it; .installed adds them.
node_modules/.client: package-lock.json
	@echo "Installing the dependencies of the TypeScript library ..."
	@npm ci --workspace @doorward/client --include-workspace-root --ignore-scripts --silent
	@touch $@

node_modules/.installed: package-lock.json
	@echo "Installing the dependencies of the TypeScript library and of the examples ..."
	@npm ci --ignore-scripts --silent
	@touch node_modules/.client $@

$(DIST): $(shell find $(CONSOLE)/src $(CONSOLE)/public $(CONSOLE)/scripts -type f) $(wildcard src/doorward/features/hosted_pages/catalogues/*) $(CONSOLE)/index.html $(wildcard $(CONSOLE)/vite*.config.ts) | $(CONSOLE)/node_modules/.build
	@echo "Building the console ..."
	@cd $(CONSOLE) && npm run --silent build

# The attack tools, in environments separate from those of the service and its tests.
$(ATTACK)/.ready: attack/tools.txt attack/wapiti.txt
	@echo "Installing the attack tools ..."
	@for set in tools wapiti; do $(PYTHON) -m venv $(ATTACK)/$$set && \
	  $(ATTACK)/$$set/bin/python -m pip --disable-pip-version-check --quiet install -r attack/$$set.txt || exit 1; done
	@touch $@
