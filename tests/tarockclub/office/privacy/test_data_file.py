"""A person's file: readable, complete, without the names of others; the pages: before erasing, settings, for all."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils.translation import override

from scoring.book.ledger import triggers
from scoring.book.ledger.entries import create_note
from scoring.models import Entry, GameTable, HeldHand, Mark, OwnSheet, OwnSheetAct, OwnSheetVersion, SheetExample
from tarockclub.kit.time_source import now
from tarockclub.models import Account, LogEntry, Message, MessageAddress, Note, Person, PrivacySettings
from tarockclub.office.privacy.data_file.section import DataSubject
from tarockclub.office.privacy.data_file.writer import SECTIONS, build_data_file, load_purposes
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import PersonDetails
from tests.scoring.support.tables import dreier, play
from tests.support.accounts import log_in, log_in_by_form, make_account
from tests.support.clients import read_text
from tests.tarockclub.office.privacy.everywhere import NAME, OTHERS, SURNAME, create_everywhere
from tests.tarockclub.office.privacy.test_inventory import iter_lines
from tests.tournaments.hall.desk.playing import hold
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.models import Act, Application, SeasonAct, Spelling, Tournament, TournamentRole
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db


@pytest.fixture
def there():
    """Somebody who is everywhere, has played a hand, and is logged in."""
    found = create_everywhere()
    Spelling.objects.create(club=found.person.club, person=found.person, name="spelt otherwise")
    play(GameTable.objects.get(clock=""), dreier(0))
    log_in_by_form(found.account)
    return found


def fill(person: Person, account: Account, of: Tournament) -> None:
    """Give somebody who is nearly everywhere what is kept of nobody else there."""
    club, entry, by = person.club, Entry.objects.exclude(note=None)[0], {"by": person, "device": "d" * 16}
    details = PersonDetails("Linz", "77", "Dame", 1950, "0664 1")._asdict()
    Person.objects.filter(pk=person.pk).update(**details, federation_number="88", page_digest="x", details_public=True)
    Authenticator.objects.create(user=account, type="totp", data={})
    TournamentRole.objects.create(account=account, tournament=of, role="secretary")
    season = create_season(new_key(), club, SeasonDetails("Jahrescup", SeasonSettings()))
    typed = acts.add_event(season, new_key(), "Herbstturnier", players=8)
    acts.write_results(typed, new_key(), [PersonResult(Newcomer(NAME, person.pk), 1, None, 60, 7_000_000, 2)])
    for model in (Act, SeasonAct, Entry):
        model._default_manager.update(**by)
    Mark.objects.create(table=entry.table, entry=entry, kind="fits", place=0, key="mark", at=now(), **by)
    for values in ({**by, "note": "zu spät"}, {"decided_by": person, "decided_device": "e" * 16}):
        HeldHand.objects.filter(pk=hold(of.rounds.get(), 1).pk).update(**values)
    sheet = OwnSheet.objects.create(club=club, sheet="eigene", retired=now())
    act = OwnSheetAct.objects.create(own_sheet=sheet, kind="version", sequence=1, said="{}", at=now(), **by)
    written = {"own_sheet": sheet, "by": person, "at": now()}
    OwnSheetVersion.objects.create(number=1, text="", table="{}", reason="neu", key="version", act=act, **written)
    SheetExample.objects.create(record="{}", payouts="[]", note="so", key="example", **written)
    log_in(make_account("director")).get(f"/tournaments/people/{person.number}/privacy/")
    LogEntry.objects.filter(about=person).update(device="d" * 16)
    notes = {name: create_note("mit Berta", club.pk) for name in ("partner", "remark")}
    Application.objects.update(town="Linz", device="d" * 16, **notes)
    address = MessageAddress.objects.create(
        club=club, person=person, channel="mail", value="x@example.org", unwanted="date"
    )
    message = {"kind": "date", "key": "1", "subject": "Abgesagt", "text": "Abgesagt.", "at": now(), "due": now()}
    Message.objects.create(address=address, **message)
    other = {"tournament": of, "name": create_note("Nanni", club.pk), "at": now()}
    Application.objects.create(key="other", **other)
    factories.enter_people(of, "Zoe Zauner")


def iter_changed(field: Any, value: Any) -> Iterator[Any]:
    """Yield other values of a column; what is seen of the first text is the mark itself."""
    if field.related_model is not None:
        yield from field.related_model._default_manager.exclude(pk=value).values_list("pk", flat=True)[:9]
        yield None
    elif field.choices:
        yield from (choice for choice, _words in field.choices if choice != value)
    elif isinstance(value, str):
        yield from (f"{NAME} 7"[: field.max_length], re.sub(r"\d+", "0", value), value.replace("dreier", "solo"), "")
    elif isinstance(value, bool) or field.get_internal_type() == "BooleanField":
        yield not value
    elif isinstance(value, date):
        yield value + timedelta(days=40)
    else:
        yield from (2 * (value or 0) + 1000, now())


def is_given(label: str, name: str, place: str) -> bool:
    """Return whether the person's file has another value at the place that the inventory names if a column has one."""
    key, _colon, column = place.partition(": ")
    [section] = [section for section in SECTIONS if section.key == key]
    subject = Person.objects.get(name=NAME)
    at = [*map(str, section.columns)].index(column) if column else slice(None)

    def load() -> list[Any]:
        whose = DataSubject(subject, frozenset({subject.pk}), "en")
        return [row[at] for row in section.load(whose)]

    model, before = apps.get_model(label), load()
    field = model._meta.get_field(name)
    for row in model._default_manager.all():
        target, column_, value = row, field, getattr(row, field.attname)
        if field.related_model is Note and value:
            target, column_, value = getattr(row, name), Note._meta.get_field("text"), getattr(row, name).text
        for other in iter_changed(column_, value):
            try:
                with transaction.atomic():
                    changes = {column_.attname: other}
                    if name in ("money0", "written0"):  # amounts add up
                        changes[f"{name[:-1]}1"] = getattr(row, f"{name[:-1]}1") + value - other
                    type(target)._default_manager.filter(pk=target.pk).update(**changes)
                    after = load()
                    transaction.set_rollback(True)
            except (IntegrityError, ValidationError, ValueError, TypeError, KeyError):
                continue
            if after != before:
                return True
    return False


