"""Compiled exchanges of fire, close combat and psyke, and sampled duels."""
