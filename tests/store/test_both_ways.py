"""A collection that is fitted in memory, and the same as a store of several batches, agree."""

import csv
import io
import json
import re
import zipfile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotext import Recipe, corpus
from cotext.corpus import batches
from cotext.errors import CotextError, NoUsableDocuments
from cotext.matrix import vocabulary
from cotext.store import shard

WORDS = (
    "oak",
    "oaks",
    "elm",
    "elms",
    "run",
    "runs",
    "running",
    "connect",
    "connected",
    "naïve",
    "Straße",
    "été",
)
KINDS = (".txt", ".jsonl", "list", "frame", "folder")
BLANKS = ("", " ", "NA", "null")
HEADERS = ("text", "last, first", "id", "title", "name\twith tab", "", "label", "été")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "latin-1")
# In a store the first batch settles the language and the phrases: both are fixed here.
FIXED = {"language": "en", "stem": "porter", "phrases": False}


@pytest.fixture(autouse=True)
def few_at_a_time(monkeypatch):
    monkeypatch.setattr(batches, "MOST_DOCUMENTS", 3)
    monkeypatch.setattr(batches, "HELD_DOCUMENTS", 3)
    monkeypatch.setattr("cotext.corpus.batches.BATCH_FILES", 3)


def both_ways(source, folder, **asked):
    """What the recipe learns in memory and as a store: plain values, or the error."""
    return in_memory(source, Recipe(**asked)), as_store(source, folder, Recipe(**asked))


def in_memory(source, recipe):
    notes = []
    try:
        ready = recipe.fit_transform(source, contexts=True, note=notes.append)
    except CotextError as error:
        return failure(error)
    seen = ready.weighted
    labels = None if seen.labels is None else [seen.label_names[i] if i >= 0 else "" for i in seen.labels]
    rows = list(seen.ids), seen.fields.titles, seen.fields.dates, labels
    X, C = ready.weighted.X, ready.cooccurrence
    return learned(recipe, notes) | arrays(X, ready.counts, C) | described(*rows)


def as_store(source, folder, recipe):
    notes = []
    try:
        store = shard(source, folder, recipe, block_entries=20, note=notes.append)
    except CotextError as error:
        assert not folder.exists()
        return failure(error)
    names = [store.names(k) for k in range(len(store))]
    ids = [name for one in names for name in one.ids]

    def column(values):
        found = [value for one in names for value in (values(one) or [""] * len(one.ids))]
        return found if any(found) else None

    rows = (
        ids,
        column(lambda o: o.fields.titles),
        column(lambda o: o.fields.dates),
        column(lambda o: o.labels),
    )
    found = learned(store.recipe, notes) | described(*rows)
    return found | arrays(store.whole(), store.counts().whole(), store.cooccurrence)


def failure(error):
    return {"error": type(error), "message": str(error)}


def learned(recipe, notes):
    # A store tells of the stop words of its first batch only, and advises otherwise on repeated texts.
    matter = ("repeat", "more than once", "max_df leaves", " kept", "no known words", "so blank")
    told = {note.partition(" another:")[0] for note in notes if any(some in note for some in matter)}
    return {
        "columns": recipe.columns_,
        "words": recipe.vocabulary_,
        "shown": recipe.shown_,
        "dropped": recipe.dropped_,
        "idf": recipe.idf_.tolist(),
        "notes": told,
    }


def described(ids, titles, dates, labels):
    return {"ids": ids, "titles": titles, "dates": dates, "labels": labels}


def arrays(X, counts, C):
    return {name: one.toarray().tolist() for name, one in (("X", X), ("counts", counts), ("C", C))}


def agree(source, folder, **asked):
    memory, store = both_ways(source, folder, **{**FIXED, **asked})
    assert memory.keys() == store.keys(), (memory, store)
    for name, value in memory.items():
        assert store[name] == value, name
    return memory


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join) | st.sampled_from(BLANKS)


@st.composite
def tables_of_texts(draw):
    """A delimited file, as bytes, and its suffix."""
    kind = draw(st.sampled_from([(".csv", ";"), (".csv", ","), (".tsv", "\t"), (".csv", "\t")]))
    names = draw(st.lists(st.sampled_from(HEADERS), min_size=1, max_size=4))
    rows = draw(st.lists(st.tuples(*[texts] * len(names)), min_size=1, max_size=12))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=kind[1], lineterminator=draw(st.sampled_from(["\n", "\r\n"])))
    writer.writerow(names)
    writer.writerows(rows)
    return kind[0], out.getvalue().encode(draw(st.sampled_from(ENCODINGS)))


