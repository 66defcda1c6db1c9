"""Documents of any number become the store that all of them at once would have become."""

import bz2
import csv
import gzip
import json
import lzma
import os

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext import Recipe, Store
from cotext.corpus import batches
from cotext.errors import CannotWrite, CotextError, NoUsableDocuments, UsageError
from cotext.files.lock import locked
from cotext.matrix import vocabulary
from cotext.store import shard

THEMES = (
    "oak elm ash pine birch forest leaf root bark trunk",
    "rain snow wind cloud storm thunder fog hail frost sleet",
    "stock bond market price trade bank fund yield share loan",
)


def records(n=120):
    rng = np.random.default_rng(0)
    for i in range(n):
        own, other = THEMES[i % 3].split(), THEMES[(i + 1) % 3].split()
        words = [*rng.choice(own, 12), *rng.choice(other, 2), "the", "of"]
        yield {"id": f"d{i}", "text": " ".join(words) + ".", "label": "abc"[i % 3], "year": str(2000 + i % 5)}


@pytest.fixture
def few_at_a_time(monkeypatch):
    monkeypatch.setattr(batches, "MOST_DOCUMENTS", 17)


def written(kind, folder):
    rows = list(records())
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    path = folder / f"news{kind}"
    if kind == ".csv":
        with path.open("w", newline="") as stream:
            table = csv.DictWriter(stream, rows[0])
            table.writeheader()
            table.writerows(rows)
    elif kind == ".parquet":
        duckdb = pytest.importorskip("duckdb")
        plain = folder / "plain.jsonl"
        plain.write_text(lines)
        duckdb.sql(f"COPY (SELECT * FROM read_json('{plain}')) TO '{path}' (FORMAT parquet)")
    elif kind == ".jsonl.zst":
        zstd = pytest.importorskip("backports.zstd")
        path.write_bytes(zstd.compress(lines.encode()))
    elif kind == "":
        path.mkdir()
        for row in rows:
            (path / row["label"]).mkdir(exist_ok=True)
            (path / row["label"] / f"{row['id']}.txt").write_text(row["text"])
    elif kind == ".txt":
        path.write_text("\n".join(row["text"] for row in rows))
    else:
        packed = {".jsonl.gz": gzip.compress, ".jsonl.xz": lzma.compress, ".jsonl.bz2": bz2.compress}
        content = json.dumps(rows) if kind == ".json" else lines
        path.write_bytes(packed.get(kind, bytes)(content.encode()))
    return path


