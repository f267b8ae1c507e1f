"""Programs that use the API: clients with the token of an account, or with the link of a table."""

import json
import uuid
from typing import Any

from django.test import Client

from scoring.book.access.links import create_link
from scoring.models import GameTable
from tarockclub.models import Account
from tarockclub.platform.accounts import api_tokens

KEY = "a key of sixteen signs, and more".replace(" ", "-")


def create_secret(account: Account, role: str = "director", client: str = "Saal") -> str:
    """The secret of a new token for an account."""
    return api_tokens.create_token(account, client, role, 30, str(uuid.uuid4()))[1]


class Program(Client):
    """A client that sends JSON with a token, or without one."""

    def __init__(self, secret: str = "") -> None:
        headers = {"accept-language": "en"}
        super().__init__(headers=headers | ({"authorization": f"Bearer {secret}"} if secret else {}))

    def read(self, path: str, **headers: str) -> Any:
        """The answer to GET below /api/v1/."""
        return self.get(f"/api/v1/{path}", headers=headers)

    def send(self, path: str, body: Any, **headers: str) -> Any:
        """The answer to POST below /api/v1/ of this body as JSON."""
        return self.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=headers)

    def do(self, path: str, **said: Any) -> Any:
        """Do an act below /api/v1/ with a key of its own."""
        answer = self.send(path, {"key": str(uuid.uuid4()), **said})
        assert answer.status_code == 200, (path, answer.content)
        return answer.json()


def create_program(account: Account, role: str = "director") -> Program:
    """A program that acts for an account."""
    return Program(create_secret(account, role))


def create_phone(table: GameTable, device: str = "") -> Program:
    """A program that has the link of a table, as a phone."""
    client = Program(create_link(table).secret)
    if device:
        client.defaults["HTTP_X_DEVICE"] = device
    return client
