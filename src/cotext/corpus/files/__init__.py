"""Files wherever they lie: found in folders and archives, opened within limits, decoded. No formats yet."""
