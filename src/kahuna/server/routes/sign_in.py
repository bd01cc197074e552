"""Create accounts, sign in and out: with passkeys, or once with a recovery code."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from sqlalchemy import Connection

from kahuna.hosting.community.account import (
    Account,
    PasskeyChallenge,
    PasskeyPurpose,
    new_account_id,
    require_account,
)
from kahuna.hosting.community.account_messages import (
    AccountOut,
    AccountStatus,
    PasskeyAnswer,
    PasskeyOptions,
    PasskeyWanted,
    RecoveryCode,
    SignedIn,
)
from kahuna.hosting.community.account_names import check_name
from kahuna.hosting.community.recovery import new_recovery_code, normalize_code
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.tokens import token_hash
from kahuna.hosting.store import ConflictError
from kahuna.server.net.passkeys import CHALLENGE_SECONDS, RelyingParty, challenge_in, new_challenge
from kahuna.server.routes.common import FAULTS, Api, Limit, client_group
from kahuna.server.routes.sessions import CurrentAccount, OwnAccount, own_page, sessions_of
from kahuna.server.store import account_rows as rows

MAX_PASSKEYS = 20
PASSKEY_ID = r"^[A-Za-z0-9_-]{1,1400}$"
PasskeyId = Annotated[str, Path(pattern=PASSKEY_ID)]


def sign_in_router(api: Api) -> APIRouter:
    """Build the routes with which accounts are created and entered."""
    store, registry = api.store, api.endpoints.registry
    now = registry.sources.now
    router = APIRouter(responses=FAULTS, dependencies=[Depends(own_page)])
    limited = [api.rate_limit("accounts")]
    num_new = api.settings.new_accounts_per_hour
    new_accounts = Limit(api.hub, "new accounts", num_new / 3600, num_new)

    async def render(account: str) -> AccountOut:
        return await store.query(lambda tables: rows.render_account(tables, account))

    async def answered(
        credential: Mapping[str, Any], kind: PasskeyPurpose, account: str | None = None
    ) -> tuple[str, PasskeyChallenge]:
        """Return the challenge that a passkey has answered, and use it up."""
        text = challenge_in(credential)
        hashed, at = token_hash(text), now()
        asked = await store.transact(lambda tables: rows.pop_passkey_challenge(tables, hashed, at))
        if asked is None or asked.kind != kind or account not in (None, asked.account):
            raise ApiError("not_accepted", "this challenge has expired or was used: try again")
        return text, asked

    async def free_name(typed: str | None) -> str:
        """Return a name that nobody has; choose one if none is given."""
        name = f"Islander {secrets.randbelow(10**6)}" if typed is None else check_name(typed)
        if await store.query(lambda tables: rows.find_named(tables, name)) is not None:
            raise ApiError("name_taken", "somebody has this name, or one that looks like it")
        return name

    async def passkeys_of(account: Account) -> list[str]:
        known = await store.query(lambda tables: rows.passkeys_of(tables, account.id))
        return [passkey["id"] for passkey in known]

    @router.get("/api/account")
    async def status(request: Request, account: CurrentAccount) -> AccountStatus:
        """Return who is signed in, and where accounts work."""
        own = None if account is None else await render(account.id)
        return {"origin": sessions_of(request).origin, "account": own}

    @router.post("/api/account/challenges", dependencies=limited)
    async def challenge(
        wanted: PasskeyWanted, request: Request, account: CurrentAccount
    ) -> PasskeyOptions:
        """Return a challenge for a passkey: to create an account, to add a passkey, to sign in."""
        site, text, known = _site(request), new_challenge(), list[str]()
        match wanted.kind:
            case "create":
                name = await free_name(wanted.name)
                asked = PasskeyChallenge(kind="create", account=new_account_id(), name=name)
            case "add":
                own = require_account(account)
                known = await passkeys_of(own)
                asked = PasskeyChallenge(kind="add", account=own.id, name=own.name)
            case "sign_in":
                asked = PasskeyChallenge(kind="sign_in")
        hashed, expires_at = token_hash(text), now() + CHALLENGE_SECONDS
        await store.transact(
            lambda tables: rows.insert_passkey_challenge(tables, hashed, asked, expires_at)
        )
        if asked.account is None or asked.name is None:
            return {"options": await registry.offload(site.request_options, text)}
        return {
            "options": await registry.offload(
                site.creation_options, text, account=asked.account, name=asked.name, known=known
            )
        }

    @router.post("/api/account", status_code=201, dependencies=limited)
    async def create(body: PasskeyAnswer, request: Request, response: Response) -> SignedIn:
        """Create an account with a new passkey, and sign in."""
        text, asked = await answered(body.credential, "create")
        passkey = await registry.offload(_site(request).verify_new, body.credential, text)
        assert asked.account is not None
        assert asked.name is not None
        await new_accounts.take(client_group(request))
        account = Account(id=asked.account, name=asked.name, created_at=now())
        code = new_recovery_code()

        def write(tables: Connection) -> None:
            rows.insert_account(tables, account)
            rows.insert_passkey(tables, account.id, passkey, account.created_at)
            rows.set_recovery_code(tables, account.id, token_hash(code))

        try:
            await store.transact(write)
        except ConflictError:
            raise ApiError("name_taken", "somebody was faster: choose another name") from None
        await sessions_of(request).sign_in(request, response, account.id)
        return {"account": await render(account.id), "code": code}

    @router.post("/api/account/passkeys", status_code=201, dependencies=limited)
    async def add_passkey(body: PasskeyAnswer, request: Request, account: OwnAccount) -> AccountOut:
        """Add another passkey to your account."""
        text, _ = await answered(body.credential, "add", account.id)
        passkey = await registry.offload(_site(request).verify_new, body.credential, text)
        at = now()

        def write(tables: Connection) -> None:
            if len(rows.passkeys_of(tables, account.id)) >= MAX_PASSKEYS:
                raise ApiError("conflict", f"an account has at most {MAX_PASSKEYS} passkeys")
            rows.insert_passkey(tables, account.id, passkey, at)

        try:
            await store.transact(write)
        except ConflictError:
            raise ApiError("not_accepted", "this passkey belongs to an account already") from None
        return await render(account.id)

    @router.delete("/api/account/passkeys/{passkey_id}", dependencies=limited)
    async def remove_passkey(passkey_id: PasskeyId, account: OwnAccount) -> AccountOut:
        """Remove one of your passkeys, but not the last one."""

        def write(tables: Connection) -> None:
            known = [passkey["id"] for passkey in rows.passkeys_of(tables, account.id)]
            if passkey_id not in known:
                raise ApiError("not_found", "there is no such passkey")
            if len(known) == 1:
                raise ApiError("conflict", "this is your only passkey: add another one first")
            rows.delete_passkey(tables, account.id, passkey_id)

        await store.transact(write)
        return await render(account.id)

    @router.post("/api/account/sessions", status_code=201, dependencies=limited)
    async def sign_in(body: PasskeyAnswer, request: Request, response: Response) -> SignedIn:
        """Sign in with a passkey."""
        text, _ = await answered(body.credential, "sign_in")
        claimed = str(body.credential.get("id"))
        if not re.fullmatch(PASSKEY_ID, claimed):
            raise ApiError("not_accepted", "this is not the id of a passkey")
        found = await store.query(lambda tables: rows.find_passkey(tables, claimed))
        if found is None:
            raise ApiError("not_accepted", "no account has this passkey")
        account, passkey = found
        site, at = _site(request), now()
        uses = await registry.offload(site.verify_use, body.credential, text, passkey)
        if not await store.transact(lambda tables: rows.note_use(tables, passkey, uses, at)):
            raise ApiError("not_accepted", "this passkey was used elsewhere meanwhile: try again")
        await sessions_of(request).sign_in(request, response, account)
        return {"account": await render(account), "code": None}

    @router.post("/api/account/recovery", status_code=201, dependencies=limited)
    async def recover(body: RecoveryCode, request: Request, response: Response) -> SignedIn:
        """Sign in with the recovery code, which a new one replaces."""
        code, used = new_recovery_code(), token_hash(normalize_code(body.code))
        hashed = token_hash(code)
        account = await store.transact(lambda tables: rows.use_recovery_code(tables, used, hashed))
        if account is None:
            raise ApiError("not_accepted", "this code is not valid, or was used already")
        await sessions_of(request).sign_in(request, response, account)
        return {"account": await render(account), "code": code}

    @router.post("/api/account/code", status_code=201, dependencies=limited)
    async def renew_code(account: OwnAccount) -> SignedIn:
        """Replace your recovery code."""
        code = new_recovery_code()
        hashed = token_hash(code)
        await store.transact(lambda tables: rows.set_recovery_code(tables, account.id, hashed))
        return {"account": await render(account.id), "code": code}

    @router.delete("/api/account/session", status_code=204)
    async def sign_out(request: Request) -> Response:
        """Sign out of this browser."""
        response = Response(status_code=204)
        await sessions_of(request).sign_out(request, response)
        return response

    @router.delete("/api/account/sessions", status_code=204)
    async def sign_out_everywhere(request: Request, account: OwnAccount) -> Response:
        """Sign out of all browsers."""
        await store.transact(lambda tables: rows.end_sessions(tables, account.id))
        response = Response(status_code=204)
        sessions_of(request).forget(response)
        return response

    return router


def _site(request: Request) -> RelyingParty:
    """Return the site for which passkeys are made; :func:`own_page` has checked that it exists."""
    return RelyingParty(sessions_of(request).origin or "")
