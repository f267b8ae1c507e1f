"""Files of ABAKUS and vCards: recognised, shown, taken; whatever they contain, they are read or say why not."""

from datetime import date
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.points import SIXTHS
from tarockclub.kit.lists.file import read_file, read_pasted
from tarockclub.kit.lists.people import PersonRow, Purpose, read_rows
from tarockclub.kit.lists.table import MOST_ROWS, Unreadable
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import PersonDetails, clean_details, find_or_create_person, load_first_club
from tests.support.accounts import log_in
from tests.tournaments.results.standings.played_tables import over
from tests.tournaments.support import acts, factories
from tests.tournaments.support.list_previews import ENTRANT_KINDS, confirm_preview
from tournaments.core.settings import WRITTEN_SCORE
from tournaments.models import SeasonEvent, SeasonResult
from tournaments.people.list_import.register_list import REGISTER_KINDS
from tournaments.people.name_lists.candidates import build_person
from tournaments.people.name_lists.vcard import build_vcard
from tournaments.seasons.season.results.views import RESULT_KINDS
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
PLAYERS = "12;Maier;Anna;Bad Ischl\n7;von Trapp;Georg;Wien\n31;Öllinger;Zoë;Steyr\n"
CUP = 'Salzkammergut;7.11.2025;"12";23;-4;55;74\nSalzkammergut;7.11.2025;"7";40;0;34;74\n'
CUP += 'Salzkammergut;7.11.2025;"31";-5;-10,5;2;-13,5\n'


def read(raw: bytes, kinds: frozenset[str] = RESULT_KINDS) -> tuple[PersonRow, ...]:
    """The rows of a file."""
    return read_rows(read_file(raw), Purpose(kinds)).rows


def summarize(raw: bytes) -> list[tuple[str, int | None, float, str]]:
    return [(row.player, row.place, float(row.written or 0), row.out) for row in read(raw)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_the_list_of_players_is_read_in_any_encoding(encoding: str):
    assert [(row.name, row.player, row.town) for row in read(PLAYERS.encode(encoding), REGISTER_KINDS)] == [
        ("Anna Maier", "12", "Bad Ischl"),
        ("Georg von Trapp", "7", "Wien"),
        ("Zoë Öllinger", "31", "Steyr"),
    ]


def test_with_headings_a_number_is_the_players_only_where_there_are_no_start_numbers():
    raw = b"Nr;Nachname;Vorname;Ort\n12;Maier;Anna;Wien"
    [row] = read(raw, REGISTER_KINDS)
    assert (row.name, row.player, row.town) == ("Anna Maier", "12", "Wien")
    [row] = read(raw, ENTRANT_KINDS)
    assert (row.number, row.player) == (12, "")


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (CUP, [1, 1, 3]),  # without a place: by the sum, equal ones share it
        ("12;23;-4;55;74\n7;40;0;34;74\n31;-5;-10,5;2;-13,5", [1, 1, 3]),  # a tournament: numbers alone
        ("12;23;-4;55;74;2\n7;40;0;34;74;1\n31;-5;-10,5;2;-13,5;3", [2, 1, 3]),  # the place behind the sum
        ("2;12;23;-4;55;74\n1;7;40;0;34;74\n3;31;-5;-10,5;2;-13,5", [2, 1, 3]),  # the place in front
        (
            'Cup;2025-11-07;"12";2;23;-4;55;74\nCup;2025-11-07;"7";1;40;0;34;74\nCup;2025-11-07;"31";3;-5;-10,5;2;-13,5',
            [2, 1, 3],
        ),
        ('Cup;Datum;"Nr";R1;R2;R3;Summe\n' + CUP, [1, 1, 3]),
    ],
)
def test_results_are_read_with_a_place_in_any_column_or_none(lines: str, places: list[int]):
    found = summarize(lines.encode())
    assert [(number, total, why) for number, _rank, total, why in found] == [
        ("12", 74, ""),
        ("7", 74, ""),
        ("31", -13.5, ""),
    ]
    assert [rank for _number, rank, _total, _why in found] == places


def test_a_wrong_sum_is_left_out_with_its_reason_and_other_lists_are_none_of_it():
    assert [why for *_rest, why in summarize((CUP + 'Salzkammergut;7.11.2025;"4";1;1;1;4').encode())] == [
        "",
        "",
        "",
        "wrong_sum",
    ]


