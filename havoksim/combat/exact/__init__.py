"""Exact laws of one volley, one close combat, one psyke attack, one explosion, and of duels to the end."""
