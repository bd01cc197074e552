"""Accounts in a browser, with Chromium's own virtual authenticator."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from .test_axe import find_problems

pytestmark = pytest.mark.slow


def add_authenticator(page: Page) -> tuple[object, str]:
    """Give a page an authenticator that answers at once; return its session and id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, added["authenticatorId"]


def progress(page: Page) -> object:
    return json.loads(page.evaluate("localStorage.getItem('kahuna.lessons')") or "[]")


def test_a_guest_becomes_a_player_on_two_devices(server, open_page):
    origin = server.url.replace("127.0.0.1", "localhost")
    here = open_page(viewport={"width": 390, "height": 844})
    session, authenticator = add_authenticator(here)
    here.goto(origin)
    here.evaluate("localStorage.setItem('kahuna.lessons', '[\"cards\"]')")
    made = here.evaluate(
        """async () => (await (await fetch('/api/games', { method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ mode: 'online', seat: 'white' }) })).json())"""
    )
    kept = [{"game": made["game"], "token": made["token"], "invite": made["invite"]}]
    here.evaluate("kept => localStorage.setItem('kahuna.games', JSON.stringify(kept))", kept)

    # Create an account with the keyboard alone.
    here.get_by_role("link", name="Account").click()
    problems = find_problems(here, "guest")
    here.get_by_label("Name").fill("<b>Ada</b>")
    here.keyboard.press("Enter")
    expect(here.get_by_role("alert")).to_have_text("This name cannot be used.")
    here.get_by_label("Name").fill("Ada")
    here.keyboard.press("Enter")
    shown = here.get_by_test_id("recovery-code")
    expect(shown).to_be_visible()
    here.mouse.click(2, 2)  # It is shown only once: a click beside it does not close it.
    code = shown.inner_text()
    problems += find_problems(here, "recovery code")
    here.keyboard.press("Escape")
    expect(here.get_by_role("status").first).to_contain_text("You are signed in.")
    problems += find_problems(here, "account")
    here.get_by_role("link", name="Privacy").click()
    expect(here.get_by_role("heading", level=1)).to_have_text("Privacy")
    problems += find_problems(here, "privacy")
    assert problems == []

    # The same passkey on another device: the game and the progress are there.
    there = open_page()
    other_session, other = add_authenticator(there)
    [credential] = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})[
        "credentials"
    ]
    credential["signCount"] += 1
    other_session.send(
        "WebAuthn.addCredential", {"authenticatorId": other, "credential": credential}
    )
    there.goto(f"{origin}/account")
    there.get_by_role("button", name="Sign in with a passkey").click()
    expect(there.get_by_role("heading", name="Ada")).to_be_visible()
    expect(there.get_by_role("status").first).to_contain_text("You are signed in.")
    assert progress(there) == ["cards"]
    there.get_by_role("link", name="Home").click()
    expect(there.get_by_role("link", name="Ada", exact=True)).to_be_visible()
    game = there.locator(f"a[href='/game/{made['game']}']").first
    expect(game).to_contain_text("Waiting for")
    game.click()
    expect(there.get_by_text("Ada").first).to_be_visible()

    # Without any passkey, the printed code signs in, and is replaced.
    lost = open_page()
    lost.goto(f"{origin}/account")
    lost.get_by_text("No passkey at hand?").click()
    lost.get_by_label("Recovery code").fill(code.lower())
    lost.get_by_role("button", name="Sign in with the code").click()
    new = lost.get_by_test_id("recovery-code")
    expect(new).not_to_have_text(code)
    lost.keyboard.press("Escape")
    lost.get_by_role("button", name="Sign out everywhere").click()
    expect(lost.get_by_role("heading", name="Create an account")).to_be_visible()
    there.goto(f"{origin}/account")
    expect(there.get_by_role("heading", name="Create an account")).to_be_visible()
    there.get_by_role("button", name="Sign in with a passkey").click()
    there.get_by_role("button", name="Delete the account").click()
    there.get_by_role("button", name="Delete it for good").click()
    expect(there.get_by_role("heading", name="Create an account")).to_be_visible()


def test_elsewhere_the_page_explains_why_there_are_no_accounts(server, open_page):
    page = open_page()
    page.goto(f"{server.url}/account")
    expect(page.get_by_role("heading", name="No accounts here")).to_be_visible()
    origin = server.url.replace("127.0.0.1", "localhost")
    expect(page.get_by_role("link", name=origin)).to_have_attribute("href", f"{origin}/account")
    expect(page.get_by_text("You can do everything as a guest.")).to_be_visible()
    assert find_problems(page, "elsewhere") == []
