"""The tests of Sandtable."""

from hypothesis import HealthCheck, settings

# Machines are noisy: how long an example takes to be made, or to run, says nothing about the code.
settings.register_profile("sandtable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sandtable")
