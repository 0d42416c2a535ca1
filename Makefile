# Crown Patience. `make` without a target lists the targets.

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(p))))
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check
# One set of hashes for all platforms and Python versions.
COMPILE := $(BIN)/uv pip compile pyproject.toml --group build --constraints constraints.txt \
	--universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url --quiet \
	--custom-compile-command "make hashes"
STAMP  := $(VENV)/.installed
# The npm packages that check the browser client; node itself comes in a Python package.
CHECKS := tests/browser/node_modules
PEERS  := bench/peers/node_modules
# Tests wait as much as they compute, so the default is twice the cores of a small machine. `test`
# always writes bytecode, so that other tests and the programs they start need not compile again.
JOBS   ?= 4
ARGS   ?=

.DEFAULT_GOAL := help
.PHONY: help setup play check test soak month hall fuzz bench decided strengths tables evening compiled dist pictures architecture texts format constraints hashes digests clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) $(CHECKS)/.installed ## make .venv/ with everything installed (nothing to do when up to date)

$(STAMP): pyproject.toml requirements-dev.txt
	@test -n "$(PYTHON)" || { \
		echo "Crown Patience needs Python 3.11 or newer; none was found (or say make PYTHON=/path/to/python3)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make virtual environments; on Debian or Ubuntu run: apt-get install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV)/ (about a minute the first time) ..."
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(CHECKS)/.installed: $(STAMP) tests/browser/package.json tests/browser/package-lock.json
	@$(BIN)/npm ci --prefix tests/browser --silent
	@touch $@

play: $(STAMP) ## open the terminal client
	@$(BIN)/patience $(ARGS)

check: setup ## lint, format, types, import rules, texts, container files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.checks.class_names
	$(BIN)/python -m tests.checks.texts
	$(BIN)/oxlint --deny-warnings client_web bench/peers
	$(BIN)/node $(CHECKS)/typescript/bin/tsc -p .
	$(BIN)/yamllint --strict docker-compose.yml docs/grafana deploy
	$(BIN)/docker-compose -f docker-compose.yml config -q
	$(BIN)/docker-compose -f docker-compose.yml --profile "*" config -q
	$(BIN)/hadolint Dockerfile

test: check ## everything check does, then all tests
	@$(BIN)/python -m compileall -q -j 2 -x '/test_|node_modules' bench client_cli engine protocol server tests
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

soak: setup ## ten minutes of races with every kind of fault injected; SOAK_SECONDS=3600 for an hour
	SOAK_SECONDS=$${SOAK_SECONDS:-600} SOAK_REPORT=$${SOAK_REPORT:-build/soak.json} \
		$(BIN)/python -m pytest -s $(ARGS) tests/server/processes/test_soak.py

wall: setup ## five hours of the wall in a hall on a driven clock, with pictures of each stage in build/wall/
	mkdir -p build/wall
	WALL_HOURS=$${WALL_HOURS:-5} WALL_PICTURES=build/wall $(BIN)/python -m pytest -s -n 0 $(ARGS) tests/browser/test_hall.py

month: setup ## thirty evenings of two hundred people with a simulated clock, then check every invariant
	@$(BIN)/python -m tests.month $(ARGS)

hall: setup ## an evening for sixty guests from one address, while a process is killed; three minutes
	@$(BIN)/python -m tests.hall $(ARGS)

fuzz: setup ## random input for every parser, FUZZ_SECONDS each; ARGS="record move" runs only these
	@$(BIN)/python -m tests.fuzz $(ARGS)

bench: setup ## run the benchmarks; options in ARGS="..."
	@$(BIN)/python -m bench $(ARGS)

decided: setup ## how many deals of each game the solver decides; hours; ARGS="klondike --deals 20"
	@$(BIN)/python -m bench decided $(ARGS)

strengths: setup ## how often each computer player beats the one below, at every game; an hour
	@$(BIN)/python -m bench.strengths $(ARGS)

tables: setup ## a thousand tables of Racing Demon over sockets, at which half of all claims collide; an hour
	@$(BIN)/python -m tests.server.common_tables.many_tables $(ARGS)

evening: setup ## four people and two bots play Racing Demon to 100 while programs are killed; ten minutes
	@$(BIN)/python -m tests.table_evening $(ARGS)

bundle: $(CHECKS)/.installed ## bundle the browser client into build/client_bundle/ (optional)
	@$(BIN)/python deploy/bundle_client.py

web-figures: bundle ## how soon a deal is on the table in a browser, over slow lines, with and without the bundle
	@$(BIN)/python -m tests.docs.web_figures

compiled: setup ## compile the engine with mypyc into build/compiled/ (optional); needs a C compiler
	@echo "Compiling the engine and the path of a move, if they have changed (about three minutes) ..."
	@$(BIN)/python deploy/compile_engine.py

# The second command adds the wheel with the compiled engine. Without a C compiler it says why, and
# makes the pure wheel again.
dist: setup $(CHECKS)/.installed ## build the wheels and the sdist in dist/, and check each wheel in an environment of its own
	@rm -rf dist
	@HATCH_BUILD_NO_HOOKS=true $(BIN)/python -m hatchling build
	@$(BIN)/python -m hatchling build -t wheel
	@for wheel in dist/*.whl; do $(BIN)/python deploy/check_wheel.py $$wheel || exit 1; done

pictures: setup ## make the pictures of the docs again; ARGS="home usk" selects some of the browser client
	@$(BIN)/python -m tests.docs.pictures
	@$(BIN)/python -m tests.docs.terminal_pictures
	@$(BIN)/python -m tests.docs.web_pictures $(ARGS)

architecture: setup ## draw the packages and their imports, docs/architecture.svg
	@$(BIN)/python -m tests.docs.import_graph

texts: setup ## collect the texts of both clients, protocol/texts/patience.pot
	@$(BIN)/python -m tests.texts.catalogue

format: setup ## fix lint errors and format the sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

constraints: setup ## write constraints.txt from the installed versions, then run `make hashes`
	@{ echo "# Every version the tests last ran with. Written by: make constraints"; \
	   $(BIN)/python -m pip freeze --disable-pip-version-check --exclude-editable; } > constraints.new
	@mv constraints.new constraints.txt
	@$(MAKE) --no-print-directory hashes

hashes: ## write requirements*.txt: the packages of the container and of `make setup`, with hashes
	@$(COMPILE) --output-file requirements.txt
	@$(COMPILE) --output-file requirements-dev.txt --extra dev

digests: setup ## write docker-compose.digests.yml: each container image by the digest its registry returns
	@$(BIN)/python deploy/image_digests.py $(BIN)/docker-compose

clean: ## remove .venv/, build/, node_modules/ and caches
	rm -rf $(VENV) build $(CHECKS) $(PEERS) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find bench client_cli engine protocol server tests -name __pycache__ -exec rm -rf {} +
