"""Write a result as a folder that people, spreadsheets and ``load`` can read.

The folder holds the recipe for new documents twice. For people, its settings are in ``config.toml`` and its
words, stems and idf in ``words.csv``. ``load`` reads the settings from ``environment.json`` and the exact
numbers from ``arrays.npz``.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from cotext.corpus import FileNote
from cotext.errors import CannotWrite, UsageError
from cotext.files import RUN_MARKS, finite, locked, write_atomic, write_text
from cotext.recipe import Recipe
from cotext.result import CoClustering, Table, for_saving, level_table, only_strings, printable, values_of
from cotext.runfolder.atomic_swap import clear_up, discard, put_in_place, sibling
from cotext.runfolder.edits import EDITS, edits_of
from cotext.runfolder.npz_codec import Arrays, encode, json_array, write_arrays
from cotext.runfolder.texts import TEXTS, write_texts

FORMAT = 3
TABLES = ("documents.csv", "words.csv", "blocks.csv", "losses.csv")
READ = "files.csv"  # if there was more than one file, or a remark on one
FILES = (*RUN_MARKS, *TABLES, "metrics.json", "arrays.npz")
PIECES = "segments.csv"  # if the documents were cut
LEVELS = "levels.csv"  # if clusters are nested
EVERYONE = "all_documents.csv"  # if documents.csv has a sample of a store
NAMES = (*FILES, READ, PIECES, LEVELS, EVERYONE, TEXTS, EDITS)  # edits: only if there are any
DRAWN = ("pictures", "report.html")  # made from the run, so a new run removes them
FILE_COLUMNS = ("name", "kind", "encoding", "documents", "remark")
_HALF = re.compile(rf"\.({'|'.join(map(re.escape, (*NAMES, *DRAWN)))})\.[a-z0-9_]{{8}}")


def save_run(result: CoClustering, folder: str | os.PathLike[str]) -> None:
    """Write ``result`` next to ``folder``, then give it that name, so that no run is ever half written.

    Replace only an empty folder or another run, and keep files in it that are not part of a run.
    """
    try:
        folder = Path(folder).resolve()
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            refuse_foreign(folder)  # not earlier: another save may be removing the run of that name
            clear_up(folder, is_ours)
            _save(result, folder)
    except OSError as error:
        cause = error.__cause__ if isinstance(error, CannotWrite) else error
        raise CannotWrite(folder, cause if isinstance(cause, OSError) else error) from error


def _save(result: CoClustering, folder: Path) -> None:
    draft = sibling(folder, "tmp")
    try:
        draft.mkdir()
        _write_files(result, draft)
        old = put_in_place(draft, folder)
    except BaseException:
        with suppress(OSError):
            discard(draft, folder, is_ours)
        raise
    if old is not None:
        discard(old, folder, is_ours)


def _write_files(result: CoClustering, folder: Path) -> None:
    import tomli_w

    arrays, not_saved = _arrays(result, _write_texts(result, folder))
    write_atomic(folder / "arrays.npz", lambda stream: write_arrays(stream, arrays))
    with open(folder / "arrays.npz", "rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    environment = {
        **result.provenance,
        "format": FORMAT,
        "model": result.made_by,
        "not_saved": not_saved,
        "arrays": {"sha256": digest},
    }
    write_text(folder / "config.toml", tomli_w.dumps(_for_toml(result.config)))
    for name, table in _tables(result).items():
        table.to_csv(folder / name)
    if len(files := result.docword.files) > 1 or any(file.what for file in files):
        file_table(files).to_csv(folder / READ)
    if edits := edits_of(result):
        write_text(folder / EDITS, edits)
    write_text(folder / "metrics.json", json.dumps(finite(result.metrics), indent=2) + "\n")
    write_text(folder / "environment.json", json.dumps(environment, indent=2) + "\n")


def _write_texts(result: CoClustering, folder: Path) -> dict[str, np.ndarray] | None:
    """Write the texts if they are known, and return their index."""
    if (texts := result.texts) is None:
        return None
    index: dict[str, np.ndarray] = {}
    write_atomic(folder / TEXTS, lambda stream: index.update(write_texts(stream, result.docword.ids, texts)))
    return index


def _arrays(result: CoClustering, texts: dict[str, np.ndarray] | None) -> tuple[Arrays, list[str]]:
    """Return everything that ``load`` needs, and the names of values of the model that cannot be saved."""
    docword, model, recipe = result.docword, result.model, result.recipe
    arrays: Arrays = {}
    values = {
        "name": model.cli_name,
        "X": docword.X,
        "counts": None if result.counts is docword.X else result.counts,
        "labels": docword.labels,
        **{name: list(getattr(docword, name)) for name in ("vocabulary", "ids", "label_names", "notes")},
        "files": file_table(docword.files).rows,
        "excerpts": result.excerpts,
        "texts": texts,
        "fields": docword.fields.saved(),
        "segments": None if result.pieces is None else dict(vars(result.pieces)),
        "metrics": result.metrics,
        "confidence": dict(vars(result.certainty)),
        "recipe": None if recipe is None else {"idf": recipe.idf_, **_stems(recipe, "vocabulary")},
    }
    tree = {name: encode(value, name, arrays) for name, value in values.items()}
    fitted = values_of(model)
    for name in fitted.keys() & {"document_similarity_", "word_similarity_"}:
        fitted[name] = for_saving(fitted[name])
    not_saved: list[str] = []
    tree["model"] = _encode_each(fitted, "model", arrays, not_saved)
    tree["params"] = _encode_each(model.get_params(deep=False), "params", arrays, not_saved)
    arrays["tree"] = json_array(tree)
    return arrays, not_saved


def _stems(recipe: Recipe, name: str) -> dict[str, Any]:
    """Return the vocabulary under this name if words are shown in another form than their stem."""
    return {} if recipe.shown_ == recipe.vocabulary_ else {name: recipe.vocabulary_}


def _encode_each(items: dict[str, Any], prefix: str, arrays: Arrays, not_saved: list[str]) -> dict[str, Any]:
    trees = {}
    for name, value in items.items():
        encoded: Arrays = {}
        try:
            trees[name] = encode(value, f"{prefix}.{name}", encoded)
        except TypeError:
            not_saved.append(f"{prefix}.{name}")
        else:
            arrays.update(encoded)
    return {"dict": trees}


def _tables(result: CoClustering) -> dict[str, Table]:
    losses = Table(("iteration", "loss"), enumerate(np.ravel(result.fit.get("losses", ())).tolist()))
    words = with_recipe(result.words(), result.recipe)
    tables = dict(zip(TABLES, (result.documents(), words, result.blocks(), losses), strict=True))
    if result.pieces is not None:
        tables[PIECES] = result.segments()
    if len(result.levels) > 1:
        tables[LEVELS] = level_table(result)
    return tables


def with_recipe(table: Table, recipe: Recipe | None) -> Table:
    """Add the idf of each word and, if another form of it is shown, its stem."""
    if recipe is None:
        return table
    columns = {**_stems(recipe, "stem"), "idf": recipe.idf_.tolist()}
    return table.with_columns(columns, len(table.columns))


def _for_toml(value: object) -> Any:
    """Drop None, which TOML does not have, and characters that UTF-8 does not have."""
    if isinstance(value, dict):
        return {printable(key): _for_toml(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_for_toml(item) for item in value if item is not None]
    return printable(value) if isinstance(value, str) else value


def refuse_foreign(folder: Path) -> None:
    """Refuse a path that holds something other than a run."""
    try:
        names = os.listdir(folder) if folder.exists() else []
    except FileNotFoundError:  # another save has just renamed it
        return
    except NotADirectoryError:
        raise UsageError(f"{folder} is a file; give the name of a folder to save the run in") from None
    if names and not set(RUN_MARKS) <= set(names):
        raise UsageError(f"{folder} holds files but is not a cotext run; give another name or empty it")


def is_ours(name: str) -> bool:
    """Whether a name in a run folder belongs to a file of the run, complete or half written."""
    return name in (*NAMES, *DRAWN) or bool(_HALF.fullmatch(name))


def file_table(files: Sequence[FileNote]) -> Table:
    """Return one row per file, including skipped ones.

    Examples
    --------
    >>> file_table([FileNote("a.pdf", ".pdf", documents=1)]).rows
    [('a.pdf', '.pdf', '', 1, '')]
    """
    return Table(FILE_COLUMNS, map(astuple, files))


def files_from_rows(rows: Iterable[Sequence[object]]) -> tuple[FileNote, ...]:
    """Undo :func:`file_table`; raise a TypeError for rows of another kind."""
    files = []
    for name, kind, encoding, documents, remark in rows:
        if not (only_strings((name, kind, encoding, remark)) and isinstance(documents, int)):
            raise TypeError("the rows do not describe files")
        files.append(FileNote(str(name), str(kind), str(encoding), documents, str(remark)))
    return tuple(files)
