"""Write files so that a reader sees the old content or the new one, never a torn one.

``atomic`` replaces a file in one step, and writes files that the user has named, ``plain`` opens files inside
our folders, ``jsonl`` appends lines, and ``lock`` lets one process at a time write a folder.
"""

from cotext.files.atomic import (
    check_output,
    prefix_of,
    stand_in,
    sync_folder,
    write_atomic,
    write_output,
    write_output_text,
    write_text,
)
from cotext.files.jsonl import append_line, finite, read_lines
from cotext.files.lock import is_over, is_same, locked, owner_here
from cotext.files.plain import (
    RUN_MARKS,
    NotPlain,
    check_folder,
    check_plain,
    is_run,
    is_there,
    open_plain,
    read_plain,
    size_of,
)

__all__ = [
    "RUN_MARKS", "NotPlain", "append_line", "check_folder", "check_output", "check_plain", "finite",
    "is_over", "is_run", "is_same", "is_there", "locked", "open_plain", "owner_here", "prefix_of",
    "read_lines", "read_plain", "size_of", "stand_in", "sync_folder", "write_atomic", "write_output",
    "write_output_text", "write_text",
]  # fmt: skip