def test_each_personal_column_is_read_back_from_the_place_that_the_inventory_names(there):
    triggers.remove_triggers(connection)
    fill(there.person, there.account, there.tournament)
    lines = [line for line in iter_lines() if line[2]["given"] not in ("", "texts")]  # those of SOURCES
    with override("en"):
        missing = [(model, name) for model, name, line in lines if not is_given(model, name, line["given"])]
    assert set(missing) == {
        ("scoring.Entry", f"{what}{place}") for what in ("money", "written") for place in range(1, 6)
    }, missing


def unpack(content: bytes) -> dict[str, str]:
    """Return the files of a ZIP by name."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_everything_is_in_it_in_both_languages_and_for_programs(there):
    files = unpack(build_data_file(there.person))
    assert sorted(files) == ["Auskunft.html", "data.json", "information.html"]
    data = json.loads(files["data.json"])["data"]
    assert list(data) == [section.key for section in SECTIONS]
    assert data["account"][0]["Log-in name"] == SURNAME.lower()
    assert "3" in data["payments"][0]["Paid"]
    assert {row["Name"] for row in data["receipts"]} == {NAME}
    assert [row["Game"] for row in data["hands"]] == ["Dreier"]
    assert data["spellings"] == [{"Name": "spelt otherwise"}]
    assert "In the register" in files["information.html"]
    assert "Im Spielerverzeichnis" in files["Auskunft.html"]


def test_others_are_numbers_except_where_somebody_wrote_their_names(there):
    data = json.loads(unpack(build_data_file(there.person))["data.json"])["data"]
    written = {row["Text"] for row in data["texts"]} | {row["Reason"] for row in data["acts"]}
    for key, rows in data.items():
        for row in rows:
            for cell in row.values():
                if cell not in written:
                    assert not any(name in str(cell) for name in OTHERS), (key, row)
    with_whom = data["tables"][0]["With"]
    assert with_whom.count("Player ") == 3


def test_only_a_director_fetches_it_and_is_named_in_the_log_of_the_club(there):
    director = log_in(make_account("director"))
    address = f"/tournaments/people/{there.person.number}/privacy/file/"
    answer = director.get(address)
    assert answer.status_code == 200
    assert SURNAME not in answer["Content-Disposition"]
    assert set(unpack(answer.content)) == {"Auskunft.html", "data.json", "information.html"}
    log = director.get("/club/log/", headers={"accept-language": "de"}).content.decode()
    assert "alles über eine Person (ZIP)" in log
    assert log_in(make_account("secretary")).get(address).status_code == 403


def test_it_is_small_and_still_readable_after_the_name_was_erased(there):
    make_account("director")
    erase(there.person)
    files = unpack(build_data_file(Person.objects.get(pk=there.person.pk)))
    assert NAME not in files["data.json"].replace(f"Jause bei {NAME}", "").replace(f'"Name": "{NAME}"', "")


SETTINGS = {
    "controller": "Tarockverein  Waldviertel",
    "contact": "Hauptplatz 1\r\n\r\nverein@example.org",
    "declined_days": "30",
    "exports_days": "2",
    "programs_days": "0",
    "remarks_days": "10",
}


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    """A data folder of its own."""
    settings.DATA_DIR = tmp_path


def test_a_director_sees_where_the_name_stands_and_erases_what_is_ticked(director):
    there = create_everywhere()
    address = f"/tournaments/people/{there.person.number}/privacy/"
    page = director.get(address)
    assert "Der Zugang wird geschlossen" in read_text(page)
    ticked = re.findall(r'name="place" value="([^"]+)" checked', page.content.decode())
    offered = re.findall(r'name="place" value="([^"]+)"', page.content.decode())
    assert set(ticked) < set(offered)
    answer = director.post(address, {"what": "erase", "place": ticked})
    assert answer.status_code == 302
    text = read_text(director.get(answer["Location"]))
    assert "Der Name ist gelöscht" in text
    assert "Belege enthalten ihn bis 31. Dezember" in text
    assert SURNAME not in read_text(director.get("/tournaments/people/"))
    assert SURNAME.lower() not in read_text(director.get("/club/"))


def test_the_last_director_is_refused_in_a_sentence():
    account = make_account("director")
    answer = log_in(account).post(f"/tournaments/people/{account.person.number}/privacy/", {"what": "erase"})
    assert answer.status_code == 409
    assert "letzte Leitung" in read_text(answer)
    kept = Account.objects.select_related("person").get()
    assert (kept.is_active, kept.person.name, kept.person.erased) == (True, account.person.name, None)


@pytest.mark.parametrize(
    ("language", "purpose", "place"),
    [
        (
            "de",
            "Um Damen, Jugend und andere Gruppen für sich zu reihen",
            "Weiteres im Verzeichnis: Kategorien, Jahrgang",
        ),
        (
            "en",
            "To rank ladies, juniors and other groups by themselves",
            "More in the register: Categories, Year of birth",
        ),
    ],
)
def test_the_public_page_says_what_each_column_that_is_given_out_is_for(language, purpose, place):
    text = read_text(Client().get("/privacy/", headers={"accept-language": language}))
    assert f"{purpose} {place}" in text
    said = {(line["for"], line["given"]) for _model, _name, line in iter_lines() if line["given"]}
    whole = {(key, given) for key, given in said if ":" not in given}
    shown = [data for _words, kept in load_purposes() for data in kept]
    assert sum(len(data.columns) for data in shown) == len(said - whole)
    assert len(shown) == len({(key, given.partition(":")[0]) for key, given in said})


def test_settings_make_the_public_page(director):
    assert "Bitte die Turnierleitung fragen" in read_text(Client().get("/privacy/"))
    assert director.post("/club/privacy/", SETTINGS)["Location"] == "/club/privacy/?saved=1"
    saved = PrivacySettings.objects.get()
    assert (saved.controller, saved.contact) == ("Tarockverein Waldviertel", "Hauptplatz 1\nverein@example.org")
    text = read_text(Client().get("/privacy/"))
    for said in ("Tarockverein Waldviertel", "verein@example.org", "30 Tage", "Fertige Exporte: 2 Tage", "dsb.gv.at"):
        assert said in text
    assert "Your rights" in read_text(Client(headers={"accept-language": "en"}).get("/privacy/"))


@pytest.mark.parametrize("wrong", [{"exports_days": "0"}, {"declined_days": "-1"}, {"remarks_days": "99999"}])
def test_a_wrong_number_of_days_is_refused(director, wrong):
    assert director.post("/club/privacy/", {**SETTINGS, **wrong}).status_code == 400
    assert not PrivacySettings.objects.exists()


def test_every_page_leads_to_it(director):
    assert 'href="/privacy/"' in Client().get("/").content.decode()
