"""Files in folders and archives: found, opened within limits, decoded. Formats come later."""
