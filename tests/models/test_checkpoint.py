"""A fit that was killed goes on and ends bit-identical; what is not its checkpoint is refused."""

import errno
import importlib.util
import json
import os
import subprocess
import sys
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse

from cotext.errors import CotextError, UsageError
from cotext.models import NMF, Consensus, SphericalKMeans, all_models
from cotext.models.checkpoint import checkpointing, file_format, fingerprint
from cotext.models.checkpoint.file_format import read_record, write_record
from cotext.models.engine import loop
from cotext.models.engine.snapshot import Snapshots
from cotext.models.families.two_factors import Words
from cotext.models.judging import witnesses
from cotext.models.nmf import NMFAlgorithm

KILLED = Path(__file__).with_name("killed.py")
SEVERAL = {"n_clusters": 3, "random_state": 0, "n_init": 30}  # two groups of restarts
CASES = [
    {"model": name, "parameters": {**SEVERAL, **more}, **when}
    for name, more, sweeps in [
        ("nmf", {"max_iter": 12}, (1, 40, 330)),
        ("itcc", {}, (30, 140)),
        ("wc-nmtf", {"regularization": "auto"}, (1, 300, 590)),
        ("splbm", {"max_iter": 12}, (1, 100, 300)),
        ("consensus", {"n_init": 2}, (1, 5, 12, 18, 20)),
    ]
    for when in [*({"sweep": k} for k in sweeps), {"rename": 3}, {"rename": 9}]
]


