# Two commands for a fresh machine: `make demo` and `make test`.
export COTEXT_DATA ?= $(abspath $(wildcard ../shared/data))
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test quick lint bench docs gallery clean

demo: $(STAMP)
	$(BIN)/cotext demo

test: lint
	$(BIN)/pytest -n 2 --dist worksteal

quick: lint # and the tests of what changed, by the folder it lies in: see tests/quick.py
	$(BIN)/python tests/quick.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell

bench: $(STAMP)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python -m benchmarks --docs

docs: $(STAMP)
	$(BIN)/python docs/make_reference.py
	$(BIN)/python docs/make_reproduction.py

gallery: $(STAMP)
	$(BIN)/python docs/make_gallery.py

$(STAMP): pyproject.toml constraints.txt CMakeLists.txt $(wildcard src/cotext/backend/native/*.cpp src/cotext/backend/native/*.h)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
