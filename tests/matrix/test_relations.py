import gzip
import json
import os

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from cotext import datasets
from cotext.datasets import Dataset
from cotext.errors import CotextError, NoUsableDocuments, UsageError
from cotext.matrix import Product, RelationTensor
from cotext.matrix import product as product_module

PAPERS = [
    {
        "id": "p1",
        "label": "db",
        "title": "Fast joins",
        "abstract": "We join large tables.",
        "authors": ["Ann Lee", "Bob Ray"],
        "keywords": "Join; Query  Plan",
        "references": ["p2", "elsewhere"],
    },
    {
        "id": "p2",
        "label": "db",
        "title": "Fast query plans",
        "abstract": "Plans for large tables and large indexes.",
        "authors": ["bob  ray"],
        "keywords": "query plan; index",
        "references": [],
    },
    {
        "id": "p3",
        "label": "ir",
        "title": "Ranking pages",
        "abstract": "We rank pages.",
        "authors": ["Cid Poe", "ANN LEE"],
        "keywords": "",
        "references": ["p1", "p2", "p1", "p3"],
    },
]


def random_factor(n=40, things=25, density=0.1, seed=0):
    rng = np.random.default_rng(seed)
    return sparse.csr_array((rng.random((n, things)) < density) * rng.integers(1, 4, (n, things)))


def dense(tensor):
    return [X.toarray() for X in tensor.expand()]


# Product


def test_products_with_a_product_equal_those_with_its_expansion():
    B = random_factor()
    V = np.random.default_rng(1).random((40, 3))
    P = Product(B)
    assert_array_equal(P.expand().toarray(), B.toarray() @ B.toarray().T)
    assert_allclose(P @ V, P.expand() @ V)
    assert_allclose(P.T @ V, P.expand().T @ V)
    assert P.shape == (40, 40)


def test_expanding_small_integers_does_not_overflow():
    B = sparse.csr_array(np.full((2, 2), 100, dtype=np.int8))
    assert_array_equal(Product(B).expand().toarray(), np.full((2, 2), 20_000))


@pytest.mark.parametrize("density", [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.1, 0.5])
@pytest.mark.parametrize("work", [1, 7, 1 << 22])
def test_sparser_is_true_exactly_when_the_factor_has_fewer_entries(monkeypatch, density, work):
    monkeypatch.setattr(product_module, "BLOCK_WORK", work)
    for seed in range(20):
        P = Product(random_factor(density=density, seed=seed))
        assert P.sparser == (P.B.nnz < P.expand().nnz)


def test_a_factor_with_as_many_entries_as_its_product_is_not_sparser():
    assert not Product(np.ones((2, 2))).sparser


@pytest.mark.parametrize("work", [1, 7, 1 << 22])
def test_the_last_document_counts_when_entries_are_compared(monkeypatch, work):
    monkeypatch.setattr(product_module, "BLOCK_WORK", work)
    B = sparse.block_diag([np.ones((2, 4)), np.ones((3, 1))])  # 11 entries; 13 in B B', 10 without the last
    assert Product(B).sparser


def test_a_factor_with_values_that_are_no_counts_is_refused():
    with pytest.raises(CotextError, match=r"factor B of a product.*negative"):
        Product(np.array([[1.0, -1.0]]))


@pytest.mark.parametrize("power", [0, 0.5, 1])
def test_a_discounted_thing_counts_by_the_documents_that_have_it(power):
    B = random_factor().toarray()
    sizes = np.maximum((B > 0).sum(axis=0), 1)
    found = Product(B).discounted(power).expand().toarray()
    assert_allclose(found, B @ np.diag(sizes ** -float(power)) @ B.T)


def test_a_discount_of_one_leaves_each_document_the_things_it_has():
    B = (random_factor() > 0).astype(float)
    assert_allclose(Product(B).discounted(1) @ np.ones(40), B.sum(axis=1))


@pytest.mark.parametrize("power", [-0.1, 1.5, np.nan])
def test_a_discount_that_is_none_is_refused(power):
    with pytest.raises(UsageError, match="from 0"):
        Product(np.eye(2)).discounted(power)


# RelationTensor


def test_a_tensor_is_returned_as_it_is():
    tensor = RelationTensor.of(np.eye(3))
    assert RelationTensor.of(tensor) is tensor
    assert RelationTensor.of(tensor, names=["same"]).names == ("same",)


def test_every_form_of_the_same_slices_gives_the_same_tensor():
    X = np.random.default_rng(0).integers(0, 3, (5, 4, 2))
    for form in (X, [X[:, :, 0], X[:, :, 1]], (sparse.coo_matrix(X[:, :, 0]), sparse.csc_array(X[:, :, 1]))):
        tensor = RelationTensor.of(form)
        assert tensor.shape == (5, 4, 2)
        assert len(tensor) == 2
        assert all(isinstance(S, sparse.csr_array) for S in tensor.slices)
        assert_array_equal(np.stack(dense(tensor), axis=2), X)


