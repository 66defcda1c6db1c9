"""Runs in the making: told of while they run, cancelled, and gone with their server."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

import cotext
from cotext.datasets import make_texts
from cotext.explorer import jobs as module
from cotext.explorer.app import AppState, add_jobs
from cotext.explorer.http_errors import add_error_handlers
from cotext.explorer.jobs import Job, Jobs
from cotext.explorer.run_requests import parse_run_request
from cotext.explorer.uploads import Uploads
from cotext.result import CoClustering

PATIENCE = 120  # seconds, far more than anything here takes
ENDLESS = {
    "model": "nmf",
    "parameters": {"n_init": 20_000, "max_iter": 1_000_000, "tol": 0, "solver": "mu", "n_jobs": 1},
}
OVER = ("done", "failed", "cancelled")


def texts(n=60):
    made = make_texts(n, 3, random_state=0).texts
    return "\n".join(json.dumps({"text": text, "id": f"d{i}"}) for i, text in enumerate(made)).encode()


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "letters.jsonl"
    path.write_bytes(texts())
    return path


@pytest.fixture
def page(tmp_path):
    app, state = FastAPI(), AppState(tmp_path / "runs")
    add_jobs(app, state)
    add_error_handlers(app)
    with state.at_end, TestClient(app) as client:
        yield client


@pytest.fixture
def jobs(tmp_path):
    made = Jobs(tmp_path / "runs")
    yield made
    made.close()


def until(look, true):
    """What ``look`` gives when that is ``true`` of it."""
    for _ in range(PATIENCE * 20):
        if true(found := look()):
            return found
        time.sleep(0.05)
    raise AssertionError(f"never: {found}")


def job_of(page, key):
    return next(job for job in page.get("/api/jobs").json() if job["job"] == key)


def ended(page, key):
    return until(lambda: job_of(page, key), lambda job: job["state"] in OVER)


def send(page, content, name="Letters of 1915.jsonl", **asked):
    key = page.post("/api/uploads", params={"name": name}, content=content).json()["upload"]
    return page.post("/api/jobs", json={"source": {"upload": key}, **asked})


def names(folder):
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_a_run_is_fitted_again_without_its_noise(page, tmp_path):
    first = cotext.cluster(make_texts(60, 3, random_state=0).texts, n_clusters=3, min_df=1, language="en")
    first.mark_noise(1).save(tmp_path / "runs/first")
    asked = {"source": {"run": "first"}, "model": "spherical-kmeans", "n_clusters": "2"}
    begun = page.post("/api/jobs", json=asked).json()
    assert begun["run"] == "first-without-noise"
    over = ended(page, begun["job"])
    assert over["state"] == "done", over["error"]
    assert any("set aside as noise" in note for note in over["notes"])
    again = CoClustering.load(tmp_path / "runs/first-without-noise")
    kept = first.row_labels_ != 1
    assert list(again.docword.ids) == [name for name, one in zip(first.docword.ids, kept, strict=True) if one]
    assert again.recipe.min_df == 1


@pytest.mark.parametrize(("made", "said"), [("loud", "no cluster is set aside"), ("mute", "holds no texts")])
def test_a_run_that_cannot_be_fitted_again_says_why(page, tmp_path, made, said):
    first = cotext.cluster(make_texts(30, 2, random_state=0).texts, n_clusters=2, language="en")
    runs = {"loud": first, "mute": first.without_texts().mark_noise(0)}
    runs[made].save(tmp_path / "runs" / made)
    answer = page.post("/api/jobs", json={"source": {"run": made}})
    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_a_file_that_was_sent_becomes_a_run(page, tmp_path):
    begun = send(page, texts(), model="spherical-kmeans", n_clusters="3", options={"language": "en"}).json()
    assert (begun["run"], begun["model"], begun["n_clusters"]) == ("Letters-of-1915", "spherical-kmeans", "3")
    job = ended(page, begun["job"])
    assert (job["state"], job["error"], job["run"]) == ("done", None, "Letters-of-1915")
    assert any("words: " in note for note in job["notes"])
    result = CoClustering.load(tmp_path / "runs" / job["run"])
    assert (len(result.row_labels_), result.n_clusters[0]) == (60, 3)
    assert result.config["input"] == "Letters-of-1915.jsonl"  # not where the server kept it
    assert names(tmp_path / "runs") == ["Letters-of-1915"]


def test_several_files_become_one_run_with_a_document_for_each(page, tmp_path):
    key = ""
    for i, text in enumerate(make_texts(40, 2, random_state=0).texts):
        asked = {"name": f"letter {i:02}.txt", "to": key}
        key = page.post("/api/uploads", params=asked, content=text.encode()).json()["upload"]
    order = {"source": {"upload": key}, "model": "spherical-kmeans", "n_clusters": "2", "name": "all letters"}
    job = ended(page, page.post("/api/jobs", json=order).json()["job"])
    assert (job["state"], job["error"], job["run"]) == ("done", None, "all-letters")
    result = CoClustering.load(tmp_path / "runs" / job["run"])
    assert len(result.row_labels_) == 40
    assert "letter-07" in result.docword.ids[7]
    assert result.config["input"] == "files"


def test_a_second_run_of_the_same_file_gets_a_name_of_its_own(page, tmp_path):
    (tmp_path / "runs" / "Letters-of-1915").mkdir(parents=True)
    quick = {"model": "spherical-kmeans", "n_clusters": "2", "parameters": {"n_init": 1}}
    first, second = (send(page, texts(), **quick).json()["run"] for _ in range(2))
    assert (first, second) == ("Letters-of-1915-2", "Letters-of-1915-3")


def test_what_a_fit_complains_of_is_one_sentence(page, tmp_path):
    begun = send(page, b"title,body\na,\nb,\n", name="empty.csv", options={"text": "bodi"}).json()
    job = ended(page, begun["job"])
    assert job["state"] == "failed"
    assert "bodi" in job["error"]
    assert "\n" not in job["error"]
    assert str(tmp_path) not in job["error"]
    assert "cotext-" not in job["error"]
    assert names(tmp_path / "runs") == []


def test_a_running_job_tells_how_far_it_is_and_can_be_cancelled(page, tmp_path):
    key = send(page, texts(), **ENDLESS).json()["job"]
    running = until(lambda: job_of(page, key), lambda job: job["progress"] is not None)
    assert running["state"] == "running"
    assert "sweeps" in running["stage"]
    waiting = send(page, texts(), **ENDLESS).json()
    assert (waiting["state"], waiting["seconds"]) == ("waiting", 0)
    assert page.post(f"/api/jobs/{waiting['job']}/cancel").json()["state"] == "cancelled"
    assert page.post(f"/api/jobs/{key}/cancel").status_code == 200
    assert (ended(page, key)["state"], job_of(page, key)["error"]) == ("cancelled", None)
    assert job_of(page, waiting["job"])["state"] == "cancelled"
    assert names(tmp_path / "runs") == []


def test_a_job_nobody_knows_cannot_be_cancelled(page):
    assert page.post("/api/jobs/nothing/cancel").status_code == 404


def test_what_is_wrong_with_an_order_comes_back_as_a_sentence(page):
    refused = page.post("/api/jobs", json={"source": {"dataset": "pydocs"}, "n_clusters": "none"})
    assert refused.status_code == 400
    assert "such as 8" in refused.json()["error"]
    assert page.get("/api/jobs").json() == []


def test_the_forms_are_those_of_all_models(page):
    told = page.get("/api/models").json()
    assert told["models"][0]["model"] == "consensus"
    assert {"reading", "words", "datasets", "limit"} < set(told)


def test_a_worker_listens_before_it_imports_what_takes_long():
    code = "import sys, cotext.explorer.worker; print([m for m in ('numpy', 'fastapi') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def endless(corpus):
    return parse_run_request({"source": {"input": True}, **ENDLESS}, Uploads(), corpus)


def test_jobs_wait_for_each_other_and_no_more_than_some_may_wait(jobs, corpus, monkeypatch):
    monkeypatch.setattr(module, "WAITING", 2)
    begun = [jobs.add(endless(corpus)) for _ in range(3)]
    with pytest.raises(ValueError, match="2 runs wait already"):
        jobs.add(endless(corpus))
    until(jobs.as_list, lambda told: told[-1]["state"] == "running")
    assert [job["state"] for job in jobs.as_list()] == ["waiting", "waiting", "running"]
    jobs.cancel(begun[0]["job"])
    until(jobs.as_list, lambda told: told[1]["state"] == "running")


def test_a_worker_that_is_killed_leaves_a_sentence_and_the_next_job_runs(jobs, corpus):
    first, second = jobs.add(endless(corpus)), jobs.add(endless(corpus))
    until(jobs.as_list, lambda told: told[1]["progress"] is not None)
    os.kill(jobs.jobs[first["job"]].process.pid, signal.SIGKILL)
    until(jobs.as_list, lambda told: told[0]["state"] == "running")
    failed = jobs.jobs[first["job"]]
    assert (failed.state, second["state"]) == ("failed", "waiting")
    assert "ended by SIGKILL" in failed.error


@pytest.mark.slow
def test_closing_ends_the_process_of_a_job(jobs, corpus):
    job = jobs.jobs[jobs.add(endless(corpus))["job"]]
    until(jobs.as_list, lambda told: told[0]["progress"] is not None)
    jobs.close()
    assert not job.process.is_alive()
    assert job.state == "cancelled"
    with pytest.raises(ValueError, match="wait"):
        jobs.add(endless(corpus))


def test_a_save_that_was_broken_off_leaves_no_half_run(jobs, tmp_path, corpus):
    runs = tmp_path / "runs"
    cotext.cluster(corpus, 2, "spherical-kmeans", n_init=1, random_state=0).save(runs / "whole")
    (runs / "whole").rename(runs / ".half.0a1b2c3d.tmp")
    job = Job("key", endless(corpus), "half", state="running", saving=True, stopping=0.0)
    jobs._end(job)
    assert (job.state, names(runs)) == ("cancelled", [])


def test_a_run_that_has_its_name_is_done_even_if_it_was_cancelled_then(jobs, tmp_path, corpus):
    (tmp_path / "runs" / "whole").mkdir(parents=True)
    job = Job("key", endless(corpus), "whole", state="running", saving=True, stopping=0.0)
    jobs._end(job)
    assert job.state == "done"


SERVER = """
import json, sys, time
from pathlib import Path
from cotext.explorer.jobs import Jobs
from cotext.explorer.run_requests import parse_run_request
from cotext.explorer.uploads import Uploads

