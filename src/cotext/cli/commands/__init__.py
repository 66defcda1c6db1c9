"""The commands, a file for each (``regroup`` has ``split`` and ``merge``)."""