ODD = {
    "spaces before quotes": ('id, text\n1, "oak, elm"\n2, fir\n', ["oak, elm", "fir"]),
    "separators at the end": ("id,text\n1,oak,\n2,elm,,\n", ["oak", "elm"]),
    "empty lines among rows": ("\n\nid,text\n\n1,oak\n\n2,elm\n", ["oak", "elm"]),
    "empty lines of one column": ("text\n\noak elm\n\nfir\n", ["", "oak elm", "", "fir"]),
    "line ends within cells": ('id,text\r\n1,"oak\r\nelm"\r\n2,fir\r\n', ["oak\r\nelm", "fir"]),
    "mixed line ends": ('id,text\r\n1,"oak\nelm"\n2,fir\r3,yew\n', ["oak\nelm", "fir", "yew"]),
    "quotes within words": ('id,text\n1,oak"elm\n2,f"i"r\n', ['oak"elm', 'f"i"r']),
    "an open quote": ('id,text\n1,oak\n2,"elm\n3,fir\n', "Line: 3; Value with unterminated quote found"),
    "text after a quote": ('id,text\n1,"oak"elm\n2,fir\n', "Line: 2; Value with unterminated quote found"),
    "too few cells": ("id,text\n1,oak\n2\n", "Line: 3; Expected Number of Columns: 2 Found: 1"),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_table_is_read_alike_alone_in_an_archive_and_as_a_store(name, tmp_path):
    content, expected = ODD[name]
    (tmp_path / "t.csv").write_bytes(content.encode())
    with zipfile.ZipFile(tmp_path / "t.zip", "w") as archive:
        archive.writestr("t.csv", content)

    def all_batches(path):
        return [text for batch in corpus.batches_of(path).again() for text in batch.texts]

    ways = (lambda path: list(corpus.read(path).texts), all_batches)
    for way in ways:
        for path in (tmp_path / "t.csv", tmp_path / "t.zip"):
            if isinstance(expected, list):
                assert way(path) == expected
            else:
                with pytest.raises(CotextError, match=re.escape(expected)):
                    way(path)


def test_an_id_of_zero_is_an_id_in_every_batch(tmp_path):
    rows = [{"id": number, "text": f"oak {number}"} for number in (3, 2, 1, 0)]
    (tmp_path / "t.json").write_text(json.dumps(rows))
    assert agree(tmp_path / "t.json", tmp_path / "store", weighting="tf")["ids"] == ["3", "2", "1", "0"]


quick = settings(
    max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@quick
@given(tables_of_texts())
def test_a_delimited_table_is_learned_alike_in_memory_and_as_a_store(tmp_path_factory, table):
    suffix, content = table
    folder = tmp_path_factory.mktemp("table")
    (folder / f"t{suffix}").write_bytes(content)
    alone = agree(folder / f"t{suffix}", folder / "store")
    with zipfile.ZipFile(folder / "t.zip", "w") as archive:
        archive.writestr(f"t{suffix}", content)
    packed = agree(folder / "t.zip", folder / "packed")
    for name in {"words", "shown", "dropped", "idf", "X", "counts", "C", "titles"} & alone.keys():
        assert packed[name] == alone[name], name


@quick
@given(
    st.lists(texts, min_size=2, max_size=12), st.sampled_from([".txt", ".jsonl", "list", "frame", "folder"])
)
def test_texts_are_learned_alike_in_memory_and_as_a_store(tmp_path_factory, given_texts, kind):
    folder = tmp_path_factory.mktemp("texts")
    source = folder / f"t{kind}"
    if kind == ".txt":
        source.write_text("\n".join(given_texts), encoding="utf-8")
    elif kind == ".jsonl":
        source.write_text("".join(json.dumps({"text": one, "id": one[:2]}) + "\n" for one in given_texts))
    elif kind == "folder":
        source.mkdir()
        for number, one in enumerate(given_texts):
            (source / f"{number}.txt").write_text(one, encoding="utf-8")
    elif kind == "frame":
        source = pytest.importorskip("pandas").DataFrame({"text": given_texts})
    else:
        source = given_texts
    agree(source, folder / "store")


def test_a_stem_is_shown_by_its_commonest_form_over_all_batches(tmp_path):
    batches = [["running oak"] * 3, ["runs elm", "runs ash", "fir"], ["runs fir", "runs yew", "yew"]]
    (tmp_path / "t.txt").write_text("\n".join(text for batch in batches for text in batch))
    found = agree(tmp_path / "t.txt", tmp_path / "store", max_df=1.0)
    assert dict(zip(found["words"], found["shown"], strict=True))["run"] == "runs"


def test_of_forms_as_common_the_first_in_the_alphabet_is_shown(tmp_path):
    lines = ["elm", "runs oak", "runs", "oak", "elm", "running running"]
    (tmp_path / "t.txt").write_text("\n".join(lines))
    found = agree(tmp_path / "t.txt", tmp_path / "store")
    assert dict(zip(found["words"], found["shown"], strict=True))["run"] == "running"


def test_phrases_are_shown_by_the_commonest_forms_of_their_words(tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "MOST_DOCUMENTS", 12)
    first = [f"hot dogs {word}" for word in ("oak", "elm", "ash", "fir", "yew", "asp")] * 2
    (tmp_path / "t.txt").write_text("\n".join([*first, *["dog"] * 40, *["birch"] * 10]))
    found = agree(tmp_path / "t.txt", tmp_path / "store", phrases=True, max_df=1.0)
    assert "hot dog" in found["shown"]


def test_forms_beyond_a_bound_are_forgotten_but_for_the_commonest_of_each_stem(tmp_path, monkeypatch):
    monkeypatch.setattr(vocabulary, "MOST_TYPES", 6)
    notes, sizes, add = [], [], vocabulary.DocumentFrequencies.add

    def watched(self, tokens):
        add(self, tokens)
        sizes.append(len(self.forms))

    monkeypatch.setattr(vocabulary.DocumentFrequencies, "add", watched)
    forms = ["connect", "connects", "connected", "connecting", "connection", "connections", "connective"]
    (tmp_path / "t.txt").write_text("\n".join([*forms, "connected elm", "oaks", "oaks", "elm"]))
    recipe = Recipe(**FIXED, max_df=1.0)
    store = shard(tmp_path / "t.txt", tmp_path / "store", recipe, note=notes.append)
    assert store.vocabulary == ["connected", "elm", "oaks"]
    assert max(sizes) <= 6
    assert any("forms of stems" in note for note in notes)


@pytest.mark.parametrize("weighting", ["tf-idf", "log-tf-idf-norm"])
def test_documents_that_leave_no_weight_are_refused_alike(weighting, tmp_path):
    for number, source in enumerate((["oak elm"] * 7, np.ones((7, 3)))):
        found = agree(source, tmp_path / f"store{number}", weighting=weighting, max_df=1.0)
        assert found["error"] is NoUsableDocuments
        assert "leaves no weight at all" in found["message"]


def test_counts_too_small_for_single_precision_are_weighed_alike(tmp_path):
    agree(np.array([[1e-50, 1, 0], [0, 1, 2], [1, 0, 2]]), tmp_path / "store", weighting="tf")


def test_documents_without_any_word_are_refused_alike(tmp_path):
    found = agree(["the of", "", "and", "1 2 3", "x"], tmp_path / "store")
    assert found["message"].startswith("no words are left in 5 documents, of which 2 have text")


def test_words_in_too_few_documents_are_refused_alike(tmp_path):
    found = agree(["oak", "elm", "ash", "fir", "the"], tmp_path / "store", min_df=2)
    assert found["message"].startswith("none of 4 words is in at least 2")


def test_repeated_texts_and_ids_are_told_across_batches(tmp_path):
    rows = [
        ("a", "an oak"),
        ("b", "an elm"),
        ("c", ""),
        ("d", ""),
        ("b", "a fir"),
        ("a", " an  oak "),
        ("b", "yew"),
    ]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps({"id": i, "text": text}) + "\n" for i, text in rows))
    found = agree(tmp_path / "t.jsonl", tmp_path / "store")
    assert {"1 of 7 documents repeats", "2 ids occur more than once"} <= found["notes"]


def test_a_store_that_is_continued_tells_how_many_documents_have_no_known_words(tmp_path, monkeypatch):
    from cotext.store.write import Writer

    (tmp_path / "t.jsonl").write_text(
        "".join(json.dumps({"text": x}) + "\n" for x in ["oak", "", "elm", "", "fir"])
    )
    finish, notes = Writer.finish, []
    monkeypatch.setattr(Writer, "finish", lambda self: (self.flush(), 1 / 0))
    with pytest.raises(ZeroDivisionError):
        shard(tmp_path / "t.jsonl", tmp_path / "store", block_entries=1, contexts=False)
    monkeypatch.setattr(Writer, "finish", finish)
    shard(tmp_path / "t.jsonl", tmp_path / "store", block_entries=1, contexts=False, note=notes.append)
    assert any(note.startswith("2 of 5 documents have no known words") for note in notes)
