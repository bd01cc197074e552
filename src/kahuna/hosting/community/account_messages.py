"""What the page and the server tell each other about accounts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from kahuna.hosting.community.account import PasskeyPurpose
from kahuna.hosting.community.account_names import AccountName
from kahuna.hosting.community.profile import PrivateProfile
from kahuna.hosting.community.vacation import VacationOut
from kahuna.hosting.play.game_view import RecordOut
from kahuna.hosting.schema import Limits, Request, TypedDict, closed

MAX_DOCUMENT: Final = 200_000
"""The maximum length of a document, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyWanted(Request):
    """A request for a challenge that a passkey is to answer."""

    kind: PasskeyPurpose
    name: AccountName | None = None
    """The name of a new account; without one, the server chooses it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyAnswer(Request):
    """The answer of a passkey, as browsers write it (WebAuthn, ``toJSON``)."""

    credential: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewName(Request):
    """A request for another name."""

    name: AccountName


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryCode(Request):
    """A request to sign in with the recovery code."""

    code: Annotated[str, Limits(max_length=80)] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentWritten(Request):
    """A request to store the document of an account in place of a version."""

    version: Annotated[int, Limits(ge=0, le=2**31 - 2)]
    """The version that it replaces; 0 for the first one."""
    data: Annotated[str, Limits(max_length=MAX_DOCUMENT, pattern=r"^[^\x00]*$")] = field(repr=False)
    """JSON. PostgreSQL cannot store the character 0."""


@closed
class PasskeyOptions(TypedDict):
    """What a browser passes to ``navigator.credentials``."""

    options: dict[str, Any]


@closed
class PasskeyOut(TypedDict):
    """A passkey of the account."""

    id: str
    created_at: float
    used_at: float | None


@closed
class AccountOut(TypedDict):
    """The account that is signed in."""

    id: str
    name: str
    created_at: float
    suspended: bool
    passkeys: list[PasskeyOut]
    has_code: bool
    """Whether there is a recovery code."""


@closed
class AccountStatus(TypedDict):
    """Who is signed in, and where accounts work."""

    origin: str | None
    """The address at which accounts work; null for a server without accounts."""
    account: AccountOut | None


@closed
class SignedIn(TypedDict):
    """The account, and a new recovery code if there is one. Show it now: only its hash is kept."""

    account: AccountOut
    code: str | None


@closed
class DocumentOut(TypedDict):
    """What the browsers of an account share, as JSON; version 0 if there is nothing yet."""

    version: int
    data: str


@closed
class SessionOut(TypedDict):
    """A browser that is signed in."""

    created_at: float
    expires_at: float


@closed
class AccountExport(TypedDict):
    """Everything that is stored about an account."""

    account: AccountOut
    sessions: list[SessionOut]
    document: DocumentOut
    vacations: list[VacationOut]
    meetings: PrivateProfile
    games: list[RecordOut]
