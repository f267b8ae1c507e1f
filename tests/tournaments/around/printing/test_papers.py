"""The papers of a tournament: whose names, which numbers, for whom, nothing clipped; what is typed in from them."""

import re
from datetime import datetime

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.book.access.links import find_link_token
from scoring.sheets.house_rules.short_names import build_short_names
from tests.scoring.engine.support.built_in import sheet_of
from tests.support.accounts import log_in, make_account
from tests.support.paths import DEV_DOCS
from tests.support.pdf import look_at
from tests.tournaments.support import acts, factories
from tournaments.around.printing.lists import PrintContext
from tournaments.around.printing.services import BY_ID, BY_ID_OF_ROUND, ROUND_PAPERS, TOURNAMENT_PAPERS, load_catalogue
from tournaments.core.selectors import find_tournament, load_settings
from tournaments.core.settings import CUP, build_default_settings
from tournaments.hall.paper_sheets.shorthand import DealPlaces, parse_shorthand
from tournaments.models import Round

pytestmark = pytest.mark.django_db
HOSTILE = (
    "W" * 80,
    "<b>fett</b>",
    "Huber &amp; Söhne",
    "Ana 😀 Nowak",
    "محمد علي",
    "e\u0301\u0323\u0308 Kombinierer",
    "Maximilian-Ferdinand Hohenstaufen-Liechtenstein von und zu Wolkenkuckucksheim",
    "Łukasz Đorđević-Őze",
    "Ärmel",
)


def told_of(tournament, round_=None, wanted=""):
    """A tournament as it is printed."""
    found = find_tournament(tournament.slug)
    at = datetime(2026, 1, 6, 18, 5)  # noqa: DTZ001 -- the clock of the inn
    return PrintContext(found, load_settings(found), round_, at, QueryDict(wanted), "http://10.0.0.2:8000")


def make_tournament(*names, **settings):
    """A tournament whose first round is drawn, of people of these names."""
    tournament = factories.tournament(name="Turnier " + "W" * 60, **settings)
    factories.enter_people(tournament, *names)
    first = factories.round_(tournament)
    factories.draw_tables(first)
    return tournament, Round.objects.select_related("draw").get(pk=first.pk)


@pytest.mark.heavy
@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.heavy)])
def test_nothing_is_clipped_whatever_people_are_called(language):
    cup = {name: value for name, value in build_default_settings(CUP)._asdict().items() if name != "rounds"}
    tournament, first = make_tournament(*HOSTILE, **cup | {"donation": True})
    with translation.override(language):
        for paper in ROUND_PAPERS:
            content = paper.make(told_of(tournament, first))
            assert (content is None) == (paper.needs == "result"), paper.id
            look_at(content or b"") if content else None
        for paper in TOURNAMENT_PAPERS:
            content = paper.make(told_of(tournament))
            if content is not None:
                look_at(content)


def made_by(papers, id_, told):
    """The pages of a paper."""
    [one] = [paper for paper in papers if paper.id == id_]
    content = one.make(told)
    assert content is not None
    return look_at(content)


def test_the_list_by_name_says_everybodys_table_in_the_order_of_the_alphabet():
    tournament, first = make_tournament("Zita", "Ärmel", "Oskar", "Berta", "Anna", "Xaver", "Emil", "Dora")
    [page] = made_by(ROUND_PAPERS, "seats-by-name", told_of(tournament, first))
    order = [
        word for word in page.words if word in ("Zita", "Ärmel", "Oskar", "Berta", "Anna", "Xaver", "Emil", "Dora")
    ]
    assert order == ["Anna", "Ärmel", "Berta", "Dora", "Emil", "Oskar", "Xaver", "Zita"]
    assert page.text.count("2") >= 4  # four sit at table 2


def test_every_table_has_its_own_written_sheet_with_the_hands_of_the_settings():
    tournament, first = make_tournament(*HOSTILE, hands=(8, 10, 12))
    pages = made_by(ROUND_PAPERS, "written-sheets", told_of(tournament, first))
    assert len(pages) == 2
    assert "10" in pages[0].words  # nine people: a table of five
    assert "10" not in pages[1].words
    assert "8" in pages[1].words


