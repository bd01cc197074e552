"""Sign records with the Ed25519 key of the server."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kahuna.record import Signature


def new_signing_key() -> bytes:
    """Return a new private key."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


class RecordSigner:
    """Signs with a private key."""

    def __init__(self, private_key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private_key)
        self.public_key = self._key.public_key().public_bytes_raw()

    def __call__(self, message: bytes) -> Signature:
        """Sign a message."""
        return Signature(self.public_key, self._key.sign(message))
