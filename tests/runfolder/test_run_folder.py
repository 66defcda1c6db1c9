import io
import json
import os
import tomllib
import zipfile

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from tests.runfolder.rewrite import as_format_1, edit_tree, put, replace_arrays, sign

from cotext.errors import CotextError, UsageError
from cotext.result import CoClustering
from cotext.runfolder import atomic_swap
from cotext.runfolder.npz_codec import write_arrays
from cotext.runfolder.save import FILES


@pytest.fixture
def run(result, tmp_path):
    result.save(tmp_path / "run")
    return tmp_path / "run"


def views(result):
    tables = [result.summary(), result.documents(), result.words(), result.blocks(), result.keyness(1)]
    lists = [result.top_words(2, side="words"), result.representative_documents(0).rows]
    return tables, lists, result.metrics, result.provenance, result.config, result.n_clusters


def test_a_saved_run_restores_every_view(make_result, tmp_path, models):
    result = make_result(texts=[f"text {i}" for i in range(20)], config={"seed": 3, "input": None})
    result.metrics["coherence"] = 0.25
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run", models=models)
    assert views(again) == views(result)
    assert_array_equal(again.memberships, result.memberships)
    assert_array_equal(again.docword.X.toarray(), result.docword.X.toarray())
    assert_array_equal(again.counts.toarray(), result.counts.toarray())


def test_a_loaded_model_predicts_the_same(run, result, models, planted_rows):
    again = CoClustering.load(run, models=models)
    assert_array_equal(again.model.predict(again.docword.X), result.model.predict(result.docword.X))
    assert (again.model.predict(again.docword.X) == planted_rows)[np.arange(20) != 7].all()


def test_fitted_attributes_come_back_with_their_types(run, result, models):
    model, before = CoClustering.load(run, models=models).model, result.model
    assert {name for name in vars(before) if name.endswith("_")} - set(vars(model)) == {"callback_"}
    for name in ("row_factor_", "column_factor_", "block_", "row_labels_", "criteria_", "feature_names_in_"):
        assert_array_equal(getattr(model, name), getattr(before, name))
        assert getattr(model, name).dtype == getattr(before, name).dtype
    assert model.criterion_ == 2.5
    assert type(model.criterion_) is np.float64
    assert (model.losses_, model.n_iter_, model.pair_, model.note_) == ([10.0, 4.0, 2.5], 3, (1, 2.5), "fine")
    assert model.side_.format == "csc"
    assert_array_equal(model.side_.toarray(), before.side_.toarray())
    assert json.loads((run / "environment.json").read_text())["not_saved"] == ["model.callback_"]


def test_parameters_come_back_and_what_cannot_be_saved_is_the_default(make_result, tmp_path, models):
    init = (np.ones((20, 2)), np.ones((9, 3)))
    make_result(init=init, tol=float("inf"), random_state=np.random.default_rng(0)).save(tmp_path / "run")
    model = CoClustering.load(tmp_path / "run", models=models).model
    assert (model.n_clusters, model.tol, model.random_state) == ((2, 3), float("inf"), None)
    assert_array_equal(model.init[1], init[1])
    config = tomllib.loads((tmp_path / "run" / "config.toml").read_text())
    assert config["parameters"]["init"] == ["array of shape (20, 2)", "array of shape (9, 3)"]


def test_the_folder_holds_exactly_the_files_of_a_run(run):
    assert sorted(path.name for path in run.iterdir()) == sorted(FILES)
    assert [path.name for path in run.parent.iterdir()] == ["run"]


