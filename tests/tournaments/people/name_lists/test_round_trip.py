"""Every file of people or results that the program writes and a page takes says again, read back, what was written."""

from fractions import Fraction

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.lists.file import read_file
from tarockclub.kit.lists.names import split_name
from tarockclub.kit.lists.people import PersonRow, Purpose, read_rows
from tarockclub.kit.xlsx.csv_text import BOM, format_csv_line, render_csv
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import PersonDetails, clean_details
from tests.support.accounts import log_in
from tests.tarockclub.kit.lists.folder import PURPOSES
from tests.tournaments.results.exports.exported import file_of
from tests.tournaments.results.standings.played_tables import over
from tests.tournaments.seasons.season.export.test_workbook import CUP, season_of
from tests.tournaments.support import factories
from tournaments.people.register import selectors
from tournaments.results.exports.formats import XLSX
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export.services import build_season_file

TITLES = st.sampled_from(["", "", "Dr. ", "Mag. Dr. ", "Dipl.-Ing. ", "Ing. "])
FIRSTS = st.sampled_from(["Ada", "Anna Maria", "Karl-Heinz", "J.", "Zoë", "+Bert", "=Ida", "'Ben", "Łukasz"])
SURNAMES = st.sampled_from(["Lind", "von Trapp", "van der Au", "Šimek-Graß", "Ruiz", "O'Hara", "d'Abo", "Öhler"])
ENDS = st.sampled_from(["", "", " jun.", " sen.", " MSc", " II", " jun. MSc", " 2"])
NAMES = st.builds("{}{} {}{}".format, TITLES, FIRSTS, SURNAMES, ENDS) | st.sampled_from(["Ada", "Kaiser", "Spieler 17"])
NUMBERS = st.sampled_from(["", "007", "12", "A12", "=1+1", "-4", "0"])
CONTACTS = st.lists(
    st.sampled_from(["0664 123", "+43 664 5", "ada@example.org", "Tel: a; b", "c/o Bert"]), max_size=3, unique=True
)
DETAILS = st.builds(
    clean_details,
    st.sampled_from(["", "Wien", "Bad Ischl", "St. Pölten; Land"]),
    NUMBERS,
    st.sampled_from(["", "Dame", "Dame, Gast"]),
    st.sampled_from(["", "1950", "2011"]),
    CONTACTS.map("\n".join),
)
PEOPLE = st.lists(st.tuples(NAMES, DETAILS), min_size=1, max_size=6)


def read(raw: bytes, purpose: str) -> list[PersonRow]:
    """The rows of a file, none of which is left out or waits for an answer."""
    reading = read_rows(read_file(raw), Purpose(PURPOSES[purpose]))
    assert reading.questions == ()
    return list(reading.rows)


def get_details(row: PersonRow) -> PersonDetails:
    """The details of a row, as the register takes them."""
    year = "" if row.birth_year is None else str(row.birth_year)
    return clean_details(row.town, row.player, row.categories, year, row.contact)


def sort_contact(details: PersonDetails) -> PersonDetails:
    """Details with the ways to reach somebody in one order: an address book keeps phones apart from mail."""
    return details._replace(contact="\n".join(sorted(details.contact.splitlines())))


@given(PEOPLE, st.sampled_from(["de", "en"]))
def test_members_go_out_and_come_in_again(listed, language):
    people = [Person(name=name, number=number, **details._asdict()) for number, (name, details) in enumerate(listed, 1)]
    rows = selectors._render_rows(people, language).encode()
    cards = selectors._render_cards(Club(slug="club"), people).encode()
    for raw in (rows, cards):
        assert [(row.name, sort_contact(get_details(row))) for row in read(raw, "register")] == [
            (name, sort_contact(details)) for name, details in listed
        ]


@given(NAMES)
def test_a_name_that_is_read_again_stays_as_it_is(name):
    assert split_name(name).name == name
    assert split_name(f"{name} ✅").name == name


RESULTS = st.lists(st.tuples(NAMES, st.integers(-9_000_000, 9_000_000)), min_size=1, max_size=8)


@given(RESULTS, st.sampled_from(["de", "en"]))
def test_points_in_thirds_and_sixths_are_read_from_csv_and_workbooks(listed, language):
    heads = ["Rang", "Name", "Punkte"] if language == "de" else ["Rank", "Name", "Points"]
    lines = [[place, name, convert_to_number(sixths)] for place, (name, sixths) in enumerate(listed, 1)]
    rows = read(render_csv([heads, *lines], language).encode(), "results")
    assert [(row.name, row.points, row.out) for row in rows] == [
        (name, Fraction(sixths, SIXTHS), "") for name, sixths in listed
    ]


@given(st.lists(st.lists(st.integers(-900, 900), min_size=3, max_size=3), min_size=1, max_size=8), NUMBERS)
def test_a_cup_is_read_with_its_players_numbers_in_the_order_of_its_sums(listed, cup):
    lines = []
    for number, rounds in enumerate(listed, 1):
        amounts = [convert_to_number(sixths) for sixths in (*rounds, sum(rounds))]
        lines.append([cup or "Cup", "07.11.2025", f"{number:03}", *amounts, 1, 4])
    raw = BOM + "".join(format_csv_line(line, decimal_comma=True, quoted={2}) for line in lines)
    rows = read(raw.encode(), "results")
    assert [(row.player, row.written, row.out) for row in rows] == [
        (f"{number:03}", Fraction(sum(rounds), SIXTHS), "") for number, rounds in enumerate(listed, 1)
    ]
    for row in rows:
        assert row.place == 1 + sum((other.written or 0) > (row.written or 0) for other in rows)


@pytest.mark.django_db
def test_the_public_standing_of_a_tournament_is_read_as_its_overall_standing():
    tournament, first, (table,) = factories.whole(4, start=0)
    over(first, (table, (10, 2, -4, -8)))
    staff = log_in()
    rows = read(staff.get(reverse("standings_csv", args=[tournament.slug])).content, "results")
    listed = [(row.name, row.place, int(row.written or 0)) for row in rows if not row.out]
    assert listed == [
        (f"Spieler {number}", number, written) for number, written in zip(range(1, 5), (10, 2, -4, -8), strict=True)
    ]
    assert {row.out for row in rows} == {"", "one_round"}


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_workbook_of_a_tournament_is_read_as_its_result_and_as_its_people(tmp_path, language):
    tournament, first, (table,) = factories.whole(4, start=0)
    over(first, (table, (10, 2, -4, -8)))
    raw = file_of(tournament, tmp_path, XLSX, language)
    assert [(row.name, row.place, int(row.written or 0)) for row in read(raw, "results")] == [
        (f"Spieler {number}", number, written) for number, written in zip(range(1, 5), (10, 2, -4, -8), strict=True)
    ]
    people = [(row.name, row.number) for row in read(raw, "entrants")]
    assert people == [(f"Spieler {number}", number) for number in range(1, 5)]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_workbook_of_a_season_is_read_as_its_standing(language):
    season = season_of(CUP)
    progress = load_season_progress(season)
    rows = read(build_season_file(season, XLSX, language), "results")
    assert [(row.name, row.place, row.points) for row in rows] == [
        (progress.people[line.who].name, line.rank, Fraction(line.points, 100)) for line in progress.standing.lines
    ]
    sheet = read_file(build_season_file(season, XLSX, language)).sheets[0]
    assert sheet.name == {"de": "Stand", "en": "Standings"}[language]  # not the page for the wall, which has no numbers
