"""Write web/src/net/protocol.ts from the messages of the server.

python tools/make_protocol_types.py           write the file
python tools/make_protocol_types.py --check   fail if the file is not what would be written
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from kahuna.server.wire import events, game_view, http_bodies, learning, messages

TARGET = Path(__file__).parent.parent / "web" / "src" / "net" / "protocol.ts"

REQUESTS = (
    http_bodies.NewGame,
    http_bodies.JoinGame,
    http_bodies.BranchGame,
    http_bodies.ImportGame,
    http_bodies.MyTokens,
    http_bodies.LinkWanted,
    learning.LessonActions,
    learning.LessonQuestion,
)
ANSWERS = (
    http_bodies.SeatTaken,
    http_bodies.Catalogue,
    http_bodies.GameFacts,
    http_bodies.MyGames,
    http_bodies.Link,
    http_bodies.ReplayOut,
    http_bodies.Health,
    http_bodies.FaultOut,
    learning.Lessons,
    learning.LessonOut,
    learning.RulesOut,
)

HEAD = """\
// Written by tools/make_protocol_types.py from src/kahuna/server. Do not edit: change the messages
// there and run it again.
"""

Schema = dict[str, Any]


def make_types() -> str:
    """Return the whole TypeScript file."""
    definitions: dict[str, Schema] = {}
    for name, alias in (
        ("ClientMessage", messages.ClientMessage),
        ("ServerMessage", messages.ServerMessage),
    ):
        # What a client sends may leave defaults out; what a server sends leaves out nothing.
        mode = "validation" if name == "ClientMessage" else "serialization"
        schema = TypeAdapter(alias).json_schema(mode=mode)  # type: ignore[arg-type]
        definitions |= schema.pop("$defs")
        if "$ref" not in schema:
            definitions[name] = schema
    _, bodies_schema = models_json_schema([(model, "validation") for model in REQUESTS])
    definitions |= bodies_schema["$defs"]
    for answer in ANSWERS:
        schema = TypeAdapter(answer).json_schema(mode="serialization")
        definitions |= schema.pop("$defs", {})
        if "$ref" not in schema:
            definitions[answer.__name__] = schema
    parts = [_declaration(name, definitions[name]) for name in sorted(definitions)]
    return HEAD + "\n" + "\n".join(parts)


def _declaration(name: str, schema: Schema) -> str:
    if schema.get("type") == "object" and "properties" in schema:
        head = f"export interface {name} {{"
        return "\n".join([*_comment(schema, ""), head, *_fields(schema), "}", ""])
    lines = _comment(schema, "")
    return "\n".join([*lines, f"export type {name} = {' | '.join(_members(schema))};", ""])


def _fields(schema: Schema) -> Iterator[str]:
    required = set(schema.get("required", ()))
    said = _said_of_fields().get(schema["title"], {})
    for name, field in schema["properties"].items():
        yield from _comment({"description": said.get(name, "")}, "  ")
        optional = "" if name in required else "?"
        yield f"  {name}{optional}: {' | '.join(_members(field))};"


@cache
def _said_of_fields() -> dict[str, dict[str, str]]:
    """Return the attribute docstrings of all classes."""
    said: dict[str, dict[str, str]] = {}
    for module in (messages, game_view, events, http_bodies, learning):
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                said[node.name] = {
                    field.target.id: text.value.value
                    for field, text in pairwise(node.body)
                    if isinstance(field, ast.AnnAssign)
                    and isinstance(field.target, ast.Name)
                    and isinstance(text, ast.Expr)
                    and isinstance(text.value, ast.Constant)
                    and isinstance(text.value.value, str)
                }
    return said


def _comment(schema: Schema, indent: str) -> list[str]:
    text = " ".join(schema.get("description", "").replace("``", "`").split())
    return [f"{indent}/** {text} */"] if text else []


def _members(schema: Schema) -> list[str]:
    """Return the alternatives that a schema allows, as TypeScript."""
    if "$ref" in schema:
        return [schema["$ref"].rsplit("/", 1)[-1]]
    if "const" in schema:
        return [json.dumps(schema["const"])]
    if "enum" in schema:
        return [json.dumps(value) for value in schema["enum"]]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return list(dict.fromkeys(part for one in schema[union] for part in _members(one)))
    return [_plain(schema)]


def _plain(schema: Schema) -> str:
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            members = _members(schema["items"])
            return f"{members[0]}[]" if len(members) == 1 else f"({' | '.join(members)})[]"
        case "object":
            inner = schema.get("additionalProperties")
            value = " | ".join(_members(inner)) if isinstance(inner, dict) else "unknown"
            return f"Record<string, {value}>"
        case None:
            return "unknown"
        case kind:
            raise ValueError(f"no TypeScript for {kind}")


def main() -> int:
    """Write the file, or check it."""
    text = make_types()
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text() != text:
            print(f"{TARGET.name} is stale: run python tools/make_protocol_types.py")
            return 1
        return 0
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
