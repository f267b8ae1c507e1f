"""Published results, certificates, receipts, rulings, prizes, donations and teams on paper."""

import re
from io import BytesIO
from urllib.parse import unquote

import pdfplumber
import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from PIL import Image

from tarockclub.kit.amounts import format_cents, format_signed_cents
from tarockclub.models import PrivacySettings
from tarockclub.platform.club_look.services import change_look
from tests.support.accounts import log_in, make_account
from tests.support.pdf import extract_text, look_at
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_season
from tests.tournaments.around.printing.test_papers import HOSTILE, made_by, told_of
from tests.tournaments.results.standings.played_tables import over, publish_results, published, started
from tests.tournaments.results.team_standings.test_standing import paired
from tests.tournaments.support import acts, cup, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.printing import cash_papers, small_papers
from tournaments.around.printing import season as seasons
from tournaments.around.printing.services import ROUND_PAPERS, TOURNAMENT_PAPERS, load_catalogue
from tournaments.core.cash_journal.receipts import Receipt, ReceiptLine
from tournaments.core.cash_journal.services import EXPENSE, FLOAT, load_cash_box
from tournaments.core.editions import FINAL
from tournaments.core.settings import TABLE
from tournaments.hall.rulings.actions import TRANSFER
from tournaments.models import Entrant, Prize, RoundTable
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.results.cash.page import load_donations
from tournaments.results.final_results.prizes import NONE
from tournaments.seasons.season.line_facts import LINE_FACTS
from tournaments.seasons.season.table import Cell, SeasonColumn, SeasonRow, SeasonTable

pytestmark = pytest.mark.django_db


@share_rows
def published_tournament():
    """A tournament of nine of whom some have hostile names: one round, published, and the final result."""
    tournament = factories.tournament()
    factories.enter_people(tournament, *HOSTILE)
    first = factories.round_(tournament)
    tables = factories.draw_tables(first)
    over(first, (tables[0], (10, -10, 5, -5, 0)), (tables[1], (1, -1, 2, -2)))
    publish_results(tournament, 1, FINAL)
    return tournament


def paper(tournament, *args, who=None, **query):
    """A paper by its address; `args` after the tournament's."""
    name = "round_paper" if len(args) == 2 else "paper"
    return (who or Client()).get(reverse(name, args=[tournament.slug, *args]), query)


def test_everybody_may_print_what_was_published_and_it_says_so(published_tournament):
    for args in ((1, "result"), ("result",)):
        [page] = look_at(paper(published_tournament, *args).content)
        assert "<b>fett</b>" in page.text
        assert "Huber &amp; Söhne" in page.text
        assert page.text.index("W" * 20) < page.text.index("<b>fett</b>")  # 10 against −10


@pytest.mark.heavy_but("8-1")
@pytest.mark.parametrize(("players", "pages"), [(8, 1), (24, 1), (36, 2), (100, 4)])
def test_the_result_for_the_notice_board_fills_its_pages_and_loses_nobody(players, pages):
    tournament, first, tables = factories.whole(players)
    over(first, *((table, (10, -4, -5, -1)) for table in tables))
    publish_results(tournament, 1, FINAL)
    content = paper(tournament, "notice").content
    assert look_at(paper(tournament, 1, "notice").content)
    assert len(look_at(content)) == pages
    with pdfplumber.open(BytesIO(content)) as pdf:
        words = [word for page in pdf.pages for word in page.extract_words(extra_attrs=["size"]) if word["size"] >= 10]
        names = [word["text"] for word in words]
        lowest = max(word["bottom"] for word in pdf.pages[0].extract_words(extra_attrs=["size"]) if word["size"] >= 10)
        room = pdf.pages[0].height
    assert names.count("Spieler") == players
    assert players < 24 or 0.8 < lowest / room < 0.97
    assert players != 8 or max(word["size"] for word in words if word["text"] == "Spieler") >= 20


def test_the_standing_now_is_for_the_staff_and_says_that_it_was_published(published_tournament):
    assert paper(published_tournament, "standings").status_code == 302
    assert look_at(paper(published_tournament, "standings", who=log_in(make_account("secretary"))).content)


