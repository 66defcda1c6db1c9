"""Every parameter of every model changes something, or is refused."""

import inspect
import re
import warnings
from numbers import Integral

import numpy as np
import pytest
from scipy import sparse

from cotext.errors import UsageError
from cotext.models import all_models
from cotext.models.engine import Interval, loop

WITHOUT_EFFECT_ON_RESULTS = {"n_jobs", "verbose", "device"}
ANOTHER = {
    "n_clusters": 4, "random_state": 1, "n_init": 1, "max_iter": 2, "tol": 10.0, "screen": True,
    "inner": 3, "shift": 1.1, "n_neighbors": 2, "n_starts": 1,
    "regularization": 0.5, "word_regularization": 0.1, "document_regularization": 0.1,
    "variant": "ding", "word_topics": "paper", "family": "gaussian", "diagonal": False, "e_step": "paper",
    "k": 0.5, "prune": 0.1, "n_iter": 1, "normalization": "l1", "prune_last": False, "clustering": "kmeans",
    "memory": 1e-9, "a": 2.0, "n_components": 2, "rank": 2, "weigh": False, "alpha": 0.3, "gamma": 3.0,
    "assignment": "hard", "levels": [2, 4],
}  # fmt: skip
WITH = {"random_state": {"clustering": "kmeans"}}  # what a parameter is for


def noise():
    """Little to find, so that nothing is found at once and every setting shows."""
    rng = np.random.default_rng(0)
    signal = np.arange(60)[:, None] % 3 == np.arange(70) % 3
    return sparse.csr_array(rng.poisson(np.where(signal, 0.3, 0.2)) + np.eye(60, 70))


def fitted(Model, X, **parameters):
    usual = {"n_clusters": 3, "random_state": 0, "n_init": 4, "max_iter": 14, "tol": 0.0, "n_starts": 2}
    usual |= {"init": "random"}
    known = inspect.signature(Model).parameters
    settings = {name: value for name, value in (usual | parameters).items() if name in known}
    graph = sparse.csr_array(np.ones((X.shape[0],) * 2))
    tied = {"document_graph": graph} if "document_graph" in inspect.signature(Model.fit).parameters else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = Model(**settings).fit(X, **tied)
    return {name: value for name, value in vars(model.fit_).items() if value is not None}


def as_arrays(fit):
    dense = {name: it.toarray() if sparse.issparse(it) else np.asarray(it) for name, it in fit.items()}
    return {name: it.astype(str) if it.dtype.kind not in "iufb" else it for name, it in dense.items()}


def same(one, other):
    one, other = as_arrays(one), as_arrays(other)
    numbers = [name for name in one if one[name].dtype.kind == "f"]
    return one.keys() == other.keys() and all(
        np.array_equal(one[name], other[name], equal_nan=name in numbers) for name in one
    )


def another(Model, name):
    """A value that ``fitted`` does not use."""
    if name == "init":
        rules = Model._parameter_constraints["init"]
        return max(option for rule in rules for option in getattr(rule, "options", ()) if option != "random")
    if name == "solver":
        return {"cd": "mu", "mu": "cd"}[inspect.signature(Model).parameters[name].default]
    return ANOTHER[name]  # a new parameter needs another value than its default there


def said_of(Model, name):
    """What the documentation says of a parameter."""
    return re.search(rf"\n{name} : .*\n((?: {{4}}.*\n|\n(?= {{4}}))*)", Model.__doc__)[1]


def refused_or_changed(Model, X, name, plain):
    try:
        return not same(plain, fitted(Model, X, **WITH.get(name, {}), **{name: another(Model, name)}))
    except UsageError:
        return True


def test_every_parameter_acts_or_is_refused(Model, monkeypatch):
    monkeypatch.setattr(loop, "SCREENING_SWEEPS", 2)  # hard clusters of so little end before ten
    X, wrong = noise(), []
    usual = fitted(Model, X)
    for name in Model().get_params():
        if name in WITHOUT_EFFECT_ON_RESULTS:
            continue
        plain = fitted(Model, X, **WITH[name]) if name in WITH else usual
        if not refused_or_changed(Model, X, name, plain):
            wrong.append(name)
    assert wrong == [], "these do nothing"


def test_threads_and_talk_change_no_result(Model, capfd):
    X = noise()
    usual = fitted(Model, X, n_jobs=1)
    capfd.readouterr()
    assert same(usual, fitted(Model, X, n_jobs=2, verbose=2))
    assert bool(capfd.readouterr().err) == ("verbose" in Model().get_params())


def test_a_device_is_named_by_every_model_that_takes_one():
    takes = [Model for Model in all_models() if "device" in Model().get_params()]
    assert len(takes) > 20
    for Model in takes:
        assert said_of(Model, "device").strip()
        with pytest.raises(ValueError, match="device"):
            fitted(Model, noise(), device="abacus")


def whole_numbers(Model):
    """Parameters that take a whole number, with one each."""
    rules = Model._parameter_constraints
    chosen = ANOTHER | {"n_jobs": 1, "verbose": 0}
    return {
        name: chosen[name]
        for name in Model().get_params()
        if any(
            rule in (Integral, "random_state", "verbose")
            or (isinstance(rule, Interval) and rule.type is Integral)
            for rule in rules[name]
        )
    }


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8])
def test_integers_of_numpy_are_integers(Model, dtype):
    X, numbers = noise(), whole_numbers(Model)
    assert "n_clusters" in numbers
    given = {name: dtype(number) for name, number in numbers.items()}
    assert same(fitted(Model, X, **numbers), fitted(Model, X, **given))
    pair = fitted(Model, X, **numbers | {"n_clusters": (3, 3)})
    assert same(pair, fitted(Model, X, **given | {"n_clusters": (dtype(3), dtype(3))}))
    kept = Model(**given).set_params(n_clusters=[dtype(4), 4]).get_params()
    assert kept["n_clusters"] == [4, 4]
    assert {type(kept[name]) for name in numbers} == {int, list}


def test_a_boolean_is_no_number(Model):
    X, numbers = noise(), whole_numbers(Model).keys() - {"verbose"}
    wrong = [(name, value) for name in sorted(numbers) for value in (True, np.False_)]
    wrong += [("n_clusters", (True, 2)), ("n_clusters", (2, np.True_)), ("n_clusters", [2, True])]
    for name, value in wrong:
        with pytest.raises(UsageError, match=rf"^{name}=.*expected a number, not True or False"):
            Model(**{name: value}).fit(X)
        with pytest.raises(UsageError, match=name):
            Model(**{name: value})._validate_params()


def test_a_boolean_is_no_number_that_need_not_be_whole(Model):
    for name, rules in Model._parameter_constraints.items():
        if any(isinstance(rule, Interval) for rule in rules):
            with pytest.raises(UsageError, match=rf"^{name}=False: expected a number"):
                Model(**{name: False})._validate_params()