def test_arrays_are_packed_where_that_makes_them_smaller():
    noise, stream = np.random.default_rng(0).random(40_000), io.BytesIO()
    arrays = {"noise": noise, "ramp": np.arange(40_000), "nothing": np.zeros(0), "one": np.array(1)}
    write_arrays(stream, arrays)
    with zipfile.ZipFile(stream) as archive:
        packed = {member.filename: member.compress_type for member in archive.infolist()}
    assert (packed["noise.npy"], packed["ramp.npy"]) == (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    stream.seek(0)
    read = np.load(stream)
    for name, array in arrays.items():
        assert_array_equal(read[name], array)


def test_tables_have_their_headers(run):
    heads = {name: (run / name).read_text().split("\n")[0] for name in FILES if name.endswith(".csv")}
    assert heads == {
        "documents.csv": "id,cluster,confidence,second,class",
        "words.csv": "word,cluster,weight,keyness",
        "blocks.csv": "document_cluster,word_cluster,mass,density,lift,residual",
        "losses.csv": "iteration,loss",
    }


def test_documents_csv_keeps_input_order_and_empty_documents(run, result):
    lines = (run / "documents.csv").read_text().splitlines()[1:]
    assert [line.split(",")[0] for line in lines] == [f"d{i}" for i in range(20)]
    assert [int(line.split(",")[1]) for line in lines] == result.row_labels_.tolist()
    assert [float(line.split(",")[2]) for line in lines] == result.confidence.tolist()
    assert lines[7] == "d7,-1,0.0,,odd"


def test_metrics_and_config_are_readable_by_others(make_result, tmp_path):
    result = make_result(
        config={"seed": 0, "none": None, "tokens": {"stem": "porter", "min_df": np.int64(2)}}
    )
    result.metrics["criterion"] = float("nan")
    result.save(tmp_path / "run")
    assert json.loads((tmp_path / "run" / "metrics.json").read_text())["criterion"] is None
    config = tomllib.loads((tmp_path / "run" / "config.toml").read_text())
    assert config["tokens"] == {"stem": "porter", "min_df": 2}
    assert config["model"] == "stand-in"
    assert "none" not in config


def test_the_same_result_gives_the_same_bytes(make_result, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    for name in ("a", "b"):
        make_result().save(tmp_path / name)
    for name in FILES:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_odd_names_survive_and_are_no_formulas(make_result, tmp_path, models):
    ids = ["=1+1", "lone \ud800", 'say "a,b"', "two\nlines", "été"] + [f"d{i}" for i in range(15)]
    result = make_result(ids=ids, vocabulary=["+w", "\udfff"] + ["@x"] * 7, config={"input": "\ud800"})
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run", models=models)
    assert again.docword.ids == ids
    assert views(again) == views(result)
    assert "\n'=1+1," in (tmp_path / "run" / "documents.csv").read_text(encoding="utf-8")
    assert "\n'+w," in (tmp_path / "run" / "words.csv").read_text(encoding="utf-8")


def test_a_second_save_replaces_the_first_and_keeps_other_files(run, make_result, models):
    (run / "notes.txt").write_text("mine")
    (run / "report.html").write_text("made from the run")
    make_result(labels=False).save(run)
    assert CoClustering.load(run, models=models).docword.labels is None
    assert not (run / "report.html").exists()
    assert (run / "notes.txt").read_text() == "mine"
    assert [path.name for path in run.parent.iterdir()] == ["run"]


def test_parents_are_made_and_an_empty_folder_is_used(result, tmp_path, models):
    result.save(tmp_path / "a" / "b" / "run")
    (tmp_path / "empty").mkdir()
    result.save(tmp_path / "empty")
    for name in ("a/b/run", "empty"):
        assert CoClustering.load(tmp_path / name, models=models).n_clusters == (2, 3)


def test_a_foreign_folder_or_file_is_refused(result, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.txt").write_text("precious")
    with pytest.raises(UsageError, match="not a cotext run"):
        result.save(tmp_path / "thesis")
    with pytest.raises(UsageError, match="is a file"):
        result.save(tmp_path / "thesis" / "chapter.txt")
    assert (tmp_path / "thesis" / "chapter.txt").read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis"]


@pytest.mark.parametrize("failing", [*FILES, "texts.jsonl.gz"])
def test_a_write_that_fails_leaves_the_old_run_and_no_other(run, make_result, models, monkeypatch, failing):
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    real = os.replace

    def rename(source, target):
        if os.path.basename(target) == failing:
            raise OSError("disk full")
        real(source, target)

    monkeypatch.setattr(os, "replace", rename)
    with pytest.raises(OSError, match="disk full"):
        make_result(labels=False, texts=["text"] * 20).save(run)
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before
    assert [path.name for path in run.parent.iterdir()] == ["run"]
    assert CoClustering.load(run, models=models).docword.labels is not None


def test_a_rename_that_fails_puts_the_old_run_back(run, make_result, models, monkeypatch):
    real = os.rename

    def rename(source, target):
        if str(source).endswith(".tmp"):
            raise OSError("no rename")
        real(source, target)

    monkeypatch.setattr(atomic_swap, "exchange", lambda one, other: False)
    monkeypatch.setattr(os, "rename", rename)
    with pytest.raises(OSError, match="no rename"):
        make_result(labels=False).save(run)
    assert run.is_dir()  # at once, not only when the next one looks for it
    assert CoClustering.load(run, models=models).docword.labels is not None
    assert [path.name for path in run.parent.iterdir()] == ["run"]


@pytest.mark.parametrize("name", ["config.toml", "environment.json", "arrays.npz"])
def test_a_missing_file_is_named(run, models, name):
    (run / name).unlink()
    with pytest.raises(UsageError, match=f"{name} is missing"):
        CoClustering.load(run, models=models)


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_truncated_arrays_are_refused(run, models, share, signed):
    content = (run / "arrays.npz").read_bytes()
    (run / "arrays.npz").write_bytes(content[: int(len(content) * share)])
    if signed:
        sign(run)
    with pytest.raises(CotextError, match="damaged"):
        CoClustering.load(run, models=models)


def test_a_flipped_bit_is_noticed(run, models):
    content = bytearray((run / "arrays.npz").read_bytes())
    for place in np.random.default_rng(0).integers(len(content), size=25):
        flipped = bytearray(content)
        flipped[place] ^= 4
        (run / "arrays.npz").write_bytes(flipped)
        with pytest.raises(CotextError, match="differs from the saved one"):
            CoClustering.load(run, models=models)


def test_a_flipped_bit_with_a_new_checksum_never_breaks_the_reader(run, models):
    content = bytearray((run / "arrays.npz").read_bytes())
    refused = 0
    for place in np.random.default_rng(1).integers(len(content), size=150):
        flipped = bytearray(content)
        flipped[place] ^= 16
        (run / "arrays.npz").write_bytes(flipped)
        sign(run)
        try:
            CoClustering.load(run, models=models)
        except CotextError:
            refused += 1
    assert refused > 75


def no_json(arrays):
    arrays["tree"] = np.frombuffer(b"[" * 100_000, dtype=np.uint8)


@pytest.mark.parametrize(
    "change",
    [
        put("X.indices", np.full(10**3, 10**6, dtype=np.int32)),
        put("X.shape", np.array([20, -9])),
        put("X.shape", np.array([20, 2**40])),
        put("X.indptr", np.array([0, 5])),
        put("counts.data", np.ones(3)),
        put("model.row_labels_", np.array([0, 1])),
        put("model.row_labels_", np.full(20, 2**40)),
        put("model.row_labels_", np.full(20, -1)),
        put("model.row_labels_", np.full(20, 0.5)),
        put("labels", np.array(["a"] * 20)),
        put("ids", np.frombuffer(b'["a"]', dtype=np.uint8)),
        put("ids", np.frombuffer(b'{"a": 1}', dtype=np.uint8)),
        put("vocabulary", np.frombuffer(b"[1, 2]", dtype=np.uint8)),
        put("vocabulary", np.array([255, 254], dtype=np.uint8)),
        put("smuggled", np.ones(3)),
        lambda arrays: arrays.pop("X.data"),
        lambda arrays: arrays.pop("tree"),
        no_json,
    ],
)
def test_hostile_arrays_are_refused(run, models, change):
    replace_arrays(run, change)
    with pytest.raises(CotextError):
        CoClustering.load(run, models=models)


def test_an_index_out_of_range_is_refused(run, models):
    replace_arrays(run, lambda arrays: arrays["X.indices"].__setitem__(0, 9))
    with pytest.raises(CotextError, match="damaged"):
        CoClustering.load(run, models=models)


def test_python_objects_are_refused(run, models):
    with zipfile.ZipFile(run / "arrays.npz", "a") as archive:
        stream = io.BytesIO()
        np.save(stream, np.array([{"a": 1}], dtype=object), allow_pickle=True)
        archive.writestr("evil.npy", stream.getvalue())
    sign(run)
    with pytest.raises(CotextError, match="Python objects"):
        CoClustering.load(run, models=models)


def test_an_array_that_declares_more_than_there_is_is_refused(run, models):
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": "<f8", "fortran_order": False, "shape": (2**43,)})
    with zipfile.ZipFile(run / "arrays.npz", "a") as archive:
        archive.writestr("huge.npy", stream.getvalue())
    sign(run)
    with pytest.raises(CotextError, match="not of the size it declares"):
        CoClustering.load(run, models=models)


def test_a_file_that_unpacks_to_too_much_is_refused(run, models, monkeypatch):
    monkeypatch.setenv("COTEXT_MAX_BYTES", "1000")
    with pytest.raises(CotextError, match=r"arrays\.npz: .* the limit is 1 kB \(set by COTEXT_MAX_BYTES\)"):
        CoClustering.load(run, models=models)


@pytest.mark.parametrize(
    "changes",
    [
        {"params": {"dict": {"no_such_parameter": 1}}},
        {"params": 3},
        {"X": "text"},
        {"X": {"os.system": "X"}},
        {"counts": 7},
        {"excerpts": 7},
        {"notes": None},
        {"metrics": 7},
        {"ids": {}},
        {"name": ["stand-in"]},
    ],
)
def test_a_hostile_tree_is_refused(run, models, changes):
    replace_arrays(run, lambda arrays: edit_tree(arrays, **changes))
    with pytest.raises(CotextError):
        CoClustering.load(run, models=models)


@pytest.mark.parametrize("name", ["predict", "_private_", "__class__", "n_clusters"])
def test_only_fitted_attributes_are_set(run, models, name):
    def change(arrays):
        model = json.loads(arrays["tree"].tobytes())["model"]
        model["dict"][name] = 1
        edit_tree(arrays, model=model)

    replace_arrays(run, change)
    with pytest.raises(CotextError, match=f"'{name}' is not the name of a fitted attribute"):
        CoClustering.load(run, models=models)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 1}', '{"format": 1, "arrays": 3}', "\x00\xff"])
def test_a_damaged_environment_is_refused(run, models, text):
    (run / "environment.json").write_text(text)
    with pytest.raises(CotextError, match=r"environment\.json is damaged"):
        CoClustering.load(run, models=models)


def test_another_format_is_refused(run, models):
    environment = json.loads((run / "environment.json").read_text()) | {"format": 99}
    (run / "environment.json").write_text(json.dumps(environment))
    with pytest.raises(CotextError, match="format 99; this version of cotext reads formats 1 to 3"):
        CoClustering.load(run, models=models)


def test_a_run_of_format_1_still_loads(make_result, tmp_path, models):
    result = make_result(texts=[f"text {i}" for i in range(20)]).rename(1, "odd")
    result.save(tmp_path / "run")
    as_format_1(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run", models=models)
    assert again.texts is None
    assert views(again) == views(result)
    again.save(tmp_path / "run")
    assert json.loads((tmp_path / "run" / "environment.json").read_text())["format"] == 3
    assert views(CoClustering.load(tmp_path / "run", models=models)) == views(result)


@pytest.mark.parametrize("version", [0, True, "2", 2.0, None])
def test_a_format_that_never_was_is_refused(run, models, version):
    sign(run, format=version)
    with pytest.raises(CotextError, match="reads formats 1 to 3"):
        CoClustering.load(run, models=models)


def test_an_unknown_model_is_named(run):
    with pytest.raises(UsageError, match="'stand-in', which is not among"):
        CoClustering.load(run, models={})


@pytest.mark.parametrize("header", ["{'shape': (3,", "{'shape': (3, ), +", "  1\n 2"])
def test_a_header_that_is_no_literal_is_refused(run, models, header):
    text = header.encode().ljust(100) + b"\n"
    with zipfile.ZipFile(run / "arrays.npz", "w") as file:
        file.writestr("tree.npy", b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
    sign(run)
    with pytest.raises(CotextError, match=r"arrays\.npz"):
        CoClustering.load(run, models=models)