if __name__ == "__main__":
    jobs = Jobs(Path(sys.argv[2]))
    asked = {"source": {"input": True}, **json.loads(sys.argv[3])}
    jobs.add(parse_run_request(asked, Uploads(), Path(sys.argv[1])))
    while jobs.as_list()[0]["progress"] is None:
        time.sleep(0.05)
    print(next(iter(jobs.jobs.values())).process.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="asks Linux whether a process is there")
def test_a_job_ends_with_its_server_even_when_that_is_killed(tmp_path, corpus):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    with subprocess.Popen(
        [sys.executable, str(script), str(corpus), str(tmp_path / "runs"), json.dumps(ENDLESS)],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        worker = int(server.stdout.readline())
        assert _lives(worker)
        server.kill()
    until(lambda: _lives(worker), lambda lives: not lives)


def _lives(pid):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_two_runs_are_compared_by_flows_and_agreement(page, tmp_path, corpus):
    options = {"n_init": 1, "random_state": 0, "id": "id", "text": "text"}
    for name, k in (("two", 2), ("three", 3)):
        cotext.cluster(corpus, k, "spherical-kmeans", **options).save(tmp_path / "runs" / name)
    found = page.get("/api/runs/three/compare", params={"other": "two"}).json()
    assert (len(found["sankey"]["left"]), len(found["sankey"]["right"])) == (2, 3)
    assert sum(map(sum, found["sankey"]["flows"])) == found["agreement"]["documents"] == 60
    assert 0 < found["agreement"]["nmi"] < 1
    assert page.get("/api/runs/three/compare", params={"other": "../two"}).status_code == 404
