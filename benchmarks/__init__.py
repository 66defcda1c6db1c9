"""Side by side with peers, one file per stage, ratios from one run. ``make bench`` runs them all."""
