"""``cotext similar`` asks a run what is like a word or a document."""


def test_words_and_documents_of_the_same_topic_come_first(call, run_folder, records):
    word = next(w for w in records[0]["body"].lower().replace(".", "").split() if not w.startswith("word"))
    found = call("similar", run_folder, word, "-n", "3", "--json").json["similar"]
    assert len(found) == 3
    assert all(row["word"].startswith(word.rstrip("0123456789")) for row in found)
    documents = call("similar", run_folder, "d0", "--document").out.splitlines()
    assert documents[0].split("\t") == ["document", "similarity", "excerpt"]
    texts = {record["id"]: " ".join(record["body"].split()) for record in records}
    assert all(texts[line.split("\t")[0]].startswith(line.split("\t")[2][:40]) for line in documents[1:])
    assert len(documents) == 11


def test_an_unknown_word_is_one_line_and_exit_code_2(call, run_folder):
    outcome = call("similar", run_folder, "nonesuch")
    assert outcome.code == 2
    assert "no word 'nonesuch'" in outcome.err
