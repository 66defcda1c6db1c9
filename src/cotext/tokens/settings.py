"""How texts were cut, written down so that new texts can be cut the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class TokenSettings:
    """The resolved arguments of :func:`tokenize`: nothing in them is guessed again.

    Attributes
    ----------
    language : str
        A language code, or "unknown".
    stop_words : str or tuple of str
        "none", "small", "large", or the user's own words.
    stem : str or None
        A stemmer's name.
    lowercase : bool
        Whether "Word" and "word" are the same word.

    Examples
    --------
    >>> settings = TokenSettings(language="pt", stem="portuguese")
    >>> TokenSettings.from_dict(settings.to_dict()) == settings
    True
    """

    language: str = "unknown"
    stop_words: str | tuple[str, ...] = "none"
    stem: str | None = None
    lowercase: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Plain values for TOML or JSON; what is None is left out."""
        values = {name: value for name, value in asdict(self).items() if value is not None}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TokenSettings:
        """Undo :meth:`to_dict`."""
        plain: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
        return cls(**plain)
