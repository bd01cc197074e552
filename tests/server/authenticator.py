"""An authenticator in software, as browsers and phones have one."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey. A sign counter of ``None`` stays 0, as it does for synchronized keys."""

    def __init__(self, sign_count: int | None = None) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.sign_count = sign_count

    def create(self, options: Any, origin: str) -> dict[str, Any]:
        """Answer ``navigator.credentials.create``."""
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        public_key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public_key
        data = self._data(options["rp"]["id"], flags=0x45) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = _client_data("webauthn.create", options, origin)
        return self._credential(
            clientDataJSON=encode(client_data), attestationObject=encode(attestation)
        )

    def get(self, options: Any, origin: str) -> dict[str, Any]:
        """Answer ``navigator.credentials.get``."""
        data = self._data(options["rpId"], flags=0x05)
        client_data = _client_data("webauthn.get", options, origin)
        signed = data + sha256(client_data).digest()
        return self._credential(
            clientDataJSON=encode(client_data),
            authenticatorData=encode(data),
            signature=encode(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
        )

    def _data(self, host: str, flags: int) -> bytes:
        if self.sign_count is not None:
            self.sign_count += 1
        counter = (self.sign_count or 0).to_bytes(4, "big")
        return sha256(host.encode()).digest() + bytes([flags]) + counter

    def _credential(self, **response: str) -> dict[str, Any]:
        return {
            "id": encode(self.id),
            "rawId": encode(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


def _client_data(kind: str, options: Any, origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": options["challenge"], "origin": origin}).encode()
