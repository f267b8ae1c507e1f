"""Run a small tournament through the API of Tarockclub: settings, players, draw, hands, chips, results.

    python tournament.py http://localhost:8000 tarock_…

The second argument is the token of a director's program. The class `Api` comes from evening.py in the same folder. The
order of the calls is that of a real day; everything else (fees, prizes, substitutes, rulings) comes in between.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from evening import Api

PLAYERS = [f"Spieler {number}" for number in range(1, 9)]
# A fixed number of hands, no time limit, no round at double stakes: hands need no `phase`.
SETTINGS: dict[str, Any] = {
    "format": "spielgeld",
    "sheet": "treffpunkt",
    "rounds": 1,
    "round_seconds": 0,
    "hands": [4, 5, 6],
    "double_round": False,
    "start": 5000,  # the capital, in cents of play money
    "stake": 100,  # play money for a point
}
HANDS: list[dict[str, Any]] = [
    {"plays": [{"contract": "dreier", "declarer": 0, "points": "46"}]},
    {"plays": [{"contract": "dreier", "declarer": 1, "points": "33"}]},
    {"plays": [{"contract": "dreier", "declarer": 2, "points": "38"}]},
    {"plays": [{"contract": "dreier", "declarer": 3, "points": "41"}]},
]


def play(server: str, token: str) -> dict[str, Any]:
    """Run the tournament, and return its standings."""
    director = Api(server, token)
    # 1. The tournament with its settings; they are fixed when the first round starts.
    made = director.post("tournaments", name="Übungscup", day="2026-01-06", settings=SETTINGS)
    cup = f"tournaments/{made['slug']}"
    # 2. Its players; the response has their start numbers in the same order.
    numbers = director.post(f"{cup}/entrants", entrants=[{"name": name} for name in PLAYERS])["numbers"]
    # 3. A round, and its players.
    number = director.post(f"{cup}/rounds")["number"]
    here = f"{cup}/rounds/{number}"
    director.post(f"{here}/entries", come=numbers)
    # 4. A draft of the draw (its number is `draft`); make any number of drafts, and publish one.
    draft = director.post(f"{here}/drafts")["draft"]
    director.post(f"{here}/drafts/{draft}/publish")
    # 5. Links for the phones of the tables, then the start. From now on the clock decides which hands are accepted.
    links = director.post(f"{here}/links")["tables"]
    director.post(f"{here}/start")
    # 6. The tables play.
    for link in links:
        play_table(server, link["secret"], f"tables/{link['slug']}")
    # 7. The director writes down the chips in front of everybody, and closes each table.
    for link in links:
        seats = director.get(f"tables/{link['slug']}")["seats"]
        chips = [{"place": seat["place"], "cents": count_chips(seat["money"])} for seat in seats]
        director.post(f"{here}/tables/{link['table']}/chips", chips=chips)
        director.post(f"{here}/tables/{link['table']}/done")
    # 8. The result of the round, then the final one (number 0); `seen` is the version that was shown.
    for of in (number, 0):
        seen = next(result["seen"] for result in director.get(f"{cup}/results")["results"] if result["of"] == of)
        director.post(f"{cup}/results/{of}/publish", seen=str(seen))
    return dict(director.get(f"{cup}/standings"))


def play_table(server: str, secret: str, table: str) -> None:
    """Play like the phones of a table: they have its link, and no account."""
    phone = Api(server, secret)
    for hand in HANDS:
        now = phone.get(table)
        needs_phase = phone.get(f"{table}/clock")["needs_phase"]
        phone.post(
            f"{table}/hands",
            previous=now["previous"],
            seats=now["next"]["seats"],
            sittings=now["next"]["sittings"],
            record=hand,
            **({"phase": "time"} if needs_phase else {}),  # "play", "double": docs/dev/book.md
        )


def count_chips(sixths: int) -> int:
    """Return what somebody counts who has won so many sixths of a point: here, as everywhere, what was computed."""
    return int(SETTINGS["start"]) + sixths * int(SETTINGS["stake"]) // 6


def format_standings(standings: dict[str, Any]) -> str:
    """Return the standings as text; play money is in cents."""
    return "\n".join(f"{row['rank']}. {row['name']}: {row['capital_cents'] / 100:.2f}" for row in standings["lines"])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(format_standings(play(sys.argv[1], sys.argv[2])))
