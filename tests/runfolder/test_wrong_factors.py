"""A run whose checksum is right and whose arrays do not fit each other is refused."""

import hashlib
import json
import warnings

import numpy as np
import pytest
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import CotextError
from cotext.models import all_models, by_name
from cotext.result import CoClustering

N, D, K = 20, 12, 3
X = sparse.csr_array(np.random.default_rng(0).poisson(0.4 + np.eye(4)[:, :3].repeat(5, 0).repeat(4, 1)) * 1.0)
DOCWORD = DocWord(X, [f"w{j}" for j in range(D)], [f"d{i}" for i in range(N)])


def fitted(name):
    Model = by_name(name)
    asked = {"n_init": 2, "random_state": 0}
    model = Model(K, **{name: asked[name] for name in asked.keys() & Model().get_params()})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit(X, **({"cooccurrence": X.T @ X} if model.algorithm.uses_cooccurrence else {}))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The run of a model, made once."""
    made = {}

    def run(name):
        if name not in made:
            made[name] = tmp_path_factory.mktemp("runs") / name
            CoClustering.from_fit(fitted(name), DOCWORD).save(made[name])
        return made[name]

    return run


def changed(run, target, change):
    """A copy of a run with ``change(arrays)`` applied and a checksum that goes with it."""
    target.mkdir()
    for path in run.iterdir():
        (target / path.name).write_bytes(path.read_bytes())
    with np.load(run / "arrays.npz") as stored:
        arrays = dict(stored)
    change(arrays)
    np.savez_compressed(target / "arrays.npz", **arrays)
    environment = json.loads((run / "environment.json").read_text())
    environment["arrays"]["sha256"] = hashlib.sha256((target / "arrays.npz").read_bytes()).hexdigest()
    (target / "environment.json").write_text(json.dumps(environment))
    return target


def load_with(run, tmp_path, name, value):
    return CoClustering.load(changed(run, tmp_path / "run", lambda arrays: arrays.update({name: value})))


@pytest.mark.parametrize("name", [model.cli_name for model in all_models()])
def test_the_run_of_every_model_is_loaded(runs, name):
    again = CoClustering.load(runs(name))
    assert again.row_labels_.tolist() == fitted(name).row_labels_.tolist()


WRONG = {
    "one row": lambda a: a[:1] if a.ndim < 3 else a[:, :1],
    "a row too many": lambda a: np.concatenate([a, a[:1]]),
    "a column less": lambda a: a[..., :-1],
    "another axis": lambda a: a[None],
    "nothing": lambda a: a[:0],
    "whole numbers": lambda a: a.astype(np.int8) if a.dtype.kind == "f" else a.astype(float),
    "text": lambda a: a.astype(str),
    "complex": lambda a: a.astype(complex),
    "half precision": lambda a: a.astype(np.float16),
}
HOLES = {"NaN": np.nan, "infinity": np.inf, "a negative number": -1.0}
ARRAYS = ("row_factor_", "column_factor_", "block_", "row_norms_", "row_shares_", "row_labels_", "labels_")
MORE = {
    "gtsc": ("profiles_",),
    "rsn": ("projection_", "centres_"),
    "splbm": ("document_centres_", "slice_blocks_"),
    "consensus": ("agreement_",),
}
CASES = [("nmtf", name) for name in (*ARRAYS, "column_labels_", "restart_labels_")]
CASES += [(model, name) for model, names in MORE.items() for name in names]
CASES += [("cosine", "document_similarity_"), ("cosine", "word_similarity_"), ("ov-nmtf", "column_factor_")]
FREE = {
    ("restart_labels_", rows) for rows in ("one row", "a row too many", "nothing")
}  # as many as there were


@pytest.mark.parametrize(
    ("model", "name", "wrong"),
    [(*case, wrong) for case in CASES for wrong in WRONG if (case[1], wrong) not in FREE],
)
def test_an_array_of_the_wrong_shape_or_type_is_refused_by_its_name(runs, tmp_path, model, name, wrong):
    run = runs(model)
    with np.load(run / "arrays.npz") as stored:
        good = stored[f"model.{name}"]
    with pytest.raises(CotextError, match="is damaged") as refusal:
        load_with(run, tmp_path, f"model.{name}", WRONG[wrong](good))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("hole", HOLES)
@pytest.mark.parametrize("name", ARRAYS[:5])
def test_factors_are_finite_and_not_negative(runs, tmp_path, name, hole):
    with np.load(runs("nmtf") / "arrays.npz") as stored:
        value = stored[f"model.{name}"].copy()
    value.flat[-1] = HOLES[hole]
    with pytest.raises(CotextError, match=f"is damaged \\({name} holds (NaN|negative)"):
        load_with(runs("nmtf"), tmp_path, f"model.{name}", value)


def test_similarities_may_be_negative_on_average(runs, tmp_path):
    with np.load(runs("lsa") / "arrays.npz") as stored:
        value = -stored["model.column_factor_"]
    again = load_with(runs("lsa"), tmp_path, "model.column_factor_", value)
    assert again.model.column_factor_.tolist() == value.tolist()


@pytest.mark.parametrize("name", ["X.data", "counts.data"])
@pytest.mark.parametrize("hole", HOLES)
def test_the_matrix_and_the_counts_are_finite_and_not_negative(tmp_path, name, hole):
    counts = X.copy()
    CoClustering.from_fit(fitted("nmf"), DOCWORD, counts=counts).save(tmp_path / "first")
    value = X.data.copy()
    value[3] = HOLES[hole]
    with pytest.raises(CotextError, match=f"{name.removesuffix('.data')} holds negative, NaN or infinite"):
        load_with(tmp_path / "first", tmp_path, name, value)


@pytest.mark.parametrize("kind", [np.float64, np.uint64])
def test_index_arrays_are_integers_with_a_sign(runs, tmp_path, kind):
    with pytest.raises(CotextError, match=r"X\.indices holds .*expected integers"):
        load_with(runs("nmtf"), tmp_path, "X.indices", X.indices.astype(kind))


def test_more_clusters_than_documents_are_refused_however_well_they_fit_each_other(runs, tmp_path):
    shapes = {
        "block_": (10**5, K),
        "row_factor_": (N, 10**5),
        "row_norms_": (10**5,),
        "row_shares_": (10**5,),
    }
    zeros = {f"model.{name}": np.zeros(shape, dtype=np.float32) for name, shape in shapes.items()}
    with pytest.raises(CotextError, match="100000 x 3 clusters of 20 documents and 12 words"):
        CoClustering.load(changed(runs("nmtf"), tmp_path / "run", lambda arrays: arrays.update(zeros)))


# earlier runs have none of the last two
SPARE = {"restart_labels_", "restart_losses_", "agreement_", "level_agreement_"}


@pytest.mark.parametrize("model", [model.cli_name for model in all_models()])
def test_a_model_without_one_of_its_arrays_is_refused_by_its_name(runs, tmp_path, model):
    with np.load(runs(model) / "arrays.npz") as stored:
        own = {name.split(".")[1] for name in stored if name.startswith("model.")} - SPARE
    assert own >= {"row_factor_", "labels_", "losses_"}
    own |= {"n_features_in_"} | ({"n_slices_", "slice_names_"} & fitted(model).fit_.values().keys())

    def without(arrays, name):
        tree = json.loads(arrays["tree"].tobytes())
        tree["model"]["dict"].pop(name)
        for part in [part for part in arrays if part.split(".")[:2] == ["model", name]]:
            arrays.pop(part)
        arrays["tree"] = np.frombuffer(json.dumps(tree).encode(), dtype=np.uint8)

    for name in own:
        run = changed(runs(model), tmp_path / name, lambda arrays, name=name: without(arrays, name))
        with pytest.raises(CotextError, match=f"{name} is missing, which every fitted"):
            CoClustering.load(run)


@pytest.mark.parametrize(("name", "value"), [("n_features_in_", 13), ("n_slices_", 0), ("n_slices_", 2**40)])
def test_widths_that_the_model_remembers_are_those_of_the_matrix(runs, tmp_path, name, value):
    def change(arrays):
        tree = json.loads(arrays["tree"].tobytes())
        tree["model"]["dict"][name] = value
        arrays["tree"] = np.frombuffer(json.dumps(tree).encode(), dtype=np.uint8)

    with pytest.raises(CotextError, match="is damaged"):
        CoClustering.load(changed(runs("splbm"), tmp_path / "run", change))


CURVE = ("leads", "probabilities", "documents")


@pytest.mark.parametrize("wrong", [*(name for name in WRONG if name != "half precision"), "NaN", "above one"])
@pytest.mark.parametrize("name", CURVE)
def test_a_curve_of_confidence_that_is_none_is_refused(runs, tmp_path, name, wrong):
    more = {"NaN": lambda a: a * np.nan, "above one": lambda a: a + 1.5}
    with np.load(runs("consensus") / "arrays.npz") as stored:
        value = (WRONG | more)[wrong](stored[f"confidence.{name}"])
    with pytest.raises(CotextError, match="is damaged"):
        load_with(runs("consensus"), tmp_path, f"confidence.{name}", value)


def test_the_run_of_an_earlier_version_is_as_sure_as_its_largest_memberships(runs, tmp_path):
    def older(arrays):
        tree = json.loads(arrays["tree"].tobytes())
        del tree["confidence"]
        arrays["tree"] = np.frombuffer(json.dumps(tree).encode(), dtype=np.uint8)
        for name in CURVE:
            del arrays[f"confidence.{name}"]

    again = CoClustering.load(changed(runs("consensus"), tmp_path / "run", older))
    full = ~again.is_empty
    assert again.sure.source == "memberships"
    np.testing.assert_allclose(again.confidence[full], again.memberships.max(axis=1)[full])
    np.testing.assert_allclose(again.predict(X).column("confidence"), again.confidence)
