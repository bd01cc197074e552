"""Passkeys (WebAuthn): make challenges, and verify what a browser answers.

Nothing is stored here. The library is imported where it is used: loading its cryptography takes
longer than starting the server.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import orjson

from kahuna.hosting.community.account import Passkey
from kahuna.hosting.errors import ApiError

CHALLENGE_SECONDS: Final = 300
"""How long a challenge can be answered."""
SITE_NAME: Final = "Kahuna"


def new_challenge() -> str:
    """Return a random challenge, in base64url."""
    return secrets.token_urlsafe(32)


class RelyingParty:
    """The site for which passkeys are made, known by its origin."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._host = urlsplit(origin).hostname or ""

    def creation_options(
        self, challenge: str, *, account: str, name: str, known: Sequence[str]
    ) -> dict[str, Any]:
        """Return the options with which a browser makes a passkey, unless it has a known one."""
        from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        options = generate_registration_options(
            rp_id=self._host,
            rp_name=SITE_NAME,
            user_id=account.encode(),
            user_name=name,
            user_display_name=name,
            challenge=base64url_to_bytes(challenge),
            timeout=CHALLENGE_SECONDS * 1000,
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey)) for passkey in known
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED
            ),
        )
        return _as_dict(options_to_json(options))

    def request_options(self, challenge: str) -> dict[str, Any]:
        """Return the options with which a browser asks for any passkey of this site."""
        from webauthn import base64url_to_bytes, generate_authentication_options, options_to_json

        options = generate_authentication_options(
            rp_id=self._host,
            challenge=base64url_to_bytes(challenge),
            timeout=CHALLENGE_SECONDS * 1000,
        )
        return _as_dict(options_to_json(options))

    def verify_new(self, credential: Mapping[str, Any], challenge: str) -> Passkey:
        """Return the passkey that a browser has made in answer to a challenge."""
        from webauthn import base64url_to_bytes, verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        with _refusing():
            verified = verify_registration_response(
                credential=dict(credential),
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self._host,
                expected_origin=self._origin,
            )
            return Passkey(
                id=bytes_to_base64url(verified.credential_id),
                public_key=verified.credential_public_key,
                sign_count=verified.sign_count,
            )

    def verify_use(self, credential: Mapping[str, Any], challenge: str, known: Passkey) -> int:
        """Check that a known passkey has answered a challenge; return its new sign counter."""
        from webauthn import base64url_to_bytes, verify_authentication_response

        with _refusing():
            return verify_authentication_response(
                credential=dict(credential),
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=self._host,
                expected_origin=self._origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.sign_count,
            ).new_sign_count


def challenge_in(credential: Mapping[str, Any]) -> str:
    """Return the challenge that a browser claims to answer, in base64url."""
    from webauthn import base64url_to_bytes
    from webauthn.helpers import bytes_to_base64url, parse_client_data_json

    with _refusing():
        client_data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return bytes_to_base64url(parse_client_data_json(client_data).challenge)


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse an answer that cannot be verified, whatever the reason."""
    try:
        yield
    except Exception:  # The input is arbitrary, and the library raises all kinds of errors.
        raise ApiError("not_accepted", "this passkey was not accepted") from None


def _as_dict(text: str) -> dict[str, Any]:
    options: dict[str, Any] = orjson.loads(text)
    return options
