"""Clusters that are set aside as noise are not drawn unless that is asked for, and the note says so."""

import pytest

from cotext.cli import main
from cotext.pictures.prepare import cluster_names, numbers_of
from cotext.pictures.prepare.by_name import LEAVE_OUT, WITH_NOISE, numbers_to_draw

OPTIONS = {"stream": {"periods": [2020, 2021, 2022] * 30}}


@pytest.fixture(scope="module")
def noisy(result):
    return result.mark_noise(1)


@pytest.mark.parametrize("name", LEAVE_OUT)
def test_a_picture_leaves_noise_out_and_says_so(name, noisy):
    options = OPTIONS.get(name, {})
    numbers = numbers_to_draw(name, noisy, **options)
    assert f"Left out as noise: {cluster_names(noisy)[1]}." in numbers.note
    table = numbers.table()
    column = "document_cluster" if "document_cluster" in table.columns else "cluster"
    assert set(table.column(column)) == {0, 2}
    whole = numbers_to_draw(name, noisy, noise=True, **options)
    assert whole.as_dict() == numbers_of(name, noisy, **options).as_dict()


@pytest.mark.parametrize("name", [*LEAVE_OUT, "matrix", "similarity"])
def test_what_is_left_can_be_drawn(name, noisy, tmp_path):
    display = getattr(noisy.plot, name)(**OPTIONS.get(name, {}))
    display.save(tmp_path / f"{name}.svg")
    assert "noise" in display.numbers.note


@pytest.mark.parametrize("name", WITH_NOISE[:1])
def test_a_picture_of_the_whole_run_says_that_noise_is_counted(name, noisy):
    assert f"Includes the noise: {cluster_names(noisy)[1]}" in numbers_to_draw(name, noisy).note


def test_shares_are_of_what_is_not_noise(noisy):
    numbers = numbers_to_draw("sizes", noisy)
    assert sum(numbers.table().column("document_share")) == pytest.approx(1)
    assert f"of {sum(numbers.documents)} documents" in numbers.title


def test_a_cluster_of_noise_is_drawn_where_it_is_asked_for_by_number(noisy):
    assert numbers_to_draw("words", noisy, cluster=1).clusters == [1]


def test_where_all_is_noise_all_is_drawn(result):
    everything = result.mark_noise(0).mark_noise(1).mark_noise(2)
    assert numbers_to_draw("sizes", everything).clusters == numbers_of("sizes", result).clusters


@pytest.mark.parametrize(("asked", "bars"), [([], 2), (["--set", "noise=true"], 3)])
def test_the_command_draws_noise_where_that_is_asked_for(noisy, tmp_path, asked, bars):
    noisy.save(tmp_path / "run")
    out = tmp_path / "sizes.svg"
    with pytest.raises(SystemExit) as ended:
        main(["plot", "sizes", str(tmp_path / "run"), "--out", str(out), "--quiet", *asked])
    assert ended.value.code == 0
    assert out.with_suffix(".csv").read_text(encoding="utf-8").count("\n") == 1 + bars
