"""Settings for the whole suite: how hard the property tests look."""

import os

from hypothesis import HealthCheck, Phase, settings

_PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture)

settings.register_profile(
    "ci",
    max_examples=12,
    stateful_step_count=30,
    deadline=None,
    phases=_PHASES,
    suppress_health_check=_SLOW,
    derandomize=True,
)
settings.register_profile("soak", settings.get_profile("ci"), max_examples=600, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
