"""The Merkle tree, by the vectors of Certificate Transparency and for every size up to 64."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.seals.merkle import leaf_hash, path_to, root_by, root_of

LEAVES = [
    bytes.fromhex(digits)
    for digits in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")
] + [bytes(range(0x60, 0x70))]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The roots over the first 0 to 8 of the leaves, as the reference implementation has them."""

PATHS = {
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
}

HASHES = [leaf_hash(leaf) for leaf in LEAVES]


@pytest.mark.parametrize(("count", "root"), list(enumerate(ROOTS)))
def test_roots(count: int, root: str) -> None:
    assert root_of(HASHES[:count]).hex() == root


@pytest.mark.parametrize(("place", "path"), list(PATHS.items()))
def test_paths(place: tuple[int, int], path: list[str]) -> None:
    index, count = place
    assert [step.hex() for step in path_to(index, HASHES[:count])] == path


@pytest.mark.parametrize("count", range(1, 65))
def test_every_leaf_of_every_tree_is_proven_and_no_other(count: int) -> None:
    leaves = [leaf_hash(b"%d" % number) for number in range(count)]
    root = root_of(leaves)
    for index, leaf in enumerate(leaves):
        path = path_to(index, leaves)
        assert root_by(index, count, leaf, path) == root
        assert root_by(index, count, leaf_hash(b"other"), path) != root
        assert root_by(index, count, leaf, [*path, leaf]) is None
        if path:
            assert root_by(index, count, leaf, path[:-1]) is None
            assert root_by(index, count, leaf, [*path[:-1], leaf]) != root
        for elsewhere in {index - 1, index + 1, count - 1 - index} - {index}:
            assert root_by(elsewhere, count, leaf, path) != root


@given(st.integers(-2, 70), st.integers(-2, 70), st.lists(st.binary(max_size=33), max_size=9))
def test_any_path_leads_somewhere_or_nowhere(index: int, count: int, path: list[bytes]) -> None:
    found = root_by(index, count, leaf_hash(b""), path)
    assert found is None or len(found) == 32


def test_a_node_is_no_leaf() -> None:
    one, other = HASHES[:2]
    assert leaf_hash(one + other) != root_of([one, other])
