"""What the tests of training share."""

import jax
import pytest


@pytest.fixture(autouse=True, scope="module")
def quick_compiler():
    """Spend little time on optimising what runs only a few times."""
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)
