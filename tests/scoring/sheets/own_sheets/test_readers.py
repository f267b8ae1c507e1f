"""The people who may read a club's own house rules: the club, its tables, and others if the club says so."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from scoring.book.sheet_library import VERSION_SIGN
from scoring.models import GameTable
from scoring.reports.imports.record_lines import load_named_sheets, parse_lines
from tarockclub.models import Club
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.accounts import log_in, make_account
from tests.support.pdf import extract_text
from tests.support.phones import Client as Phone
from tests.support.programs import Program, create_phone, create_program

SHEET = "beim-adler"
PAGES = (
    f"/sheets/{SHEET}/",
    f"/sheets/{SHEET}{VERSION_SIGN}1/",
    f"/sheets/{SHEET}/examples/",
    f"/sheets/{SHEET}/treffpunkt/",
    f"/sheets/treffpunkt/{SHEET}/",
    f"/sheets/{SHEET}{VERSION_SIGN}1/{SHEET}/",
    f"/sheets/{SHEET}/speiszettel.pdf",
    f"/sheets/{SHEET}/written.pdf",
    f"/sheets/{SHEET}/sheet.toml",
    f"/sheets/{SHEET}{VERSION_SIGN}1/sheet.toml",
)
API = f"sheets/{SHEET}"


@pytest.fixture
def adler(editor):
    """The sheet of a club, saved once."""
    editor.make("Beim Adler")
    editor.save()
    return editor


@pytest.fixture
def table(adler) -> GameTable:
    """A table of the club that plays by it, with a hand."""
    table = new_table(SHEET)
    play(table, dreier())
    return table


@pytest.fixture
def neighbour(db) -> Client:
    """The secretary of another club."""
    return log_in(make_account(club=Club.objects.create(name="Nachbarn"), login="nachbarin"))


def read(client, address: str) -> int:
    return int(client.get(address).status_code)


@pytest.mark.heavy
def test_only_the_club_reads_it_until_it_is_public(adler, table, neighbour):
    others = (Client(), Phone(), neighbour)
    hidden, open_to_all = ({address: [status] * 3 for address in PAGES} for status in (404, 200))

    def read_all() -> dict[str, list[int]]:
        return {address: [read(client, address) for client in others] for address in PAGES}

    assert {address: read(adler.client, address) for address in PAGES} == dict.fromkeys(PAGES, 200)
    assert read_all() == hidden
    adler.press("public", on="1")
    assert read_all() == open_to_all
    adler.press("public")
    assert read_all() == hidden


@pytest.mark.heavy
def test_a_program_reads_what_its_club_reads(adler, table, neighbour):
    own = create_program(make_account(login="eigene"), "watcher")
    other = create_program(make_account(club=Club.objects.latest("pk"), login="fremde"), "watcher")
    others = (Program(), create_phone(table), other)

    assert own.read(API).status_code == 200
    assert [client.read(API).status_code for client in others] == [404] * 3
    adler.press("public", on="1")
    assert [client.read(API).status_code for client in others] == [200] * 3


@pytest.mark.heavy
def test_lists_name_it_only_to_those_who_may_read_it(adler, table, neighbour):
    def count(client) -> tuple[int, int, int]:
        pages = ("/sheets/", "/sheets/treffpunkt/", "/sheets/treffpunkt/examples/")
        first, second, third = (client.get(page).content.decode().count(SHEET) for page in pages)
        return first, second, third

    def count_in_api(program) -> int:
        return [sheet["id"] for sheet in program.read("sheets").json()].count(SHEET)

    others = (Client(), Phone(), neighbour)
    programs = (Program(), create_phone(table))
    assert min(count(adler.client)) > 0
    assert count_in_api(create_program(make_account(login="eigene"), "watcher")) == 1
    assert [count(client) for client in others] == [(0, 0, 0)] * 3
    assert [count_in_api(program) for program in programs] == [0, 0]
    adler.press("public", on="1")
    assert all(min(count(client)) > 0 for client in others[:2])
    assert count(neighbour) == (0, 0, 0), "no list of another club offers it"
    assert [count_in_api(program) for program in programs] == [1, 1]


def test_it_is_not_put_beside_another_sheet_for_strangers(adler, table, neighbour):
    for client in (Client(), neighbour):
        assert read(client, f"/sheets/?first=treffpunkt&second={SHEET}") == 200
        for page in ("/sheets/treffpunkt/", "/sheets/treffpunkt/examples/"):
            answer = client.get(page, {"with": SHEET})
            assert answer.status_code == 200
            assert "Beim Adler" not in answer.content.decode()
    answer = adler.client.get("/sheets/", {"first": "treffpunkt", "second": SHEET})
    assert answer["Location"] == f"/sheets/treffpunkt/{SHEET}/"


def test_a_table_that_plays_by_it_shows_it_to_whoever_sees_the_table(adler, table):
    for client in (Client(), Phone(), adler.client):
        for name in ("rules", "table_speiszettel", "table_written"):
            assert read(client, reverse(name, args=[table.slug])) == 200


def test_a_table_s_hands_are_scored_again_only_under_what_the_visitor_may_read(adler, table):
    def is_shown(client, table: GameTable, under: str) -> bool:
        return "result" in client.get(reverse("rescoring", args=[table.slug]), {"under": under}).context

    elsewhere = new_table()
    assert is_shown(Phone(), table, SHEET)
    assert is_shown(adler.client, elsewhere, SHEET)
    assert not is_shown(Phone(), elsewhere, SHEET)
    assert not is_shown(Phone(), elsewhere, f"{SHEET}{VERSION_SIGN}1")
    adler.press("public", on="1")
    assert is_shown(Phone(), elsewhere, SHEET)


def test_another_club_neither_plays_by_it_nor_takes_it_until_it_is_public(adler, neighbour):
    start = {"key": "k", "sheet": SHEET, **{f"name{n}": f"Spieler {n}" for n in range(4)}}
    take = {"key": str(uuid.uuid4()), "name": "Unseres", "taken_from": SHEET}
    assert neighbour.post(reverse("start"), start).status_code == 400
    assert neighbour.post(reverse("own_sheets"), take).status_code == 400
    adler.set("contracts/dreier", lost="8")
    adler.press("public", on="1")
    assert neighbour.post(reverse("own_sheets"), take).status_code == 302
    taken = neighbour.get(reverse("draft_file", args=["unseres"])).content.decode()
    assert "lost = 8" not in taken, "what the other club has not saved is nobody's business"
    assert neighbour.post(reverse("start"), start).status_code == 400, "it plays by its own draft"


def test_records_of_another_club_do_not_find_it_until_it_is_public(adler, neighbour):
    def find_named(word: str, club: Club) -> list[str]:
        return list(load_named_sheets(parse_lines(json.dumps({**dreier(), "sheet": word})), club.pk))

    own, other = Club.objects.order_by("pk")
    assert find_named(SHEET, own) == [SHEET]
    assert find_named(SHEET, other) == []
    assert find_named(f"{SHEET}{VERSION_SIGN}1", own) == []
    adler.press("public", on="1")
    assert find_named(SHEET, other) == [SHEET]


@pytest.mark.parametrize("word", ["beim-adler@", "beim-adler@0", "beim-adler@2", "beim-adler@x", "@1", "treffpunkt@1"])
def test_a_version_that_there_is_not_is_not_found(adler, word):
    assert read(adler.client, f"/sheets/{word}/") == 404


@pytest.mark.heavy
def test_the_speiszettel_says_which_version_it_is(adler):
    adler.set("contracts/dreier", value="7")
    adler.save("2")
    first, second = (
        f"Fassung {version.number} vom {date_format(localtime(version.at), 'j. F Y')}"
        for version in adler.row.versions.order_by("number")
    )
    pages = {SHEET: second, f"{SHEET}{VERSION_SIGN}2": second, f"{SHEET}{VERSION_SIGN}1": first}
    for word, said in pages.items():
        assert said in adler.client.get(f"/sheets/{word}/").content.decode()
    assert second in extract_text(adler.client.get(f"/sheets/{SHEET}/speiszettel.pdf").content)
    assert "Version" not in extract_text(adler.client.get("/sheets/treffpunkt/speiszettel.pdf").content)
