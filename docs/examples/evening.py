"""Plays a whole evening through the API of Tarockclub: begins it, enters hands, corrects one, ends and settles.

    python evening.py http://localhost:8000 tarock_…

The second argument is the token of a program; a director makes one on the page "Programs" of the club. Nothing but the
standard library is needed.
"""

import json
import sys
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PLAYERS = ["Spieler 1", "Spieler 2", "Spieler 3", "Spieler 4"]
HANDS: list[dict[str, Any]] = [
    {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]},
    {"plays": [{"contract": "dreier", "declarer": 1, "points": "33", "kontra": 2, "kontra_by": 3}]},
    {
        "plays": [{"contract": "rufer", "declarer": 2, "partner": 0, "points": "38/1"}],
        "premiums": [{"premium": "pagat", "side": "declarer", "announced": True}],
    },
]


class Refused(Exception):
    """The server has said no: the status, and a JSON object with `code`, `message` and `errors`."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        super().__init__(f"{status} {answer['code']}: {answer['message']} {answer['errors'] or ''}")
        self.status, self.answer = status, answer


class Api:
    """The API of a server, for one token: that of a program, or the secret of a table's link."""

    def __init__(self, server: str, token: str) -> None:
        self.server, self.token = server.rstrip("/"), token

    def get(self, path: str) -> Any:
        """What stands at an address."""
        return self._ask("GET", path, None)

    def post(self, path: str, **body: Any) -> Any:
        """Send something that is done once: if the answer is lost, send the same body with the same key again."""
        return self._ask("POST", path, {"key": str(uuid.uuid4()), **body})

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Language": "en"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.server}/api/v1/{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                raise Refused(error.code, json.load(error)) from None


def play(server: str, token: str) -> dict[str, Any]:
    """Play the evening, and return its settlement."""
    begun = Api(server, token).post(
        "evenings", names=PLAYERS, sheet="treffpunkt", agreed={"rate": 10}, first_forehand=0
    )
    table = f"tables/{begun['table']}"
    phone = Api(server, begun["secret"])  # from here on as a phone at the table: it has the link, and no account

    for hand in HANDS:
        now = phone.get(table)
        phone.post(
            f"{table}/hands",
            previous=now["previous"],  # refused with 412 where another phone was quicker
            seats=now["next"]["seats"],
            sittings=now["next"]["sittings"],
            record=hand,
        )

    now = phone.get(table)
    second = now["lines"][1]
    phone.post(
        f"{table}/changes",
        seen=now["sequence"],
        reason="41 points, not 33",
        change={
            "what": "correct",
            "line": second["line"],
            "record": {"plays": [{"contract": "dreier", "declarer": 1, "points": "41", "kontra": 2, "kontra_by": 3}]},
        },
    )
    phone.post(f"{table}/end", seen=phone.get(table)["sequence"])
    return dict(phone.get(f"{table}/settlement"))


def told(settlement: dict[str, Any]) -> str:
    """The settlement for people: amounts are in sixths of a point, and in cents."""
    lines = [f"{settlement['hands']} hands; ahead: {settlement['winners']}"]
    lines += [
        f"{one['rank']}. {one['name']}: {one['written'] / 6:g} points, {one['balance_cents'] / 100:.2f} euros"
        for one in settlement["accounts"]
    ]
    lines += [f"{one['payer']} pays {one['getter']} {one['amount'] / 100:.2f}" for one in settlement["payments"]]
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(told(play(sys.argv[1], sys.argv[2])))
