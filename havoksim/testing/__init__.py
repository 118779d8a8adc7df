"""The public kit that judges the engines: known right answers, recomputed on the user's own machine."""
