"""What a page asks of a new run, checked by the same code as the command line before any work begins."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from cotext.api import set_up
from cotext.corpus import table_form
from cotext.errors import UsageError, did_you_mean
from cotext.explorer.forms import OWN_WORDS, SEED, Field, asked_of, data_sets, model_fields, recipe_field
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
AS_BEFORE = (*keywords(Group.TOKENS, Group.COUNTS), "deduplicate", "segment")


def parse_run_request(
    asked: Mapping[str, Any], uploads: Uploads, given: Path | None, runs: RunCache | None = None
) -> RunRequest:
    """The request that a page has sent; ``given`` is what the server was started with, ``runs`` its runs."""
    _check_names("a new run", asked, KEYS)
    source, before = source_of(asked.get("source"), uploads, given, runs)
    typed = str(asked.get("n_clusters", 8)).replace(" ", "")
    levels, model = parse_levels(typed, CLUSTERS), _text(asked, "model") or "auto"
    if model == "auto":
        model = USUAL if levels is None else NESTED
    parameters = {SEED: 0, **filled(asked.get("parameters"), model_fields(by_name(model)), model)}
    if levels is not None:
        parameters["levels"] = levels
    request = RunRequest(
        source=source,
        name=clean(_text(asked, "name") or source.name, "run"),
        model=model,
        n_clusters=parse_clusters(typed, CLUSTERS) if levels is None else levels[-1],
        asked=typed,
        options=before | _options(asked.get("options")),
        parameters=parameters,
    )
    check(request)
    return request


def source_of(
    asked: object, uploads: Uploads, given: Path | None, runs: RunCache | None
) -> tuple[Source, dict[str, Any]]:
    """A file that was sent, a data set, the rest of a run, or what the server was started with.

    Never a path of the browser. Also how the texts were cut before, where it is a run.
    """
    if not isinstance(asked, Mapping) or len(asked) != 1:
        raise UsageError(f"source={asked!r}: expected {SOURCES}.")
    ((kind, value),) = asked.items()
    if kind == "upload":
        return _sent(uploads.get(str(value))), {}
    if kind == "dataset" and value in [row["name"] for row in data_sets()]:
        return Source(value, value), {}
    if kind == "input" and value is True and given is not None:
        return Source(given, run_name(str(given))), {}
    if kind == "run" and isinstance(value, str) and runs is not None:
        return _rest_of(runs, value)
    raise UsageError(f"source={dict(asked)!r}: expected {SOURCES}, of those that the page offers.")


def _rest_of(runs: RunCache, name: str) -> tuple[Source, dict[str, Any]]:
    """A run without the documents of its noise, to be cut as before; refused where nothing can be fitted."""
    cached = runs.open(name)
    cached.result.without_noise()
    recipe = cached.result.recipe
    before = {} if recipe is None else {one: getattr(recipe, one) for one in AS_BEFORE}
    return Source(cached.folder, f"{name}-without-noise", without_noise=True), before


def _sent(upload: Upload) -> Source:
    """One file by its name, several as a folder; both as seen from where they lie."""
    folder, name = upload.folder, upload.names[0]
    if len(upload.names) == 1:
        return Source(Path(name), run_name(name), at=folder)
    return Source(Path(folder.name), run_name(name), at=folder.parent)


def filled(given: object, fields: list[Field], what: str) -> dict[str, Any]:
    """Values of a form's fields; empty ones are left to their defaults."""
    given = given or {}
    if not isinstance(given, Mapping):
        raise UsageError(f"{given!r}: expected the fields of {what} with their values.")
    known = {field["name"]: field for field in fields}
    values = {name: value for name, value in given.items() if value not in (None, "")}
    _check_names(what, values, known)
    return {name: value_of(known[name], value) for name, value in values.items()}


def value_of(field: Field, given: object) -> Any:
    """What was typed into a field.

    Examples
    --------
    >>> value_of({"name": "n", "kind": "int"}, "4"), value_of({"name": "date", "kind": "text"}, "2026")
    (4, '2026')
    """
    kind, choices = field["kind"], field.get("choices", ())
    if kind == "bool" and isinstance(given, bool):
        return given
    if isinstance(given, str) and (given in choices or (kind == "text" and not choices)):
        return given.strip()
    is_text = kind == "text" and not choices
    if kind not in ("bool", "choice") and not is_text:
        value = parse_number(given) if isinstance(given, str) else given
        if isinstance(value, int | float) and not isinstance(value, bool) and _is_moderate(value):
            return value
    more = ["a text"] if is_text else [EXPECTED[kind]] if kind in EXPECTED else []
    expected = " or ".join([*choices, *more])
    raise UsageError(f"{field['name']}={given!r:.60}: expected {expected}.")


def _is_moderate(value: float) -> bool:
    """Whether a number is finite, and no longer than any that means something."""
    return abs(value) < (2**63 if isinstance(value, int) else 1e300)


def check(request: RunRequest) -> None:
    """Refuse what cannot work; nothing is read for it."""
    _, recipe = set_up(request.model, request.n_clusters, request.options, request.parameters)
    recipe.weigh()
    table_form(recipe.header, recipe.sep, recipe.quote, recipe.keep_na)
    cut = {name: getattr(recipe, name) for name in ("stop_words", "language", "stem", "debris")}
    plan((), lowercase=True, token_pattern=None, tokenizer=None, **cut)


def _options(given: object) -> dict[str, Any]:
    """Keywords of a recipe; words of one's own are put beside the list that was chosen."""
    fields = [recipe_field(option) for option in asked_of(*PANELS)]
    options = filled(given, fields, "the recipe")
    if words := re.findall(r"[^\s,;]+", options.pop(OWN_WORDS.name, "")):
        chosen = options.get("stop_words", "auto")
        options["stop_words"] = {"small" if chosen == "auto" else chosen: words}
    return options


def _text(asked: Mapping[str, Any], key: str) -> str:
    value = asked.get(key) or ""
    if not isinstance(value, str):
        raise UsageError(f"{key}={value!r}: expected a name.")
    return value


def _check_names(what: str, given: Mapping[str, Any], known: Collection[str]) -> None:
    for name in given:
        if name not in known:
            guess = did_you_mean(name, known)
            raise UsageError(f"{what} has no field {name!r}{guess}; it has {', '.join(known)}.")