def test_certificates_are_for_as_many_as_are_wanted_and_long_names_fit(published_tournament, director):
    assert len(look_at(paper(published_tournament, "certificates", who=director).content)) == 3
    pages = look_at(paper(published_tournament, "certificates", who=director, first="9").content)
    assert len(pages) == 9
    assert pages[0].words.count("1.") == 1
    [one] = look_at(paper(published_tournament, 1, "certificates", who=director, number="2").content)
    assert "<b>fett</b>" in one.text
    assert paper(published_tournament, "certificates", who=director, number="99").status_code == 404
    assert paper(published_tournament, "certificates").status_code == 302


def test_a_club_s_logo_stands_on_its_certificates_in_the_middle(published_tournament, director):
    drawn = BytesIO()
    Image.new("RGBA", (300, 100), "#1f3f66").save(drawn, "PNG")
    change_look(published_tournament.club, "W" * 80, "#1f3f66", drawn.getvalue())
    content = paper(published_tournament, "certificates", who=director).content
    assert look_at(content)
    with pdfplumber.open(BytesIO(content)) as pdf:
        [image] = pdf.pages[0].images
        assert image["width"] / image["height"] == pytest.approx(3, rel=0.01)
        assert image["x0"] + image["x1"] == pytest.approx(pdf.pages[0].width, abs=1)


@pytest.mark.parametrize("is_public", [True, False])
def test_a_certificate_says_the_inn_and_its_town_where_everybody_may_know_them(
    published_tournament, is_public, director
):
    said = InvitationDetails(place="Gasthaus Linde", address="Hauptplatz 4, Krems", is_public=is_public)
    acts.change_invitation(published_tournament.pk, new_key(), said)
    page, *_others = look_at(paper(published_tournament, "certificates", who=director).content)
    assert ("Gasthaus Linde, Krems, " in page.text) == is_public
    assert "Hauptplatz" not in page.text


@pytest.mark.parametrize(
    ("paid_in", "kind", "lines", "total"),
    [
        (True, "fees", [300] * 3, 900),
        (True, "fees", [300, -300, 500], 500),
        (False, "move", [-1250], 1250),
        (False, "prize", [0], 0),
        (True, "fees", [300] * 40, 12000),
    ],
)
def test_a_receipt_says_twice_what_adds_up(published_tournament, paid_in, kind, lines, total):
    told = told_of(published_tournament)
    texts = tuple(ReceiptLine(f"Nenngeld {'W' * at}", amount) for at, amount in enumerate(lines))
    one = Receipt(7, "2026-1/7", told.tournament.made, kind, "W" * 80, paid_in, total, texts, "Obmann", 1, "2026-1/3")
    contact = {"contact": "Wirtsgasse 3\n4100 Ottensheim\n"}
    PrivacySettings.objects.update_or_create(club=told.tournament.club, defaults=contact)
    [page] = look_at(cash_papers.render_receipts(told.tournament, [one]))
    assert page.text.count("2026-1/7") == 2
    assert page.text.count("Wirtsgasse 3 · 4100 Ottensheim") == 2
    assert page.text.count("In Worten: ") == (2 if total else 0)
    assert ("neun Euro" in page.text) == (total == 900)
    shown = " ".join(format_cents(total).split())
    assert page.text.count(shown) >= 2
    assert page.text.count("−") == 2 * sum(amount < 0 for amount in lines if paid_in)
    again = [cash_papers.render_receipts(told.tournament, [one]) for _ in range(2)]
    assert again[0] == again[1]


def test_a_receipt_of_the_cash_box_is_printed_by_its_number(published_tournament):
    entrant = Entrant.objects.filter(tournament=published_tournament).order_by("number")[1]
    entrant.presences.update(paid=300)
    acts.write_fees_receipt(published_tournament, new_key(), entrant.pk)
    answer = log_in(make_account("secretary")).get(reverse("receipt_pdf", args=[published_tournament.slug, 1]))
    assert "<b>fett</b>" in extract_text(answer.content)
    assert re.search(r"Beleg \d{4}-\d+-1\.pdf", unquote(answer["Content-Disposition"]))