KINDS = [
    ".jsonl",
    ".jsonl.gz",
    ".jsonl.xz",
    ".jsonl.bz2",
    ".jsonl.zst",
    ".json",
    ".csv",
    ".parquet",
    ".txt",
    "",
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_store_of_texts_is_what_the_recipe_makes_of_all_at_once(kind, tmp_path, few_at_a_time, monkeypatch):
    monkeypatch.setattr("cotext.corpus.batches.BATCH_FILES", 17)
    path = written(kind, tmp_path)
    store = shard(path, tmp_path / "store", block_entries=400)
    ready = Recipe().fit_transform(path, contexts=True)
    assert len(store) > 2
    assert store.vocabulary == list(ready.weighted.vocabulary)
    assert (store.whole() != ready.weighted.X).nnz == 0
    assert (store.counts().whole() != ready.counts).nnz == 0
    assert (store.cooccurrence != ready.cooccurrence).nnz == 0
    names = [store.names(k) for k in range(len(store))]
    assert [name for one in names for name in one.ids] == list(ready.weighted.ids)
    if ready.weighted.labels is not None:
        codes = ready.weighted.labels
        assert [label for one in names for label in one.labels] == [
            ready.weighted.label_names[code] for code in codes
        ]


def test_stems_are_shown_by_a_form_that_texts_use(tmp_path, few_at_a_time):
    texts = ["running dogs", "a dog runs", "dogs run", "dogs running"] * 15
    recipe = Recipe(stem="porter", language="en", max_df=1.0, idf="smooth")
    store = shard(texts, tmp_path / "store", recipe)
    assert store.recipe.vocabulary_ == ["dog", "run"]
    assert store.vocabulary == ["dogs", "running"]


@pytest.mark.parametrize("held", [1 << 28, 0])
def test_a_matrix_of_counts_is_weighed_and_streamed(held, tmp_path, monkeypatch):
    X = sparse.random_array((300, 40), density=0.2, rng=np.random.default_rng(0), format="csr")
    X.data = np.ceil(X.data * 5).astype(np.int32)
    sparse.save_npz(tmp_path / "counts.npz", X)
    monkeypatch.setattr("cotext.corpus.formats.matrices.HELD", held)
    monkeypatch.setattr("cotext.corpus.formats.matrices.BATCH_ENTRIES", 100)
    store = shard(
        tmp_path / "counts.npz", tmp_path / "store", Recipe(weighting="tf-idf-norm"), block_entries=500
    )
    ready = Recipe(weighting="tf-idf-norm").fit_transform(tmp_path / "counts.npz", contexts=True)
    assert (store.whole() != ready.weighted.X).nnz == 0
    assert (store.cooccurrence != ready.cooccurrence).nnz == 0


def test_a_damaged_archive_of_a_matrix_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("cotext.corpus.formats.matrices.HELD", 0)
    parts = {"data": np.ones(3), "indices": np.array([0, 9, 1]), "indptr": np.array([0, 3]), "shape": [1, 4]}
    np.savez(tmp_path / "bad.npz", format=b"csr", **parts)
    with pytest.raises(CotextError, match=r"bad\.npz"):
        shard(tmp_path / "bad.npz", tmp_path / "store")


@pytest.mark.parametrize("kind", ["tf", "tf-idf", "tf-idf-norm", "log-tf-idf-norm"])
def test_counts_can_be_weighed_otherwise_later(kind, tmp_path):
    path = written(".jsonl", tmp_path)
    store = shard(path, tmp_path / "store", Recipe(weighting="tf"), block_entries=400)
    expected = Recipe(weighting=kind).fit_transform(path).weighted.X
    np.testing.assert_allclose(store.weighted(kind).whole().toarray(), expected.toarray(), rtol=1e-6)


def test_words_that_weigh_nothing_are_counted_all_the_same(tmp_path):
    texts = ["oak elm red", "oak ash red", "oak fir"] * 2
    store = shard(texts, tmp_path / "store", Recipe(language="en", stop_words="none"))
    oak = store.vocabulary.index("oak")
    assert store.whole()[:, [oak]].nnz == 0
    assert store.counts().whole()[:, [oak]].nnz == 6
    assert store.nnz < store.counts().nnz


@pytest.mark.parametrize("stop_after", [0, 1, 2])
@pytest.mark.parametrize("contexts", [True, False])
def test_a_second_call_goes_on_where_the_first_stopped(
    stop_after, contexts, tmp_path, few_at_a_time, monkeypatch
):
    from cotext.store.write import Writer

    path = written(".jsonl", tmp_path)
    whole = shard(path, tmp_path / "whole", contexts=contexts, block_entries=400)
    flush = Writer.flush

    def interrupted(self):
        if len(self.manifest.blocks) == stop_after:
            raise KeyboardInterrupt
        flush(self)

    monkeypatch.setattr(Writer, "flush", interrupted)
    with pytest.raises(KeyboardInterrupt):
        shard(path, tmp_path / "store", contexts=contexts, block_entries=400)
    monkeypatch.setattr(Writer, "flush", flush)
    monkeypatch.setattr(Recipe, "fit_batches", lambda *_: pytest.fail("the first pass was made again"))
    notes = []
    again = shard(path, tmp_path / "store", contexts=contexts, block_entries=400, note=notes.append)
    assert any("continuing after" in note for note in notes)
    assert (again.whole() != whole.whole()).nnz == 0
    assert again.manifest.blocks == whole.manifest.blocks  # checksums, too
    if contexts:
        assert (again.cooccurrence != whole.cooccurrence).nnz == 0


@pytest.mark.parametrize("fails_at", [1, 2, 3, 4, 6, 9, 12, 14, 16])
def test_whatever_cannot_be_written_the_same_call_again_ends_with_the_same_store(
    fails_at, tmp_path, monkeypatch
):
    texts, real, calls = [record["text"] for record in records(60)], os.fsync, []
    whole = shard(texts, tmp_path / "whole", contexts=False, block_entries=400)

    def full(descriptor):
        calls.append(descriptor)
        if len(calls) == 2 * fails_at - 1:  # every other one is of a folder
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CannotWrite, match="free some space"):
        shard(texts, tmp_path / "store", contexts=False, block_entries=400)
    monkeypatch.setattr("os.fsync", real)
    with pytest.raises(UsageError, match=r"is not complete|no store"):
        Store.open(tmp_path / "store")
    again = shard(texts, tmp_path / "store", contexts=False, block_entries=400)
    assert again.manifest.blocks == whole.manifest.blocks


@pytest.mark.parametrize("kind", [".jsonl", ".parquet", ""])
def test_a_store_has_the_same_bytes_for_any_number_of_threads(kind, tmp_path, few_at_a_time):
    path = written(kind, tmp_path)
    stores = [Store.write(tmp_path / f"of-{n}", path, block_entries=400, n_jobs=n).folder for n in (1, 2, 5)]
    contents = [
        {str(one.relative_to(store)): one.read_bytes() for one in files_of(store)} for store in stores
    ]
    assert len(contents[0]) > 10
    assert contents[0] == contents[1] == contents[2]


