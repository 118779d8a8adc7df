"""Settings of all tests: hypothesis never judges by the clock, since the machine may be busy."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
