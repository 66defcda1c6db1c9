"""The command ``cotext``: each command has a file in ``commands``; the modules here are shared.

In: the command line. Out: tables on stdout, notes on stderr. Above: everything; data pass through this
package last. Heavy modules are imported only when a command runs, so that ``--help`` is fast.
"""

from cotext.cli.app import app, main

__all__ = ["app", "main"]
