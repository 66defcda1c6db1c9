"""Files, frames and strings in; :class:`Documents` (texts) or :class:`DocWord` (counts) out.

Nothing comes before this folder; ``tokens/`` cuts the texts into words, and counts go straight to
``matrix/``. Nothing read here is executed or unpickled, and nothing is fetched.
"""

from cotext.corpus.columns import Columns
from cotext.corpus.documents import Documents, DocWord
from cotext.corpus.read import read

__all__ = ["Columns", "DocWord", "Documents", "read"]
