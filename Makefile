# Two commands for a fresh machine: `make demo` and `make test`.
export COTEXT_DATA ?= $(abspath $(wildcard ../shared/data))
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
comma := ,

.PHONY: demo test slow quick lint web chromium sanitize bench docs gallery screenshots dist clean

demo: $(STAMP)
	$(BIN)/python web/build.py
	$(BIN)/cotext demo

test: lint chromium
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow"

slow: $(STAMP) chromium # before a release: tests that take long, and more examples of each property
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n 2 --dist worksteal -m "slow or hypothesis"

quick: lint # and the tests of what changed, by the folder it lies in: see tests/quick.py
	$(BIN)/python tests/quick.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/codespell --builtin en-GB_to_en-US README.md CHANGELOG.md CONTRIBUTING.md docs
	$(BIN)/python web/build.py --check

web: $(STAMP) # the pages of explorer and report, where they are not those of web/
	$(BIN)/python web/build.py --strict

chromium: # for the tests in a browser, which are skipped where there is none
	@command -v chromium > /dev/null || { test "$$(id -u)" = 0 && command -v apt-get > /dev/null \
		&& apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium > /dev/null; } \
		|| echo "There is no chromium on PATH: the tests in a browser are skipped."

# cutting, counting, windows
TEXT_ENGINE := tests/tokens/test_native.py tests/corpus/test_texts.py tests/matrix/test_count.py tests/cooccurrence/test_windows.py

# $(call under,sanitizers,libraries to load first): a copy of the package with such kernels, and the tests it is for
define under
	$(BIN)/cmake -S . -B build/$(1) -DCOTEXT_SANITIZE=$(1) -DCMAKE_CXX_COMPILER=g++ \
		-DPython_EXECUTABLE=$(abspath $(BIN))/python -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir)
	$(BIN)/cmake --build build/$(1) --parallel 2
	mkdir -p build/$(1)/python
	cp -r src/cotext build/$(1)/python
	cp build/$(1)/_kernels*.so build/$(1)/python/cotext/backend/native
	LD_PRELOAD="$(foreach name,$(2),$$(g++ -print-file-name=$(name)))" PYTHONPATH=build/$(1)/python \
		ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS="halt_on_error=1 die_after_fork=0 ignore_noninstrumented_modules=1" \
		$(BIN)/python tests/sanitized.py build/$(1)/python tests/backend tests/contract/test_hostile.py $(TEXT_ENGINE) \
		-k "not memory and not scipy and (native or nmf or chi-sim or test_texts or test_count or test_windows)"
endef

sanitize: $(STAMP) # the kernels under gcc's sanitizers of memory, undefined behaviour and threads
	$(BIN)/pip install --quiet nanobind cmake
	$(call under,address$(comma)undefined,libasan.so libstdc++.so)
	$(call under,thread,libtsan.so)

bench: $(STAMP)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python -m benchmarks --docs

docs: $(STAMP)
	$(BIN)/python docs/make_reference.py
	$(BIN)/python docs/make_reproduction.py

gallery: $(STAMP)
	$(BIN)/python docs/make_gallery.py

screenshots: web # of every page, wide and narrow, light and dark, into docs/screenshots
	$(BIN)/python -m docs.make_screenshots

dist: web # source and wheel, both with the pages in them
	$(BIN)/pip install --quiet build
	$(BIN)/python -m build

$(STAMP): pyproject.toml constraints.txt CMakeLists.txt $(wildcard src/cotext/backend/native/*.cpp src/cotext/backend/native/*.h)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist src/cotext/explorer/static web/node_modules .mypy_cache .ruff_cache .pytest_cache