@pytest.fixture(scope="module")
def killed():
    spec = importlib.util.spec_from_file_location("killed", KILLED)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory):
    """The checkpoints of all cases, each of a process that was killed."""
    folder = tmp_path_factory.mktemp("killed")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", KILLED, json.dumps(CASES), folder],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def uninterrupted(killed):
    """The same fit without a break, and how many steps it took."""
    known = {}

    def fit(name, parameters):
        if name not in known:
            steps = []
            known[name] = killed.fit(name, parameters, steps.append), len(steps)
        return known[name]

    return fit


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """Nobody cuts the power during a test."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


def assert_same(model, other):
    """Everything that was found, bit by bit."""
    found, expected = model.fit_.values(), other.fit_.values()
    assert found.keys() == expected.keys()
    for name in found:
        one, two = found[name], expected[name]
        if sparse.issparse(two):
            one, two = one.toarray(), two.toarray()
        if isinstance(two, np.ndarray):
            assert one.dtype == two.dtype, name
        np.testing.assert_equal(one, two, err_msg=name)


class Enough(Exception):
    pass


def stopping_after(steps):
    """A callback that breaks the fit off."""
    seen = []

    def callback(step):
        seen.append(step)
        if len(seen) == steps:
            raise Enough

    return callback


def broken_off(model, X, path, after, **given):
    with pytest.raises(Enough), checkpointing(path, every=0):
        model.fit(X, callback=stopping_after(after), **given)
    assert path.is_file()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda i: "-".join(
    str(value) for name, value in CASES[i].items() if name != "parameters"
))  # fmt: skip
def test_a_killed_fit_goes_on_and_ends_bit_identical(killed, left_behind, uninterrupted, number):
    case, path, steps = CASES[number], left_behind / f"{number}.checkpoint", []
    assert path.is_file(), "it was there before the fit was killed"
    with checkpointing(path, resume=True):
        model = killed.fit(case["model"], case["parameters"], steps.append)
    whole, all_steps = uninterrupted(case["model"], case["parameters"])
    assert_same(model, whole)
    assert not path.exists(), "it is removed when the fit is over"
    assert not list(left_behind.glob(f".{path.name}.*")), "and so is what was half written"
    if case.get("sweep", 0) > all_steps / 2:
        assert len(steps) < all_steps, "what was done was not done again"


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("Model", all_models(), ids=lambda model: model.cli_name)
def test_every_model_that_sweeps_goes_on(Model, killed, monkeypatch, tmp_path):
    monkeypatch.setattr(loop, "WIDTH", 6)  # groups of two restarts
    X, path = killed.data().astype(np.float32), tmp_path / "fit"
    names = Model().get_params()
    asked = {"n_clusters": 3, "random_state": 0, "n_init": 4, "max_iter": 6, "n_starts": 2, "levels": [2, 5]}
    asked = {name: value for name, value in asked.items() if name in names}
    steps = []
    whole = Model(**asked).fit(X, callback=steps.append)
    if len(steps) < 5:
        pytest.skip("few steps: it has no restarts or does not sweep")
    broken_off(Model(**asked), X, path, after=len(steps) * 2 // 3)
    fewer = []
    with checkpointing(path, resume=True):
        again = Model(**asked).fit(X, callback=fewer.append)
    assert_same(again, whole)
    assert len(fewer) < len(steps) or Model.cli_name == "chi-sim", "similarities are computed again"


@pytest.mark.parametrize("seed", [None, "generator", "legacy"])
def test_a_fit_without_a_fixed_seed_goes_on_with_its_own(seed, killed, tmp_path):
    makers = {
        None: lambda: None,
        "generator": lambda: np.random.default_rng(5),
        "legacy": lambda: np.random.RandomState(5),
    }
    X, path, breaking = killed.data(), tmp_path / "fit", stopping_after(60)
    first, second = {}, {}

    def fit(told, then):
        def callback(step):
            told[step.restart, step.sweep] = step.loss
            then(step)

        SphericalKMeans(3, n_init=30, random_state=makers[seed]()).fit(X, callback=callback)

    with pytest.raises(Enough), checkpointing(path, every=0):
        fit(first, breaking)
    with checkpointing(path, resume=True):
        fit(second, id)
    both = first.keys() & second.keys()
    assert len(both) > 1, "the sweep that was broken off is made again"
    assert {key: first[key] for key in both} == {key: second[key] for key in both}
    assert (1, 1) not in second, "what was done was not done again"


def test_generators_stand_where_they_would_have_stood(killed, tmp_path):
    drawn_from = []

    class DrawingAlgorithm(NMFAlgorithm):
        def restart_generators(self):
            drawn_from[:] = super().restart_generators()
            return drawn_from

    class Drawing(NMF):
        cli_name = "drawing"
        algorithm_type = DrawingAlgorithm

        def next_draws(self):
            return [(rng.random(), rng.spawn(1)[0].random()) for rng in drawn_from]

    X, path = killed.data(), tmp_path / "fit"
    asked = {"n_clusters": 3, "n_init": 30, "random_state": 0, "init": "skmeans"}
    whole = Drawing(**asked).fit(X).next_draws()
    for after in (40, 700):  # within the first group of restarts, and within the second
        broken_off(Drawing(**asked), X, path, after)
        with checkpointing(path, resume=True):
            assert Drawing(**asked).fit(X).next_draws() == whole


def test_what_stays_in_the_file_is_there_although_the_file_is_replaced(killed, monkeypatch, tmp_path):
    monkeypatch.setattr(file_format, "LARGE", 1)
    X, path = killed.data(), tmp_path / "fit"
    asked = {"n_clusters": 3, "n_init": 30, "random_state": 0, "max_iter": 100}
    broken_off(NMF(**asked), X, path, after=700)
    with checkpointing(path, resume=True, every=0):
        model = NMF(**asked).fit(X)
    assert_same(model, NMF(**asked).fit(X))


def test_an_opinion_that_was_given_is_not_asked_for_again(killed, monkeypatch, tmp_path):
    X, path = killed.data(), tmp_path / "fit"
    model = Consensus(3, random_state=0)
    broken_off(
        model, X, path, after=9
    )  # the four steps by all words, those by one half, and the first by the other
    asked, real = [], witnesses.spherical
    monkeypatch.setattr(witnesses, "spherical", lambda *given: asked.append(1) or real(*given))
    with checkpointing(path, resume=True):
        model.fit(X)
    assert len(asked) == 2, "of five halves and wholes two were not heard yet"


def test_a_full_disk_is_told_once_and_the_fit_goes_on(killed, monkeypatch, tmp_path):
    X, path, writes = killed.data(), tmp_path / "fit", []

    def full(handle):
        writes.append(handle)
        if len(writes) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    model = SphericalKMeans(3, n_init=30, random_state=0)
    with warnings.catch_warnings(record=True) as told, checkpointing(path, every=0):
        warnings.simplefilter("always")
        model.fit(X, callback=lambda step: None)
        assert read_record(path)["fit"]["name"] == "fit", "the earlier one is whole"
        assert [file.name for file in tmp_path.iterdir()] == ["fit"]
    assert len(writes) > 5
    assert [str(one.message) for one in told] == [
        f"the fit continues without a checkpoint: {path} cannot be written (No space left on device); "
        "free some space there or give another place"
    ]
    assert_same(model, SphericalKMeans(3, n_init=30, random_state=0).fit(X))


def test_short_fits_write_nothing(killed, tmp_path):
    with checkpointing(tmp_path / "fit"):
        SphericalKMeans(3).fit(killed.data())
        assert not list(tmp_path.iterdir())


OTHERS = {
    "n_clusters: 3 there, 4 here": lambda X: (NMF(4, random_state=0), X),
    "random_state: 0 there, 1 here": lambda X: (NMF(3, random_state=1), X),
    "model: nmf there, spherical-kmeans here": lambda X: (SphericalKMeans(3, random_state=0), X),
    "the documents' matrix: [0-9a-f]{16} there, [0-9a-f]{16} here": lambda X: (
        NMF(3, random_state=0),
        X[::-1],
    ),
}


@pytest.mark.parametrize("why", OTHERS)
def test_the_checkpoint_of_another_fit_is_refused(why, killed, tmp_path):
    X, path = killed.data(), tmp_path / "fit"
    broken_off(NMF(3, random_state=0), X, path, after=3)
    before = path.read_bytes()
    model, other = OTHERS[why](X)
    with (
        pytest.raises(CotextError, match=rf"is of another fit \({why}\).*delete the file"),
        checkpointing(path, resume=True),
    ):
        model.fit(other)
    assert path.read_bytes() == before, "it is not lost"


def test_what_changes_nothing_may_differ(killed, tmp_path):
    path = tmp_path / "fit"
    broken_off(NMF(3, random_state=0, n_jobs=1), killed.data(), path, after=3)
    with checkpointing(path, resume=True):
        model = NMF(3, random_state=0, n_jobs=2).fit(killed.data())
    assert_same(model, NMF(3, random_state=0).fit(killed.data()))


def test_the_checkpoint_of_another_version_is_refused(killed, monkeypatch, tmp_path):
    path = tmp_path / "fit"
    broken_off(NMF(3, random_state=0), killed.data(), path, after=3)
    with monkeypatch.context() as other:
        other.setattr("cotext.__version__", "99.0")
        with (
            pytest.raises(CotextError, match=r"cotext: .* there, 99.0 here"),
            checkpointing(path, resume=True),
        ):
            NMF(3, random_state=0).fit(killed.data())
    monkeypatch.setattr(file_format, "FORMAT", 2)
    with pytest.raises(CotextError, match="another version of cotext"), checkpointing(path, resume=True):
        pass


def test_a_checkpoint_whose_steps_are_not_those_of_the_fit_is_refused(killed, tmp_path):
    path = tmp_path / "fit"
    broken_off(NMF(3, random_state=0), killed.data(), path, after=3)
    content = read_record(path)
    content["fit"]["inner"][0]["name"] = "another step"
    write_record(path, content)
    refused = pytest.raises(CotextError, match="step 'another step' instead of 'nmf, best of 10'")
    with refused, checkpointing(path, resume=True):
        NMF(3, random_state=0).fit(killed.data())


def test_without_resume_a_fit_begins_anew(killed, tmp_path):
    path, steps = tmp_path / "fit", []
    broken_off(NMF(3, random_state=0), killed.data(), path, after=3)
    with checkpointing(path):
        NMF(4, random_state=0).fit(killed.data(), callback=steps.append)
    assert steps[0].sweep == 1
    assert not path.exists()


def test_a_checkpoint_is_of_one_fit(killed, tmp_path):
    with checkpointing(tmp_path / "fit"):
        SphericalKMeans(3).fit(killed.data())
        with pytest.raises(UsageError, match="of one fit"):
            SphericalKMeans(3).fit(killed.data())


def test_what_is_no_file_is_refused(tmp_path):
    with pytest.raises(UsageError, match="is a folder"), checkpointing(tmp_path):
        pass
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all")
    for resume in (False, True):
        with (
            pytest.raises(UsageError, match="not a checkpoint of cotext"),
            checkpointing(letter, resume=resume),
        ):
            pass
    assert letter.read_text() == "Dear all", "it is neither written over nor removed"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "record"
    write_record(path, {"a": np.arange(2000.0), "b": [1, (2.5, None)], "c": np.eye(3, dtype=np.int8)})
    return path.read_bytes()


@given(where=st.floats(0, 1, exclude_max=True), change=st.integers(1, 255), cut=st.booleans())
def test_a_damaged_record_is_refused(where, change, cut, written, tmp_path_factory):
    path, place = tmp_path_factory.getbasetemp() / "damaged", int(where * len(written))
    changed = bytes([written[place] ^ change])
    path.write_bytes(written[:place] if cut else written[:place] + changed + written[place + 1 :])
    with pytest.raises(CotextError, match=r"damaged|not a checkpoint|another version"):
        read_record(path)


@pytest.mark.parametrize("entry", [
    ["|O", [1], [0]], ["<f8", [10**9], [0]], ["<f8", [-1], [0]], ["<f8", [1, 1], [0, 0]], ["none", [1], [0]],
])  # fmt: skip
def test_a_record_that_declares_what_it_does_not_hold_is_refused(entry, tmp_path):
    head = json.dumps({"tree": {"array": 0}, "arrays": [entry]}).encode() + b"\n"
    content = b"cotext checkpoint 1\n" + head + bytes(8)
    path = tmp_path / "hostile"
    path.write_bytes(content + file_format.hashlib.sha256(content).digest())
    with pytest.raises(CotextError, match="damaged"):
        read_record(path)


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
plain = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=50)
@given(value=plain)
def test_plain_values_come_back_as_they_were(value, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "plain"
    write_record(path, value)
    assert repr(read_record(path)) == repr(value)


@given(
    large=st.sampled_from([1, file_format.LARGE]),
    shape=st.lists(st.integers(0, 4), max_size=3),
    kind=st.sampled_from(["f4", "f8", "i4", "i8", "?"]),
    data=st.data(),
)
def test_arrays_come_back_with_their_layout(large, shape, kind, data, tmp_path_factory):
    """Products of arrays that lie otherwise in memory may differ in their last bits."""
    path = tmp_path_factory.getbasetemp() / "arrays"
    order = data.draw(st.permutations(range(len(shape))))
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(kind).transpose(order)
    write_record(path, [np.ones(3, np.int8), array])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(file_format, "LARGE", large)
        found = read_record(path)[1]
    assert isinstance(found, np.memmap) == (large == 1 and array.size > 0)
    assert found.flags.aligned
    assert_array_equal(found, array)
    assert found.dtype == array.dtype
    assert found.strides == array.strides or array.size < 2 or 1 in array.shape


class Elsewhere:
    """An array of another home, as CuPy's are: no NumPy array, and brought here by ``get`` alone."""

    def __init__(self, array):
        self.array, self.strides, self.ndim = np.asarray(array), array.strides, array.ndim

    def transpose(self, axes):
        return Elsewhere(self.array.transpose(axes))


