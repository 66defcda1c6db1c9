"""What clusters are about and how words are used, by both doors; the numbers are those of Python."""

import csv

import pytest
from playwright.sync_api import expect

from cotext.result import CoClustering
from cotext.result.words import relevance

pytestmark = pytest.mark.usefixtures("browser")
both_doors = pytest.mark.parametrize("door", ["explorer", "report"], indirect=True)


@pytest.fixture(scope="module")
def result(run):
    return CoClustering.load(run)


def words_in(view, figure):
    return view.get(figure).get_by_test_id("word").all_inner_texts()


def saved(view, figure, label):
    """The file behind a button of a figure."""
    with view.tab.expect_download() as download:
        view.get(figure).get_by_role("button", name=label, exact=True).click()
    return download.value.path()


@pytest.mark.parametrize("weight", ["0", "0.6", "1"])
def test_words_are_ranked_by_pythons_relevance_wherever_the_slider_stands(view, result, weight):
    view.open("words?k=1")
    view.get("lambda").fill(weight)
    expect(view.get("relevant").locator(".note")).to_contain_text(f"λ = {float(weight):.1f}")
    counts = result.cluster_counts
    scores = dict(
        zip(
            result.docword.vocabulary,
            relevance(counts[[1]], float(weight), counts.sum(axis=0))[0],
            strict=True,
        )
    )
    shown = words_in(view, "relevant")
    best = sorted(scores.values(), reverse=True)[: len(shown)]
    assert len(shown) >= 10
    assert [scores[word] for word in shown] == pytest.approx(best)


def test_the_cluster_of_the_filter_is_shown_and_another_can_be_chosen(view, result):
    view.open("words?c=2")
    assert words_in(view, "relevant")[0] in result.top_words(2, 3)
    view.get("words-cluster").select_option("0")
    expect(view.get("relevant").get_by_test_id("word").first).to_have_text(result.top_words(0, 1)[0])
    view.get("words-cluster").select_option("")
    expect(view.get("multiples").locator("section")).to_have_count(1)


def test_over_used_words_come_before_under_used_ones_with_their_numbers(view, result):
    view.open("words?k=0")
    with open(saved(view, "keyness", "CSV"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    keyness = dict(zip(result.docword.vocabulary, result.word_keyness[0], strict=True))
    assert [row["word"] for row in rows] == words_in(view, "keyness")
    assert [float(row["keyness"]) for row in rows] == pytest.approx(
        [keyness[row["word"]] for row in rows], abs=1e-3
    )
    scores = [float(row["keyness"]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0 > scores[-1]


@both_doors
def test_a_word_tells_who_uses_it_and_where_it_stands(view, result):
    view.open("words?word=violin")
    used = result.cluster_counts[:, list(result.docword.vocabulary).index("violin")]
    expect(view.get("profile")).to_contain_text(f"“violin”: {int(used.sum())} times")
    cells = view.get("profile").locator("tbody td:nth-child(2)").all_inner_texts()
    assert sorted(map(int, cells)) == sorted(used.astype(int).tolist())
    expect(view.get("kwic-line").first).to_contain_text("violin")
    similar = [row["word"] for row in result.similar_words("violin", 12) if row["similarity"] > 0]
    assert words_in(view, "similar-words") == similar
    view.get("similar-words").get_by_test_id("word").first.click()
    expect(view.get("profile")).not_to_contain_text("“violin”")


def test_the_documents_of_a_word_are_a_click_away(view, table):
    holding = sum("violin" in line for line in table.read_text().splitlines())
    view.open("words?word=violin")
    view.get("word-documents").click()
    expect(view.get("found")).to_contain_text(f"{holding} ")


def test_a_word_nobody_uses_is_told_in_a_sentence(look, report):
    view = look(report)
    view.open("words?word=xylophone")
    expect(view.tab.locator("main")).to_contain_text('The word "xylophone" is not in this report.')
    expect(view.get("close-word")).to_be_visible()
    expect(view.get("all-words")).to_be_visible()


def test_all_words_can_be_found_by_letters_and_sorted(view, result):
    view.open("words")
    view.get("find-word").fill("TU")
    named = sorted(word for word in result.docword.vocabulary if "tu" in word)
    expect(view.get("all-words")).to_contain_text(f"{len(named)} of {len(result.docword.vocabulary)} words")
    view.get("order-word").click()
    expect(view.get("all-words").get_by_test_id("word").first).to_have_text(named[0])
    view.get("order-word").click()
    expect(view.get("all-words").get_by_test_id("word").first).to_have_text(named[-1])


def test_the_words_of_a_cluster_are_taken_away_as_table_and_pictures(view):
    view.open("words?k=0")
    assert (
        saved(view, "relevant", "CSV").read_text(encoding="utf-8").startswith("word,count,total,relevance\n")
    )
    assert saved(view, "relevant", "PNG").read_bytes().startswith(b"\x89PNG")
    assert saved(view, "relevant", "SVG").read_text(encoding="utf-8").startswith("<svg")


@both_doors
def test_the_words_of_its_cluster_are_colored_in_a_text_and_lead_to_their_use(view, result):
    view.open("documents?row=12")
    inked = view.get("text").locator(".ink")
    expect(inked.first).to_be_visible()
    cluster = int(result.row_labels_[12])
    assert {one.get_attribute("data-cluster") for one in inked.all()} == {str(cluster)}
    view.get("color").select_option("none")
    expect(inked).to_have_count(0)
    view.get("color").select_option("all")
    word = inked.first.inner_text()
    inked.first.click()
    expect(view.get("profile")).to_contain_text(f"“{word}”")


@both_doors
def test_what_is_filtered_is_taken_away_as_a_table(view, result):
    view.open("documents?c=1")
    with view.tab.expect_download() as download:
        view.get("documents-csv").click()
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == int(result.sizes[1])
    assert {row["cluster"] for row in rows} == {"1"}
    assert {"id", "name", "confidence", "second", "class", "date", "desk"} <= set(rows[0])
