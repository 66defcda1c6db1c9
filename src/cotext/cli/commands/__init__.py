"""The commands. A file has one of them, or two that belong together."""
