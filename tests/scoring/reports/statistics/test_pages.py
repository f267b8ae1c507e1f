"""The pages of statistics: what they say, of which tables, for whom, in how many queries, and as files."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from scoring.book.ledger.book import load_book
from scoring.book.ledger.seats import find_game_table
from scoring.book.sums import counts
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.evenings.days import find_evening_day
from scoring.table.written_sheet.selectors import load_table_view
from scoring.table.written_sheet.summary import compute_summary
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book, evening_of, pagat, play_hands
from tests.scoring.support.exports import pages_of, records
from tests.scoring.support.tables import dreier, nuller, rufer, trischaken
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.evenings.year import evening
from tests.tournaments.support import factories
from tournaments.models import RoundTable, Tournament
from tournaments.people.register.services import merge

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@share_rows
def staff() -> Client:
    """The secretary."""
    return log_in()


def _rows(staff: Client, address: str, at: int = 0, **query: Any) -> list[dict[str, str]]:
    """The rows of a list of a page, by the names of its columns."""
    answer = staff.get(address, query, headers=ENGLISH)
    assert answer.status_code == 200, answer
    rows = answer.context["sections"][at]["list"].rows
    return [{cell.column.name: str(cell.text).replace("\xa0", " ") for cell in row} for row in rows]


def _row(staff: Client, address: str, name: str, at: int = 0, **query: Any) -> dict[str, str]:
    return next(row for row in _rows(staff, address, at, **query) if row["name"] == name)


def _player(name: str) -> str:
    return reverse("player_statistics", args=[Person.objects.get(name=name, merged_into=None).number])


PLAYERS = "/statistics/"


def test_who_leads_stands_first_and_each_name_leads_to_the_page_of_its_person(staff: Client):
    play_hands(evening_of(), dreier(0), dreier(0))
    answer = staff.get(PLAYERS, headers=ENGLISH)
    assert answer.context["report"].lead == "Anna has won most: +30 in 2 hands."
    page, address = answer.content.decode(), reverse("person_page", args=[Person.objects.get(name="Anna").number])
    assert f'<a href="{address}">Anna</a>' in page
    assert page.count('class="row-bar"') == 4 + 2  # players, and beside them games and house rules
    assert [str(cell.text) for cell in answer.context["aside"][0]["list"].rows[0]][1] == "2"
    assert f'href="{address}"' in staff.get(_player("Anna")).content.decode()
    games = staff.get(reverse("games_statistics"), headers=ENGLISH).context["report"]
    assert games.lead.endswith("won: 2\u00a0of\u00a02.")


def test_with_picked_tables_a_name_leads_to_their_statistics_of_these_tables(staff: Client):
    play_hands(evening_of(), dreier(0), dreier(0))
    address = reverse("player_statistics", args=[Person.objects.get(name="Anna").number])
    assert address not in staff.get(PLAYERS).content.decode()
    page = staff.get(PLAYERS, {"of": "evenings"}).content.decode()
    assert f'<a href="{address}?of=evenings">Anna</a>' in page
    person_page = reverse("person_page", args=[Person.objects.get(name="Anna").number])
    assert f'href="{person_page}"' in staff.get(f"{address}?of=evenings").content.decode()


def test_without_a_winner_nobody_leads(staff: Client):
    assert staff.get(PLAYERS).context["report"].lead == ""
    assert staff.get(reverse("games_statistics")).context["report"].lead == ""


def test_what_somebody_plays_by_choice_is_one_number_here_on_the_settlement_and_in_the_workbook(staff: Client):
    table = evening_of()
    renonce = {**dreier(0), "renonce": {"seat": 1, "claims": {}}}
    play_hands(table, rufer(0), trischaken(1), dreier(0, result="lost"), renonce)
    change_book(table, changes.void_next_deal())
    view = load_table_view(find_game_table(table.slug), INSIDE)
    settled = compute_summary(view.book, view.seats, "en")
    here = {tally.name: str(tally.declared) for tally in settled.tallies}
    assert here == {"Anna": "3", "Berta": "0", "Cilli": "0", "Dora": "0"}
    rows = staff.get(PLAYERS).context["report"].sections[0].rows
    assert {row.name: str(row.own.hands) for row in rows} == here
    assert {row["Name"]: str(row["Games as declarer"]) for row in records(pages_of(table, "en")["Players"])} == here
    page = staff.get(reverse("settlement", args=[table.slug]), headers=ENGLISH).content.decode()
    assert "4 hands + 1 void deal" in " ".join(page.split())


def test_only_who_may_begin_an_evening_is_led_there_while_there_is_none():
    offered = [
        reverse("start") in log_in(make_account(role)).get(reverse("statistics")).content.decode()
        for role in ("secretary", "watcher")
    ]
    assert offered == [True, False]


def test_a_rate_of_few_says_nothing_in_percent(staff: Client):
    play_hands(evening_of(), *(dreier(0) for _ in range(9)))
    assert _row(staff, PLAYERS, "Anna")["won"] == "9 of 9"
    play_hands(evening_of(), dreier(0, result="lost"))
    assert _row(staff, PLAYERS, "Anna")["won"] == "9 of 10 (90%)"


def test_merged_people_are_one_and_an_erased_one_has_no_name(staff: Client):
    play_hands(evening_of(), dreier(0))
    club = load_first_club()
    other = factories.enter_people(factories.tournament(), "Anna M")[0].person
    Person.objects.filter(pk=other.pk).update(number=70)
    other.refresh_from_db()
    table = evening_of(players=4)
    merge(other, Person.objects.get(club=club, name="Anna"))
    play_hands(table, dreier(0))
    assert _row(staff, PLAYERS, "Anna M")["hands"] == "2"
    assert not [row for row in _rows(staff, PLAYERS) if row["name"] == "Anna"]
    erase(Person.objects.get(club=club, name="Berta"))
    names = {row["name"] for row in _rows(staff, PLAYERS)}
    assert "Berta" not in names
    assert len(names) == 4


def test_the_page_of_a_merged_person_is_that_of_who_he_is(staff: Client):
    kept, gone = (entrant.person for entrant in factories.enter_people(factories.tournament(), "Eva", "Ewa"))
    merge(kept, gone)
    answer = staff.get(reverse("player_statistics", args=[gone.number]))
    assert answer["Location"] == reverse("player_statistics", args=[kept.number])


def test_the_grid_says_who_wins_with_whom_and_very_few_games_have_no_tone(staff: Client):
    table = evening_of()
    play_hands(table, rufer(0, result="lost"))
    [few] = staff.get(_player("Cilli"), headers=ENGLISH).context["report"].grid.rows
    assert [(cell.text, cell.tone) for cell in few.cells] == [("", ""), ("0/1", ""), ("0/1", "")]
    play_hands(table, *(rufer(turn % 4) for turn in range(1, 20)))
    grid = staff.get("/statistics/", headers=ENGLISH).context["report"].grid
    names = [row.name for row in grid.rows]
    anna, berta, cilli = (grid.rows[names.index(name)].cells for name in ("Anna", "Berta", "Cilli"))
    partner = anna[names.index("Cilli")]
    assert (partner.text, partner.tone) == ("90%", "of-rate-4")
    assert partner.words.replace("\xa0", " ") == "with Cilli 9 of 10 (90%)"
    assert cilli[names.index("Anna")].text == partner.text
    assert not anna[names.index("Berta")].text
    assert [cell.text for cell in berta if cell.text] == ["100%"]
    own = staff.get(_player("Cilli"), headers=ENGLISH).context["report"].grid
    assert own.heads == ("calls", "is called", "together")
    [row] = own.rows
    assert (row.name, row.aside, [cell.text for cell in row.cells]) == ("Anna", "10", ["5/5", "4/5", "90%"])


def test_premiums_are_told_silent_and_announced(staff: Client):
    play_hands(evening_of(), pagat(rufer(0)), pagat(rufer(1), won=False), nuller(2))
    rows = {row["form"]: row for row in _rows(staff, _player("Anna"), 3)}
    assert (rows["announced"]["made"], rows["silent"]["made"]) == ("1 of 1", "0 of 1")
    whole = {row["form"]: row for row in _rows(staff, "/statistics/sheets/treffpunkt/", 1)}
    assert whole["announced"]["made"] == "1 of 2"
    assert whole["announced"]["times"] == "2 of 3"


def test_best_and_worst_hand_lead_to_them(staff: Client):
    table = evening_of()
    play_hands(table, rufer(0), dreier(0), dreier(1, kontra=4))
    answer = staff.get(_player("Anna"), headers=ENGLISH)
    numbers = {figure.label: figure for figure in answer.context["report"].numbers}
    lines = [line.number for line in load_book(find_game_table(table.slug)).played]
    assert numbers["best hand"].text == "+15"
    assert numbers["best hand"].href == reverse("deal", args=[table.slug, lines[1]])
    assert numbers["worst hand"].href == reverse("deal", args=[table.slug, lines[2]])
    assert staff.get(numbers["worst hand"].href).status_code == 200


def test_the_course_of_the_points_goes_table_by_table(staff: Client):
    for _ in range(3):
        play_hands(evening_of(), dreier(0))
    section = staff.get(_player("Anna"), headers=ENGLISH).context["sections"][4]
    assert [row[4].text for row in section["list"].rows] == ["+15"] * 3
    assert (section["chart"].deals, section["chart"].lines[0].values[-1]) == (3, "45")


def test_games_by_sheet_and_by_player(staff: Client):
    play_hands(evening_of(), dreier(0), dreier(0), rufer(2))
    play_hands(evening_of(sheet="standard"), dreier(1, result="lost"))
    assert _row(staff, "/statistics/games/", "Dreier")["games"] == "3 of 4"
    assert _row(staff, "/statistics/games/dreier/", "Anna")["won"] == "2 of 2"
    assert _row(staff, "/statistics/games/dreier/", "Berta")["won"] == "0 of 1"
    assert {row["won"] for row in _rows(staff, "/statistics/games/dreier/", 1)} == {"2 of 2", "0 of 1"}
    assert [row["hands"] for row in _rows(staff, "/statistics/sheets/")] == ["3", "1"]
    assert _row(staff, "/statistics/sheets/standard/", "Dreier")["games"] == "1 of 1"


@pytest.mark.parametrize("address", ["games/solodreier/", "games/nothing/", "sheets/skoty/", "players/4711/"])
def test_what_nobody_has_played_is_not_found(staff: Client, address: str):
    play_hands(evening_of(), dreier(0))
    assert staff.get(f"/statistics/{address}").status_code == 404


IMPOSSIBLE = ("0001-01-01", "9999-12-31", "1899-12-31", "3000-01-01", "2026-02-30", "20260106", "2026-W01-1", "")


@pytest.mark.heavy_but("games_statistics-2026-02-30")
@pytest.mark.parametrize("day", IMPOSSIBLE)
@pytest.mark.parametrize("address", ["statistics", "games_statistics", "sheets_statistics"])
def test_a_day_of_no_calendar_picks_nothing_out(staff: Client, address: str, day: str):
    assert staff.get(reverse(address), {"from": day, "to": day}).status_code == 200


def test_a_time_is_picked_out_in_days_of_the_club(staff: Client):
    play_hands(evening_of(), dreier(0))
    today = find_evening_day(now())
    day = timedelta(days=1)
    assert _rows(staff, PLAYERS, 0, **dict[str, Any]({"from": str(today), "to": str(today)}))
    assert not _rows(staff, PLAYERS, to=str(today - day))
    assert not _rows(staff, PLAYERS, 0, **dict[str, Any]({"from": str(today + day)}))


@pytest.mark.parametrize(
    "query",
    [{"from": "gestern"}, {"to": "0001-01-01"}, {"of": "t-x"}, {"sheet": "\0"}, {"of": "nothing"}, {"page": "x"}],
)
def test_an_address_that_says_nothing_sensible_picks_nothing_out(staff: Client, query: dict[str, Any]):
    play_hands(evening_of(), dreier(0))
    assert len(_rows(staff, PLAYERS, **query)) == 4


def _tournament_with_a_hand(**settings: Any) -> tuple[Tournament, RoundTable]:
    of, _first, tables = factories.whole(4, **settings)
    GameTable.objects.filter(pk=tables[0].game_table_id).update(clock="")
    Tournament.objects.filter(pk=of.pk).update(frozen=timezone.now())
    play_hands(
        tables[0].game_table, {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2, "result": "won"}]}
    )
    return of, tables[0]


def test_evenings_tournaments_and_one_tournament_are_picked_out(staff: Client):
    play_hands(evening_of(), dreier(0))
    of, _table = _tournament_with_a_hand()
    assert len(_rows(staff, PLAYERS)) == 8
    assert {row["name"] for row in _rows(staff, PLAYERS, of="evenings")} == {"Anna", "Berta", "Cilli", "Dora"}
    for word in ("tournaments", f"t-{of.slug}"):
        assert "Spieler 1" in {row["name"] for row in _rows(staff, PLAYERS, of=word)}
        assert len(_rows(staff, PLAYERS, of=word)) == 4
    choices = staff.get(PLAYERS).context["groups"]
    assert (f"t-{of.slug}", of.name) in choices[1][1]


def test_a_table_whose_score_was_struck_and_a_tournament_of_a_trial_do_not_count(staff: Client):
    of, table = _tournament_with_a_hand()
    assert len(_rows(staff, PLAYERS)) == 4
    RoundTable.objects.filter(pk=table.pk).update(counts=False)
    assert not _rows(staff, PLAYERS)
    RoundTable.objects.filter(pk=table.pk).update(counts=True)
    Tournament.objects.filter(pk=of.pk).update(lapse=True)
    assert not _rows(staff, PLAYERS)
    assert len(_rows(staff, PLAYERS, of=f"t-{of.slug}")) == 4  # who asks for it sees it


def test_another_club_sees_nothing_of_it():
    play_hands(evening_of(), dreier(0))
    other = Club.objects.create(name="Andere")
    client = Client()
    client.force_login(make_account("director", club=other))
    assert not _rows(client, PLAYERS)
    number = Person.objects.get(name="Anna").number + 100
    assert client.get(reverse("player_statistics", args=[number])).status_code == 404


def test_the_number_of_queries_does_not_grow_with_what_was_played(staff: Client):
    pages = [PLAYERS, "/statistics/games/", "/statistics/sheets/", "/statistics/sheets/treffpunkt/"]
    play_hands(evening_of(), rufer(0), pagat(rufer(1)), trischaken(2))
    few = [_queries(staff, page) for page in [*pages, _player("Anna")]]
    for _ in range(4):
        play_hands(evening_of(5), dreier(0), pagat(rufer(0)), trischaken(0))
    many = [_queries(staff, page) for page in [*pages, _player("Anna")]]
    # Several evenings have no names in the head of a page.
    assert {before - now for before, now in zip(few, many, strict=True)} <= {0, 1}


def _queries(staff: Client, page: str) -> int:
    staff.get(page)  # what was played is added up, what is kept is read
    with CaptureQueriesContext(connection) as queries:
        assert staff.get(page).status_code == 200
    return len(queries)


def test_nobody_is_named_as_first_before_all_tables_are_counted(staff: Client, monkeypatch: pytest.MonkeyPatch):
    play_hands(evening_of(), dreier(0))
    assert "Anna has won most" in staff.get(PLAYERS, headers=ENGLISH).content.decode()
    play_hands(evening_of(), dreier(1))
    monkeypatch.setattr(counts.update_counts, "__defaults__", (0,))
    text = staff.get(PLAYERS, headers=ENGLISH).content.decode()
    assert "1 table has not been counted yet" in text
    assert "has won most" not in text
    sheet = staff.get(PLAYERS, {"form": "csv"}, headers=ENGLISH).content.decode("utf-8-sig")
    assert "1 table not counted yet" in sheet.splitlines()[0]


def test_the_lists_of_a_page_as_csv(staff: Client):
    play_hands(evening_of(), dreier(0), dreier(0, result="lost"))
    Person.objects.filter(name="Berta").update(name="=Berta")
    answer = staff.get(PLAYERS, {"form": "csv", "from": "2020-01-01"}, headers=ENGLISH)
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert "attachment" in answer["Content-Disposition"]
    assert rows[:2] == [["Tarockclub – Statistics – from 1 January 2020"], []]
    assert rows[3][:8] == [
        "Player",
        "Tables",
        "Hands",
        "Points",
        "per hand",
        "Own games",
        "won",
        "won: of",
    ]
    assert ["Anna", "1", "2", "0", "0", "2", "1", "2"] in [row[:8] for row in rows]
    assert {row[0] for row in rows[4:]} == {"Anna", "'=Berta", "Cilli", "Dora"}


def test_the_lists_of_a_page_as_a_workbook(staff: Client):
    play_hands(evening_of(), dreier(0), dreier(1), rufer(2))
    answer = staff.get(_player("Anna"), {"form": "xlsx"}, headers=ENGLISH)
    book = load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Role at the table", "Own games", "Partners", "Premiums", "Tables"]
    sheet = book["Own games"]
    heads, game = list(sheet.values)[2:4]
    assert heads[:5] == ("Game", "played", "won", "won: of", "won: share")
    assert game[:5] == ("Dreier", 1, 1, 1, "=C4/D4")
    assert [column.name for column in sheet.tables["Tab_Own_games"].tableColumns] == list(heads)
    assert load_workbook(io.BytesIO(answer.content), data_only=True)["Own games"]["E4"].value == 1


def test_this_year_comes_first_and_the_page_says_whose_it_is_and_of_when(staff):
    year = find_evening_day(now()).year
    evening(dreier(0), when=(year - 1, 5, 5, 19))
    page = staff.get(reverse("statistics")).content.decode()
    links = [f"?from={of}-01-01&amp;to={of}-12-31" for of in (year, year - 1)]
    assert 0 < page.index(links[0]) < page.index(links[1])
    assert f"from={year - 2}" not in page
    club = load_first_club().name
    last = staff.get(reverse("statistics"), {"from": f"{year - 1}-01-01", "to": f"{year - 1}-12-31"}).content.decode()
    assert f'<p class="page-kind">{club} · {year - 1}</p>' in last
    open_end = staff.get(reverse("statistics"), {"from": f"{year - 1}-05-01"}).content.decode()
    assert f"{club} · ab 1. Mai {year - 1}" in open_end
    file = staff.get(reverse("statistics"), {"from": f"{year - 1}-01-01", "to": f"{year - 1}-12-31", "form": "xlsx"})
    foot: Any = load_workbook(io.BytesIO(file.content)).worksheets[0].oddFooter
    assert f"{club} – Statistik – {year - 1}" in f"{foot.left.text}"


def _at(address: str, staff: Client) -> tuple[str, list[str]]:
    """The subject of a page of statistics, and who stands on it."""
    answer = staff.get(address, headers=ENGLISH)
    rows = answer.context["sections"][0]["list"].rows
    return answer.context["about"], [str(next(cell.text for cell in row)) for row in rows]


def test_statistics_open_with_this_year_where_it_has_an_evening(staff: Client):
    this = find_evening_day(now()).year
    evening(dreier(0), when=(this - 1, 6, 3, 19), names=("Anna", "Berta", "Cilli", "Emil"))
    club = load_first_club().name
    assert _at(PLAYERS, staff)[0] == club  # as long as it has none
    evening(dreier(0), when=(this, 1, 1, 5, 0), names=("Anna", "Berta", "Cilli", "Dora"))
    about, names = _at(PLAYERS, staff)
    assert about == f"{club} · {this}"
    assert "Emil" not in names
    everything = staff.get(PLAYERS, headers=ENGLISH).context["everything"]
    about, names = _at(f"{PLAYERS}{everything}", staff)
    assert about == club
    assert "Emil" in names
    assert f"{reverse('games_statistics')}{everything}" in staff.get(f"{PLAYERS}{everything}").content.decode()
    assert "Emil" in _at(f"{PLAYERS}?from=&to=&of=", staff)[1]
    assert "Emil" not in _at(f"{PLAYERS}?sort=name", staff)[1]
    assert "Emil" in _at(f"{PLAYERS}?of=evenings", staff)[1]
    assert staff.get(reverse("games_statistics"), headers=ENGLISH).context["about"] == f"{club} · {this}"
    assert staff.get(_player("Emil"), headers=ENGLISH).context["about"] == club


def test_a_file_of_the_page_that_opens_has_what_the_page_shows(staff: Client):
    this = find_evening_day(now()).year
    evening(dreier(0), when=(this - 1, 6, 3, 19), names=("Anna", "Berta", "Cilli", "Emil"))
    evening(dreier(0), when=(this, 1, 2, 12), names=("Anna", "Berta", "Cilli", "Dora"))
    files = dict(staff.get(PLAYERS, headers=ENGLISH).context["files"])
    assert "Emil" not in staff.get(f"{PLAYERS}{files['csv']}").content.decode()
    assert "Dora" in staff.get(f"{PLAYERS}{files['csv']}").content.decode()
    assert "Emil" in staff.get(f"{PLAYERS}?form=csv").content.decode()
