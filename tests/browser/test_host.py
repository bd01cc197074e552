"""The host in the browser, on a database in memory."""

import asyncio
import json
from dataclasses import dataclass, field
from functools import wraps

from coach.games import whole_game
from kahuna.browser.coach import BrowserCoach, QuickReview, decode, encode
from kahuna.browser.host import LOCAL, Host
from kahuna.hosting.study.coach_tasks import JudgeTask


class Rows:
    """Does what the browser's database does."""

    def __init__(self):
        self.rows = {}
        self.is_full = False

    async def load(self, game):
        return json.dumps(self.rows[game]) if game in self.rows else ""

    async def write(self, updates):
        if self.is_full:
            raise OSError("full")
        updates = json.loads(updates)
        if any(self.rows.get(u["id"], {}).get("revision") != u["before"] for u in updates):
            return False
        for update in updates:
            self.rows.pop(update["id"], None)
            if update["row"] is not None:
                self.rows[update["id"]] = update["row"]
        return True

    async def held_by(self, hashes):
        wanted = set(json.loads(hashes))
        rows = [row for row in self.rows.values() if wanted & set(row["holders"])]
        return json.dumps(sorted(rows, key=lambda row: -row["createdAt"]))

    async def due_before(self, now):
        return json.dumps([r["id"] for r in self.rows.values() if r.get("deadline", now) < now])

    async def awaiting_bots(self):
        return json.dumps(sorted(row["id"] for row in self.rows.values() if "bot" in row))

    async def all(self):
        return json.dumps(list(self.rows.values()))


@dataclass
class Tab:
    """A page with its host."""

    database: Rows | None = field(default_factory=Rows)
    others: list["Tab"] = field(default_factory=list)
    state: dict = field(default_factory=dict)
    refusals: list = field(default_factory=list)
    codes: list = field(default_factory=list)
    answers: dict = field(default_factory=dict)

    def __post_init__(self):
        self.host = Host(self, self.database)
        self.number = 0

    def answer(self, number, status, text):
        self.answers[number] = (status, text)

    def line(self, number, text):
        pass

    def opened(self, number):
        pass

    def heard(self, number, text):
        message = json.loads(text)
        self.state |= message.get("state", {})
        if message["type"] == "refused":
            self.refusals.append(message["code"])

    def closed(self, number, code):
        self.codes.append(code)

    def publish(self, game, revision):
        for other in self.others:
            other.host.changed_elsewhere(game, revision)

    async def ask(self, method, path, body=None, token=""):
        self.number += 1
        text = "" if body is None else json.dumps(body)
        self.host.request(self.number, method, path, text, token)
        while self.number not in self.answers:
            await asyncio.sleep(0)
        status, text = self.answers[self.number]
        return status, json.loads(text) if text.startswith(("{", "[")) else text

    async def open(self, game, token):
        self.host.open(1, game)
        self.send(type="hello", token=token)
        await self.until(lambda: "game" in self.state)

    def send(self, **message):
        self.host.receive(1, json.dumps(message))

    def act(self):
        action = self.state["legal"][0]["action"]
        version, key = self.state["version"], f"k{self.state['version']}-{id(self)}"
        self.send(type="act", key=key, version=version, action=action)

    async def until(self, is_true):
        async with asyncio.timeout(20):
            while not is_true():
                await asyncio.sleep(0)


async def new_game(tab, **wanted):
    status, made = await tab.ask("POST", "/games", {"mode": "hotseat", "first": "white", **wanted})
    assert status == 200, made
    await tab.open(made["game"], made["token"])
    return made


def run(test):
    """Turn a coroutine function into a test."""

    @wraps(test)
    def run_test():
        asyncio.run(test())

    return run_test


@run
async def test_a_game_is_stored_before_it_is_shown():
    tab = Tab()
    made = await new_game(tab)
    assert made["game"].startswith(LOCAL)
    tab.send(type="reveal")
    await tab.until(lambda: tab.state["legal"])
    tab.database.is_full = True
    before = dict(tab.state)
    tab.act()
    await tab.until(lambda: tab.refusals)
    assert tab.refusals == ["unavailable"]
    assert tab.state["version"] == before["version"]
    tab.database.is_full = False
    tab.act()
    await tab.until(lambda: tab.state["version"] > before["version"])
    assert len(json.loads(tab.database.rows[made["game"]]["data"])["changes"]) == 1