def files_of(folder):
    return [one for one in folder.rglob("*") if one.is_file()]


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_what_cannot_be_read_half_way_is_told_by_any_number_of_threads(n_jobs, tmp_path, few_at_a_time):
    path = tmp_path / "news.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in records(40)) + '{"text": \n')
    with pytest.raises(CotextError, match=r"news\.jsonl"):
        shard(path, tmp_path / "store", n_jobs=n_jobs)


def test_where_no_thread_can_be_had_documents_are_read_all_the_same(tmp_path, few_at_a_time, monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    path = written(".jsonl", tmp_path)
    whole = shard(path, tmp_path / "whole", n_jobs=2)
    monkeypatch.setattr("threading.Thread.start", refuse)
    assert shard(path, tmp_path / "store", n_jobs=2).manifest.blocks == whole.manifest.blocks


def test_a_second_writer_is_refused_and_told_who_the_first_is(tmp_path):
    path, store = written(".jsonl", tmp_path), tmp_path / "store"
    refused, X = [], sparse.csr_array(np.eye(3))

    def others(_):
        for write in (lambda: shard(path, store), lambda: Store.write(store, X)):
            with pytest.raises(
                UsageError, match=rf"store is being written by process {os.getpid()} of "
            ) as told:
                write()
            refused.append(told)

    shard(path, store, stage=others)
    assert len(refused) == 4  # during both passes
    with locked(store), pytest.raises(UsageError, match="is being written by"):
        Store.open(store).append(["oak elm"])
    assert Store.open(store).append(["oak elm"]) == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["news.jsonl", "store"]


def test_what_a_killed_call_left_half_written_is_no_obstacle(tmp_path):
    path = written(".jsonl", tmp_path)
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / ".words.json.ab12cd34").write_text("[")
    (tmp_path / "store" / "words.json").write_text("[")
    store = shard(path, tmp_path / "store", contexts=False)
    assert store.shape[0] == 120


def test_another_source_or_another_option_does_not_go_on_with_a_store(tmp_path):
    path = written(".jsonl", tmp_path)
    shard(path, tmp_path / "store")
    notes = []
    shard(path, tmp_path / "store", note=notes.append)
    assert "complete already" in notes[0]
    with pytest.raises(UsageError, match="other options"):
        shard(path, tmp_path / "store", Recipe(min_df=3))
    path.write_text(path.read_text() + '{"text": "one more"}\n')
    with pytest.raises(UsageError, match="have changed"):
        shard(path, tmp_path / "store")
    folder = written("", tmp_path)
    shard(folder, tmp_path / "of-folder")
    (folder / "a" / "new.txt").write_text("one more")
    with pytest.raises(UsageError, match="have changed"):
        shard(folder, tmp_path / "of-folder")


def test_what_cannot_be_streamed_is_refused_before_anything_is_written(tmp_path):
    path = written(".jsonl", tmp_path)
    for recipe in (Recipe(deduplicate=True), Recipe(segment=20), Recipe(context_from=path)):
        with pytest.raises(UsageError, match="all texts at once"):
            shard(path, tmp_path / "store", recipe)
    with pytest.raises(UsageError, match="cannot be read twice"):
        shard("-", tmp_path / "store")
    with pytest.raises(UsageError, match="needs texts"):
        shard(sparse.csr_array(np.eye(4)), tmp_path / "store", Recipe(context="window:5"))
    with pytest.raises(NoUsableDocuments, match="raise max_df"):
        shard(["oak"] * 20, tmp_path / "store")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("mine")
    with pytest.raises(UsageError, match="no store"):
        shard(path, tmp_path / "mine")
    assert not (tmp_path / "store").exists()


def test_words_beyond_a_bound_are_forgotten_from_the_rarest_and_told(tmp_path, few_at_a_time, monkeypatch):
    monkeypatch.setattr(vocabulary, "MOST_TYPES", 10)
    texts = [f"oak elm rare{i:c}{i + 1:c}" for i in range(97, 120)] * 2 + ["oak fir", "elm fir"] * 20
    notes = []
    store = shard(texts, tmp_path / "store", Recipe(max_df=1.0), note=notes.append)
    assert store.vocabulary == ["elm", "fir", "oak"]
    assert any("met 2 times so far are forgotten" in note for note in notes)