def test_a_card_to_stand_shows_its_players_to_both_sides_and_no_link_to_write():
    tournament, first = make_tournament("Anna", "Berta", "Carla", "Dora")
    [page] = made_by(ROUND_PAPERS, "table-cards", told_of(tournament, first))
    assert page.text.count("Anna gibt zuerst") == 1  # the other side stands on its head
    assert all(f"{number}. " in page.text for number in (1, 2, 3))
    assert "Beim Gong: laufendes Spiel fertig spielen" in page.text
    [secret] = re.findall(r"/t/[0-9a-f-]{36}/([0-9a-f]{32})/", page.text.replace("\n", ""))
    assert find_link_token(secret) is None


def test_the_same_paper_is_the_same_file():
    tournament, first = make_tournament("Anna", "Berta", "Carla", "Dora")
    for paper in ROUND_PAPERS:
        assert paper.make(told_of(tournament, first)) == paper.make(told_of(tournament, first))


def test_lists_of_seats_are_for_everybody_and_written_sheets_for_the_staff():
    tournament, _first = make_tournament("Anna", "Berta", "Carla", "Dora")
    seats = reverse("round_paper", args=[tournament.slug, 1, "seats-by-table"])
    sheets = reverse("round_paper", args=[tournament.slug, 1, "written-sheets"])
    assert Client().get(seats)["Content-Type"] == "application/pdf"
    assert Client().get(sheets).status_code == 302
    answer = log_in(make_account("secretary")).get(sheets)
    assert answer["Content-Type"] == "application/pdf"
    assert "private" in answer["Cache-Control"]


def test_the_page_of_papers_asks_as_little_of_two_rounds_as_of_one(django_assert_max_num_queries):
    tournament, _first = make_tournament(*(f"Spieler {number}" for number in range(1, 9)))
    second = factories.round_(tournament)
    factories.draw_tables(second)
    secretary, address = log_in(make_account("secretary")), reverse("papers", args=[tournament.slug])
    with django_assert_max_num_queries(15):
        page = secretary.get(address)
    assert page.status_code == 200
    assert page.content.count(b"written-sheets.pdf") == 2


def test_before_anything_is_drawn_there_is_the_list_of_players():
    tournament = factories.tournament()
    factories.people(tournament, 4)
    offered = log_in(make_account("director")).get(reverse("papers", args=[tournament.slug])).context["offered"]
    assert [offer.title for offer in offered["whole"]] != []
    assert offered["rounds"] == ()


def test_of_very_many_tables_a_hundred_are_printed_at_a_time():
    tournament, first = make_tournament(*(f"Spieler {number}" for number in range(1, 409)))
    titles = [offer.title for offer in load_catalogue(tournament)["rounds"][0][1]]
    assert sum("(" in title for title in titles) == 2 * sum(paper.each_table for paper in ROUND_PAPERS)
    told = told_of(tournament, first, "first=101")
    [one] = [paper for paper in ROUND_PAPERS if paper.id == "end-totals"]
    [page] = look_at(one.make(told) or b"")
    assert [word for word in page.words if word in ("100", "101", "102")] == ["101", "102"]


def test_a_written_sheet_has_what_the_rules_of_its_tournament_know_and_nothing_else():
    tournament, first = make_tournament(
        "Anna", "Berta", "Carla", "Dora", "Emil"
    )  # Zwanzigerrufen by the clock, a table of five
    [page] = made_by(ROUND_PAPERS, "written-sheets", told_of(tournament, first))
    assert page.words.count("×2") == 5
    for unknown in ("Radl", "geschliffen", "liegt", "Stiche", "1t", "1a"):
        assert unknown not in page.text
    signs = [page.words.count(sign) for sign in ("k", "r", "s", "h")]
    assert signs[0] == 25 <= signs[1]
    assert max(signs[2:]) < 25
    for known in ("Startkapital", "50,00", "Ersatzkapital", "Endkapital", "Erster Geber: Anna"):
        assert known in page.text


def test_a_sheet_of_treffpunkt_has_radl_and_no_double_round_where_none_is_played():
    tournament, first = make_tournament(
        "Anna", "Berta", "Carla", "Dora", sheet="treffpunkt", double_round=False, start=0
    )
    [page] = made_by(ROUND_PAPERS, "written-sheets", told_of(tournament, first))
    assert "×2" not in page.words
    assert "Ersatzkapital" not in page.text
    for known in ("Radl", "1t König liegt", "x geschliffen", "Stiche", "h"):
        assert known in page.text


