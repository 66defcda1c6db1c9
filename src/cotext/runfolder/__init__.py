"""A result on disk: a run folder is written and replaced in one step, checked, read back and edited.

In: a ``CoClustering``. Out: a folder of tables, arrays, texts and edits, and the result read back from it.
Nothing in the files of a run is executed.
"""

from cotext.runfolder.atomic_swap import clear_up
from cotext.runfolder.edits import (
    EDITS,
    FIELDS,
    PARTS,
    UNDO,
    Edit,
    add_edit,
    apply_edits,
    check_edit,
    history,
    outcome_of,
    read_edits,
    settled,
    with_outcome,
)
from cotext.runfolder.load import load_run
from cotext.runfolder.npz_codec import DAMAGE
from cotext.runfolder.save import EVERYONE, is_ours, refuse_foreign, save_run

__all__ = [
    "DAMAGE", "EDITS", "EVERYONE", "FIELDS", "PARTS", "UNDO", "Edit", "add_edit", "apply_edits",
    "check_edit", "clear_up", "history", "is_ours", "load_run", "outcome_of", "read_edits",
    "refuse_foreign", "save_run", "settled", "with_outcome",
]  # fmt: skip
