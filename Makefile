# Everything a person does with this project. The first call sets up .venv from the hashed lock; later calls do only what changed.
# PY names the Python (3.11 or newer) that .venv is made with: make PY=python3.12 play
PY ?= $(if $(filter Windows_NT,$(OS)),python,python3)
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
UV := $(BIN)/uv
DOCS := $(VENV)/docs/$(notdir $(BIN))/python
RELEASE := $(VENV)/release/$(notdir $(BIN))/python
PXD := $(shell find src -name '*.pxd')
# Every hot text is the .py beside a .pxd.
HOT := $(PXD) $(wildcard $(PXD:.pxd=.py)) src/triarii/builds.py setup.py
# A compiler that comes later must not find a stamp that says all is done.
BUILT := $(VENV)/.built$(if $(shell command -v cc || command -v gcc || command -v clang),,-pure)
# The app in the browser is built into the package from these.
APP := src/triarii/server/app_files/index.html
WEB := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/svelte.config.js web/links.mjs web/place.mjs web/tsconfig.json
# What the Python of the browser runs, compiled for it.
BYTECODE := src/triarii/server/app_files/python/bytecode.zip
PACKED := $(shell find src/triarii -name '*.py' -not -path '*/cli/*' -not -path '*/lab/*' -not -path '*/adapters/*' -not -path '*/server/http/*')
export UV_SYSTEM_CERTS = 1
export UV_NO_PROGRESS = 1
# Compiled once, not by each of the thousand processes that the tests start: wherever images for containers forbid it, this
# was half of their work.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
# A test often waits for another process: more of them than cores at once.
AT_ONCE := $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 2) * 3 / 2 )))
IN_BROWSER = $(BIN)/python -m pytest -q -n $(AT_ONCE) --dist worksteal tests/e2e

.PHONY: help play terminal test checked browsertest browser postgres lint style types imports commits web weblint webtest build coverage golden pages docs screens map protocol trace mutate bench tune strength scenarios soak smoke wheel sdist wheels release lock clean

help: ## List what can be made.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: build web ## Play in the browser; sets everything up the first time.
	@$(BIN)/triarii

terminal: build ## Play in this terminal.
	@$(BIN)/triarii play

test: ## Everything that must hold before a change lands, in a real browser too.
	@begun=$$(date +%s); $(MAKE) -s checked; code=$$?; took=$$(($$(date +%s) - begun)); \
	printf 'make test: %d min %02d s.\n' $$((took / 60)) $$((took % 60)); exit $$code

# What takes one core goes side by side, the longest way first: while the hot modules are compiled, the app is built and
# looked at and the types are checked. Then the tests, which take all.
checked:
	@$(MAKE) -s -j2 -Otarget build web browser postgres types style webtest imports trace
	@$(BIN)/python -m pytest -q -n $(AT_ONCE) --dist worksteal --ignore tests/e2e
	@$(IN_BROWSER)

browsertest: build web browser ## The app in a real browser against a real server, and nothing else.
	@$(IN_BROWSER)

# The one without a window does the same work in a third of the time; where it is not packaged, the whole one will do.
browser:
	@command -v chromium-headless-shell > /dev/null || \
		{ apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium-headless-shell; } > /dev/null 2>&1 || \
		command -v chromium > /dev/null || command -v google-chrome > /dev/null || \
		apt-get -qq install -y --no-install-recommends chromium

# A real one for the tests of the server, which start it themselves. After the browser: apt does one thing at a time.
postgres: | browser
	@command -v postgres > /dev/null || ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || \
		{ apt-get -qq update && apt-get -qq install -y --no-install-recommends postgresql; } > /dev/null 2>&1 || \
		{ echo "The tests need PostgreSQL's server, which is not here; as root, apt-get install postgresql brings it." >&2; exit 1; }

lint: style types imports weblint ## Style, types and the import rules, of the app too.

style: $(VENV)/.locked
	@$(BIN)/ruff check -q --output-format concise
	@$(BIN)/ruff format -q --check

types: $(VENV)/.installed
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/mypy --no-error-summary --platform win32 --cache-dir .mypy_cache/win32 src  # what only POSIX has is not there

imports: $(VENV)/.installed
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }

SINCE ?= origin/main
commits: ## Are the messages of the commits since SINCE (or the one in FILE) as CONTRIBUTING asks?
	@$(PY) -m tools.commits $(if $(FILE),"$(FILE)",--since "$(SINCE)")

web: $(APP) $(BYTECODE) ## Build the app in the browser into the package.

weblint: web/.stamp/installed ## Types, style and layout of the app in the browser.
	@cd web && npm run -s check && npm run -s lint

webtest: web weblint ## Types and small tests of the app; the browser's own are in tests/e2e.
	@cd web && npm run -s test

trace: build ## Every rule has a test; every statement of the sources a rule and a test.
	@$(BIN)/python -m tools.trace

coverage: build ## Which lines and branches no test reaches, measured uncompiled.
	@TRIARII_PURE=1 $(BIN)/python -m coverage run -m pytest -q -m "not compiled"
	@$(BIN)/python -m coverage report --skip-covered --show-missing

golden: build ## Rewrite the golden playthroughs and conversations after an intended change; look at the difference before a commit.
	@$(BIN)/python -m tools.golden
	@$(BIN)/python -m tests.server.conversations

pages: build ## Draw the pictures and write the generated parts of docs anew.
	@$(BIN)/python -m tools.picture_figures
	@$(BIN)/python -m tools.pages

protocol: build ## Write the app's types of messages, answers and what our games tell anew, from those of the server.
	@$(BIN)/python -m tools.protocol

map: build ## Draw the map of the packages in docs/figures anew, from the imports.
	@$(BIN)/python -m tools.map

