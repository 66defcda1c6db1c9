"""Files, frames and strings in; :class:`Documents` (texts) or :class:`DocWord` (counts) out.

``read`` gives all documents of a source, ``batches_of`` the same a batch at a time, by the same readers:
``files`` finds, opens and decodes files, ``formats`` has a reader for each kind. Nothing comes before this
folder; ``tokens/`` cuts the texts into words, and counts go straight to ``matrix/``. Nothing read here is
executed or unpickled, and nothing is fetched. Other packages open files within the same limits by
``open_text``, ``Archive`` and ``Budget``.
"""

from cotext.corpus.batches import Batches, batches_of, slices
from cotext.corpus.build_documents import classes_of, documents, encode, string
from cotext.corpus.cells import is_missing, iso_date, missing_note
from cotext.corpus.columns import ID, LABEL, Columns
from cotext.corpus.documents import Documents, DocWord, Fields, excerpt
from cotext.corpus.files.file_io import open_text, suffix_of
from cotext.corpus.files.limits import Budget, TooLarge
from cotext.corpus.files.notes import FileNote
from cotext.corpus.files.npz_archive import Archive, npy_header
from cotext.corpus.formats import KNOWN
from cotext.corpus.formats.matrices import checked_csr, load_arrays, row_blocks, sparse_from
from cotext.corpus.formats.records import json_values
from cotext.corpus.names import Names, TextColumns
from cotext.corpus.read import Look, look, read
from cotext.corpus.table_form import AUTO, NO, YES, TableForm, table_form
from cotext.corpus.text_buffer import Texts

__all__ = [
    "AUTO", "ID", "KNOWN", "LABEL", "NO", "YES", "Archive", "Batches", "Budget", "Columns", "DocWord",
    "Documents", "Fields", "FileNote", "Look", "Names", "TableForm", "TextColumns", "Texts", "TooLarge",
    "batches_of", "checked_csr", "classes_of", "documents", "encode", "excerpt", "is_missing", "iso_date",
    "json_values", "load_arrays", "look", "missing_note", "npy_header", "open_text", "read", "row_blocks",
    "slices", "sparse_from", "string", "suffix_of", "table_form",
]  # fmt: skip
