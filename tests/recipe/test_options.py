"""One table of options: what a recipe, its docstring and the command line take from it."""

import inspect
import subprocess
import sys
from types import FunctionType

import pytest
import typer

import cotext
from cotext.cli.app import app
from cotext.cli.options import TYPED, recipe_values
from cotext.errors import UsageError
from cotext.matrix import Weighting
from cotext.recipe import OPTIONS, PANELS, Group, Option, Recipe, documented, keywords
from cotext.tokens import tokenize

NOT_IN_A_STORE = {"context_from", "phrases", "deduplicate", "segment"}


def params(command):
    return {one.name: one for one in typer.main.get_command(app).commands[command].params}


def test_the_table_is_the_signature_of_a_recipe():
    assert [one.name for one in OPTIONS] == list(inspect.signature(Recipe).parameters) == Recipe.keywords()
    assert {one.name: one.default for one in OPTIONS} == {
        name: getattr(Recipe(), name) for name in Recipe.keywords()
    }


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_help_is_one_sentence_and_says_what_to_do(option):
    assert option.help[0].isupper()
    assert option.help.endswith(".")
    assert len(option.help) <= 100
    assert option.panel in PANELS


def test_choices_are_all_that_is_accepted():
    for option in OPTIONS:
        for choice in option.choices:
            if option.name == "debris":
                tokenize(["an oak"], debris=choice)
            else:
                Recipe(**{option.name: choice}).weigh()
    with pytest.raises(
        UsageError, match="one of tf, tf-norm, tf-idf, tf-idf-norm, log-tf-idf-norm and one of plain"
    ):
        Weighting("none").fit([[1.0]])


@pytest.mark.parametrize("command", ["fit", "choose", "shard"])
def test_a_command_has_every_option_that_can_be_typed_with_its_help(command):
    found = params(command)
    for key, option in TYPED.items():
        if command == "shard" and option.name in NOT_IN_A_STORE:
            assert key not in found
            continue
        typed = found[key]
        assert typed.rich_help_panel == option.panel
        assert typed.help == option.help or (command, option.name) == ("shard", "context")


def test_what_is_not_typed_is_the_default_of_a_recipe():
    for command in ("fit", "choose", "shard"):
        usual = recipe_values({name: one.default for name, one in params(command).items()})
        differ = {name for name, value in usual.items() if value != getattr(Recipe(), name)}
        assert differ == (set() if command == "shard" else {"weighting"})


def test_every_typed_value_changes_its_keyword():
    typed = {str: "7", float: "7", int: 7, tuple: "a,b", bool: True}
    for key, option in TYPED.items():
        value = True if option.flag else typed[option.type]
        assert recipe_values({key: value})[option.name] != option.default


def test_what_takes_a_function_cannot_be_typed():
    assert [one.name for one in OPTIONS if one not in TYPED.values()] == ["tokenizer"]
    assert all(one.type is FunctionType for one in OPTIONS if one.name == "tokenizer")


@pytest.mark.parametrize("thing", [Recipe, cotext.cluster], ids=["Recipe", "cluster"])
def test_a_docstring_lists_every_option(thing):
    for option in OPTIONS:
        assert f"{option.name} : " in thing.__doc__
        assert option.help in thing.__doc__
    assert "{options}" not in thing.__doc__


def test_a_docstring_without_a_mark_stays_as_it_is():
    def plain():
        """No mark."""

    def empty():
        pass

    assert documented(plain).__doc__ == "No mark."
    assert documented(empty).__doc__ is None


@pytest.mark.parametrize(
    ("option", "entry"),
    [
        (Option("a", str, None, "Do it.", Group.TABLES), "a : str, optional"),
        (Option("b", bool, "auto", "Do it.", Group.TABLES), 'b : bool or "auto", default="auto"'),
        (Option("c", str, "x", "Do it.", Group.TABLES, choices=("x", "y")), 'c : {"x", "y"}, default="x"'),
    ],
)
def test_an_entry_says_types_default_and_help(option, entry):
    assert option.entry() == f"{entry}\n    Do it."


def test_groups_name_the_parts_of_a_recipe():
    assert keywords(Group.TABLES, Group.DOCUMENTS) == (
        "header", "sep", "quote", "keep_na", "deduplicate", "segment", "encoding", "strict_input",
    )  # fmt: skip


def test_help_pages_need_neither_numpy_nor_scikit_learn():
    code = "import sys, cotext.cli; print({'numpy', 'sklearn'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
