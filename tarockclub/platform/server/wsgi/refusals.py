"""Responses of the web server itself, to whom the site does not see; in both languages: theirs is not known yet."""

import json
from collections.abc import Callable, Iterable
from typing import Any

TRY_AGAIN = (
    "Das hat nicht geklappt: Bitte geh zurück und versuch es gleich noch einmal.\n"
    "That did not work: please go back and try again in a moment.\n"
)
TOO_MUCH = (
    "Hier ist gerade zu viel los: Bitte versuch es in ein paar Sekunden noch einmal. Gespeichert wurde nichts.\n"
    "There is too much going on here: please try again in a few seconds. Nothing was saved.\n"
)
TOO_LARGE = (
    "Das ist zu groß für diese Seite. Gespeichert wurde nichts.\nThat is too large for this page. Nothing was saved.\n"
)
WAIT = ("Retry-After", "10")


def refuse(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Refuse a request because of too many others; programs, which keep a hand, are told so in JSON."""
    is_program = environ.get("CONTENT_TYPE", "").startswith("application/json")
    said = {"saved": False, "code": "overloaded", "message": TOO_MUCH.strip()}
    kind, body = ("application/json", json.dumps(said)) if is_program else ("text/plain", TOO_MUCH)
    said_bytes = body.encode()
    headers = [("Content-Type", f"{kind}; charset=utf-8"), ("Content-Length", str(len(said_bytes)))]
    start_response("503 Service Unavailable", [*headers, WAIT, ("Cache-Control", "no-store")])
    return [said_bytes]
