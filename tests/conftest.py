"""Settings for the whole suite: how hard the property tests look."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)  # test modules import their helpers as `tests.…`

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
settings.register_profile(
    "unshrunk", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let what is made from the golden logs be written anew; see tests/golden/SOURCE.md."""
    parser.addoption("--update-golden", action="store_true", help="Write golden files anew.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long runs unless they are asked for by `-m soak`."""
    if "soak" not in config.getoption("markexpr"):
        skip = pytest.mark.skip(reason="a long run: pytest -m soak")
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(skip)
