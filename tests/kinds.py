"""A text as a file of every kind, written by hand where no library is at hand to write it."""

import bz2
import csv
import gzip
import io
import json
import lzma
import zipfile

import docx
import polars

from cotext.corpus.files.extras import needed


def pdf(*pages, extra=b""):
    """A PDF with the text layer that is asked for; ``extra`` goes into the trailer."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, text in enumerate(pages):
        lines = "".join(f"({line}) Tj T* " for line in text.split("\n"))
        drawn = f"BT /F1 8 Tf 10 TL 20 700 Td {lines}ET" if text else ""
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 800] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * n} 0 R >>"
        )
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    out, places = io.BytesIO(b"%PDF-1.4\n"), []
    out.seek(0, io.SEEK_END)
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode())
    start = out.tell()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode())
    out.write(b"trailer\n<< /Size %d /Root 1 0 R %s >>\n" % (len(objects) + 1, extra))
    out.write(b"startxref\n%d\n%%%%EOF\n" % start)
    return out.getvalue()


def word(*paragraphs, cell=None):
    """A .docx file with paragraphs and, if asked, a table of one cell."""
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if cell is not None:
        document.add_table(1, 1).cell(0, 0).text = cell
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def sheets(**tables):
    """An .xlsx file with a sheet for each list of rows."""
    kind = "http://schemas.openxmlformats.org"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{kind}/package/2006/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{kind}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{kind}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{kind}/spreadsheetml/2006/main" '
        f'xmlns:r="{kind}/officeDocument/2006/relationships"><sheets>'
        + "".join(f'<sheet name="{name}" sheetId="{n}" r:id="s{n}"/>' for n, name in enumerate(tables, 1))
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{kind}/package/2006/relationships">'
        + "".join(
            f'<Relationship Id="s{n}" Type="{kind}/officeDocument/2006/relationships/worksheet" '
            f'Target="worksheets/sheet{n}.xml"/>'
            for n in range(1, len(tables) + 1)
        )
        + "</Relationships>",
    }
    for n, rows in enumerate(tables.values(), 1):
        body = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f'<worksheet xmlns="{kind}/spreadsheetml/2006/main"><sheetData>{body}</sheetData></worksheet>'
        )
    return archive(parts)


def _cell(value):
    if isinstance(value, int | float):
        return f"<c><v>{value}</v></c>"
    return f'<c t="inlineStr"><is><t>{value}</t></is></c>'


def archive(members, method=zipfile.ZIP_DEFLATED):
    """A .zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as new:
        for name, content in members.items():
            new.writestr(name, content)
    return out.getvalue()


def page(text):
    """A page with what a site puts around a text."""
    return (
        "<!doctype html><html><head><title>T</title><style>p {}</style><script>let menu</script></head><body>"
        f"<nav>menu home</nav><main><p>{text}</p></main><footer>imprint</footer></body></html>"
    )


def tei(text):
    """A TEI file."""
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TEI SYSTEM "tei.dtd"><TEI '
        'xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>heading</title></teiHeader>'
        f"<text><body><p>{text}</p></body></text></TEI>"
    )


def letter(text, box=False):
    """A letter, or a box with one."""
    start = "From someone Thu Jan  1 00:00:00 2026\n" if box else ""
    return f"{start}From: a@example.org\nSubject: news\n\n{text}\n"


def table(rows):
    """CSV with the columns id and text."""
    out = io.StringIO()
    csv.writer(out).writerows([("id", "text"), *enumerate(rows)])
    return out.getvalue()


def parquet(rows):
    """Parquet with one column."""
    out = io.BytesIO()
    polars.DataFrame({"text": rows}).write_parquet(out)
    return out.getvalue()


ONE = {  # a file that is one document
    "a.txt": str,
    "b.md": str,
    "c.html": page,
    "d.htm.bz2": lambda text: bz2.compress(page(text).encode()),
    "e.xml": tei,
    "f.pdf": lambda text: pdf(text),
    "g.docx": lambda text: word(text),
    "h.eml": letter,
    "i.txt.gz": lambda text: gzip.compress(text.encode(), mtime=0),
    "j.txt.xz": lambda text: lzma.compress(text.encode()),
    "k.txt.zst": lambda text: needed("zstd").compress(text.encode()),
    "l.txt": lambda text: f"{text} déjà für".encode("cp1252"),
}
ROWS = {  # a file that is a document per row
    "m.csv": lambda text: table([text]),
    "n.jsonl": lambda text: json.dumps({"text": text}),
    "o.xlsx": lambda text: sheets(one=[["text"], [text]]),
    "p.parquet": lambda text: parquet([text]),
    "q.mbox": lambda text: letter(text, box=True),
    "r.txt": lambda text: f"**** *who_anna\n{text}\n",
    "s.zip": lambda text: archive({"in/a.txt": text, "in/b.csv": table([text])}),
}


def write(folder, name, text, kinds=None):
    """A text as a file of the kind of ``name``."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {**ONE, **ROWS, **(kinds or {})}[path.name](text)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
