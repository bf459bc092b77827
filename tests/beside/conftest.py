"""Two houses for a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.beside.pair import UpHouse, pair


@pytest.fixture
def both(tmp_path: Path, furnished: Path) -> Iterator[tuple[UpHouse, UpHouse]]:
    """The second follows the first."""
    yield from pair(tmp_path, furnished)
