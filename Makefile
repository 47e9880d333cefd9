# Sandtable: every target that needs Python sets up .venv first, once per lock file; the checks of the pages do
# the same with node_modules. What CI requires (SANDTABLE_REQUIRE_BROWSER, SANDTABLE_REQUIRE_POSTGRES) is
# elsewhere left out with a sentence where it cannot be had.

PYTHON ?= python3
GAMES  := downfall on_to_berlin total_domination other_side blitzkrieg_general
JOBS   ?= 2

# Packages whose branch coverage the suite must keep at COVERAGE per cent or more.
COVERED  := $(addprefix sandtable/games/,$(GAMES))
COVERAGE := 95

# A new lock file, project file, interpreter or folder makes a new stamp, and so a new set-up.
STAMP_OF   = $(shell (cat $(1) pyproject.toml; $(PYTHON) --version; pwd) 2>&1 | cksum | tr ' ' '-')
READY     := .venv/.ready-$(call STAMP_OF,requirements.lock)
PLAYABLE  := .venv/.playable-$(call STAMP_OF,requirements-play.lock)
DOCS      := .venv/.docs-$(call STAMP_OF,requirements.lock requirements-docs.lock)
PEERS     := .venv/.peers-$(call STAMP_OF,requirements.lock requirements-peers.lock)
NODE      := node_modules/.ready-$(shell cat package.json package-lock.json .npmrc | cksum | tr ' ' '-')
BIN       := .venv/bin
PIP       := $(BIN)/python -m pip -qq --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play test check docs lint compile clean bench setup system ledger lock

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

play: $(PLAYABLE) ## lay the table at a loopback address and open it in the browser
	@$(BIN)/sandtable serve --open

test: lint system ## ruff, mypy strict, tsc, then the suite with its coverage gate
	@mkdir -p build
	@if find sandtable -name '*.so' | grep -q .; then \
	    echo '== pytest (compiled; coverage needs plain Python and is skipped)'; \
	    $(BIN)/python -m pytest -q -n $(JOBS) --benchmark-disable; \
	else \
	    echo '== pytest'; \
	    $(BIN)/python -m pytest -q -n $(JOBS) --benchmark-disable --ignore tests/games && \
	    echo '== pytest, the games with their coverage' && \
	    $(BIN)/python -m pytest -q -n $(JOBS) --benchmark-disable tests/games \
	        --cov --cov-report= --cov-report=json:build/coverage.json && \
	    $(BIN)/python tools/coverage_gate.py build/coverage.json $(COVERAGE) $(COVERED); \
	fi

check: setup ## lint, types and the tests nearest to what changed; a minute
	@$(BIN)/python tools/check.py

docs: $(DOCS) ## the documentation as a site, in build/site; a warning is an error
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'The site is in build/site; open index.html.'

lint: setup $(NODE) ## ruff, mypy strict, and tsc over the pages' scripts
	@echo '== ruff'; $(BIN)/ruff check -q --output-format concise .
	@echo '== mypy'; $(BIN)/mypy --no-error-summary
	@if [ -e $(NODE) ]; then \
	    echo '== tsc'; node_modules/.bin/tsc --noEmit -p sandtable/web/jsconfig.json; \
	fi

compile: setup ## build engine, games and bots as native modules, in place
	@$(BIN)/python tools/build_native.py --jobs $(JOBS)

clean: ## remove native modules, builds and caches; back to plain Python
	@rm -f *__mypyc.*.so
	@find sandtable -name '*.so' -delete
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
	@rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .coverage .coverage.*

bench: $(PEERS) ## measure choices per second against OpenSpiel and diplomacy
	@$(BIN)/sandtable bench --peers

setup: $(READY) ## create .venv from the lock file (done by the others when needed)

system: ## install Chromium and PostgreSQL for the suite where possible (done by test)
	@tools/system_needs.sh

ledger: setup ## write the ledger of rules of each game into docs/ledger
	@mkdir -p docs/ledger
	@for game in $(GAMES); do $(BIN)/sandtable rules $$game --page docs/ledger/$$game.md; done

lock: ## resolve the dependencies again and write the lock files
	@$(PYTHON) tools/lock.py

# A fresh .venv with what a lock file names, and Sandtable itself.
define SET_UP
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Sandtable needs Python 3.11 or newer; set PYTHON=python3.11, say.")'
	@echo 'Setting up .venv (once)'
	@rm -rf .venv
	@$(PYTHON) -m venv .venv
	@$(PIP) install -r $(1)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
endef

$(READY):
	$(call SET_UP,requirements.lock)

# To play takes a tenth of what it takes to develop; who has set that up can play with it.
ifeq ($(wildcard $(READY)),)
$(PLAYABLE):
	$(call SET_UP,requirements-play.lock)
else
$(PLAYABLE):
	@touch $@
endif

$(NODE):
	@if ! command -v npm >/dev/null; then \
	    echo 'There is no npm here: the types and the accessibility of the pages are not checked.' >&2; \
	    [ -z "$$SANDTABLE_REQUIRE_BROWSER" ]; \
	elif echo 'Setting up node_modules (once)'; npm ci --loglevel=error >/dev/null; then \
	    touch $@; \
	else \
	    echo 'npm ci fails: the types and the accessibility of the pages are not checked.' >&2; \
	    [ -z "$$SANDTABLE_REQUIRE_BROWSER" ]; \
	fi

$(DOCS): $(READY)
	@echo 'Installing what the site needs (once)'
	@$(PIP) install -c requirements.lock -r requirements-docs.lock
	@rm -f .venv/.docs-*
	@touch $@

$(PEERS): $(READY)
	@echo 'Installing the peers (once)'
	@$(PIP) install -c requirements.lock -r requirements-peers.lock
	@rm -f .venv/.peers-*
	@touch $@