def test_a_season_has_its_standing_on_paper(published_tournament):
    season = create_small_season(published_tournament)
    [page] = look_at(Client().get(reverse("season_paper", args=[season.slug])).content)
    assert "Spieler" in page.words
    assert "Jahrescup" in page.text


def test_a_season_of_very_many_days_fits_across_the_page(published_tournament, monkeypatch):
    season = create_small_season(published_tournament)
    columns = tuple(SeasonColumn(at, "day", str(at), f"Turnier {'W' * 40}", None, "counts") for at in range(1, 30))
    cells = tuple(Cell("1.234,5", counts=at % 2 == 0) if at % 3 else Cell() for at in range(29))
    lines = tuple(
        SeasonRow(f"{at}.", 0, name, at, "12.345,67", False, 29, cells, 0, False, ("29",))
        for at, name in enumerate(HOSTILE, 1)
    )
    shown = SeasonTable(columns, lines, 6, 0, False, True, columns, tuple(LINE_FACTS[1:2]))
    monkeypatch.setattr(seasons, "load_newest_standing", lambda *_where: (shown, "wie veröffentlicht"))
    wall, *across = look_at(seasons.load_season_paper(season))
    assert wall.width < wall.height
    assert all(page.width > page.height for page in across)
    assert all("12.345,67" in page.words for page in (wall, *across))


def test_a_season_has_certificates_once_its_standing_is_published(published_tournament):
    season = create_small_season(published_tournament)
    assert seasons.render_season_certificates(season, QueryDict()) is None


WURST = "<b>Wurst &amp; " + "W" * 60


def play_round(**settings):
    """A round of eight that was played, its tournament and tables."""
    of, first, (one, other) = factories.whole(8, **settings)
    return of, first, one, other


def test_the_prize_list_says_who_chose_what_and_who_is_next():
    of, first, one, other = play_round(choosers=3)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    for name in ("Geschenkkorb", WURST, "Speck"):
        acts.add_prize(of, new_key(), 1, name, 500)
    published(of, 1)
    persons = {entrant.number: entrant.person_id for entrant in of.entrants.all()}
    acts.record_choice(of, new_key(), 1, persons[1], Prize.objects.get(number=1).pk)
    acts.record_choice(of, new_key(), 1, persons[3], NONE)
    [page] = made_by(TOURNAMENT_PAPERS, "prizes", told_of(of))
    assert page.text.index("Geschenkkorb") < page.text.index("Spieler 1")
    assert "Spieler 3" in page.text  # took none
    assert "<b>Wurst" in page.text
    assert "Spieler 7" in page.text  # chooses next


@pytest.mark.heavy
def test_a_ruling_is_printed_with_what_it_moved_and_who_decided():
    of, first, one, _other = play_round()
    started(first)
    table = RoundTable.objects.select_related("round__tournament", "game_table__sheet_version").get(pk=one.pk)
    text = f"Karte gezeigt. {WURST} " * 12
    acts.record_ruling(table, new_key(), text, "Friederike, Gustav", deed=TRANSFER, amounts=(12, -12, 0, 0))
    [register] = made_by(TOURNAMENT_PAPERS, "rulings", told_of(of))
    content = small_papers.render_ruling(told_of(of), 1)
    [single] = look_at(content or b"")
    for page in (register, single):
        assert "Friederike, Gustav" in page.text
        assert "+2" in page.text
        assert "−2" in page.text
    assert small_papers.render_ruling(told_of(of), 2) is None


def test_the_donation_box_on_paper_is_that_of_the_tables():
    of = cup.cup()
    cup.play_round(of, 1)
    expected = load_donations(of)
    pages = made_by(TOURNAMENT_PAPERS, "donations", told_of(of))
    assert sum(donation.cents for donation in expected) > 0
    assert " ".join(format_cents(sum(donation.cents for donation in expected)).split()) in pages[-1].text


