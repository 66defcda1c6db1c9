"""``cotext demo``: the docstrings of NumPy, SciPy and scikit-learn, co-clustered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from cotext.cli.commands.report import NAME, make_report
from cotext.cli.fitting import run_fit
from cotext.cli.output import Json, Quiet, Verbose, talk
from cotext.errors import CotextError

# Words of docstrings about any subject.
BOILERPLATE = """
    array arrays array_like ndarray int ints float floats bool str none true false optional default defaults
    parameter parameters return returns returned raises yields see also note notes example examples import
    versionadded versionchanged deprecated deprecation version https http www org doi ref cite rm math
    np plt fig ax numpy scipy sklearn matplotlib pyplot subplots plot show print out self args kwargs rng
    value values input output given specified use used using set type shape size number function method object
    references pp vol press res ma sc x1 x2 xp rv fs nan subok api backend uninitialized
    locations freshly provided retain keyword allocated condition ufunc ufuncs broadcast remain docs
    dask pytorch jax cupy library boost providing experimental
"""
WORDS = {"stop_words": BOILERPLATE.split(), "language": "en", "max_df": 0.3}


def demo(
    out: Annotated[Path, Option(metavar="RUN", help="Save the result in this folder.")] = Path("runs/demo"),
    seed: Annotated[int, Option(metavar="N", help="Fix all random choices: same seed, same result.")] = 0,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Co-cluster the docstrings of the installed NumPy, SciPy and scikit-learn: no data needed.

    Example: cotext demo --out runs/demo
    """
    run_fit("pydocs", 16, "auto", out, WORDS, {}, seed=seed, as_json=as_json, quiet=quiet, verbose=verbose)
    with talk(quiet or as_json, verbose) as talking:
        talking.stage("writing the report")
        try:
            talking.note(f"report: {make_report(out, out / NAME)}")
        except CotextError as error:  # the pages were not built, but the run is saved
            talking.note(f"no report was written: {error}")
        talking.note(f"to open the run in the browser: cotext explore {out}")
