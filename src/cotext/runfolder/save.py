"""Write a result as a folder that people, spreadsheets and ``load`` can read.

The recipe, which new documents need, lies there twice. People find its settings in ``config.toml``, its
words, stems and idf in ``words.csv``; ``load`` takes the settings from ``environment.json`` and the rest, to
the last bit, from ``arrays.npz``.
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
from cotext.result import CoClustering, Table, for_saving, level_table, printable, values_of
from cotext.runfolder.atomic_swap import clear_up, discard, put_in_place, sibling
from cotext.runfolder.edits import EDITS, edits_of
from cotext.runfolder.npz_codec import Arrays, encode, json_array, write_arrays
from cotext.runfolder.texts import TEXTS, write_texts

FORMAT = 3
TABLES = ("documents.csv", "words.csv", "blocks.csv", "losses.csv")
READ = "files.csv"  # where there was more than one file, or anything to remark
FILES = (*RUN_MARKS, *TABLES, "metrics.json", "arrays.npz")
PIECES = "segments.csv"  # where the documents were cut
LEVELS = "levels.csv"  # where clusters lie in clusters
EVERYONE = "all_documents.csv"  # where documents.csv has a sample of those of a store
NAMES = (*FILES, READ, PIECES, LEVELS, EVERYONE, TEXTS, EDITS)  # edits: only where somebody made some
DRAWN = ("pictures", "report.html")  # made from the run, so a new run does not keep them
FILE_COLUMNS = ("name", "kind", "encoding", "documents", "remark")
_HALF = re.compile(rf"\.({'|'.join(map(re.escape, (*NAMES, *DRAWN)))})\.[a-z0-9_]{{8}}")


def save_run(result: CoClustering, folder: str | os.PathLike[str]) -> None:
    """Write ``result`` beside ``folder``, then give it that name: never a half-written run.

    Only an empty folder or another run is replaced; files in it that are not ours are kept.
    """
    try:
        folder = Path(folder).resolve()
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            refuse_foreign(folder)  # not before: another save may just be removing the run of that name
            clear_up(folder, is_ours)
            _save(result, folder)
    except OSError as error:
        why = error.__cause__ if isinstance(error, CannotWrite) else error
        raise CannotWrite(folder, why if isinstance(why, OSError) else error) from error


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
    if worth_telling(result.docword.files):
        file_table(result.docword.files).to_csv(folder / READ)
    if edits := edits_of(result):
        write_text(folder / EDITS, edits)
    write_text(folder / "metrics.json", json.dumps(finite(result.metrics), indent=2) + "\n")
    write_text(folder / "environment.json", json.dumps(environment, indent=2) + "\n")


def _write_texts(result: CoClustering, folder: Path) -> dict[str, np.ndarray] | None:
    """The texts, where they are known; what finds them again goes among the arrays."""
    if (texts := result.texts) is None:
        return None
    index: dict[str, np.ndarray] = {}
    write_atomic(folder / TEXTS, lambda stream: index.update(write_texts(stream, result.docword.ids, texts)))
    return index


def _arrays(result: CoClustering, texts: dict[str, np.ndarray] | None) -> tuple[Arrays, list[str]]:
    """Everything ``load`` needs, and the names of what the model holds that cannot be written."""
    docword, model = result.docword, result.model
    arrays: Arrays = {}
    tree: dict[str, Any] = {"name": model.cli_name}
    views = {
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
        "recipe": None if result.recipe is None else _of_recipe(result.recipe),
    }
    tree.update({name: encode(value, name, arrays) for name, value in views.items()})
    fitted = values_of(model)
    for name in fitted.keys() & {"document_similarity_", "word_similarity_"}:
        fitted[name] = for_saving(fitted[name])
    not_saved: list[str] = []
    tree["model"] = _encode_each(fitted, "model", arrays, not_saved)
    tree["params"] = _encode_each(model.get_params(deep=False), "params", arrays, not_saved)
    arrays["tree"] = json_array(tree)
    return arrays, not_saved


def _of_recipe(recipe: Recipe) -> dict[str, Any]:
    """What the settings do not tell: the weights, and the stems where words are shown by another form."""
    stems = {} if recipe.shown_ == recipe.vocabulary_ else {"vocabulary": recipe.vocabulary_}
    return {"idf": recipe.idf_, **stems}


def _encode_each(items: dict[str, Any], prefix: str, arrays: Arrays, not_saved: list[str]) -> dict[str, Any]:
    trees = {}
    for name, value in items.items():
        own: Arrays = {}
        try:
            trees[name] = encode(value, f"{prefix}.{name}", own)
        except TypeError:
            not_saved.append(f"{prefix}.{name}")
        else:
            arrays.update(own)
    return {"dict": trees}


def _tables(result: CoClustering) -> dict[str, Table]:
    losses = enumerate(np.ravel(result.fit.get("losses", ())).tolist())
    words = with_recipe(result.words(), result.recipe)
    found = (result.documents(), words, result.blocks(), Table(("iteration", "loss"), losses))
    tables = dict(zip(TABLES, found, strict=True))
    if result.pieces is not None:
        tables[PIECES] = result.segments()
    if len(result.levels) > 1:
        tables[LEVELS] = level_table(result)
    return tables


def with_recipe(table: Table, recipe: Recipe | None) -> Table:
    """Words with what new documents need: the idf of each and, where it is shown by a form, the stem."""
    if recipe is None:
        return table
    more: dict[str, list[Any]] = {"idf": recipe.idf_.tolist()}
    if recipe.shown_ != recipe.vocabulary_:
        more = {"stem": list(recipe.vocabulary_), **more}
    rows = [(*row, *new) for row, new in zip(table.rows, zip(*more.values(), strict=True), strict=True)]
    return Table((*table.columns, *more), rows, table.notes)


def _for_toml(value: Any) -> Any:
    """Drop None, which TOML does not have, and what UTF-8 cannot hold."""
    if isinstance(value, dict):
        return {printable(key): _for_toml(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_for_toml(item) for item in value if item is not None]
    return printable(value) if isinstance(value, str) else value


def refuse_foreign(folder: Path) -> None:
    """Refuse a place that holds something other than a run."""
    try:
        names = os.listdir(folder) if folder.exists() else []
    except FileNotFoundError:  # another save has just put it aside
        return
    except NotADirectoryError:
        raise UsageError(f"{folder} is a file; give the name of a folder to save the run in") from None
    if names and not set(RUN_MARKS) <= set(names):
        raise UsageError(f"{folder} holds files but is not a cotext run; give another name or empty it")


def is_ours(name: str) -> bool:
    """Whether a name in a run folder is one that this module, or a half-written file of it, has."""
    return name in (*NAMES, *DRAWN) or bool(_HALF.fullmatch(name))


def file_table(files: Sequence[FileNote]) -> Table:
    """One row per file, skipped ones included.

    Examples
    --------
    >>> file_table([FileNote("a.pdf", ".pdf", documents=1)]).rows
    [('a.pdf', '.pdf', '', 1, '')]
    """
    return Table(FILE_COLUMNS, map(astuple, files))


def worth_telling(files: Sequence[FileNote]) -> bool:
    """Whether there was more than one file, or anything to remark."""
    return len(files) > 1 or any(one.what for one in files)


def files_from_rows(rows: Iterable[Sequence[object]]) -> tuple[FileNote, ...]:
    """Undo :func:`file_table`; TypeError tells of rows that are none of its."""
    files = []
    for name, kind, encoding, documents, what in rows:
        texts = (name, kind, encoding, what)
        if not (all(isinstance(text, str) for text in texts) and isinstance(documents, int)):
            raise TypeError("the files are not told as files are")
        files.append(FileNote(str(name), str(kind), str(encoding), documents, str(what)))
    return tuple(files)
