"""What runs under every model: the outside, the loop, restarts, labels, checks of what comes in."""
