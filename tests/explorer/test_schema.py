"""What the explorer sends is what ``cotext.report.schema`` declares."""

import json
from typing import get_type_hints

import pytest
from tests.report.conforms import troubles

from cotext.explorer.jobs import Job
from cotext.explorer.peek import columns_in
from cotext.explorer.run_requests import parse_run_request
from cotext.explorer.uploads import Uploads
from cotext.report import picture_schema, schema

RUN = "/api/runs/letters"
PICTURES = get_type_hints(picture_schema.Pictures)
ANSWERS = {
    f"{RUN}/overview": schema.Overview,
    f"{RUN}/documents": schema.Documents,
    f"{RUN}/words": schema.Words,
    f"{RUN}/texts?rows=0,3": list[str | None],
    f"{RUN}/search?q=naive": schema.Found,
    f"{RUN}/similar?row=2": list[schema.Near],
    f"{RUN}/compare?other=other": schema.Comparison,
    "/api/session": schema.Session,
    "/api/models": schema.Forms,
}


@pytest.mark.parametrize("path", ANSWERS)
def test_an_answer_is_what_is_declared(client, path):
    client.post(f"{RUN}/edits", json={"edit": "rename", "cluster": 0, "name": "new"}).raise_for_status()
    assert troubles(client.get(path).json(), ANSWERS[path]) == []


def test_the_profile_of_a_word_is_what_is_declared(client):
    word = client.get(f"{RUN}/words").json()["words"][0]
    assert troubles(client.get(f"{RUN}/word", params={"word": word}).json(), schema.WordProfile) == []


@pytest.mark.parametrize("name", [name for name in PICTURES if name != "clusters"])
def test_the_numbers_of_a_picture_are_what_is_declared(client, name):
    assert troubles(client.get(f"{RUN}/pictures/{name}").json(), PICTURES[name]) == []


def test_the_numbers_for_the_number_of_clusters_are_what_is_declared(client):
    grid = client.get(f"{RUN}/pictures/clusters?resamples=2&n_init=1").json()
    assert troubles(grid, picture_schema.ClustersNumbers) == []


def test_a_job_and_the_columns_of_a_file_are_what_is_declared(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("text,label\nred oak,trees\ncold rain,weather\n")
    assert troubles(json.loads(json.dumps(columns_in(path))), schema.TableColumns) == []
    job = Job("key", parse_run_request({"source": {"input": True}}, Uploads(), path), "table")
    assert troubles(json.loads(json.dumps(job.as_dict())), schema.Job) == []
