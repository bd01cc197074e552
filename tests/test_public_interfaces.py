"""The package uses only public interfaces of its dependencies."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"
INTERNAL = (
    "alembic.ddl",
    "click",  # Typer brings its own.
    "fastapi.dependencies",
    "fastapi.routing",
    "jax.interpreters",
    "numpy.core",
    "redis.asyncio.connection",
    "redis.connection",
    "sqlalchemy.engine.default",
    "sqlalchemy.util",
    "starlette.middleware.base",
    "typer.main",
    "uvicorn.lifespan",
    "uvicorn.protocols",
    "uvicorn.server",
    "websockets.legacy",
)
"""Modules of dependencies whose contents are not documented."""
PUBLIC_IN_SPITE_OF_ITS_NAME = {"os._exit", "sys._getframe"}


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield every imported module and name, with dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def private_attributes(tree: ast.AST) -> Iterator[str]:
    """Yield private attributes of imported modules."""
    imported = {name.split(".")[0] for name in imports(tree)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and not node.attr.startswith("__")
            and isinstance(node.value, ast.Name)
            and node.value.id in imported
        ):
            yield f"{node.value.id}.{node.attr}"


def is_internal(name: str) -> bool:
    top, *rest = name.split(".")
    if top in ("kahuna", "__future__"):
        return False
    if any(part.startswith("_") for part in rest):
        return True
    is_listed = any(name == module or name.startswith(f"{module}.") for module in INTERNAL)
    return top not in sys.stdlib_module_names and (top.startswith("_") or is_listed)


@pytest.mark.parametrize(
    "code",
    [
        "import uvicorn.protocols.http.h11_impl",
        "from uvicorn.server import ServerState",
        "from redis._parsers import AsyncRESP3Parser",
        "import numpy._core",
        "from typer import _click",
    ],
)
def test_internals_are_recognised(code: str):
    assert any(map(is_internal, imports(ast.parse(code))))


def test_no_internals_of_dependencies_are_imported():
    found = []
    for path in SOURCES.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [name for name in imports(tree) if is_internal(name)]
        names += [n for n in private_attributes(tree) if n not in PUBLIC_IN_SPITE_OF_ITS_NAME]
        found += [f"{path.relative_to(SOURCES)}: {name}" for name in names]
    assert found == []