def test_players_come_into_the_register_and_a_cup_into_a_season_by_their_numbers():
    staff, club = log_in(), load_first_club()
    namesake = find_or_create_person(club, "Anna Maier")
    Person.objects.filter(pk=namesake.pk).update(player_number="99")
    shown = staff.post(reverse("register_file"), {"file": SimpleUploadedFile("spieler.csv", PLAYERS.encode("cp1252"))})
    page = shown.content.decode()
    assert "Anna Maier: gleicher Name, aber andere Spielernummer" in page
    assert "Spielernummer 7 · Wien" in page
    confirm_preview(staff, shown, **{"as-1": "new"})
    assert Person.objects.get(club=club, player_number="12").town == "Bad Ischl"
    assert Person.objects.filter(club=club, name="Anna Maier").count() == 2
    event = acts.add_event(
        create_season(str(uuid4()), club, SeasonDetails("Cup", SeasonSettings())),
        str(uuid4()),
        "Runde 1",
        date(2025, 11, 7),
    )
    at = [event.season.slug, event.number]
    other = 'Salzkammergut;14.11.2025;"7";1;1;1;3\nSalzkammergut;7.11.2025;"5";1;1;1;3\n'
    sent = SimpleUploadedFile("cup.csv", (CUP + other).encode())
    shown = staff.post(reverse("season_results_file", args=at), {"file": sent})
    assert "Erkannt als Ergebnis aus ABAKUS" in shown.content.decode()
    confirm_preview(staff, shown)
    rows = SeasonResult.objects.filter(event=event).order_by("rank", "person__player_number")
    assert [(row.person.player_number, row.rank, row.written) for row in rows] == [
        ("12", 1, 74 * SIXTHS),
        ("7", 1, 74 * SIXTHS),
        ("31", 4, -81),  # behind the unknown one
    ]


def test_a_file_of_several_days_needs_the_day_and_unknown_numbers_need_the_players_first(secretary):
    season = create_season(str(uuid4()), load_first_club(), SeasonDetails("Cup", SeasonSettings()))
    event: SeasonEvent = acts.add_event(season, str(uuid4()), "Runde 1")
    at = reverse("season_results", args=[season.slug, event.number])
    several = secretary.post(at, {"text": CUP + CUP.replace("7.11.", "14.11.")})
    assert several.status_code == 400
    assert "mehrerer Tage" in several.content.decode()
    assert "Hol zuerst die Spielerliste herein" in secretary.post(at, {"text": CUP}).content.decode()


def test_what_the_cups_want_is_written_and_can_be_read_again():
    rules = {"start": 0, "round_criteria": (WRITTEN_SCORE,), "overall_criteria": (WRITTEN_SCORE,)}
    of, first, (table,) = factories.whole(4, name="=Cup; Süd", **rules)
    for number, cup_number in ((1, "=1+1"), (2, '1";=2;"'), (3, "031")):
        Person.objects.filter(entrants__tournament=of, entrants__number=number).update(player_number=cup_number)
    over(first, (table, (10, 2, -4, -8)))
    answer = log_in().get(reverse("cup_file", args=[of.slug]))
    lines = answer.content.decode("utf-8-sig").splitlines()
    day = f"{of.day:%d.%m.%Y}"
    assert lines == [
        f'"\'=Cup; Süd";{day};"\'=1+1";10;10;1;0',
        f'"\'=Cup; Süd";{day};"1"";=2;""";2;2;1;0',
        f'"\'=Cup; Süd";{day};"031";-4;-4;1;0',
        f'"\'=Cup; Süd";{day};"";-8;-8;1;0',
    ]


def test_members_go_out_and_come_in_again_as_csv_and_as_vcards(secretary):
    club = load_first_club()
    wanted = {
        "Anna Maria von Trapp": PersonDetails("Wien", "A12", "Dame, Gast", 1950, "0664 123\nanna@example.org"),
        "=Bert": PersonDetails("", "", "", None, ""),
    }
    for name, details in wanted.items():
        person = find_or_create_person(club, name)
        Person.objects.filter(pk=person.pk).update(**details._asdict())
    for form in ("csv", "vcf"):
        raw = secretary.get(reverse("members_file", args=[form])).content
        found = {row.name: build_person(row).details for row in read(raw, REGISTER_KINDS)}
        anna = found["Anna Maria von Trapp"]
        assert anna._replace(contact="") == wanted["Anna Maria von Trapp"]._replace(contact=""), form
        assert "anna@example.org" in anna.contact
    assert "'=Bert" in secretary.get(reverse("members_file", args=["csv"])).content.decode()


def test_cards_of_phones_are_read():
    old = "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96llinger;Zo=C3=\r\n=AB;;;\r\n"
    old += "TEL;CELL:0664 1\r\nADR;HOME:;;Gasse 1;Steyr;;4400;AT\r\nBDAY:1950-03-12\r\nEND:VCARD\r\n"
    (row,) = read(old.encode(), REGISTER_KINDS)
    assert (row.name, build_person(row).details) == ("Zoë Öllinger", PersonDetails("Steyr", "", "", 1950, "0664 1"))
    with pytest.raises(Unreadable, match="too_many_rows"):
        read_pasted("BEGIN:VCARD\nFN:Anna\nEND:VCARD\n" * (MOST_ROWS + 1))


@given(st.text(max_size=20), st.text(max_size=40), st.text(max_size=12))
def test_a_card_says_what_it_was_made_of(name: str, town: str, number: str):
    details = clean_details(town, number)
    card = build_vcard(f"Anna {name}x", "", details)
    assert all(len(line.encode()) <= 75 for line in card.split("\r\n"))
    [row] = read(card.encode(), REGISTER_KINDS)
    assert build_person(row).details == details
