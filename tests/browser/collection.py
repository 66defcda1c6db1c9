"""Two hundred short texts on four things, with classes, dates, groups and one that is full of markup."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np

TOPICS = {
    "space": "orbit launch rocket planet moon telescope galaxy comet shuttle crew mission engine probe",
    "kitchen": "flour butter oven recipe dough salt pepper onion garlic soup bread sugar pan simmer spoon",
    "garden": "seed soil plant root leaf bloom prune compost tulip rose shovel water shade hedge lawn",
    "music": "guitar chord melody drum tempo concert violin choir bass rhythm song piano stage record tune",
}
HOSTILE = (
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'> orbit rocket launch </script>"
)
DOCUMENTS = 200
HOSTILE_ROW = 7


def of_topic(row: int) -> str:
    """What a text is about."""
    return list(TOPICS)[row % len(TOPICS)]


def write_table(path: Path) -> Path:
    """A table to cluster; the same each time."""
    rng = np.random.default_rng(0)
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "body", "kind", "day", "desk"])
        for row in range(DOCUMENTS):
            topic, other = (list(TOPICS)[(row + step) % len(TOPICS)] for step in (0, 1))
            strange = 9 if row % 10 == 3 else 0  # some could as well be of another
            words = [
                *rng.choice(TOPICS[topic].split(), 25 - strange),
                *rng.choice(TOPICS[other].split(), strange),
            ]
            body = HOSTILE if row == HOSTILE_ROW else " ".join(words)
            day = f"2024-{1 + row % 12:02}-{1 + row % 28:02}"
            rows.writerow([f"note-{row}", body, topic, day, ["north", "south"][row % 3 == 0]])
    return path


def fit(table: Path, run: Path) -> Path:
    """The table as a run."""
    columns = ["--text", "body", "--id", "name", "--label", "kind", "--date", "day", "--group", "desk"]
    options = ["-k", str(len(TOPICS)), *columns, "--language", "en", "--quiet", "--out", str(run)]
    subprocess.run([sys.executable, "-m", "cotext", "fit", str(table), *options], check=True)
    return run