def test_lists_to_hang_up_grow_to_the_page_and_stand_by_surname():
    names = "Anna Zauner", "Öznur Arslan", "Žiga Oman", "Emil Özel", "Ida Mayr jun.", "Franz von Trapp"
    tournament, first = make_tournament(*names, "Max Ortner", "Rosa Reisinger")
    [page] = made_by(ROUND_PAPERS, "seats-by-name", told_of(tournament, first))
    surnames = [word for word in page.words if word.endswith(",")]
    assert surnames == ["Arslan,", "Mayr,", "Oman,", "Ortner,", "Özel,", "Reisinger,", "Trapp,", "Zauner,"]  # von Trapp
    assert page.greatest > 24  # points
    crowded, round_ = make_tournament(*(f"Anna Maria Huber-Mayr {number}" for number in range(1, 61)))
    [page] = made_by(ROUND_PAPERS, "seats-by-name", told_of(crowded, round_))
    assert page.greatest == 20  # the title


@pytest.mark.parametrize("people", [9, 60])
def test_no_name_is_broken_in_a_word_however_large_its_letters_could_be(people):
    names = "Sepp Oberhumer", "Ingeborg Kaltenböck", "Pichler-Moosbrugger Hans", "Maximilian Hohenstaufen-Liechtenstein"
    tournament, first = make_tournament(*(f"{names[at % 4]} {at}" for at in range(people)))
    whole = {part for name in names for word in name.split() for part in (word, *word.replace("-", "- ").split())}
    for list_of_seats in ("seats-by-table", "seats-by-name"):
        pages = made_by(ROUND_PAPERS, list_of_seats, told_of(tournament, first))
        words = {word.rstrip(",") for page in pages for word in page.words if word[0].isalpha()}
        assert {word for word in words if word[:4] in {part[:4] for part in whole}} <= whole


def test_how_it_was_drawn_can_be_hung_up_with_the_numbers_that_prove_it():
    tournament = factories.tournament()
    factories.people(tournament, 9)
    first = factories.round_(tournament)
    draft = acts.draft(first, factories.new_key())
    acts.publish_draw(first, factories.new_key(), draft.number)
    first = Round.objects.get(pk=first.pk)
    [page] = made_by(ROUND_PAPERS, "drawing", told_of(tournament, first))
    assert "So wurde gelost" in page.text
    assert "An einem Tisch zu fünft" in page.text
    assert str(draft.seed) in page.text.replace("\u200b", "")
    assert (
        Client().get(reverse("round_paper", args=[tournament.slug, 1, "drawing"]))["Content-Type"] == "application/pdf"
    )


def test_an_unpaid_fee_is_said_in_a_word():
    tournament, _first = make_tournament("Anna", "Berta", "Carla", "Dora")
    [page] = made_by(TOURNAMENT_PAPERS, "players", told_of(tournament))
    assert page.words.count("offen") == 4
    assert "▯" not in page.text


DOCUMENT = (DEV_DOCS / "paper.md").read_text(encoding="utf-8")


TYPED_LINES = re.findall(r"^\| .* \| `([^`]+)` \|$", DOCUMENT, re.MULTILINE)


def test_there_are_examples():
    assert len(TYPED_LINES) >= 6


@pytest.mark.parametrize("typed", TYPED_LINES)
def test_quick_entry_reads_what_is_written_on_paper(typed):
    line = typed if typed.startswith("ru ") else f"ru 13 + {typed}"
    found = parse_shorthand(line, sheet_of("treffpunkt"), DealPlaces((0, 1, 2, 3), 0))
    assert not found.faults
    assert found.line is not None


@pytest.mark.parametrize("sheet_id", ["treffpunkt", "karlsruhe", "zwanzigerrufen"])
def test_every_short_name_of_a_sheet_is_read(sheet_id):
    sheet = sheet_of(sheet_id)
    words = build_short_names(sheet)
    for code, game in zip(words.contracts.codes, sheet.contracts.values(), strict=True):
        who = "" if game.is_trischaken else "1" if game.partner is None else "1a"
        assert not parse_shorthand(f"{code} {who}", sheet, DealPlaces((0, 1, 2, 3), 0)).faults


def test_ids_of_papers_are_those_of_their_addresses():
    assert all(re.fullmatch("[a-z-]+", paper) for paper in (*BY_ID, *BY_ID_OF_ROUND))
