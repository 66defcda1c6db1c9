"""What all pages know of a run."""

from cotext.report.overview import TOP_WORDS, overview_of


def test_a_word_cluster_comes_with_its_heaviest_words_however_long_they_are(result):
    told = overview_of(result, "run", [])["word_clusters"]
    assert [one["size"] for one in told] == [
        int((result.column_labels_ == j).sum()) for j in range(len(told))
    ]
    for j, one in enumerate(told):
        assert one["words"] == result.top_words(j, TOP_WORDS, side="words")
        assert one["label"].split(", ") == one["words"][: one["label"].count(",") + 1]
