"""Settings of all tests: hypothesis never judges by the clock, since the machine may be busy."""

from hypothesis import Phase, settings

settings.register_profile("unhurried", deadline=None)
# for planted faults: it is enough that a test fails, no matter how simple the example is
settings.register_profile("hurried", deadline=None, phases=[Phase.explicit, Phase.generate], database=None)
settings.load_profile("unhurried")
