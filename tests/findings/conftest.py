import pytest

from research.findings.games import BASE, batch


@pytest.fixture(scope="session")
def games():
    """A few games of the champion against itself."""
    return batch(BASE, 24, (7, 7), 0.5)
