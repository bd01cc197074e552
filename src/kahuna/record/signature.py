"""What a server signs of a record: docs/fair-cards.md defines it.

The standard library cannot check an Ed25519 signature; ``kahuna verify`` does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
_SIGNED: Final = (
    "format",
    "version",
    "ruleset",
    "seats",
    "first",
    "deal",
    "plies",
    "outcome",
    "fair_cards",
)
"""The keys of a record that are signed; hashes only repeat what the plies say."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A server's Ed25519 signature of a record."""

    key: bytes
    """The public key of the server."""
    value: bytes


def canonical_bytes(record: Mapping[str, object]) -> bytes:
    """Return what is signed of a record, given as data for JSON: everything but the names.

    Options that are off are left out, so that records stay valid when a variant is added.
    """
    signed = {key: record[key] for key in _SIGNED if key in record}
    text = json.dumps(_without_blanks(signed), sort_keys=True, separators=(",", ":"))
    return text.encode()


def _without_blanks(value: object) -> object:
    """Return a value without names, and without members of objects that are null or false."""
    if isinstance(value, Mapping):
        return {
            key: _without_blanks(member)
            for key, member in value.items()
            if member is not None and member is not False and key != "name"
        }
    return list(map(_without_blanks, value)) if isinstance(value, (list, tuple)) else value
