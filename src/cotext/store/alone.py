"""One writer of a store at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from cotext.errors import CannotWrite, CotextError
from cotext.files.lock import locked


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Write the store there as the only one; a second writer is refused, and told who the first is."""
    with ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(folder, wait=False))
        except CotextError:
            raise
        except OSError as error:
            raise CannotWrite(folder, error) from error
        yield
