"""Settings and clusterings compared without labels."""
