"""Whatever was asked, the documents of a fit get their clusters again."""

import random
import warnings

import pandas as pd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

import cotext
from cotext.datasets import make_texts
from cotext.result import CoClustering

DATA = make_texts(24, 3, random_state=4)


def table():
    """A title, a body and more; one text is there three times, one is empty."""
    draw = random.Random(0)
    rows = [
        {
            "no": f"n{i}",
            "title": " ".join(draw.sample(text.split(), 2)),
            "body: all, of it": text,
            "remark": "much longer than any other column, and of no use " * 4,
            "sort": DATA.label_names[k],
            "when": f"20{10 + i % 4}-05-0{1 + i % 9}",
            "place": "ab"[i % 2],
        }
        for i, (text, k) in enumerate(zip(DATA.texts, DATA.labels, strict=True))
    ]
    return [*rows, rows[3], {**rows[3], "no": "copy"}, {"no": "empty", "title": "", "body: all, of it": ""}]


ROWS = table()
OPTIONS = st.fixed_dictionaries(
    {
        "text": st.sampled_from(
            [
                "body: all, of it",
                "title:3,body: all, of it",
                ["body: all, of it", "title"],
                {"body: all, of it": 2},
            ]
        )
    },
    optional={
        "id": st.just("no"),
        "label": st.just("sort"),
        "date": st.just("when"),
        "group": st.sampled_from(["place", "place,sort", ["when"]]),
        "keep": st.sampled_from(["all", "remark"]),
        "encoding": st.sampled_from(["utf-16", "latin-1"]),
        "deduplicate": st.booleans(),
        "segment": st.sampled_from([7, 12, 500]),
        "stem": st.just("porter"),
        "stop_words": st.sampled_from(["none", "large"]),
        "min_df": st.sampled_from([1, 3]),
        "weighting": st.sampled_from(["tf", "tf-idf", "log-tf-idf-norm"]),
        "idf": st.just("smooth"),
        "context": st.just("sentence"),
        "model": st.sampled_from(["spherical-kmeans", "consensus", "wc-nmtf"]),
    },
)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(options=OPTIONS, kind=st.sampled_from(["csv", "jsonl", "frame"]), saved=st.booleans())
def test_the_input_of_a_fit_gets_its_clusters_again(tmp_path_factory, options, kind, saved):
    folder, frame = tmp_path_factory.mktemp("options"), pd.DataFrame(ROWS)
    source = frame if kind == "frame" else folder / f"rows.{kind}"
    encoding = options.get("encoding", "utf-8")
    if kind == "csv":
        frame.to_csv(source, index=False, encoding=encoding)
    elif kind == "jsonl":
        lines = frame.to_json(orient="records", lines=True, force_ascii=False)
        source.write_text(lines, encoding=encoding)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = cotext.cluster(source, 3, n_init=2, random_state=0, **options)
    if saved:
        result.save(folder / "run")
        result = CoClustering.load(folder / "run")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        again = result.predict(source)
    old = result.documents()
    place = old.columns.index("second") + 1
    assert again.columns == (*old.columns[:place], "known_words", "known_share", *old.columns[place:])
    assert len(old) == len(ROWS)
    if result.model.settled_:
        assert_array_equal(again.column("cluster"), old.column("cluster"))
    for name in set(old.columns) - {"cluster", "confidence", "second"}:
        assert again.column(name) == old.column(name)
    assert len(set(old.column("cluster")[3:4] + old.column("cluster")[24:26])) == 1
