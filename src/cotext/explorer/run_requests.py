"""Requests for new runs, checked by the same code as the command line before any work begins."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from cotext.api import set_up
from cotext.corpus import table_form
from cotext.errors import UsageError, did_you_mean
from cotext.explorer.forms import OWN_WORDS, SEED, Field, data_sets, model_fields, options_of, recipe_field
from cotext.explorer.run_cache import RunCache
from cotext.explorer.safe_names import clean
from cotext.explorer.uploads import Upload, Uploads
from cotext.explorer.worker import RunRequest, Source
from cotext.models import NESTED, USUAL, by_name
from cotext.parsing import parse_clusters, parse_levels, parse_number, run_name
from cotext.recipe import PANELS, Group, keywords
from cotext.tokens import plan

CLUSTERS = "number of clusters"
KEYS = ("source", "name", "model", "n_clusters", "options", "parameters")
EXPECTED = {"bool": "true or false", "int": "a whole number", "float": "a number", "text": "a number"}
SOURCES = "{'upload': its key}, {'dataset': its name}, {'run': its name} or {'input': true}"
SAME_OPTIONS = (*keywords(Group.TOKENS, Group.COUNTS), "deduplicate", "segment")


def parse_run_request(
    values: Mapping[str, Any], uploads: Uploads, corpus: Path | None, runs: RunCache | None = None
) -> RunRequest:
    """Parse the values of a page; the server was started with ``corpus`` and has these ``runs``."""
    _check_names("a new run", values, KEYS)
    source, recipe = source_of(values.get("source"), uploads, corpus, runs)
    typed = str(values.get("n_clusters", 8)).replace(" ", "")
    levels, model = parse_levels(typed, CLUSTERS), _text(values, "model") or "auto"
    if model == "auto":
        model = USUAL if levels is None else NESTED
    parameters = {SEED: 0, **filled(values.get("parameters"), model_fields(by_name(model)), model)}
    if levels is not None:
        parameters["levels"] = levels
    request = RunRequest(
        source=source,
        name=clean(_text(values, "name") or source.name, "run"),
        model=model,
        n_clusters=parse_clusters(typed, CLUSTERS) if levels is None else levels[-1],
        n_clusters_typed=typed,
        options=recipe | _options(values.get("options")),
        parameters=parameters,
    )
    check(request)
    return request


def source_of(
    source: object, uploads: Uploads, corpus: Path | None, runs: RunCache | None
) -> tuple[Source, dict[str, Any]]:
    """Return an upload, a data set, a run without its noise, or the corpus; never a path from the browser.

    A run also returns the options of its recipe.
    """
    if not isinstance(source, Mapping) or len(source) != 1:
        raise UsageError(f"source={source!r}: expected {SOURCES}.")
    ((kind, value),) = source.items()
    if kind == "upload":
        return _uploaded(uploads.get(str(value))), {}
    if kind == "dataset" and value in [row["name"] for row in data_sets()]:
        return Source(value, value), {}
    if kind == "input" and value is True and corpus is not None:
        return Source(corpus, run_name(str(corpus))), {}
    if kind == "run" and isinstance(value, str) and runs is not None:
        return _without_noise(runs, value)
    raise UsageError(f"source={dict(source)!r}: expected {SOURCES}, of those that the page offers.")


def _without_noise(runs: RunCache, name: str) -> tuple[Source, dict[str, Any]]:
    """Return a run without the documents of its noise, and its recipe; refuse a run without noise."""
    cached = runs.open(name)
    cached.result.without_noise()
    recipe = cached.result.recipe
    options = {} if recipe is None else {option: getattr(recipe, option) for option in SAME_OPTIONS}
    return Source(cached.folder, f"{name}-without-noise", without_noise=True), options


def _uploaded(upload: Upload) -> Source:
    """Return one file by its name, or several as a folder, relative to their folder."""
    folder, name = upload.folder, upload.names[0]
    if len(upload.names) == 1:
        return Source(Path(name), run_name(name), at=folder)
    return Source(Path(folder.name), run_name(name), at=folder.parent)


def filled(values: object, fields: list[Field], form: str) -> dict[str, Any]:
    """Return the values of a form's fields, without empty ones."""
    values = values or {}
    if not isinstance(values, Mapping):
        raise UsageError(f"{values!r}: expected the fields of {form} with their values.")
    known = {field["name"]: field for field in fields}
    values = {name: value for name, value in values.items() if value not in (None, "")}
    _check_names(form, values, known)
    return {name: value_of(known[name], value) for name, value in values.items()}


def value_of(field: Field, typed: object) -> Any:
    """Convert the value that was typed into a field.

    Examples
    --------
    >>> value_of({"name": "n", "kind": "int"}, "4"), value_of({"name": "date", "kind": "text"}, "2026")
    (4, '2026')
    """
    kind, choices = field["kind"], field.get("choices", ())
    is_text = kind == "text" and not choices
    if kind == "bool" and isinstance(typed, bool):
        return typed
    if isinstance(typed, str) and (typed in choices or is_text):
        return typed.strip()
    if kind not in ("bool", "choice") and not is_text:
        value = parse_number(typed) if isinstance(typed, str) else typed
        limit = 2**63 if isinstance(value, int) else 1e300
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < limit:
            return value
    kinds = ["a text"] if is_text else [EXPECTED[kind]] if kind in EXPECTED else []
    raise UsageError(f"{field['name']}={typed!r:.60}: expected {' or '.join([*choices, *kinds])}.")


def check(request: RunRequest) -> None:
    """Refuse impossible options without reading any document."""
    _, recipe = set_up(request.model, request.n_clusters, request.options, request.parameters)
    recipe.weigh()
    table_form(recipe.header, recipe.sep, recipe.quote, recipe.keep_na)
    options = {name: getattr(recipe, name) for name in ("stop_words", "language", "stem", "debris")}
    plan((), lowercase=True, token_pattern=None, tokenizer=None, **options)


def _options(values: object) -> dict[str, Any]:
    """Return keywords of a recipe; the user's stop words are added to the chosen list."""
    fields = [recipe_field(option) for option in options_of(*PANELS)]
    options = filled(values, fields, "the recipe")
    if words := re.findall(r"[^\s,;]+", options.pop(OWN_WORDS.name, "")):
        chosen = options.get("stop_words", "auto")
        options["stop_words"] = {"small" if chosen == "auto" else chosen: words}
    return options


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key) or ""
    if not isinstance(value, str):
        raise UsageError(f"{key}={value!r}: expected a name.")
    return value


def _check_names(form: str, names: Iterable[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            guess = did_you_mean(name, known)
            raise UsageError(f"{form} has no field {name!r}{guess}; it has {', '.join(known)}.")
