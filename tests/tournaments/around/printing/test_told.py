"""The text of papers about prizes, rulings, donations, teams and tables that are ranked by themselves."""

import pytest

from tarockclub.kit.amounts import format_cents
from tests.support.pdf import look_at
from tests.tournaments.around.printing.test_papers import made_by, told_of
from tests.tournaments.around.printing.test_results import published
from tests.tournaments.results.standings.played_tables import over, started
from tests.tournaments.results.team_standings.test_standing import paired
from tests.tournaments.support import cup, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.printing import rulings
from tournaments.around.printing.catalogue import load_catalogue
from tournaments.around.printing.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from tournaments.core.settings import TABLE
from tournaments.hall.rulings.effects import TRANSFER, RulingRequest
from tournaments.hall.rulings.services import record_ruling
from tournaments.models import Prize, RoundTable
from tournaments.results.cash.donations import load_donations
from tournaments.results.final_results.prizes import NONE, add_prize, record_choice

pytestmark = pytest.mark.django_db
HOSTILE = "<b>Wurst &amp; " + "W" * 60


def play_round(**settings):
    """A round of eight that was played, its tournament and tables."""
    of, first, (one, other) = factories.whole(8, **settings)
    return of, first, one, other


def test_the_prize_list_says_who_chose_what_and_who_is_next():
    of, first, one, other = play_round(choosers=3)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    for name in ("Geschenkkorb", HOSTILE, "Speck"):
        add_prize(of.pk, new_key(), 1, name, 500)
    published(of, 1)
    persons = {entrant.number: entrant.person_id for entrant in of.entrants.all()}
    record_choice(of.pk, new_key(), 1, persons[1], Prize.objects.get(number=1).pk)
    record_choice(of.pk, new_key(), 1, persons[3], NONE)
    [page] = made_by(TOURNAMENT_PAPERS, "prizes", told_of(of))
    assert page.text.index("Geschenkkorb") < page.text.index("Spieler 1")
    assert "Spieler 3" in page.text  # took none
    assert "<b>Wurst" in page.text
    assert "Spieler 7" in page.text  # chooses next


def test_a_ruling_is_printed_with_what_it_moved_and_who_decided():
    of, first, one, _other = play_round()
    started(first)
    table = RoundTable.objects.select_related("round__tournament", "game_table__sheet_version").get(pk=one.pk)
    wanted = RulingRequest(f"Karte gezeigt. {HOSTILE} " * 12, "Friederike, Gustav", TRANSFER, amounts=(12, -12, 0, 0))
    record_ruling(table, new_key(), wanted)
    [register] = made_by(TOURNAMENT_PAPERS, "rulings", told_of(of))
    content = rulings.render_ruling(told_of(of), 1)
    [single] = look_at(content or b"")
    for page in (register, single):
        assert "Friederike, Gustav" in page.text
        assert "+2" in page.text
        assert "−2" in page.text
    assert rulings.render_ruling(told_of(of), 2) is None


def test_the_donation_box_on_paper_is_that_of_the_tables():
    of = cup.cup()
    cup.play_round(of, 1)
    expected = load_donations(of)
    pages = made_by(TOURNAMENT_PAPERS, "donations", told_of(of))
    assert sum(donation.cents for donation in expected) > 0
    assert " ".join(format_cents(sum(donation.cents for donation in expected)).split()) in pages[-1].text


def test_teams_stand_on_paper_with_their_members():
    of, first, one, other = play_round(team_size=2)
    paired(of, (1, 5), (2, 6), (3, 7))
    over(first, (one, (10, -10, 5, -5)), (other, (10, -60, 25, 25)))
    [page] = made_by(TOURNAMENT_PAPERS, "teams", told_of(of))
    assert page.text.index("C: Spieler 3, Spieler 7") < page.text.index("A: Spieler 1, Spieler 5")


def test_papers_of_teams_and_of_the_box_are_offered_when_there_are_some():
    of, first, _one, _other = play_round(team_size=2, start=0, rate=10, kontra=1, donation=True)

    def list_offers() -> set[str]:
        return {offer.what for offer in load_catalogue(of).whole}

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
