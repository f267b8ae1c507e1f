"""A club that sends bombs of each kind, and the hands of another club on the same server meanwhile."""

import contextlib
import random
import threading
import time
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from http.cookiejar import CookieJar
from statistics import quantiles
from typing import NamedTuple
from urllib.error import HTTPError

from tests.faults.parsers import inputs
from tests.support.attack.load import Phone, begin_tables
from tests.support.server import RunningServer

SENDERS, PATIENCE = 4, 120  # at once; seconds for an answer
CUT = 0  # in place of a status
FORM = "application/x-www-form-urlencoded"
PREFIX, LOGIN = "/c/gast", "gast"
FOUND = f"""
from tarockclub.accounts.actors import AT_THE_COMPUTER
from tarockclub.hosting.services import FirstDirector, found_club
print(found_club("Gast", "gast", FirstDirector("Gast", "{LOGIN}"), AT_THE_COMPUTER).password)
"""


class Bomb(NamedTuple):
    """A file, and the page that takes it."""

    page: str
    field: str
    content: bytes


def build_bombs() -> dict[str, Bomb]:
    """Files of each kind that take long to read."""
    lines = (b'{"a": ' + b"9" * 4_000 + b"}\n") * 400
    people = "/tournaments/people/bring-in/file/"
    rows = "<row><c t='inlineStr'><is><t>a</t></is></c></row>" * 180_000
    return {
        "a workbook": Bomb(people, "file", inputs.pack_workbook(f"<worksheet>{rows}</worksheet>")),
        "a directory": Bomb(people, "file", inputs.fill_directory(40_000)),
        "lines": Bomb(people, "file", b"Anna;1;2;3;4;5;6;7;8\n" * 2_400),
        "records": Bomb("/bring-in/evening/", "file", lines),
        "a picture": Bomb("/club/look/", "logo", inputs.draw_bomb(3_400)),
        "a sheet": Bomb("/own-sheets/upload/", "file", b"a.b.c = 1\n" * 20_000),
        "a club file": Bomb("/club/file/continue/", "file", inputs.fill_directory(600_000)),
    }


class Attacker:
    """A director of the second club, who sends files."""

    def __init__(self, server: RunningServer, password: str) -> None:
        self._url = server.url.rstrip("/") + PREFIX
        self.jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.ask("/log-in/")
        said = f"login={LOGIN}&password={password}".encode()
        assert self.ask("/log-in/", said)[0] == 200, "not logged in"

    def ask(self, path: str, body: bytes | None = None, kind: str = FORM) -> tuple[int, str]:
        """Send a request, and return status and text of its answer."""
        token = next((cookie.value or "" for cookie in self.jar if cookie.name == "csrftoken"), "")
        headers = {"X-CSRFToken": token, "Content-Type": kind} if body is not None else {}
        request = urllib.request.Request(self._url + path, body, headers)
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except HTTPError as refused:
            return refused.code, refused.read().decode(errors="replace")
        except OSError:  # another large file was on its way: its connection is closed early
            return CUT, ""

    def send(self, bomb: Bomb, fields: Mapping[str, str]) -> int:
        """Send a file with its form; return the status."""
        line = uuid.uuid4().hex
        begin = f'--{line}\r\nContent-Disposition: form-data; name="'
        parts = [f'{begin}{name}"\r\n\r\n{said}' for name, said in fields.items()]
        head = f'{begin}{bomb.field}"; filename="a"\r\n\r\n'
        body = "\r\n".join([*parts, head]).encode() + bomb.content + f"\r\n--{line}--\r\n".encode()
        return self.ask(bomb.page, body, f"multipart/form-data; boundary={line}")[0]


class Neighbours:
    """Phones of one club, and an attacker of another."""

    def __init__(self, server: RunningServer, tables: int) -> None:
        slugs = begin_tables(server, tables)
        self.phones = [Phone(server.url, slug, random.Random(at)) for at, slug in enumerate(slugs)]
        for at, phone in enumerate(self.phones):
            phone.seats[-1] = at % 4
            phone.look()
        password = server.manage("shell", "--no-imports", "-v0", "-c", FOUND).split()[-1]
        self.attacker, self.bombs = Attacker(server, password), build_bombs()
        self.answers: dict[str, list[int]] = {name: [] for name in self.bombs}

    def measure_p95(self, hands: int) -> float:
        """Save so many hands, one after the other; return the seconds that 19 of 20 keep below."""
        took = []
        for at in range(hands):
            phone = self.phones[at % len(self.phones)]
            hand = phone.build_next_hand()
            began = time.perf_counter()
            answer = phone.client.post(phone.hands, hand)
            took.append(time.perf_counter() - began)
            assert phone.learn(hand, answer), answer
            time.sleep(0.02)
        return quantiles(took, n=20)[18]

    @contextlib.contextmanager
    def attack(self) -> Iterator[None]:
        """Send bombs without a pause, several at once."""
        over = threading.Event()
        threads = [threading.Thread(target=self._send_bombs, args=(over, at), daemon=True) for at in range(SENDERS)]
        for thread in threads:
            thread.start()
        time.sleep(1.0)
        try:
            yield
        finally:
            over.set()
            for thread in threads:
                thread.join(PATIENCE)

    def _send_bombs(self, over: threading.Event, first: int) -> None:
        names = sorted(self.bombs)
        for at in range(first, 10_000):
            if over.is_set():
                return
            name = names[at % len(names)]
            fields = {"key": str(uuid.uuid4()), "name": "Gast", "colour": ""}
            self.answers[name].append(self.attacker.send(self.bombs[name], fields))
