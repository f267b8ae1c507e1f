"""Hands of phones at many tables: tables that have begun, hands of all kinds, and a phone that follows a table."""

import random
import uuid
from typing import Any

from tests.support.clients import Answer, Client
from tests.support.links import COOKIE, find_secret
from tests.support.server import RunningServer

BEGIN = """
from scoring.table.evenings.services import EveningStart, start_evening
from tests.support.phones import let_write
for at in range({count}):
    names = tuple(f"{{name}} {{at}}" for name in ("Anna", "Berta", "Cilli", "Dora"))
    print(let_write(start_evening(f"{name} {{at}}", EveningStart(names, "treffpunkt", {{}}, at % 4))).slug)
"""
Record = dict[str, Any]


def begin_tables(server: RunningServer, count: int, name: str = "load") -> list[str]:
    """Start so many evenings; the slugs of their tables."""
    return server.manage("shell", "--no-imports", "-c", BEGIN.format(count=count, name=name)).split()


def build_hand(chance: random.Random, forehand: int) -> Record:
    """A valid hand under the Treffpunkt rules, of very many that there are."""
    if chance.random() < 0.4:
        partner = chance.choice([seat for seat in range(4) if seat != forehand])
        play: Record = {"contract": "rufer", "declarer": forehand, "partner": partner}
    else:
        play = {"contract": "dreier", "declarer": chance.randrange(4)}
    play["points"] = f"{chance.randrange(70)}/{chance.randrange(3)}"
    claimed = chance.sample(("trull", "pagat"), chance.randrange(3))
    premiums = [{"premium": premium, "side": chance.choice(("declarer", "defence"))} for premium in claimed]
    return {"plays": [play], "premiums": premiums}


class Phone:
    """A phone at a table: it sends hands as what it has seen allows, and learns from every answer."""

    def __init__(self, url: str, slug: str, chance: random.Random) -> None:
        self.client, self.slug, self.chance = Client(url, **{COOKIE: find_secret(slug)}), slug, chance
        self.previous, self.seats = "", [0, 1, 2, 3, 0]

    @property
    def hands(self) -> str:
        """The address that takes hands."""
        return f"/tables/{self.slug}/hands/"

    def look(self) -> Answer:
        """Read the table's page, which brings the cookies, too."""
        return self.client.get(f"/tables/{self.slug}/")

    def build_next_hand(self) -> Record:
        """A hand for the deal that comes next, under a key of its own."""
        record = build_hand(self.chance, self.seats.index(self.seats[-1]))
        return {"key": str(uuid.uuid4()), "previous": self.previous, "seats": self.seats, "record": record}

    def learn(self, sent: Record, answer: Answer) -> bool:
        """Take in what was answered; whether the hand is in the book."""
        if answer.status == 412:
            now = answer.json["now"]
            self.previous, self.seats = now["previous"], now["seats"]
            return False
        assert answer.status == 200, (answer.status, answer.body)
        assert answer.json["key"] == sent["key"]
        self.previous, self.seats = sent["key"], [*sent["seats"][:4], (sent["seats"][-1] + 1) % 4]
        return True
