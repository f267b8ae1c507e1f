"""Two clubs for the crawl: one with every state that has a picture, and another one with a row of every kind.

In the rows of the first one stand texts that nobody should type (texts.py). Whatever people of the other one have typed
begins with `MARK`: where that stands in an answer, something has leaked.
"""

import contextlib
import io
import json
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import CharField, Field, Model, TextField
from django.test import Client
from django.utils import timezone

from scoring.book.ledger import triggers
from scoring.book.sums.counts import update_counts
from scoring.models import GameTable
from tarockclub.kit import computer_clock
from tarockclub.models import Account, Club
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.clubs.ownership import build_lookup, list_owned_models
from tarockclub.platform.jobs import runner
from tests.scoring.support.tables import dreier, play
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.crawl.kinds import build_text
from tests.support.links import find_secret
from tests.support.paths import ROOT
from tests.support.programs import Program, create_secret
from tests.support.states import factory, frozen_clock
from tests.tarockclub.platform.clubs import rows
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.seasons.season.seasons import day, season
from tests.tournaments.support import factories

MARK = "Zwq7x"
HOST = "linde.example"
DIRECTOR, HOST_OF_ALL, PHONE, VISITOR = "director", "host", "phone", "visitor"
INVENTORY: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "tarockclub" / "office" / "privacy" / "inventory.toml").read_text(encoding="utf-8")
)
NOT_PLAIN = ("draft", "rows", "body", "content", "table")  # columns with texts of a grammar of their own
NO_BACKUP = "there-is-none.zip"
WITH_RULES = ("scoring.OwnSheetVersion", "scoring.SheetVersion", "tarockclub.SharedRules")  # whose `text` is a file


class CrawlWorld(NamedTuple):
    """The clubs, the sessions of those who are logged in, the token of a program, and what addresses name."""

    club: int
    stranger: int
    sessions: dict[str, str]
    secret: str
    words: dict[str, Any]  # as of the states

    def create_clients(self) -> dict[str, Client]:
        """A client of everybody who looks; who comes later looks at what those before do not see."""
        options: dict[str, Any] = {
            "HTTP_HOST": HOST,
            "raise_request_exception": False,
            "headers": {"accept-language": "en"},
        }
        clients: dict[str, Client] = {who: Client(**options) for who in (DIRECTOR, HOST_OF_ALL)}
        for who, session in self.sessions.items():
            clients[who].cookies["sessionid"] = session
        return clients | {PHONE: phones.Client(**options), VISITOR: Client(**options)}

    def create_program(self, table: str = "") -> Program:
        """A program of the director, or with the link of a table."""
        program = Program(find_secret(table) if table else self.secret)
        program.raise_request_exception, program.defaults["HTTP_HOST"] = False, HOST
        return program


@contextlib.contextmanager
def stop_clock() -> Iterator[None]:
    """Let it be the evening of the states, and no job begin in a process of its own, for which there is no database."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(timezone, "now", lambda: frozen_clock.moment[0])
        patched.setattr(computer_clock.WatchedClock, "open", lambda *_clock, **_newest: None)
        patched.setattr(runner, "build_child_command", _refuse_process)
        yield


def allow_hosts(settings: Any) -> None:
    """Let the club have its host name, and ask nobody for a password again."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, ".example"]
    settings.CONFIRMED_SECONDS = 24 * 60 * 60


def _refuse_process(*_command: str) -> list[str]:
    raise OSError


def write_crawl_world() -> CrawlWorld:
    """Write everything."""
    with stop_clock(), contextlib.redirect_stdout(io.StringIO()) as printed:
        factory.make()
        made = json.loads(printed.getvalue())
        club = load_first_club()
        Club.objects.filter(pk=club.pk).update(host_name=HOST)
        stranger = Club.objects.create(name="Kartenrunde Drüben", slug="drueben")
        write_strangers(stranger)
        frozen_clock.moment[0] = frozen_clock.NOW
        director = make_account("director", club, login="crawl")
        people = {DIRECTOR: director, HOST_OF_ALL: Account.objects.get(is_host=True)}
        sessions = {who: log_in(account).cookies["sessionid"].value for who, account in people.items()}
        replace_texts(club.pk, build_text)
        secret = create_secret(director)  # valid for some weeks from that evening
        for owner in (club, stranger):
            update_counts(owner, patience=None)  # else each request about statistics would add everything up
    return CrawlWorld(club.pk, stranger.pk, sessions, secret, made["words"] | {"backup": NO_BACKUP})


def write_strangers(club: Club) -> None:
    """Write a round that is played, a season, and a row of each other model; what they have typed is marked."""
    account = make_account("director", club, login="drueben")
    _of, first, _tables = factories.whole(8, club=club, team_size=2)
    started(first)
    for table in GameTable.objects.filter(club=club):
        play(table, dreier(0))
    day(season(club), "Eins", "Zwei", "Drei")
    made: rows.Rows = {Club: club, Account: account}
    for model in list_owned_models():
        there = model._default_manager.filter(**{build_lookup(model): club.pk}).first()
        if there is not None:
            made[model] = there
    for model in list_owned_models():
        rows.make_row(model, made)
    replace_texts(club.pk, lambda number: f"{MARK} {number}")


def replace_texts(club: int, build_text: Callable[[int], str]) -> None:
    """Put a text of ours, by its number, in place of everything that people of a club have typed.

    What is sealed too: pages show it, and only the proof would say that it is not what it was.
    """
    if connection.vendor == "postgresql":
        connection.check_constraints()
    triggers.remove_triggers(connection)
    number = 0
    for model, columns in list_free_texts():
        for row in model._default_manager.filter(**{build_lookup(model): club}).order_by("pk"):
            values = {}
            for column in columns:
                if getattr(row, column.attname):
                    number += 1
                    values[column.attname] = build_text(number)[: column.max_length]
            if values:
                model._default_manager.filter(pk=row.pk).update(**values)
    triggers.install_triggers(connection)


def list_free_texts() -> Iterator[tuple[type[Model], list["Field[Any, Any]"]]]:
    """The columns with names and other texts that people have typed, by the inventory of personal data."""
    owned = set(list_owned_models())
    for label, lines in INVENTORY.items():
        model = apps.get_model(label) if "." in label else None
        if model not in owned:
            continue
        names = [name for name, line in lines.items() if name != "none" and line["holds"] in ("name", "text")]
        names = [name for name in names if name not in NOT_PLAIN and (name != "text" or label not in WITH_RULES)]
        columns = [model._meta.get_field(name) for name in names if name != "login"]
        yield model, [column for column in columns if isinstance(column, CharField | TextField)]
