"""`python -m tests.support.attack.bombs URL PASSWORD`: a director sends bombs of each kind until the input ends.

In a process of its own, so that it costs those nothing who measure meanwhile; prints the statuses of the answers.
"""

import json
import sys
import threading
import uuid
from collections.abc import Mapping
from typing import NamedTuple

from tests.faults.parsers import inputs
from tests.support.clients import Client, NoAnswer

SENDERS = 4  # at once
CUT = 0  # in place of a status
FIELDS = {  # of all forms together
    "name": "Gast",
    "colour": "",
}
PREFIX, LOGIN = "/c/gast", "gast"


class Bomb(NamedTuple):
    """A file, and the page that takes it."""

    page: str
    field: str
    content: bytes


def build_bombs() -> dict[str, Bomb]:
    """Files of each kind that take long to read."""
    people = "/tournaments/people/bring-in/file/"
    rows = "<row><c t='inlineStr'><is><t>a</t></is></c></row>" * 180_000
    return {
        "a workbook": Bomb(people, "file", inputs.pack_workbook(f"<worksheet>{rows}</worksheet>")),
        "a directory": Bomb(people, "file", inputs.fill_directory(40_000)),
        "lines": Bomb(people, "file", b"Anna;1;2;3;4;5;6;7;8\n" * 2_400),
        "a picture": Bomb("/club/look/", "logo", inputs.draw_bomb(3_400)),
        "a sheet": Bomb("/exchange/", "file", b"a.b.c = 1\n" * 20_000),
        "no page": Bomb("/club/file/continue/", "file", inputs.fill_directory(100_000)),
    }


class Attacker:
    """A director of the second club, who sends files."""

    def __init__(self, url: str, password: str) -> None:
        self._url, client = url, Client(url)
        client.get(f"{PREFIX}/log-in/")
        answer = client.send_form(f"{PREFIX}/log-in/", {"login": LOGIN, "password": password})
        assert answer.status == 302, "not logged in"
        self._cookies = client.cookies
        client.close()

    def send(self, bomb: Bomb, fields: Mapping[str, str]) -> int:
        """Send a file with its form; return the status."""
        client = Client(self._url, **self._cookies)
        try:
            return client.send_file(PREFIX + bomb.page, fields, bomb.field, bomb.content).status
        except (OSError, NoAnswer):  # another large file was on its way: its connection is closed early
            return CUT
        finally:
            client.close()


def main(url: str, password: str) -> None:
    """Send them."""
    attacker, bombs, over = Attacker(url, password), build_bombs(), threading.Event()
    names = sorted(bombs)
    answers: dict[str, list[int]] = {name: [] for name in names}

    def send_some(at: int) -> None:
        while not over.is_set():
            name = names[at % len(names)]
            answers[name].append(attacker.send(bombs[name], {**FIELDS, "key": str(uuid.uuid4())}))
            at += 1

    threads = [threading.Thread(target=send_some, args=(at,)) for at in range(SENDERS)]
    for thread in threads:
        thread.start()
    print("begun", flush=True)
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join()
    print(json.dumps(answers))


if __name__ == "__main__":
    main(*sys.argv[1:])