def test_forms_of_forgotten_stems_are_forgotten_too(tmp_path, few_at_a_time, monkeypatch):
    monkeypatch.setattr(vocabulary, "MOST_TYPES", 10)
    kept, add = [], vocabulary.DocumentFrequencies.add

    def watched(self, tokens):
        add(self, tokens)
        kept.append((set(self.stems.values()), set(self.df)))

    monkeypatch.setattr(vocabulary.DocumentFrequencies, "add", watched)
    texts = [f"oaks elms rares{i:c}{i + 1:c}s" for i in range(97, 120)] * 2 + [
        "oaks ivies",
        "elms ivies",
    ] * 20
    store = shard(texts, tmp_path / "store", Recipe(max_df=1.0, stem="porter"))
    assert store.vocabulary == ["elms", "ivies", "oaks"]
    assert all(forms == words for forms, words in kept)


def test_new_documents_are_added_and_unknown_words_told(tmp_path, few_at_a_time):
    path = written(".jsonl", tmp_path)
    store = shard(path, tmp_path / "store", block_entries=400)
    before, idf = store.whole(), store.idf
    share = store.append(["oak elm zyzzyva zyzzyva", "of the", ""])
    again = Store.open(tmp_path / "store", verify=True)
    assert share == 0.5
    assert again.shape == store.shape == (123, 30)
    assert (again.whole()[:120] != before).nnz == 0
    assert (again.idf == idf).all()
    expected = Recipe().fit(path).transform(["oak elm zyzzyva zyzzyva", "of the", ""]).X
    assert (again.whole()[120:] != expected).nnz == 0
    assert again.names(len(again) - 1)[0] == ["0", "1", "2"]


def test_documents_are_added_all_or_not_at_all(tmp_path, monkeypatch):
    from cotext.store.write import Writer

    store = shard(written(".jsonl", tmp_path), tmp_path / "store")
    monkeypatch.setattr(
        Writer, "finish", lambda self: (self.flush(), (_ for _ in ()).throw(KeyboardInterrupt))
    )
    with pytest.raises(KeyboardInterrupt):
        store.append(["oak elm"])
    assert Store.open(tmp_path / "store", verify=True).shape[0] == 120


def test_a_matrix_as_it_was_cannot_be_added_to(tmp_path):
    store = Store.write(tmp_path / "store", sparse.csr_array(np.eye(4)))
    with pytest.raises(UsageError, match="written as a matrix"):
        store.append(["oak"])


def test_cluster_takes_a_store_and_finds_the_same(tmp_path, few_at_a_time):
    path = written(".jsonl", tmp_path)
    shard(path, tmp_path / "store", block_entries=400)
    for model in ("auto", "nmf"):  # the weights of the store, and others
        there = cotext.cluster(str(tmp_path / "store"), 3, model, random_state=0)
        here = cotext.cluster(path, 3, model, random_state=0)
        assert (there.row_labels_ == here.row_labels_).all()
        assert there.metrics["nmi"] == here.metrics["nmi"] == 1
        assert there.documents().column("excerpt") == here.documents().column("excerpt")
        assert there.predict(path).column("cluster") == here.row_labels_.tolist()
    with pytest.raises(UsageError, match="min_df was fixed"):
        cotext.cluster(str(tmp_path / "store"), 3, min_df=3)


def test_a_store_too_large_to_explain_is_explained_by_a_sample_and_all_are_listed(tmp_path, monkeypatch):
    monkeypatch.setattr("cotext.fitting.store_fit.MOST_ENTRIES", 300)
    path = written(".jsonl", tmp_path)
    store = shard(path, tmp_path / "store", block_entries=400)
    result = cotext.cluster(store, 3, "nmf", random_state=0)
    assert 20 < len(result.row_labels_) < 60
    result.save(tmp_path / "run")
    everyone = list(csv.DictReader((tmp_path / "run" / "all_documents.csv").read_text().splitlines()))
    here = cotext.cluster(path, 3, "nmf", random_state=0)
    assert [row["id"] for row in everyone] == [f"d{i}" for i in range(120)]
    assert [int(row["cluster"]) for row in everyone] == here.row_labels_.tolist()
    assert cotext.CoClustering.load(tmp_path / "run").summary()


def test_words_left_out_by_max_df_are_named_as_for_all_documents_at_once(tmp_path, few_at_a_time):
    texts = [f"tree {'oak' if i % 2 else 'rain'} word{i % 7} {'elm' if i % 4 else 'snow'}" for i in range(60)]
    (tmp_path / "t.txt").write_text("\n".join(texts))
    told = []
    store = shard(tmp_path / "t.txt", tmp_path / "store", Recipe(language="en"), note=told.append)
    whole = Recipe(language="en")
    whole.fit_transform(tmp_path / "t.txt", note=told.append)
    first, second = [note for note in told if note.startswith("max_df")]
    assert first == second
    assert "'tree' (in 100 % of the documents), 'elm' (75 %)" in first
    assert store.recipe.dropped_ == whole.dropped_ == {"tree": 1.0, "elm": 0.75}
