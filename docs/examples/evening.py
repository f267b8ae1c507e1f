"""Play a whole evening through the API of Tarockclub: begin it, enter hands, correct one, end and settle it.

    python evening.py http://localhost:8000 tarock_…

The second argument is the token of a program; a director creates one on the page "Programs" of the club. The example
needs only the standard library.
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


class ApiError(Exception):
    """An error of the server: its status, and a JSON object with `code`, `message` and `errors`."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(f"{status} {body['code']}: {body['message']} {body['errors'] or ''}")
        self.status, self.body = status, body


class Api:
    """A client of the API with one token: that of a program, or the secret of a table's link."""

    def __init__(self, server: str, token: str) -> None:
        self.server, self.token = server.rstrip("/"), token

    def get(self, path: str) -> Any:
        """Return the JSON at an address."""
        return self._request("GET", path, None)

    def post(self, path: str, **body: Any) -> Any:
        """Send a write with a new key: if the response is lost, repeat the same body with the same key."""
        return self._request("POST", path, {"key": str(uuid.uuid4()), **body})

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Language": "en"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.server}/api/v1/{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=10) as response:
                return json.load(response)
        except HTTPError as error:
            with error:
                raise ApiError(error.code, json.load(error)) from None


def play(server: str, token: str) -> dict[str, Any]:
    """Play the evening, and return its settlement."""
    evening = Api(server, token).post(
        "evenings", names=PLAYERS, sheet="treffpunkt", agreed={"rate": 10}, first_forehand=0
    )
    table = f"tables/{evening['table']}"
    phone = Api(server, evening["secret"])  # from here on act as a phone at the table: it has the link, and no account

    for hand in HANDS:
        now = phone.get(table)
        phone.post(
            f"{table}/hands",
            previous=now["previous"],  # refused with 412 if another phone was faster
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


def format_settlement(settlement: dict[str, Any]) -> str:
    """Return the settlement as text; its amounts are in sixths of a point, and in cents."""
    lines = [f"{settlement['hands']} hands; ahead: {settlement['winners']}"]
    lines += [
        f"{account['rank']}. {account['name']}: {account['written'] / 6:g} points, "
        f"{account['balance_cents'] / 100:.2f} euros"
        for account in settlement["accounts"]
    ]
    lines += [
        f"{payment['payer']} pays {payment['getter']} {payment['amount'] / 100:.2f}"
        for payment in settlement["payments"]
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(format_settlement(play(sys.argv[1], sys.argv[2])))
