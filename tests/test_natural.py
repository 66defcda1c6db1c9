"""Names are listed as people list them: 1, 2, 10."""

from itertools import permutations

import cotext
from cotext import corpus
from cotext.natural import in_natural_order
from cotext.report.overview import codes
from cotext.result.compare import with_labels

GRADES = ["0", "1", "2", "10"]
TEXTS = ["red oak, tall elm", "cold rain, wet snow", "fast car, loud horn", "old ship, deep sea"] * 6


def test_any_order_of_the_names_gives_the_same_list():
    names = ["", "a", "a2", "a02", "a10", "b1c2", "b1c10", "9" * 5000]
    expected = ["", "9" * 5000, "a", "a02", "a2", "a10", "b1c2", "b1c10"]
    assert in_natural_order(reversed(names)) == in_natural_order(names) == expected
    assert all(in_natural_order(mixed) == GRADES for mixed in permutations(GRADES))


def test_known_classes_are_numbered_by_their_values(tmp_path):
    rows = [f"{text},{GRADES[i % 4]}" for i, text in enumerate(text.replace(",", "") for text in TEXTS)]
    path = tmp_path / "grades.csv"
    path.write_text("\n".join(["text,grade", *rows]) + "\n")
    documents = corpus.read(path, text="text", label="grade")
    assert list(documents.label_names) == GRADES
    assert documents.labels[:4].tolist() == [0, 1, 2, 3]
    later = with_labels(cotext.cluster(TEXTS, 2, random_state=0, quiet=True), GRADES * 6)
    assert list(later.docword.label_names) == GRADES


def test_groups_and_files_are_listed_by_their_values(tmp_path):
    assert codes(["10", "2", "", "10"]) == {"codes": [1, 0, -1, 1], "names": ["2", "10"]}
    for i in (10, 9, 2):
        (tmp_path / f"chapter {i}.txt").write_text("red oak")
    files = corpus.read(tmp_path).files
    assert [file.name for file in files] == ["chapter 2.txt", "chapter 9.txt", "chapter 10.txt"]
