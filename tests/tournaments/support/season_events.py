"""A club in which nearly everything has happened, for tests of what the acts prove."""

from tarockclub.models import Person
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.services import change_rights
from tests.scoring.book.marks.test_marks import enter_hand, send_mark
from tests.scoring.support.held_hands import Away, decided, dreier_of
from tests.scoring.support.tables import new_table
from tests.support.accounts import make_account
from tests.tournaments.results.standings.played_tables import over, published
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.models import RoundTable
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import merge
from tournaments.people.registration.actions import submit_application
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.services import SeasonDetails as WantedSeason
from tournaments.seasons.season.services import create_season
from tournaments.seasons.season.settings import SeasonSettings as SeasonSettings


def a_club() -> None:
    """A club in which nearly everything has happened: a tournament, a season, marks, a held hand, roles, a merge."""
    change_rights(make_account("secretary"), role="director", active=True)
    of = factories.tournament()
    entrants = factories.people(of, 8)
    acts.open_link(of.pk, new_key())
    of.refresh_from_db()
    acts.decide_waiting(submit_application(of, new_key(), "Gerti"), new_key(), "declined")
    round_ = factories.round_(of, entrants)
    acts.pay(round_, new_key(), [entrant.pk for entrant in entrants[:3]])
    acts.publish_draw(round_, new_key(), acts.draft(round_, new_key()).number)
    round_.refresh_from_db()
    one, other = (
        RoundTable.objects.filter(round=round_).select_related("round__tournament", "game_table").order_by("number")
    )
    acts.add_prize(of, new_key(), 1, "Geschenkkorb", 4000)
    over(round_, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    acts.record_ruling(one, new_key(), "Es bleibt so.", goes_on=False, sure=True)
    acts.record_ruling(one, new_key(), "Doch nicht.", goes_on=False, sure=True, corrects=1)
    published(of, 1)
    season = create_season(new_key(), load_first_club(), WantedSeason("Jahrescup", SeasonSettings()))
    acts.add_tournament(season, new_key(), of)
    typed = acts.add_event(season, new_key(), "Herbstturnier", players=8)
    acts.write_results(typed, new_key(), [PersonResult(Newcomer(f"Cup {rank}"), rank) for rank in (1, 2, 3)])
    table = new_table()
    phone = Away(table)
    late = phone.enter(dreier_of(0))
    assert send_mark(table, enter_hand(table), "fits").name == "MARKED"
    phone.send(late)
    decided(table, late.key, "drop")
    first, second = Person.objects.filter(club=load_first_club(), name__startswith="Cup").order_by("pk")[:2]
    merge(first, second)