def test_one_matrix_or_product_is_one_slice():
    assert RelationTensor.of(np.ones((4, 3))).shape == (4, 3, 1)
    assert RelationTensor.of(Product(np.ones((4, 3)))).shape == (4, 4, 1)


def test_a_slice_is_found_by_name_and_by_number():
    tensor = RelationTensor.of([np.eye(2), 2 * np.eye(2)], names=["a", "b"])
    for which in ("b", 1, -1):
        assert tensor[which].names == ("b",)
        assert_array_equal(tensor[which].expand()[0].toarray(), 2 * np.eye(2))
    assert [one.names for one in tensor] == [("a",), ("b",)]


def test_ids_and_labels_stay_with_a_slice():
    tensor = RelationTensor(
        (np.eye(2), np.eye(2)), ids=["x", "y"], labels=np.array([1, 0]), label_names=["k", "l"]
    )
    assert tensor[0].ids == ["x", "y"]
    assert_array_equal(tensor[0].labels, [1, 0])


def test_compact_keeps_a_product_only_where_its_factor_is_sparser():
    rare, common = np.eye(6, 30), np.ones((6, 2))
    tensor = RelationTensor.of([Product(rare), Product(common), np.eye(6)], names=["rare", "common", "plain"])
    small = tensor.compact()
    assert [isinstance(X, Product) for X in small.slices] == [False, True, False]
    assert small.names == tensor.names
    for before, after in zip(dense(tensor), dense(small), strict=True):
        assert_array_equal(before, after)


def test_a_discount_leaves_slices_that_are_no_products_and_all_names():
    tensor = RelationTensor.of([Product(np.ones((4, 2))), np.eye(4)], names=["terms", "cites"]).discounted()
    assert tensor.names == ("terms", "cites")
    assert_allclose(dense(tensor), [np.ones((4, 4)), np.eye(4)])


def test_a_document_without_any_relation_is_kept():
    X = np.diag([1, 0, 1])
    assert RelationTensor.of([X, Product(X)]).shape == (3, 3, 2)


def test_the_input_is_not_changed():
    X = sparse.csr_array((np.array([1.0, 0.0, 2.0]), np.array([1, 0, 1]), np.array([0, 2, 3])), shape=(2, 2))
    before = X.data.copy(), X.indices.copy()
    RelationTensor.of([X])
    assert_array_equal(X.data, before[0])
    assert_array_equal(X.indices, before[1])


@pytest.mark.parametrize(
    ("slices", "names", "said"),
    [
        ([np.ones((2, 3)), np.ones((3, 2))], ["a", "b"], r"'a' is 2 x 3 and slice 'b' is 3 x 2.*one shape"),
        ([np.ones((2, 3)), Product(np.ones((2, 5)))], ["a", "b"], r"'b' is a Product, documents x documents"),
        ([np.eye(2), np.zeros((2, 2))], ["a", "b"], r"'b' relates nothing.*leave it out"),
        ([Product(np.zeros((2, 2)))], ["a"], r"'a' relates nothing.*leave it out"),
        ([], None, r"no slices; give at least one"),
        ([np.eye(2)], ["a", "b"], r"2 names for 1 slices"),
        ([np.eye(2), np.eye(2)], ["a", "a"], r"'a', 'a'; give each slice a different name"),
    ],
)
def test_slices_that_do_not_fit_are_refused(slices, names, said):
    with pytest.raises(UsageError, match=said):
        RelationTensor.of(slices, names)


@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf])
def test_a_bad_value_is_refused_with_the_name_of_its_slice(value):
    with pytest.raises(CotextError, match=r"slice 'b'.*negative, NaN or infinite"):
        RelationTensor.of([np.eye(2), np.array([[1, value], [0, 1]])], names=["a", "b"])


def test_a_sparse_slice_with_foreign_indices_is_refused():
    X = sparse.csr_array(np.eye(3))
    X.indices[1] = 99
    with pytest.raises(CotextError, match=r"slice 'slice 0' is not a valid sparse matrix"):
        RelationTensor.of([X])


def test_an_unknown_slice_is_refused_with_the_names_there_are():
    tensor = RelationTensor.of([np.eye(2)], names=["cites"])
    for which in ("wrote", 1, -2):
        with pytest.raises(UsageError, match=r"no slice .*'cites'"):
            tensor[which]


