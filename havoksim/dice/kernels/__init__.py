"""Compiled dice: keyed streams, pools rolled die by die, and draws from exact tables."""