docs: $(VENV)/.docs ## The documentation as a site, in build/site; whatever is amiss is an error.
	@$(PY) -m tools.site
	@$(DOCS) -m zensical build --strict > $(VENV)/docs.txt 2>&1 || { cat $(VENV)/docs.txt >&2; exit 1; }
	@echo "build/site/index.html"

screens: build web ## Take pictures of every page of the app into build/screens, with a contact sheet; some: ONLY=home.
	@$(BIN)/python -m tools.screens $(ONLY)

mutate: build ## Change every number of the data tables, one by one, and see that a test notices each.
	@$(BIN)/python -m tools.mutate

mutatecode: build ## Change comparisons and numbers in the code of adlg; hours, can be interrupted; some: ONLY=melee.py.
	@$(BIN)/python -m tools.mutate_code $(ONLY)

bench: build web ## Speed, side by side in one run; writes docs/figures/bench.json.
	@$(BIN)/python -m benchmarks.bench

tune: build ## Find the weights of the evaluation again from the kept games of self-play.
	@$(BIN)/python -m benchmarks.tune

strength: build ## Matches between the players; hours; writes docs/figures/strength.json.
	@$(BIN)/python -m benchmarks.strength

scenarios: build ## How even the battles of L'Art de la Guerre are, by the general; an hour, can be interrupted.
	@$(BIN)/python -m benchmarks.scenarios $(ONLY)

soak: build ## Long fuzzing; up to an hour; writes docs/figures/soak.json.
	@$(BIN)/python -m benchmarks.soak

smoke: build ## Does it start and play on this system? One of everything, on Windows too.
	@$(BIN)/python -m tools.smoke

build: $(BUILT) ## Compile the hot modules that changed.

# Built again from the same commit, it is the same file.
DATED = SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2> /dev/null || date +%s)}
wheel: build web ## A wheel for this platform, in dist/.
	@rm -rf build/lib* build/bdist*  # modules deleted since would get into the wheel
	@$(DATED) $(BIN)/python -m build --wheel --no-isolation

sdist: build web ## The sources with the built app, in dist/: what pip compiles where no wheel fits.
	@$(DATED) $(BIN)/python -m build --sdist --no-isolation

wheels: $(VENV)/.release ## Wheels of this system for every Python that we promise, in dist/, from the archive that make sdist left there.
	@$(DATED) $(RELEASE) -m cibuildwheel --output-dir dist $(wildcard dist/triarii-*.tar.gz)

release: ## Is all told for a release? With TAG=v1.2.3, the tag too.
	@$(PY) -m tools.release $(TAG)

lock: $(VENV)/.made ## Take the newest versions of all dependencies into the locks.
	@$(UV) pip compile pyproject.toml --extra all --group dev --universal --generate-hashes --no-header --no-annotate \
		--upgrade -q -o requirements.lock
	@for group in docs release; do $(UV) pip compile --group pyproject.toml:$$group --universal --generate-hashes --no-header \
		--no-annotate --upgrade -q -o requirements-$$group.lock || exit 1; done
	@if grep -n '://\|index-url' requirements*.lock; then echo "A lock must hold no addresses." >&2; exit 1; fi

clean: ## Remove everything that was made here, .venv too.
	rm -rf $(VENV) web/node_modules web/.stamp web/dist src/triarii/server/app_files build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -delete

# pip only brings uv, by the hashes of the lock; uv brings all the rest much faster.
$(VENV)/.made:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Triarii needs Python 3.11 or newer, and $(PY) is not. Name one: make PY=python3.12 ..." >&2; exit 1; }
	@echo "Setting up $(VENV); this happens once."
	@$(PY) -m venv --clear $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > $(VENV)/uv.txt
	@$(BIN)/pip install -qq --disable-pip-version-check --require-hashes --no-deps -r $(VENV)/uv.txt
	@touch $@

$(VENV)/.locked: requirements.lock | $(VENV)/.made
	@$(UV) pip sync -q --python $(BIN)/python --require-hashes requirements.lock
	@touch $@

# In environments of their own: nobody who works on the code needs what builds the site or the wheels of all systems.
$(VENV)/.docs $(VENV)/.release: $(VENV)/.%: requirements-%.lock | $(VENV)/.made
	@$(UV) venv -q --clear --python $(BIN)/python $(VENV)/$*
	@$(UV) pip sync -q --python $(VENV)/$*/$(notdir $(BIN))/python --require-hashes requirements-$*.lock
	@touch $@

# Uncompiled here, because uv hides what a compiler says; the next step compiles in the open.
$(VENV)/.installed: pyproject.toml src/triarii/__init__.py $(VENV)/.locked
	@TRIARII_PURE=1 $(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

web/.stamp/installed: web/package-lock.json web/package.json web/.npmrc
	@command -v npm > /dev/null || { echo "The app in the browser is built with Node 20.19 or newer and npm, which are not here;" \
		"make terminal plays without it." >&2; exit 1; }
	@echo "Fetching what builds the app; this happens once."
	@cd web && npm ci --silent --no-audit --no-fund
	@mkdir -p web/.stamp && touch $@

$(APP): $(WEB) web/.stamp/installed
	@cd web && npm run -s build > .stamp/build.txt 2>&1 || { cat .stamp/build.txt >&2; exit 1; }
	@touch $@

$(BYTECODE): $(APP) $(PACKED) web/bytecode.mjs $(VENV)/.installed
	@TRIARII_PURE=1 $(BIN)/python -m triarii.server.python_pack | node web/bytecode.mjs

# Its date is taken before the build: what is edited meanwhile must count as newer.
$(BUILT): $(HOT) $(VENV)/.installed
	@new=$@.$$$$; touch $$new; \
	$(BIN)/python setup.py -q build_ext --inplace && mv $$new $@ || { rm -f $$new; exit 1; }