def test_arrays_of_another_home_go_back_there(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(ndarray=Elsewhere, asarray=Elsewhere))
    X = SimpleNamespace(put=lambda array: Elsewhere(array.astype(np.float32)), get=lambda it: it.array.copy())
    shots = Snapshots(NMFAlgorithm(3), X, {"M": X})
    W = np.arange(24.0).reshape(2, 3, 4).swapaxes(1, 2)
    plain = shots.pack((Words(Elsewhere(W)), X, np.ones(2), np.float64(3.5)))
    state, M, host, number = shots.unpack(plain)
    assert_array_equal(state.W.array, W)
    assert (state.W.array.dtype, state.W.strides) == (W.dtype, W.strides)
    assert M is X
    assert type(host) is np.ndarray
    assert type(number) is np.float64


def test_a_state_that_cannot_be_kept_is_told_once_and_fitted(killed, tmp_path):
    class OddAlgorithm(NMFAlgorithm):
        def initialize(self, X, rngs):
            Z, s = super().initialize(X, rngs)
            return Z, replace(s, squared_norm=Fraction(s.squared_norm))

        def loss(self, s, sums):
            return super().loss(replace(s, squared_norm=float(s.squared_norm)), sums)

    class Odd(NMF):
        cli_name = "odd"
        algorithm_type = OddAlgorithm

    told = pytest.warns(UserWarning, match="continues without a checkpoint: a Fraction cannot be written")
    with told as caught, checkpointing(tmp_path / "fit", every=0):
        model = Odd(3, random_state=0).fit(killed.data())
    assert len(caught) == 1
    assert_array_equal(model.labels_, NMF(3, random_state=0).fit(killed.data()).labels_)


def test_a_record_names_no_class_beyond_the_model_s_own(killed):
    shots = Snapshots(NMFAlgorithm(3), NMFAlgorithm(3).open(killed.data()), {})
    for name in ("subprocess:Popen", "cotext.models.itcc:State", "cotext.models.nmf:NMF", "nowhere:State"):
        with pytest.raises(TypeError, match="not a state of the model"):
            shots.unpack({"is": name, "fields": {}})


def test_data_are_told_apart_by_every_entry(killed):
    X = killed.data()
    other = X.copy()
    other.data[-1] = np.nextafter(other.data[-1], 1)
    assert fingerprint.digest(X) == fingerprint.digest(X.copy())
    assert len({fingerprint.digest(one) for one in (X, other, X.T.tocsr(), X.astype(np.float32))}) == 4
    with pytest.raises(TypeError, match="a Fraction cannot be compared"):
        fingerprint.digest([Fraction(1)])
