"""Small files that become large ones are stopped, by one limit that one setting raises."""

import gzip
import lzma
import tracemalloc

import numpy as np
import polars
import pytest
from scipy import sparse

from cotext.corpus import limits, read
from cotext.corpus.limits import TooLarge
from cotext.errors import UsageError

ROWS = 200_000
SAME = "the same words again\n"


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """A limit that is reached in no time."""
    monkeypatch.setattr(limits, "FREE", 1 << 20)
    monkeypatch.delenv("COTEXT_MAX_BYTES", raising=False)


def packed(suffix, text):
    return (gzip if suffix == ".gz" else lzma).compress(
        text.encode(), **{".gz": {"mtime": 0}}.get(suffix, {})
    )


TEXTS = {
    "lines.txt": SAME * ROWS,
    "a-line.txt": "a" * (len(SAME) * ROWS),
    "table.csv": "text\n" + SAME * ROWS,
    "head.csv": "text" * (len(SAME) * ROWS // 4),
    "lines.jsonl": '{"text": "the same words"}\n' * ROWS,
    "array.json": "[" + '"the same words",' * ROWS + '""]',
    "counts.mtx": "%%MatrixMarket matrix coordinate integer general\n1 1 1\n" + "1 1 1\n" * 10 * ROWS,
}


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_unpacks_to_too_much_is_stopped(tmp_path, name, suffix):
    path = tmp_path / (name + suffix)
    path.write_bytes(packed(suffix, TEXTS[name]))
    with pytest.raises(
        TooLarge, match=r"(kB|bytes) unpack to .* MB or more, and the limit is 1\.\d+ MB"
    ) as told:
        read(path)
    assert str(path) in str(told.value)
    assert "COTEXT_MAX_BYTES=" in str(told.value)


def test_a_folder_of_texts_is_no_way_around(tmp_path):
    (tmp_path / "a.txt.xz").write_bytes(packed(".xz", TEXTS["a-line.txt"]))
    with pytest.raises(TooLarge, match=r"a\.txt\.xz"):
        read(tmp_path)


def test_a_parquet_file_is_no_way_around(tmp_path):
    path = tmp_path / "a.parquet"
    polars.DataFrame({"text": [SAME] * ROWS}).write_parquet(path)
    with pytest.raises(TooLarge, match=r"a\.parquet"):
        read(path)


def write_matrix(path, **more):
    X = sparse.csr_array(np.eye(3))
    parts = {"data": X.data, "indices": X.indices, "indptr": X.indptr, "shape": X.shape}
    np.savez_compressed(path, **{**parts, **more})


def test_a_matrix_that_unpacks_to_too_much_is_stopped(tmp_path):
    write_matrix(tmp_path / "a.npz", data=np.zeros(10**6))
    with pytest.raises(TooLarge, match=r"a\.npz: its .* kB unpack to 8 MB or more"):
        read(tmp_path / "a.npz")


def test_arrays_that_nobody_needs_are_not_read(tmp_path):
    write_matrix(tmp_path / "a.npz", other=np.zeros(10**7))
    tracemalloc.start()
    try:
        assert read(tmp_path / "a.npz").X.shape == (3, 3)
        assert tracemalloc.get_traced_memory()[1] < 10**7
    finally:
        tracemalloc.stop()


def test_the_stream_stops_at_the_limit_and_not_after_it(tmp_path):
    (tmp_path / "a.txt.xz").write_bytes(packed(".xz", "a" * 10**8))
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            read(tmp_path / "a.txt.xz")
        assert tracemalloc.get_traced_memory()[1] < 3 * 10**7
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["lines.txt.xz", "table.csv.gz"])
def test_one_setting_raises_the_limit(tmp_path, name, monkeypatch):
    path = tmp_path / name
    path.write_bytes(packed(path.suffix, TEXTS[name.rpartition(".")[0]]))
    monkeypatch.setenv("COTEXT_MAX_BYTES", "1e9")
    assert len(read(path)) == ROWS


def test_what_shrinks_as_texts_do_is_read(tmp_path):
    rng = np.random.default_rng(0)
    words = "\n".join(" ".join(f"w{j}" for j in row) for row in rng.integers(50, size=(20_000, 30)))
    (tmp_path / "a.txt.xz").write_bytes(packed(".xz", words))
    assert len(words) > 1 << 20
    assert len(read(tmp_path / "a.txt.xz")) == 20_000


def test_the_memory_of_the_computer_is_a_limit_too(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "memory", lambda: 10_000.0)
    (tmp_path / "a.txt.gz").write_bytes(packed(".gz", SAME * 1000))
    with pytest.raises(TooLarge, match=r"the limit is 5 kB \(half of the memory of this computer\)"):
        read(tmp_path / "a.txt.gz")


def test_a_setting_that_is_no_number_is_refused(tmp_path, monkeypatch):
    (tmp_path / "a.txt.gz").write_bytes(packed(".gz", SAME))
    monkeypatch.setenv("COTEXT_MAX_BYTES", "a lot")
    with pytest.raises(UsageError, match="COTEXT_MAX_BYTES is 'a lot'; give a number of bytes"):
        read(tmp_path / "a.txt.gz")
