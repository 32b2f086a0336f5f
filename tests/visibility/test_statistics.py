"""Nothing that a viewer can measure goes along with anything hidden from that viewer.

Chi-square tests of independence over many matches, each feature against each hidden fact. The
matches are the same in every run, so a test that fails has a reason; the bound is one that chance
would pass once in millions of features.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.visibility.many_matches import Facts, Features, Table, measure

MATCHES: Final = 220
CONTROLS: Final = 100
"""Matches of which the judge's copy is measured as well."""

ALARM: Final = 6.0
"""Standard deviations: one in a thousand million features, by chance."""

RARE: Final = 10


def dependence(ones: Sequence[object], others: Sequence[object]) -> float:
    """Return how surely two lists of values go together, in standard deviations.

    The chi-square of their table of counts, made normal (Wilson and Hilferty); values that are
    rare count as one.
    """
    ones, others = _pooled(ones), _pooled(others)
    left, right = Counter(ones), Counter(others)
    free = (len(left) - 1) * (len(right) - 1)
    if not free:
        return 0.0
    together, total = Counter(zip(ones, others, strict=True)), len(ones)
    chi = 0.0
    for one, count in left.items():
        for other, times in right.items():
            expected = count * times / total
            chi += (together[one, other] - expected) ** 2 / expected
    return float(((chi / free) ** (1 / 3) - 1 + 2 / (9 * free)) / sqrt(2 / (9 * free)))


def _pooled(values: Sequence[object]) -> list[object]:
    counts = Counter(values)
    return [value if counts[value] >= RARE else "rare" for value in values]


class Sample:
    """Many matches as one viewer measures them."""

    def __init__(self, hidden: list[Facts], features: list[Features]) -> None:
        known = hidden[: len(features)]
        self.hidden = {name: [facts[name] for facts in known] for name in known[0]}
        names = sorted({name for measured in features for name in measured})
        columns = {name: [measured.get(name, "absent") for measured in features] for name in names}
        self.varying = {
            name: column for name, column in columns.items() if len(set(_pooled(column))) > 1
        }

    def strongest(self, fact: str) -> tuple[float, str]:
        """Find the feature that goes most surely with a hidden fact."""
        values = self.hidden[fact]
        return max((dependence(column, values), name) for name, column in self.varying.items())


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sample]:
    folder: Path = tmp_path_factory.mktemp("many")
    hidden: list[Facts] = []
    measured: dict[str, list[Features]] = {"p2": [], "spectator": [], "judge": []}
    for seed in range(MATCHES):
        played = Table(folder / f"{seed}.dcglog", seed).play()
        hidden.append(played.hidden)
        for viewer, features in measured.items():
            if viewer != "judge" or seed < CONTROLS:
                features.append(measure(played, viewer, folder))
        played.path.unlink()
    return {viewer: Sample(hidden, features) for viewer, features in measured.items()}


@pytest.mark.parametrize("viewer", ["p2", "spectator"])
def test_nothing_that_is_measured_goes_along_with_anything_hidden(
    samples: dict[str, Sample], viewer: str
) -> None:
    sample = samples[viewer]
    assert len(sample.varying) > 100  # public facts do vary
    for fact in sample.hidden:
        sure, name = sample.strongest(fact)
        assert sure < ALARM, (fact, name, sure)


def test_the_same_measure_finds_every_fact_in_the_judges_copy(samples: dict[str, Sample]) -> None:
    """The judge may read all of it: a fact that is not found there is not tested elsewhere."""
    sample = samples["judge"]
    assert len(sample.hidden) >= 13
    for fact in sample.hidden:
        sure, _ = sample.strongest(fact)
        assert sure > ALARM, (fact, sure)


def test_a_faint_leak_is_found(samples: dict[str, Sample]) -> None:
    """A feature that says the truth in three matches of five, and anything in the others."""
    dice = Random(3)  # noqa: S311
    for fact, values in samples["spectator"].hidden.items():
        leak = [value if dice.random() < 0.6 else dice.choice(values) for value in values]
        assert dependence(leak, values) > ALARM, fact


def test_chance_is_not_taken_for_a_leak(samples: dict[str, Sample]) -> None:
    """Hidden facts of other matches go along with nothing either."""
    dice = Random(4)  # noqa: S311
    sample = samples["judge"]
    for fact in ("which draw was played", "order of security", "kind of card taken"):
        values = sample.hidden[fact]
        strangers = list(values)
        dice.shuffle(strangers)
        sure = max(dependence(column, strangers) for column in sample.varying.values())
        assert sure < ALARM, (fact, sure)