@run
async def test_another_tab_follows_and_cannot_overwrite():
    first = Tab()
    made = await new_game(first)
    second = Tab(first.database)
    first.others, second.others = [second], [first]
    await second.open(made["game"], made["token"])
    for tab in (first, second):
        tab.send(type="reveal")
    await first.until(lambda: first.state["legal"] and second.state["legal"])
    first.act()
    await first.until(lambda: first.state["version"] == second.state["version"] > 0)
    second.act()
    await first.until(lambda: first.state["version"] == second.state["version"] > 1)


@run
async def test_all_games_go_to_another_browser_and_nonsense_does_not():
    here, there = Tab(), Tab()
    made = await new_game(here)
    _, games = await here.ask("GET", "/stored-games")
    assert await there.ask("POST", "/stored-games", {"games": games}) == (200, {"imported": 1})
    assert await there.ask("POST", "/stored-games", {"games": games}) == (200, {"imported": 0})
    _, mine = await there.ask("POST", "/my-games", {"tokens": [made["token"]]})
    assert [game["facts"]["game"] for game in mine["games"]] == [made["game"]]
    for nonsense in ({}, {"games": 3}, {"games": [{}]}, {"games": [{**games[0], "changes": [3]}]}):
        status, fault = await there.ask("POST", "/stored-games", nonsense)
        assert (status, fault["code"]) == (422, "invalid")


@run
async def test_a_bot_plays_without_a_database():
    tab = Tab(None)
    await new_game(tab, mode="bot", bot="pua", seat="white", first="black")
    await tab.until(lambda: tab.state["legal"])
    _, games = await tab.ask("GET", "/stored-games")
    assert len(games) == 1


@run
async def test_what_is_not_there_is_told():
    tab = Tab()
    tab.host.open(1, "nothing")
    await tab.until(lambda: tab.codes)
    assert (tab.refusals, tab.codes) == (["unknown_game"], [4404])
    requests = {
        ("GET", "/nothing"): 404,
        ("GET", "/games/nothing"): 404,
        ("GET", "/games/a%20b"): 404,
        ("GET", "/rules?language=xx"): 422,
        ("POST", "/puzzles/nothing"): 404,
        ("GET", "/challenges"): 200,
        ("POST", "/challenges/nothing/games"): 404,
        ("GET", "/games/nothing/challenges/empire"): 404,
        ("POST", "/games"): 422,
    }
    for (method, path), expected in requests.items():
        assert (await tab.ask(method, path))[0] == expected, path


class CoachBridge:
    """A worker of the coach whose tasks the test finishes."""

    def __init__(self):
        self.asked = []
        self.num_stops = 0

    def ask_coach(self, task):
        found = asyncio.get_running_loop().create_future()
        self.asked.append((decode(task), found))
        return found

    def coach_progress(self):
        return 0.25

    def stop_coach(self):
        self.num_stops += 1
        self.asked[-1][1].set_exception(OSError("stopped"))


@run
async def test_a_review_gives_way_to_other_questions_and_begins_again():
    bridge = CoachBridge()
    coach = BrowserCoach(bridge)
    assert (await coach.state("a", "en"))["status"] == "none"
    record = whole_game()
    for _ in range(2):
        await coach.start("a", record, player="")
    await asyncio.sleep(0)
    assert await coach.state("a", "en") == {"status": "running", "progress": 0.25, "report": None}
    judging = asyncio.create_task(
        coach.judge([], ("", ""), player="", language="en", is_first=True)
    )
    while len(bridge.asked) < 2:
        await asyncio.sleep(0)
    assert bridge.num_stops == 1
    assert (await coach.state("a", "en"))["status"] == "waiting"
    bridge.asked[1][1].set_result(encode(["graded"]))
    assert await judging == ["graded"]
    while len(bridge.asked) < 3:
        await asyncio.sleep(0)
    bridge.asked[2][1].set_result(encode({"en": "report"}))
    while (state := await coach.state("a", "en"))["status"] != "done":
        await asyncio.sleep(0)
    assert state["report"] == "report"
    kinds = [type(task) for task, _ in bridge.asked]
    assert kinds == [QuickReview, JudgeTask, QuickReview]


@run
async def test_a_review_that_fails_says_so_and_can_be_tried_again():
    bridge = CoachBridge()
    coach = BrowserCoach(bridge)
    for _ in range(2):
        await coach.start("a", whole_game(), player="")
        await asyncio.sleep(0)
        bridge.asked[-1][1].set_exception(OSError("no network"))
        while (await coach.state("a", "en"))["status"] != "failed":
            await asyncio.sleep(0)