@pytest.mark.parametrize("extra", [{"ids": ["x"]}, {"labels": np.array([0, 1, 1])}])
def test_names_for_other_documents_are_refused(extra):
    with pytest.raises(UsageError, match=r"for 2 documents; give one per document or none"):
        RelationTensor((np.eye(2),), **extra)


# from_documents


def test_relations_of_written_papers_equal_those_counted_by_hand():
    tensor = RelationTensor.from_documents(PAPERS, language="en")
    title, abstract, authors, keywords, references = dense(tensor)
    assert tensor.names == ("title", "abstract", "authors", "keywords", "references")
    assert_array_equal(title, [[2, 1, 0], [1, 3, 0], [0, 0, 2]])
    assert_array_equal(abstract, [[3, 2, 0], [2, 4, 0], [0, 0, 2]])
    assert_array_equal(authors, [[2, 1, 1], [1, 1, 0], [1, 0, 2]])
    assert_array_equal(keywords, [[2, 1, 0], [1, 2, 0], [0, 0, 0]])
    assert_array_equal(references, [[0, 1, 1], [1, 0, 1], [1, 1, 0]])


def test_ids_labels_and_notes_come_with_the_relations():
    tensor = RelationTensor.from_documents(PAPERS, language="en")
    assert tensor.ids == ["p1", "p2", "p3"]
    assert [tensor.label_names[code] for code in tensor.labels] == ["db", "db", "ir"]
    notes = dict(note.split(": ", 1) for note in tensor.notes)
    assert notes["keywords"] == "shared among 3 names (1 of 3 documents have none), from 'keywords'"
    assert notes["references"].startswith(
        "3 undirected citations, 2 to itself or documents elsewhere ignored"
    )


def test_directed_citations_say_who_cites_whom():
    tensor = RelationTensor.from_documents(PAPERS, fields=["references"], directed=True)
    assert_array_equal(dense(tensor)[0], [[0, 1, 0], [0, 0, 0], [1, 1, 0]])


def test_shared_fields_are_kept_as_products_and_citations_as_a_matrix():
    kinds = [type(X) for X in RelationTensor.from_documents(PAPERS).slices]
    assert kinds == [Product] * 4 + [sparse.csr_array]


def test_a_field_no_document_has_is_left_out_and_noted():
    papers = [{"title": p["title"], "authors": p["authors"], "keywords": []} for p in PAPERS]
    tensor = RelationTensor.from_documents(papers)
    assert tensor.names == ("title", "authors")
    assert tensor.ids == ["0", "1", "2"]
    assert tensor.labels is None
    for relation in ("abstract", "keywords", "references"):
        assert f"{relation}: no document has it, left out" in tensor.notes


def test_citations_to_elsewhere_only_are_left_out_and_noted():
    papers = [{"id": p["id"], "title": p["title"], "references": ["far away"]} for p in PAPERS]
    tensor = RelationTensor.from_documents(papers)
    assert tensor.names == ("title",)
    assert "3 to itself or documents elsewhere ignored, from 'references'; left out" in tensor.notes[-1]


def test_text_stands_in_for_an_abstract():
    papers = [{"text": p["abstract"]} for p in PAPERS]
    expected = RelationTensor.from_documents(PAPERS, fields=["abstract"])
    assert_array_equal(dense(RelationTensor.from_documents(papers))[0], dense(expected)[0])


def test_fields_are_taken_in_the_order_asked_and_from_where_they_are():
    papers = [{"headline": p["title"], "by": p["authors"]} for p in PAPERS]
    tensor = RelationTensor.from_documents(papers, fields={"authors": "by", "title": "headline"})
    assert tensor.names == ("authors", "title")


def test_names_with_commas_stay_whole_where_another_record_uses_semicolons():
    papers = [{"authors": "Lee, Ann; Ray, Bob"}, {"authors": "Lee, Ann"}, {"authors": None}]
    assert_array_equal(dense(RelationTensor.from_documents(papers))[0], [[2, 1, 0], [1, 1, 0], [0, 0, 0]])


def test_strings_without_semicolons_are_cut_at_commas():
    papers = [{"keywords": "red, blue"}, {"keywords": "Blue,green"}]
    assert_array_equal(dense(RelationTensor.from_documents(papers))[0], [[2, 1], [1, 2]])


def test_authors_may_be_objects_with_a_name_and_arrays():
    papers = [{"authors": [{"name": "Ann"}, {"name": "Bob"}]}, {"authors": np.array(["bob"])}]
    assert_array_equal(dense(RelationTensor.from_documents(papers))[0], [[2, 1], [1, 1]])


def test_numbers_serve_as_ids():
    papers = [{"id": 0, "references": [7]}, {"id": 7, "references": []}]
    assert_array_equal(dense(RelationTensor.from_documents(papers))[0], [[0, 1], [1, 0]])


