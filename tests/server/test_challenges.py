"""Challenges over HTTP."""

from __future__ import annotations

from tests.server.harness import Server

from kahuna.challenges import load_challenges


def test_all_are_listed_with_the_one_of_the_week(server: Server) -> None:
    found = server.get("/api/challenges")
    assert [challenge["key"] for challenge in found["challenges"]] == list(load_challenges())
    assert found["weekly"] in load_challenges()


def test_each_can_be_played_and_is_judged_when_it_is_over(server: Server) -> None:
    for challenge in load_challenges().values():
        taken = server.post(f"/api/challenges/{challenge.key}/games", {"name": "Ada"})
        facts = server.get(f"/api/games/{taken['game']}")
        seat = taken["seats"][0]
        assert challenge.seat is None or str(challenge.seat) == seat
        assert facts["players"][seat]["name"] == "Ada"
        assert facts["ruleset"]["bridges"] == challenge.ruleset.bridges
        judged = f"/api/games/{taken['game']}/challenges/{challenge.key}"
        assert server.http.get(judged).status_code == 409  # The game is running.
    with server.sit(taken["game"], taken["token"]) as client:
        client.send({"type": "resign"})
        while client.state["outcome"] is None:
            client.next()
    assert server.get(judged) == {"challenge": challenge.key, "reached": [False] * 3}
    other = f"/api/games/{taken['game']}/challenges/head_start"
    assert server.http.get(other).status_code == 409  # It is no game of that challenge.


def test_nonsense_is_refused(server: Server) -> None:
    assert server.http.post("/api/challenges/nothing/games", json={}).status_code == 404
    game = server.post("/api/challenges/empire/games", {})["game"]
    assert server.http.get("/api/games/0000000000/challenges/empire").status_code == 404
    assert server.http.get(f"/api/games/{game}/challenges/nothing").status_code in (404, 409)
