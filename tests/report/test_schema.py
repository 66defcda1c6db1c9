"""What Python sends is what ``schema`` declares, and what the pages read is written from it."""

import ast
import importlib.util
from pathlib import Path
from typing import get_type_hints

import pytest
from tests.report.conforms import troubles

import cotext
from cotext.datasets import make_texts
from cotext.report import picture_schema, schema
from cotext.report.report import Report

WEB = Path(__file__).parents[2] / "web"
PICTURES = get_type_hints(picture_schema.Pictures)


@pytest.fixture(scope="module")
def make_types():
    spec = importlib.util.spec_from_file_location("make_types", WEB / "make_types.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_pages_are_written_from_the_schema(make_types):
    assert make_types.TYPES.read_text(encoding="utf-8") == make_types.types(), "run python web/make_types.py"


def test_each_kind_of_type_has_its_counterpart(make_types):
    source = """
Pair = tuple[int, str | None]
class Base(TypedDict):
    "A ``base``."
    pairs: list[Pair]
class More(Base):
    kind: NotRequired[Literal["a", "b"]]
    'of "two"'
    by: dict[str, list[float | None]]
    same: int | float
"""
    assert (
        "\n".join(make_types.declarations(ast.parse(source)))
        == """\
export type Pair = [number, string | null];

/** A `base`. */
export interface Base {
  pairs: Pair[];
}

export interface More extends Base {
  /** of "two" */
  kind?: "a" | "b";
  by: Record<string, (number | null)[]>;
  same: number;
}
"""
    )


def test_a_type_without_a_counterpart_is_refused(make_types):
    with pytest.raises(SyntaxError, match=r"line 1: .* has no counterpart"):
        make_types.typescript(ast.parse("lambda: 1", mode="eval").body)


@pytest.mark.parametrize(
    ("value", "kind", "why"),
    [
        ({"codes": [1, True], "names": []}, schema.Codes, "codes[1] is True"),
        ({"codes": []}, schema.Codes, "names is missing"),
        ({"codes": [], "names": [], "more": 1}, schema.Codes, "more is not declared"),
        ([1.0, 2], tuple[float, float, float], "is [1.0, 2], expected"),
        (None, int | str, "is None, expected"),
        (
            "both",
            picture_schema.MatrixNumbers.__annotations__
            and get_type_hints(picture_schema.MatrixNumbers)["values"],
            "'both', expected one of",
        ),
    ],
)
def test_a_value_that_differs_from_its_type_is_named(value, kind, why):
    [found] = troubles(value, kind)
    assert why in found


def test_a_whole_number_may_stand_for_a_fraction():
    assert troubles([1, 0.5], tuple[float, float]) == []


@pytest.fixture(scope="module", params=["consensus", "wc-nmtf"])
def rich(request):
    """A result with everything that a run can know of its documents."""
    data = make_texts(60, 3)
    rows = {
        "text": data.texts,
        "title": [f"Title {i}" for i in range(60)],
        "label": [data.label_names[k] for k in data.labels],
        "date": [f"20{i % 3 + 10}-01-02" for i in range(60)],
        "place": ["here", "there", ""] * 20,
    }
    import pandas as pd

    columns = {"text": "text", "title": "title", "label": "label", "date": "date", "group": ["place"]}
    result = cotext.cluster(pd.DataFrame(rows), 3, request.param, n_init=3, random_state=0, **columns)
    return result.rename(0, "named").note(1, "a note").mark_noise(2)


@pytest.mark.parametrize("documents", [60, 20])
def test_a_report_holds_what_is_declared(rich, deck_in, documents):
    edits = [{"edit": "rename", "cluster": 0, "name": "named", "at": "now", "undone": False}]
    data = deck_in(Report(rich, "rich", edits).page(documents))
    pictures = data.pop("pictures")
    assert troubles(data | {"pictures": {}}, schema.ReportData) == []
    kinds = PICTURES | {"map-plain": picture_schema.MapNumbers}
    assert {"map", "map-plain", "tree", "stream", "confusion"} <= set(pictures) <= set(kinds)
    assert [why for name in pictures for why in troubles(pictures[name], kinds[name], name)] == []
