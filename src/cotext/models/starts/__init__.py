"""Initial factors and clusters."""
