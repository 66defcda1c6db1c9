"""Forms are made from the classes, and what is typed into them is checked as on the command line."""

from dataclasses import dataclass
from numbers import Real
from pathlib import Path

import pytest

from cotext.api import set_up
from cotext.errors import UsageError
from cotext.explorer.forms import forms, model_fields, model_forms, options_of
from cotext.explorer.run_requests import parse_run_request
from cotext.explorer.uploads import Uploads
from cotext.models import all_models, by_name
from cotext.models.engine import Interval, StrOptions, parameter
from cotext.models.nmf import NMFAlgorithm
from cotext.recipe import OPTIONS, Recipe

PYDOCS = {"dataset": "pydocs"}


def fields_of(name):
    return {field["name"]: field for field in model_fields(by_name(name))}


def test_every_model_has_a_form_whose_defaults_it_accepts():
    assert {form["model"] for form in model_forms()} == {model.cli_name for model in all_models()}
    for form in model_forms():
        filled = {one["name"]: one["default"] for one in form["fields"] if one["default"] is not None}
        estimator, _ = set_up(form["model"], 3, {}, filled)
        assert estimator.get_params().get("random_state") in (0, None)


def test_a_form_shows_every_parameter_that_has_an_effect():
    known = set(by_name("wc-nmtf")().get_params())
    assert known - set(fields_of("wc-nmtf")) == {"n_clusters", "verbose"}
    assert "init" not in fields_of("gtsc")  # it has no such parameter


def test_a_field_has_the_bounds_and_choices_of_the_table_of_constraints():
    fields = fields_of("chi-sim")
    assert (fields["n_iter"]["kind"], fields["n_iter"]["low"]) == ("int", 1)
    assert (fields["normalization"]["kind"], fields["normalization"]["choices"]) == (
        "choice",
        ["l1", "pseudo"],
    )
    assert (fields["prune"]["kind"], fields["prune"]["choices"], fields["prune"]["high"]) == (
        "text",
        ["auto"],
        1.0,
    )
    assert (fields["prune_last"]["kind"], fields["memory"]["kind"]) == ("bool", "float")


def test_a_new_model_s_parameter_appears_by_its_table_and_its_docstring():
    @dataclass(frozen=True)
    class OwnAlgorithm(NMFAlgorithm):
        warmth: float | str = parameter(0.5, Interval(Real, 0, 2, closed="both"), StrOptions({"auto"}))

    class Own(by_name("nmf")):
        """A model.

        Parameters
        ----------
        warmth : float or "auto", default=0.5
            How ``warm``
            it is.
        """

        algorithm_type = OwnAlgorithm

    assert model_fields(Own)[-1] == {
        "name": "warmth",
        "kind": "text",
        "default": 0.5,
        "help": "How warm it is.",
        "choices": ["auto"],
        "low": 0,
        "high": 2,
    }


def test_fields_about_texts_are_options_of_a_recipe_whose_defaults_it_accepts():
    fields = {one["name"]: one for part in ("reading", "words") for one in forms()[part]}
    assert set(fields) - set(Recipe.keywords()) == {"own_words"}
    assert (fields["phrases"]["kind"], fields["segment"]["kind"]) == ("bool", "int")
    assert fields["weighting"]["choices"][:2] == ["auto", "tf"]
    assert all(one["help"].endswith(".") for one in fields.values())
    order(options={name: one["default"] for name, one in fields.items()})


def test_no_field_names_a_file_a_function_or_a_pattern_of_this_machine():
    offered = {option.name for option in options_of("Reading", "Words")}
    hidden = {"context_from", "tokenizer", "token_pattern"}
    assert not offered & hidden
    assert hidden < {option.name for option in OPTIONS}


def test_data_sets_that_are_not_here_are_not_offered(monkeypatch):
    monkeypatch.delenv("COTEXT_DATA", raising=False)
    assert [row["name"] for row in forms()["datasets"]] == ["pydocs"]


def test_a_file_that_has_the_name_of_a_data_set_is_not_taken_for_it(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pydocs").write_text("something else")
    assert "pydocs" not in [row["name"] for row in forms()["datasets"]]
    with pytest.raises(UsageError, match="of those that the page offers"):
        order()


def order(**asked):
    return parse_run_request({"source": PYDOCS, **asked}, Uploads(), None)


def test_an_order_has_what_the_command_line_would_have_made_of_it():
    made = order(
        n_clusters="8, 12",
        model="nmtf",
        options={"min_df": "0.01", "stop_words": "large", "own_words": "foo, bar", "group": "", "date": "2"},
        parameters={"n_init": "4", "solver": "mu"},
    )
    assert (made.n_clusters, made.name, made.source.documents) == ((8, 12), "pydocs", "pydocs")
    assert made.options == {"min_df": 0.01, "stop_words": {"large": ["foo", "bar"]}, "date": "2"}
    assert made.parameters == {"random_state": 0, "n_init": 4, "solver": "mu"}


def test_levels_choose_the_nested_model():
    made = order(n_clusters="2/6")
    assert (made.model, made.parameters["levels"]) == ("nested", [2, 6])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"n_clusters": "many"}, "number of clusters many: expected a positive number such as 8"),
        ({"n_clusters": "5/2"}, "levels"),
        ({"model": "nmff"}, "did you mean 'nmf'"),
        ({"model": 3}, "expected a name"),
        ({"parameters": {"n_int": 3}}, "did you mean 'n_init'"),
        ({"parameters": {"n_clusters": 3}}, "no field 'n_clusters'"),
        ({"parameters": {"n_init": 0}}, "n_init"),
        ({"parameters": {"n_init": "ten"}}, "expected a whole number"),
        ({"parameters": {"shift": float("inf")}}, "expected a number"),
        ({"parameters": {"init": "best"}}, "expected k-means++ or random"),
        ({"parameters": [1]}, "expected the fields"),
        ({"options": {"stop_words": "/etc/passwd"}}, "expected auto or none or small or large"),
        ({"options": {"context_from": "/etc/passwd"}}, "no field 'context_from'"),
        ({"options": {"min_df": "few"}}, "expected auto or a number"),
        ({"options": {"phrases": "yes"}}, "expected true or false"),
        ({"options": {"language": "xx"}}, "is not known"),
        ({"options": {"stem": "xx"}}, "no stemmer"),
        ({"options": {"context": "page"}}, "context"),
        ({"clusters": 3}, "a new run has no field 'clusters' (did you mean 'n_clusters'?)"),
        ({"source": {"path": "/etc/passwd"}}, "of those that the page offers"),
        ({"source": {"dataset": "/etc/passwd"}}, "of those that the page offers"),
        ({"source": {"dataset": ["pydocs"]}}, "of those that the page offers"),
        ({"source": {"input": True}}, "of those that the page offers"),
        ({"source": {"upload": "../x"}}, "send the file again"),
        ({"source": None}, "expected {'upload'"),
    ],
)
def test_what_cannot_work_is_refused_in_a_sentence_before_anything_is_read(asked, told):
    with pytest.raises(UsageError) as refused:
        order(**asked)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_run_is_called_after_its_input_or_as_asked_by_a_clean_name():
    given = Path("/nowhere/My letters.csv.gz")
    assert parse_run_request({"source": {"input": True}}, Uploads(), given).name == "My-letters"
    assert order(name="../../up/ Ünd so?").name == "Ünd-so"
    assert order(name="...").name == "run"
