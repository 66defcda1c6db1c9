"""Help pages without noise: no environment variables, no types beside flags and arguments, no braces."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

UNSHOWN = ("show_completion",)  # --install-completion is what people want
BRACES = {ord(brace): None for brace in "{}"}


class _Clean:
    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            param.show_envvar = False
            param.hidden = getattr(param, "hidden", False) or param.name in UNSHOWN
            if getattr(param, "is_flag", False):
                param.metavar = ""
            if param.param_type_name == "argument":
                param.display_type_rich = _nothing
        return params

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.translate(BRACES) for piece in super().collect_usage_pieces(ctx)]  # type: ignore[misc]


def _nothing(ctx: Any) -> None:
    """What is told of the type of an argument, whose name tells enough."""


class CleanCommand(_Clean, TyperCommand):
    """A command."""


class CleanGroup(_Clean, TyperGroup):
    """The list of commands."""
