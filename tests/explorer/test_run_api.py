"""What the pages are told of a run."""

import pytest

from cotext.errors import UsageError
from cotext.explorer.run_cache import RunCache
from cotext.result import CoClustering
from cotext.runfolder.texts import SavedTexts

RUN = "/api/runs/letters"


def test_the_session_lists_the_runs_of_the_folder(client):
    session = client.get("/api/session").json()
    assert session["run"] == "letters"
    assert [(run["run"], run["n_clusters"], run["documents"]) for run in session["runs"]] == [
        ("letters", [3, 3], 30),
        ("other", [2, 2], 30),
    ]


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ({"run": "letters"}, False),
        ({"run": "letters", "allow_runs": True}, True),
        ({}, True),
        ({"read_only": True}, False),
    ],
)
def test_runs_may_be_made_where_that_was_asked_for_or_there_is_none(enter, shelved, settings, allowed):
    assert enter(shelved, **settings).get("/api/session").json()["allow_runs"] is allowed


def test_the_overview_tells_of_the_clusters(client):
    overview = client.get(f"{RUN}/overview").json()
    assert overview["run"] == "letters"
    assert sum(cluster["size"] for cluster in overview["clusters"]) == 30
    assert (overview["edition"], overview["edits"], overview["sampled"]) == (0, [], None)


def test_documents_and_words_are_those_of_the_run(client, folder):
    result = CoClustering.load(folder / "letters")
    documents = client.get(f"{RUN}/documents").json()
    assert documents["ids"] == list(result.docword.ids)
    assert documents["cluster"] == result.row_labels_.tolist()
    words = client.get(f"{RUN}/words").json()
    assert sorted(words["words"]) == sorted(result.docword.vocabulary)


def test_a_picture_takes_its_settings_from_the_address(client):
    matrix = client.get(f"{RUN}/pictures/matrix?values=lift&pixels=7").json()
    assert (matrix["picture"], matrix["values"], len(matrix["pixels"])) == ("matrix", "lift", 7)


def test_why_a_run_has_no_such_picture_is_an_answer(client, monkeypatch):
    monkeypatch.setattr("cotext.pictures.prepare.stability.prepare", lacking)
    answer = client.get(f"{RUN}/pictures/stability")
    assert (answer.status_code, answer.json()) == (200, {"error": "one start only."})


def lacking(result):
    raise UsageError("one start only.")


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("pictures/matrx", "did you mean 'matrix'"),
        ("pictures/matrix?pixel=3", "did you mean 'pixels'"),
        ("pictures/sankey?other=/etc/passwd", "cannot be given in an address"),
        ("pictures/clusters?choice=x", "cannot be given in an address"),
        ("pictures/matrix?pixels=many", "expected int"),
        ("pictures/matrix?pixels=1000000", "at most 2,000"),
        ("pictures/graph?lift=NaN", "expected float"),
        ("texts?rows=0,30", "from 0 to 29"),
        ("texts?rows=../0", "from 0 to 29"),
        ("similar?row=-1", "from 0 to 29"),
        ("similar?row=x", "row: "),
        ("word?word=zzzz", "there is no word 'zzzz'"),
        ("files/blocks.exe", "pictures end in"),
        ("files/blocks.gexf", "pictures end in"),
        ("search?q=x&limit=0", "limit: "),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(client, path, told):
    answer = client.get(f"{RUN}/{path}")
    assert answer.status_code == 400
    assert told in answer.json()["error"]


@pytest.mark.parametrize("name", ["nope", "notes", "..", ".", "%2e%2e%2fruns%2fletters", "lettres"])
def test_a_name_that_is_not_in_the_list_is_never_a_path(client, name):
    answer = client.get(f"/api/runs/{name}/overview")
    assert answer.status_code == 404
    assert "error" in answer.json()


def test_a_text_arrives_as_it_is(client):
    [last] = client.get(f"{RUN}/texts?rows=29").json()
    assert "<script>alert(1)</script>" in last


def test_similar_documents_are_rows_and_the_nearest_come_first(client, folder):
    near = client.get(f"{RUN}/similar?row=4").json()
    expected = CoClustering.load(folder / "letters").similar_documents("d4")
    assert [f"d{one['row']}" for one in near] == expected.column("document")
    values = [one["similarity"] for one in near]
    assert values == sorted(values, reverse=True)


def test_a_word_is_found_as_people_type_it(client, folder):
    result = CoClustering.load(folder / "letters")
    word = result.docword.vocabulary[0]
    profile = client.get(f"{RUN}/word", params={"word": word.upper()}).json()
    assert profile["word"] == word
    assert profile["counts"] == result.cluster_counts[:, 0].tolist()
    assert profile["documents"] == int((result.counts.toarray()[:, 0] > 0).sum())


@pytest.mark.parametrize(
    ("file", "begins", "kind"),
    [
        ("blocks.png", b"\x89PNG", "image/png"),
        ("blocks.svg", b"<?xml", "image/svg+xml"),
        ("blocks.pdf", b"%PDF", "application/pdf"),
        ("blocks.csv", b"document_cluster,", "text/csv; charset=utf-8"),
        ("graph.graphml", b"<?xml", "application/graphml+xml"),
        ("graph.gexf", b"<?xml", "application/gexf+xml"),
    ],
)
def test_every_picture_is_a_file_to_keep(client, file, begins, kind):
    answer = client.get(f"{RUN}/files/{file}")
    assert answer.content.startswith(begins)
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-disposition"] == f'attachment; filename="{file}"'


def test_many_texts_come_as_they_were_asked_for_and_each_pack_is_read_once(folder, monkeypatch):
    monkeypatch.setattr("cotext.runfolder.texts.MOST_TEXTS", 10)
    result = CoClustering.load(folder / "letters")
    result.texts = list(result.texts)
    result.save(folder / "packs")
    read, packs = SavedTexts._read, []
    monkeypatch.setattr(SavedTexts, "_read", lambda self, pack: packs.append(pack) or read(self, pack))
    rows = [25, 3, 14, 27, 3, 11]
    assert RunCache(folder).open("packs").texts(rows) == [result.texts[row] for row in rows]
    assert packs == [0, 1, 2]
