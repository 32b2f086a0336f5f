"""What has to hold for every match that is possible at all."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.checks import (
    check_conservation,
    check_histories,
    check_openings,
    check_reappended,
    check_reopened,
    check_replay,
    check_retries,
    check_seat,
    check_views,
)
from tests.property.drive import play_match
from tests.property.likeness import check_indistinguishable, check_secrets

seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(5, 70)
soak = pytest.mark.soak


def check_match(seed: int, steps: int) -> None:
    with TemporaryDirectory() as name:
        directory = Path(name)
        (world,) = play_match(directory, seed, steps)
        path = world.recorder.path
        check_conservation(path)
        check_views(path, directory)
        check_histories(path)
        check_openings(path, directory, seed)
        for viewer in ("p1", "p2", "spectator"):
            check_secrets(path, viewer)
            check_seat(path, directory, viewer)
        check_replay(path, [seed, 3 * seed + 1, 0, seed // 5, -1])
        check_reappended(path, directory)
        check_reopened(world, directory, seed)
        check_retries(world)
        world.recorder.close()


def check_twins(seed: int, steps: int) -> None:
    for viewer in ("p1", "p2", "spectator"):
        with TemporaryDirectory() as name:
            worlds = play_match(Path(name), seed, steps, viewer)
            for world in worlds:
                world.recorder.close()
            ours, theirs = (world.recorder.path for world in worlds)
            check_indistinguishable(ours, theirs, viewer)


@given(seeds, lengths)
def test_every_match_folds_redacts_replays_and_repeats(seed: int, steps: int) -> None:
    check_match(seed, steps)


@given(seeds, lengths)
def test_what_a_viewer_cannot_see_does_not_change_what_the_viewer_gets(
    seed: int, steps: int
) -> None:
    check_twins(seed, steps)


def test_worlds_do_differ_in_what_is_hidden(tmp_path: Path) -> None:
    worlds = play_match(tmp_path, 3, 40, "spectator")
    for world in worlds:
        world.recorder.close()
    ours, theirs = (world.recorder.path for world in worlds)
    with pytest.raises(AssertionError):
        check_indistinguishable(ours, theirs, "judge")


@soak
@settings(settings.get_profile("soak"))
@given(seeds, st.integers(20, 150))
def test_soak_matches(seed: int, steps: int) -> None:
    check_match(seed, steps)


@soak
@settings(settings.get_profile("soak"))
@given(seeds, st.integers(20, 150))
def test_soak_twins(seed: int, steps: int) -> None:
    check_twins(seed, steps)
