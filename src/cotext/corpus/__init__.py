"""Files, frames and strings in; :class:`Documents` (texts) or :class:`DocWord` (counts) out.

``files`` finds, opens and decodes files, ``formats`` has a reader for each kind. Nothing comes before this
folder; ``tokens/`` cuts the texts into words, and counts go straight to ``matrix/``. Nothing read here is
executed or unpickled, and nothing is fetched.
"""

from cotext.corpus.batches import Batches, batches_of, slices
from cotext.corpus.build_documents import classes_of, documents, encode, string
from cotext.corpus.cells import missing_note
from cotext.corpus.columns import ID, LABEL, Columns
from cotext.corpus.dates import iso_date
from cotext.corpus.documents import Documents, DocWord, excerpt
from cotext.corpus.fields import Fields
from cotext.corpus.files.notes import FileNote
from cotext.corpus.formats import KNOWN
from cotext.corpus.formats.matrices import checked_csr, row_blocks
from cotext.corpus.read import Look, look, read
from cotext.corpus.table_form import TableForm, table_form
from cotext.corpus.text_buffer import Texts

__all__ = [
    "ID",
    "KNOWN",
    "LABEL",
    "Batches",
    "Columns",
    "DocWord",
    "Documents",
    "Fields",
    "FileNote",
    "Look",
    "TableForm",
    "Texts",
    "batches_of",
    "checked_csr",
    "classes_of",
    "documents",
    "encode",
    "excerpt",
    "iso_date",
    "look",
    "missing_note",
    "read",
    "row_blocks",
    "slices",
    "string",
    "table_form",
]
