"""Settings that are the same every time: ``cotext.toml`` here, or the file named by ``--config``.

A table per command, a key per option: flag > ``COTEXT_*`` environment > file > default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cotext.errors import CotextError, UsageError, did_you_mean

HERE = Path("cotext.toml")


def read_config(path: Path | None, commands: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Defaults for each command's parameters; unknown tables and keys are refused by name."""
    if path is None:
        if not HERE.is_file():
            return {}
        path = HERE
    return {name: _table(path, name, values, commands) for name, values in _load(path).items()}


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file; give the path of a TOML file with --config.") from None
    except (OSError, ValueError) as error:
        raise CotextError(f"{path} cannot be read as TOML: {error}") from None


def _table(path: Path, name: str, values: Any, commands: Mapping[str, Any]) -> dict[str, Any]:
    if name not in commands or not isinstance(values, dict):
        guess = did_you_mean(name, commands)
        raise UsageError(f"{path}: [{name}] is not a command{guess}; use a table such as [fit].")
    options = {opt.removeprefix("--"): p for p in commands[name].params for opt in p.opts if opt[:2] == "--"}
    unknown = [key for key in values if key.replace("_", "-") not in options]
    if unknown:
        guess = did_you_mean(unknown[0], options)
        raise UsageError(f"{path}: [{name}] has no option {unknown[0]!r}{guess}; see 'cotext {name} --help'.")
    given = {options[key.replace("_", "-")]: value for key, value in values.items()}
    return {option.name: _text(value, option.multiple) for option, value in given.items()}


def _text(value: Any, repeated: bool) -> Any:
    """Values as they would be typed: ``set`` is repeated, other options list what they take by commas."""
    if isinstance(value, dict):
        pairs = [f"{key}{'=' if repeated else ':'}{item}" for key, item in value.items()]
        return pairs if repeated else ",".join(pairs)
    if isinstance(value, list):
        return list(map(str, value)) if repeated else ",".join(map(str, value))
    return value if isinstance(value, bool) else str(value)
