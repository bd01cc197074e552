"""Measure the coach: the residual of the ledger, the time of a review, and each bot's losses.

Example: ``python -m kahuna.coach pua nalu champion --games 4``
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from kahuna.bots.spec import parse_spec
from kahuna.coach.review import BUDGET, Review, review
from kahuna.command import make_parser, run, whole
from kahuna.core import SEATS, Ruleset
from kahuna.match.simulate import simulate_game


def main() -> int:
    """Let each bot play against itself, review the games and print one line per bot."""
    parser = make_parser("kahuna.coach", __doc__)
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--games", type=whole(1), default=4, help="games per bot")
    parser.add_argument(
        "--budget", type=whole(1), default=BUDGET, help="network evaluations per game"
    )
    parser.add_argument("--seed", type=whole(0), default=1)
    options = parser.parse_args()
    makers = {bot: parse_spec(bot) for bot in options.bots}
    print("bot          loss per decision   blunders per game   largest residual   seconds")
    for bot, make in makers.items():
        reviews: list[Review] = []
        seconds = 0.0
        for number in range(1, options.games + 1):
            record = simulate_game(Ruleset(), (make, make), seed=options.seed, number=number).record
            began = perf_counter()
            reviews.append(review(record, seed=options.seed, budget=options.budget))
            seconds += perf_counter() - began
        print(_line(bot, reviews, seconds / options.games), flush=True)
    return 0


def _line(bot: str, reviews: Sequence[Review], seconds: float) -> str:
    losses = [verdict.loss.mean for found in reviews for verdict in found.verdicts]
    blunders = sum(
        verdict.label == "blunder"
        for found in reviews
        for seat in SEATS
        for verdict in found.errors(seat)
    )
    residual = max(abs(found.ledger.residual) for found in reviews)
    return (
        f"{bot:12} {sum(losses) / len(losses):17.2f} {blunders / len(reviews):19.1f} "
        f"{residual:18.0e} {seconds:9.1f}"
    )


if __name__ == "__main__":
    run(main)
