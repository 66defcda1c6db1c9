"""The commands, one per file (``regroup`` has ``split`` and ``merge``)."""