def test_the_cash_report_says_what_the_cash_box_says_and_is_for_whoever_sees_that():
    of, first, *_tables = factories.whole(4)
    acts.pay(first, new_key(), [entrant.pk for entrant in of.entrants.all()])
    seen = load_cash_box(of).balance + 3110
    acts.record_movement(of, new_key(), FLOAT, 5000, "Wechselgeld")
    acts.record_movement(of, new_key(), EXPENSE, -1890, "<b>Papier</b>", voucher="2026/118")
    acts.count_box(of, new_key(), seen - 10, seen, reason="zehn Cent fehlen")
    assert paper(of, "cash").status_code == 302
    cashier = log_in(make_account("cashier"))
    assert [paper(of, what, who=cashier).status_code for what in ("cash", "players")] == [200, 403]
    [page] = made_by(TOURNAMENT_PAPERS, "cash", told_of(of))
    amounts = (format_cents(seen - 10), *map(format_signed_cents, (5000, -1890, -10)))
    for text in (*amounts, "<b>Papier</b>", "2026/118", "Kassier", "Gezählt"):
        assert " ".join(text.split()) in page.text
    assert page.text.index("Wechselgeld") < page.text.index("<b>Papier</b>")


def test_the_cash_report_of_a_day_is_one_page_with_the_signatures():
    """Two rounds of 17 whose fees were taken one by one, change, a count, donations and expenses."""
    of, first, *_tables = factories.whole(17, fee=300)
    acts.record_movement(of, new_key(), FLOAT, 5000, "Wechselgeld")
    second = factories.round_(of)
    for round_ in (first, second):
        for entrant in of.entrants.order_by("number"):
            acts.pay(round_, new_key(), [entrant.pk])
    refunded = of.entrants.get(number=17).pk
    acts.pay(second, new_key(), [refunded], back=True)
    for number in range(6):
        acts.record_movement(of, new_key(), EXPENSE, -100 - number, f"Ausgabe {number}")
    box = load_cash_box(of)
    acts.count_box(of, new_key(), box.balance, box.balance)
    [page] = made_by(TOURNAMENT_PAPERS, "cash", told_of(of))
    for text in (
        "Kassier",
        "Turnierleitung",
        "Nenngeld der Runde 1 · Spieler: 17",
        "Nenngeld der Runde 2 · Spieler: 17",
    ):
        assert text in page.text
    for amount in (format_signed_cents(51_00), format_signed_cents(-3_00), format_cents(box.balance)):
        assert " ".join(amount.split()) in page.text
    assert f"Nenngeld der Runde 2 · {of.entrants.get(number=17).person.name}" in page.text  # given back


def test_teams_stand_on_paper_with_their_members():
    of, first, one, other = play_round(team_size=2)
    paired(of, (1, 5), (2, 6), (3, 7))
    over(first, (one, (10, -10, 5, -5)), (other, (10, -60, 25, 25)))
    [page] = made_by(TOURNAMENT_PAPERS, "teams", told_of(of))
    assert page.text.index("C: Spieler 3, Spieler 7") < page.text.index("A: Spieler 1, Spieler 5")


def test_papers_of_teams_and_of_the_box_are_offered_when_there_are_some():
    of, first, _one, _other = play_round(team_size=2, start=0, rate=10, kontra=1, donation=True)

    def list_offers() -> set[str]:
        return {offer.what for offer in load_catalogue(of)["whole"]}

    paired(of, (1, 5), (2, 6), (3, 7))
    assert not list_offers() & {"teams", "donations"}
    started(first)
    for what in list_offers():
        made_by(TOURNAMENT_PAPERS, what, told_of(of))
    assert list_offers() >= {"teams", "donations"}


def test_tables_that_are_ranked_by_themselves_have_a_list_each():
    of, first, one, other = play_round(scope=TABLE)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    RoundTable.objects.filter(pk=other.pk).update(counts=False)
    [page] = made_by(ROUND_PAPERS, "standings", told_of(of, first))
    assert page.words.count("1.") == 1
    assert "Spieler 1" in page.text
