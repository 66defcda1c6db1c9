"""One HTML file with everything in it: the pages, the data, and nothing from anywhere else."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
from importlib.resources import files

from cotext.errors import CotextError
from cotext.report import schema

ENDS = re.compile(r"<(?=/script|!--)", re.IGNORECASE)  # what a browser takes for the end of a script


def bundle(name: str) -> str:
    """A file of the built front end."""
    try:
        return (files("cotext") / "explorer" / "static" / name).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CotextError(
            "the pages of reports and of the explorer are not built: run 'make web' in the source folder "
            "(it needs npm), or install a wheel, which has them."
        ) from error


def page_of(data: schema.ReportData) -> str:
    """The file: styles, data and program inside it, allowed by their hashes and nothing else."""
    style, program = bundle("app.css"), ENDS.sub(r"\\x3c", bundle("app.js"))
    packed = gzip.compress(to_json(data), 9, mtime=0)
    rules = (
        f"default-src 'none'; script-src {_hash(program)}; style-src {_hash(style)}; img-src data: blob:; "
        "connect-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    title, notices = html.escape(data["overview"]["run"]), html.escape(bundle("licenses.txt"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{rules}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<div id="app"></div>\n'
        f'<template id="cotext-licenses">{notices}</template>\n'
        f'<script type="application/gzip" id="cotext-data">{base64.b64encode(packed).decode()}</script>\n'
        f'<script type="module">{program}</script>\n</body>\n</html>\n'
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def to_json(value: object) -> bytes:
    """JSON in UTF-8, without NaN; half of a surrogate pair, which UTF-8 cannot hold, is escaped.

    Examples
    --------
    >>> to_json({"text": "né \\ud800"})
    b'{"text": "n\\xc3\\xa9 \\\\ud800"}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
