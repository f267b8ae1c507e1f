"""Acts that an earlier version has written, of every kind: said, taken back and repeated as that version would have."""

import json
import lzma
import re
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tarockclub.kit.time_source import pretend_time
from tarockclub.models import Account
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.act_chain import SEAL_KIND
from tests.support.accounts import log_in
from tests.support.databases import connect_to
from tests.support.paths import DATA
from tests.tournaments.results.conftest import _nothing_kept
from tournaments.core.actions.sentences import fill_in_act_sentences
from tournaments.core.acts import SEASONS, TOURNAMENTS, ActionRefused, Command, Journal, Kind, parse_content
from tournaments.models import Act, JournalAct, Season, SeasonAct
from tournaments.results.undo.services import undo

__all__ = ["_nothing_kept"]  # its rows have ids that those of other tests have, too
pytestmark = [pytest.mark.sqlite, pytest.mark.heavy]
BOOK = DATA / "books" / "acts-817d5f6f.sqlite3.xz"
DIRECTOR = Actor(None, "d" * 16, directs=True)
# What that version said and did about each of them (tests/data/books/acts-817d5f6f.toml).
FACTS: list[dict[str, Any]] = [
    json.loads(line) for line in (DATA / "books" / "acts-817d5f6f.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def acts(django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Act]]:
    """The acts of tournaments in that version's database, after its upgrade."""
    file = tmp_path_factory.mktemp("old") / "acts.sqlite3"
    file.write_bytes(lzma.decompress(BOOK.read_bytes()))
    key = tomllib.loads((BOOK.parent / "acts-817d5f6f.toml").read_text("utf-8"))["secret_key"]
    with django_db_blocker.unblock(), connect_to(str(file)), override_settings(BOOK_KEY=key):
        call_command("migrate", verbosity=0, skip_checks=True, unguarded=True)  # without a backup of it
        rows = Act.objects.select_related("tournament", "round", "table", "note", "undoes", "undone_by")
        yield list(rows.order_by("pk"))


@pytest.mark.usefixtures("acts")
def test_the_proof_finds_nothing_wrong():
    call_command("verify_ledger")  # it ends the program where something is wrong


def test_every_act_is_said_in_the_same_words(acts):
    with translation.override("de"):
        fill_in_act_sentences(acts)
    assert {act.pk: vars(act)["sentence"] for act in acts} == {
        fact["act"]: reword(fact["says"]) for fact in FACTS if "act" in fact
    }


def reword(sentence: str) -> str:
    """Return a sentence of then as it is said since: the round stands before those who enter it."""
    return re.sub(r"angemeldet: (.*); Runden: (\d+)", r"angemeldet für Runde \2: \1", sentence)


@pytest.mark.parametrize(("when", "wait"), [("soon", timedelta(minutes=1)), ("later", timedelta(days=1))])
def test_each_can_be_taken_back_or_not_for_the_same_reason(acts, when, wait):
    moment = max(act.at for act in acts) + wait
    assert {act.pk: try_undo(act, moment) for act in acts} == {
        fact["act"]: fact[when] for fact in FACTS if "act" in fact
    }


def try_undo(act: Act, moment: Any) -> Any:
    """Return the content of the act that takes one back at a moment, or the code of the refusal; nothing stays."""
    try:
        with transaction.atomic(), pretend_time(moment):
            undone = undo(act.tournament_id, str(UUID(int=act.pk)), act.sequence, DIRECTOR, "Irrtum")
            transaction.set_rollback(True)
            return parse_content(undone)
    except ActionRefused as refused:
        return refused.code


def test_a_request_that_comes_again_gets_the_first_answer(acts):
    sent = {fact["act"]: fact["sent"] for fact in FACTS if "act" in fact}
    for act in acts:
        targets = {"round": act.round, "table": act.table, "undoes": act.undoes}
        assert repeat(TOURNAMENTS, act.tournament_id, act, sent[act.pk], **targets) == act
    sent = {fact["season_act"]: fact["sent"] for fact in FACTS if "season_act" in fact}
    for entry in SeasonAct.objects.exclude(kind=SEAL_KIND).select_related("note"):
        assert repeat(SEASONS, entry.season_id, entry, sent[entry.pk]) == entry


def repeat(journal: Journal[Any, Any], owner: int, act: JournalAct, sent: object, **targets: Any) -> JournalAct:
    """Send the request of an act once more; it must not be done again."""
    reason = "" if act.note is None else act.note.text
    asked = Command(act.key, Kind(act.kind), sent, reason=reason, **targets)
    done: JournalAct = journal.act(owner, asked, lambda _row: pytest.fail(f"{act.kind} was done again"))
    return done


def test_a_page_of_then_that_is_sent_again_does_nothing_more(acts):
    with transaction.atomic():
        client = log_in(Account.objects.get())
        found = [send(client, fact) for fact in FACTS if "page" in fact]
        assert Act.objects.count() == len(acts)
        assert SeasonAct.objects.exclude(kind=SEAL_KIND).count() == sum("season_act" in fact for fact in FACTS)
        # Of the three upgrades that seal more of a season.
        assert SeasonAct.objects.filter(kind=SEAL_KIND).count() == 3 * Season.objects.count()
        transaction.set_rollback(True)
    assert found == [expect_answer(fact) for fact in FACTS if "page" in fact]


def expect_answer(fact: dict[str, Any]) -> tuple[str, int, str]:
    """Return what was answered then; the page that began a correction takes another form since, and refuses this.

    Whoever opens a round after the first one comes to its draw since, not to the people; the number of rounds is
    changed on the page of the settings; a substitute and a no-show lead to the desk, not to the table.
    """
    is_replaced = fact["page"].endswith("/correct/")
    location = re.sub(r"/people/\?round=([2-9])$", r"/rounds/\1/draw/", fact["location"])
    location = location.replace("/?saved=1", "/settings/?saved=1") if "/rounds/planned/" in fact["page"] else location
    if fact["page"].endswith("/substitute/") or "no_show" in fact["fields"]:
        location = re.sub(r"/tables/\d+/", "/", location)
    return (fact["page"], 400, "") if is_replaced else (fact["page"], fact["status"], location)


def send(client: Client, fact: dict[str, Any]) -> tuple[str, int, str]:
    """Send the form of a page of then; its address, the status, and where that leads to."""
    answer = client.post(fact["page"], fact["fields"])
    return fact["page"], answer.status_code, answer.headers.get("Location", "")