@pytest.mark.parametrize("name", ["p.json", "p.jsonl", "p.jsonl.gz"])
def test_files_give_what_their_records_give(tmp_path, name):
    lines = json.dumps(PAPERS, indent=1) if name == "p.json" else "\n".join(map(json.dumps, PAPERS)) + "\n"
    raw = lines.encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(raw) if name.endswith("gz") else raw)
    for ours, theirs in zip(
        dense(RelationTensor.from_documents(path)), dense(RelationTensor.from_documents(PAPERS)), strict=True
    ):
        assert_array_equal(ours, theirs)


@pytest.mark.parametrize(
    ("source", "options", "kind", "said"),
    [
        ("missing.jsonl", {}, UsageError, r"no file 'missing.jsonl'; check the name"),
        (7, {}, UsageError, r"cannot read a int; give a path or a list of dicts"),
        (["text"], {}, CotextError, r"record 1: a str, expected fields"),
        ([], {}, NoUsableDocuments, r"no document in it"),
        ([{"id": "a"}], {}, NoUsableDocuments, r"no relation between documents .*add metadata"),
        (
            PAPERS,
            {"fields": ["venue"]},
            UsageError,
            r"unknown relation 'venue'; choose among title, abstract",
        ),
        (
            PAPERS,
            {"fields": {"title": "head"}},
            UsageError,
            r"no document has a field 'head' for 'title'; .*'id'",
        ),
        ([{"title": "Red"}], {"fields": "authors"}, UsageError, r"no document has a field 'authors'"),
        ([{"id": "a", "references": ["a"]}] * 2, {}, UsageError, r"two documents have the id 'a'"),
    ],
)
def test_records_that_cannot_be_used_are_refused(source, options, kind, said):
    with pytest.raises(kind, match=said):
        RelationTensor.from_documents(source, **options)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    (tmp_path / "p.csv").write_text("title\nred\n")
    with pytest.raises(UsageError, match=r"unknown kind of file; give .json"):
        RelationTensor.from_documents(tmp_path / "p.csv")
    (tmp_path / "p.jsonl").write_text('{"title": "red"}\n{"title": \n')
    with pytest.raises(CotextError, match=r"line 2: not valid JSON"):
        RelationTensor.from_documents(tmp_path / "p.jsonl")


# from_dataset


def test_factors_become_products_and_directed_adjacencies_are_noted():
    F, A = sparse.csr_array([[2, 0], [1, 3]]), sparse.csr_array([[0, 1], [0, 0]])
    data = Dataset("toy", slices=(F, A), slice_names=["t", "c"], slice_kinds=["factor", "adjacency"])
    tensor = RelationTensor.from_dataset(data)
    assert_array_equal(dense(tensor)[0], [[1, 1], [1, 2]])
    assert_array_equal(dense(tensor)[1], A.toarray())
    assert tensor.notes[1] == "c: 1 directed entries, as given"


def test_a_data_set_without_relations_is_refused():
    with pytest.raises(UsageError, match=r"'toy' has no relations; load one of kind tensor"):
        RelationTensor.from_dataset(Dataset("toy"))


needs_data = pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")


@pytest.mark.data
@needs_data
@pytest.mark.parametrize(
    ("name", "shape", "products"),
    [
        ("acmdl_tensor", (2223, 2223, 4), 4),
        ("acm3025", (3025, 3025, 3), 2),
        ("cora", (2708, 2708, 2), 1),
        ("pubmed_diabetes", (19717, 19717, 2), 1),
    ],
)
def test_the_tensors_have_their_published_shapes_and_no_factor_is_expanded(name, shape, products):
    tensor = RelationTensor.from_dataset(datasets.load(name))
    assert tensor.shape == shape
    assert sum(isinstance(X, Product) for X in tensor.compact().slices) == products
    assert len(tensor.ids) == len(tensor.labels) == shape[0]


@pytest.mark.data
@needs_data
def test_relations_of_the_acm_records_are_close_to_the_published_ones():
    file = os.path.join(os.environ["COTEXT_DATA"], "acmdl_tensor", "acmdl_tensor.jsonl.xz")
    ours = RelationTensor.from_documents(
        file, min_df=5, max_df=0.05, fields=["abstract", "authors", "keywords"]
    )
    published = RelationTensor.from_dataset(datasets.load("acmdl_tensor"))
    assert ours.ids == list(published.ids)
    for X, name in zip(ours.expand(), ("co-abstract", "co-author", "co-keyword"), strict=True):
        assert_allclose(X.nnz, published[name].expand()[0].nnz, rtol=0.005)
