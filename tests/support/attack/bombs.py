"""`python -m tests.support.attack.bombs URL PASSWORD GOODS`: a director who keeps the server busy until the input ends.

In a process of its own, so that it costs those nothing who measure meanwhile. A line names the kind of work to begin;
an empty one ends it, and is answered with the statuses of all answers, and the seconds that they took together.
"""

import functools
import json
import sys
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tests.faults.parsers import inputs
from tests.support.clients import Answer, Client, NoAnswer

SENDERS = 4  # of bombs, at once
CUT = 0  # in place of a status
BUSY, BUSY_SECONDS = 503, 2.0  # then it asks again, sooner than it was told
FIELDS = {  # of all forms together
    "name": "Gast",
    "colour": "",
}
PREFIX, LOGIN = "/c/gast", "gast"
PEOPLE = "/tournaments/people/bring-in/"
PASTED = "\n".join(f"Anna Muster{chr(97 + at // 26 % 26)}{chr(97 + at % 26)}" for at in range(600))


class Bomb(NamedTuple):
    """A file, and the page that takes it."""

    page: str
    field: str
    content: bytes


@functools.cache
def build_list() -> bytes:
    """A workbook of 2,500 people in 60 columns."""
    cells = "".join(f"<c t='inlineStr'><is><t>Wert {at}</t></is></c>" for at in range(59))
    names = (f"<row><c t='inlineStr'><is><t>Spieler {at}</t></is></c>{cells}</row>" for at in range(2_500))
    return inputs.pack_workbook(f"<worksheet {inputs.MAIN}><sheetData>{''.join(names)}</sheetData></worksheet>")


def build_bombs() -> dict[str, Bomb]:
    """Files of each kind that take long to read."""
    people = f"{PEOPLE}file/"
    rows = "<row><c t='inlineStr'><is><t>a</t></is></c></row>" * 180_000
    return {
        "a workbook": Bomb(people, "file", inputs.pack_workbook(f"<worksheet>{rows}</worksheet>")),
        "a directory": Bomb(people, "file", inputs.fill_directory(40_000)),
        "lines": Bomb(people, "file", b"Anna;1;2;3;4;5;6;7;8\n" * 2_400),
        "a picture": Bomb("/club/look/", "logo", inputs.draw_bomb(3_400)),
        "a sheet": Bomb("/exchange/", "file", b"a.b.c = 1\n" * 20_000),
        "no page": Bomb("/club/file/continue/", "file", inputs.fill_directory(100_000)),
    }


Step = Callable[[Client, int], tuple[str, int]]  # what was sent, and the status of the answer


class Attacker:
    """A director of the second club, who works without a pause; `goods`: a token, a tournament and a season."""

    def __init__(self, url: str, password: str, goods: Mapping[str, str]) -> None:
        self._url, self._goods, client = url, goods, Client(url)
        client.get(f"{PREFIX}/log-in/")
        answer = client.send_form(f"{PREFIX}/log-in/", {"login": LOGIN, "password": password})
        assert answer.status == 302, "not logged in"
        self._cookies = client.cookies
        client.close()
        self._bombs = build_bombs()
        self.works: dict[str, tuple[Step, ...]] = {
            "bombs": (self._send_bomb,) * SENDERS,
            "import": (self._send_list, self._send_names),
            "draw": (self._draw,),
            "file": (self._make_club_file, self._look("/club/file/")),
            "season": (self._change_season, self._look_at_season, self._look_at_season),
            "statistics": (self._look("/statistics/"), self._look("/statistics/?from=2020-01-01")),
        }

    def do_work(self, name: str, over: threading.Event) -> dict[str, list[tuple[int, float]]]:
        """Do one kind of work until the event; return status and seconds of each answer, by what was sent."""
        answers: dict[str, list[tuple[int, float]]] = {}

        def repeat(step: Step, at: int) -> None:
            client = Client(self._url, **self._cookies)
            while not over.is_set():
                began = time.perf_counter()
                what, status = step(client, at)
                answers.setdefault(what, []).append((status, time.perf_counter() - began))
                if status == BUSY:
                    over.wait(BUSY_SECONDS)
                at += 1
            client.close()

        threads = [threading.Thread(target=repeat, args=(step, at)) for at, step in enumerate(self.works[name])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def _send_bomb(self, _client: Client, at: int) -> tuple[str, int]:
        name = sorted(self._bombs)[at % len(self._bombs)]
        bomb, client = self._bombs[name], Client(self._url, **self._cookies)
        try:
            fields = {**FIELDS, "key": str(uuid.uuid4())}
            return name, client.send_file(PREFIX + bomb.page, fields, bomb.field, bomb.content).status
        except (OSError, NoAnswer):  # another large file was on its way: its connection is closed early
            return name, CUT
        finally:
            client.close()

    def _send_list(self, client: Client, _at: int) -> tuple[str, int]:
        return "a list", client.send_file(f"{PREFIX}{PEOPLE}file/", {}, "file", build_list()).status

    def _send_names(self, client: Client, _at: int) -> tuple[str, int]:
        return "names", client.send_form(PREFIX + PEOPLE, {"text": PASTED}).status

    def _make_club_file(self, client: Client, _at: int) -> tuple[str, int]:
        return "a club file", client.send_form(f"{PREFIX}/club/file/", {"key": str(uuid.uuid4())}).status

    def _draw(self, client: Client, _at: int) -> tuple[str, int]:
        drafts = f"tournaments/{self._goods['tournament']}/rounds/1/drafts"
        drawn = self._call(client, drafts, way="lots")
        if drawn.status != 200:
            return "a draw", drawn.status
        publication = self._call(client, f"{drafts}/{drawn.json['draft']}/publish", reason="noch einmal")
        return "a draw", publication.status

    def _change_season(self, client: Client, at: int) -> tuple[str, int]:
        event = f"seasons/{self._goods['season']}/events/2/change"
        return "a change", self._call(client, event, name=f"Abend {at}", players=200).status

    def _look_at_season(self, client: Client, at: int) -> tuple[str, int]:
        page = ("standing/", "outlook/")[at % 2]
        return page, client.get(f"{PREFIX}/tournaments/seasons/{self._goods['season']}/{page}").status

    def _look(self, page: str) -> Step:
        return lambda client, _at: (page, client.get(PREFIX + page).status)

    def _call(self, client: Client, path: str, **values: object) -> Answer:
        body = json.dumps({"key": str(uuid.uuid4()), **values}).encode()
        more = {"Content-Type": "application/json", "Authorization": f"Bearer {self._goods['token']}"}
        return client.send(client.request("POST", f"/api/v1/{path}", body, more))


def main(url: str, password: str, goods: str) -> None:
    """Work as the lines say."""
    attacker = Attacker(url, password, json.loads(goods))
    lines = (line.strip() for line in sys.stdin)
    for name in lines:
        over = threading.Event()
        with ThreadPoolExecutor(1) as pool:
            work = pool.submit(attacker.do_work, name, over)
            next(lines, "")
            over.set()
            print(json.dumps(work.result()), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
