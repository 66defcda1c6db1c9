"""Small files that become large ones are stopped, by one limit that one setting raises."""

import gzip
import lzma
import tracemalloc
import zipfile

import numpy as np
import polars
import pytest
from scipy import sparse

from cotext.corpus import read
from cotext.corpus.files import limits
from cotext.corpus.files.limits import TooLarge
from cotext.errors import CotextError, UsageError

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


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
def test_many_small_files_of_a_folder_are_no_way_around(tmp_path, suffix, monkeypatch):
    for number in range(4):
        (tmp_path / f"{number}.txt{suffix}").write_bytes(packed(suffix, SAME * 20_000))
    (tmp_path / "plain.txt").write_text(SAME * 100_000)
    match = r"its 4 compressed files together: its .* unpack to 1\.\d+ MB or more, and the limit is 1\.05 MB"
    with pytest.raises(TooLarge, match=match):
        read(tmp_path)
    monkeypatch.setenv("COTEXT_MAX_BYTES", "2e6")
    assert len(read(tmp_path)) == 5


def with_dictionary(size, text):
    return lzma.compress(text.encode(), filters=[{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": size}])


@pytest.mark.parametrize("before", ["", SAME])
@pytest.mark.parametrize("name", ["a.txt.xz", "a.csv.xz", "folder"])
def test_a_dictionary_that_would_fill_the_memory_is_refused(tmp_path, name, before, monkeypatch):
    monkeypatch.setattr(limits, "DICTIONARY", 1 << 20)
    path = tmp_path / (name if name != "folder" else "a.txt.xz")
    first = with_dictionary(1 << 16, before) if before else b""
    path.write_bytes(first + with_dictionary(1 << 22, SAME * 2))
    match = (
        r"xz: unpacking it takes a dictionary of more than 1\.05 MB, .* xz -9 or less, .* COTEXT_MAX_BYTES="
    )
    with pytest.raises(TooLarge, match=match):
        read(tmp_path if name == "folder" else path)
    monkeypatch.setenv("COTEXT_MAX_BYTES", "1e8")
    read(tmp_path if name == "folder" else path)


def test_what_xz_makes_unasked_is_read(tmp_path):
    text = SAME * 10
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    assert read(tmp_path / "a.txt.xz").texts == [SAME.strip()] * 10


@pytest.mark.parametrize("padding", [b"", b"\0" * 4, b"\0" * (1 << 21)])
def test_the_streams_of_an_xz_file_are_read_one_after_another(tmp_path, padding):
    parts = [packed(".xz", f"{name}\n" * 3) + padding for name in ("one", "other")]
    (tmp_path / "a.txt.xz").write_bytes(b"".join(parts))
    assert read(tmp_path / "a.txt.xz").texts == ["one"] * 3 + ["other"] * 3


@pytest.mark.parametrize(
    "wrong", [lambda b: b[:-9], lambda b: b + b"more", lambda b: b"", lambda b: b[:40] * 2]
)
def test_a_damaged_xz_file_is_told(tmp_path, wrong):
    (tmp_path / "a.txt.xz").write_bytes(wrong(packed(".xz", SAME * 50)))
    with pytest.raises(CotextError, match=r"a\.txt\.xz: damaged \.xz file"):
        read(tmp_path / "a.txt.xz")


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


def test_a_matrix_that_is_packed_in_another_way_is_refused(tmp_path):
    write_matrix(tmp_path / "a.npz")
    with zipfile.ZipFile(tmp_path / "a.npz") as old, zipfile.ZipFile(tmp_path / "b.npz", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name), compress_type=zipfile.ZIP_LZMA)
    with pytest.raises(CotextError, match=r"compressed as NumPy never does it"):
        read(tmp_path / "b.npz")


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
