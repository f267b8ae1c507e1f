"""Tournaments in their stages: one that is being prepared, the two of the demo; `make_tournaments` says where."""

from datetime import time
from typing import Any

from scoring.models import GameTable, Seated
from tarockclub.models import Person
from tarockclub.office.demo.day import NAMES, create_made_up
from tarockclub.office.demo.installation import enter_tournaments
from tests.support.phones import let_write
from tests.support.states import frozen_clock
from tests.support.states.after_the_gong import end_playing_time
from tests.support.states.tournaments.cup_factory import STAFF, draw_tables, make_cup, play_cup
from tests.support.states.tournaments.seasons_factory import make_seasons
from tests.support.states.tournaments.teams_factory import make_teams
from tests.tournaments.support import acts
from tournaments.around.own_page.services import give_links, set_page_public
from tournaments.core.settings import Settings
from tournaments.models import Entrant, RoundTable, Tournament
from tournaments.people.door.actions import announce_oneself
from tournaments.people.entrants.own_codes import compute_secret
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.selectors import set_people_settings
from tournaments.people.registration.actions import (
    Companion,
    Details,
    find_open_tournament,
    find_own_secret,
    submit_application,
)
from tournaments.people.registration.inviting import InvitePeople
from tournaments.results.projector import services as hall

TABLES = {"plays": 1, "busted": 2, "disputed": 4, "called": 5, "fresh": 8}  # of the round that runs
GONG, CHOICE = 6, 3  # the time is up: the round with double stake has begun; the hand in play is still to come


def make_tournaments() -> tuple[list[GameTable], dict[str, Any]]:
    """Write them; the tables at which phones may write, and the words for the paths of states."""
    frozen_clock.set_clock((frozen_clock.NOW - frozen_clock.BEGIN).total_seconds() / 60)
    demo = enter_tournaments()
    new, registration = _create_prepared()
    own_page = _open_own_page(Entrant.objects.get(tournament=demo.over, number=1).person)
    running = RoundTable.objects.filter(round__tournament=demo.running).select_related("game_table")
    games = {name: let_write(running.get(number=number).game_table) for name, number in TABLES.items()}
    done = RoundTable.objects.select_related("game_table").get(round__tournament=demo.over, round__number=1, number=2)
    games["done"] = let_write(done.game_table)
    games["gong"] = let_write(end_playing_time(running.select_related("round").get(number=GONG)))
    chooses = running.select_related("round").get(number=CHOICE)
    acts.end_time(chooses.round, "states-choice", STAFF, table=chooses)
    games["choice"] = let_write(chooses.game_table)
    laid = _create_on_paper()
    games["laid"] = let_write(laid.game_table)
    before = {"running": demo.running, "over": demo.over, "prepared": new, "laid": laid.round.tournament}
    words = {f"t_{name}": str(tournament.slug) for name, tournament in before.items()}
    tables = {f"at_{name}": str(game.slug) for name, game in games.items()}
    words |= make_seasons()
    words |= make_cup()
    words |= make_teams()
    at_cups, of_cups = play_cup()
    words |= of_cups
    words |= {"registration": registration, "own_registration": find_own_secret(new, "states-8")}
    comes, was_there = (_find_entrant(made, number) for made, number in ((new, 2), (demo.over, 1)))
    stages = {"comes": comes, "playing": _find_seated(running.get(number=1)), "over": was_there}
    words |= {f"code_{name}": compute_secret(entrant.tournament, entrant) for name, entrant in stages.items()}
    return [*games.values(), *at_cups], words | tables | own_page


def _find_entrant(made: Tournament, number: int) -> Entrant:
    return Entrant.objects.select_related("tournament").get(tournament=made, number=number)


def _find_seated(table: RoundTable) -> Entrant:
    """Return who sits at the first place of a table."""
    seated = Seated.objects.get(sitting__table=table.game_table, sitting__place=0, sitting__to_deal=None)
    people = Entrant.objects.select_related("tournament")
    return people.get(tournament=table.round.tournament_id, person=seated.person_id)


def _open_own_page(person: Person) -> dict[str, str]:
    """Somebody has a link to a page of their own, and agreed that everybody may see it."""
    club = person.club
    set_people_settings(club, ("Dame", "Jugend", "Gast"), STAFF, shows_towns=True, links_pages=True)
    secret = give_links(club, [person], "states-own-page", STAFF)[person.pk]
    set_page_public(person, STAFF, public=True)
    return {"own_page": secret}


def _create_prepared() -> tuple[Tournament, str]:
    """A tournament of next week: nine take part, two more would like to, a draw is drafted."""
    made = create_made_up("states-prepared", "Faschingsturnier", frozen_clock.NOW.date(), Settings())
    acts.enter(made.pk, "states-1", [Newcomer(name) for name in NAMES[:9]], (), STAFF)
    acts.add_prize(made, "states-2", 0, "Krapfen", 900, STAFF)
    round_ = acts.open_round(made, "states-3", STAFF)
    entrants = list(Entrant.objects.filter(tournament=made).values_list("pk", flat=True))
    acts.change_entries(round_, "states-4", entrants, (), STAFF)
    acts.pay(round_, "states-5", entrants[:4], STAFF)
    acts.draft(round_, "states-6", STAFF)
    hall.set_walls(made, 2)
    hall.announce(made, "Um 20 Uhr gibt es Krapfen.")
    for part in ("prizes", "announcement", "code"):
        hall.turn_part(made, 2, part, on=True)
    acts.check_in(round_, "states-10", entrants[0], STAFF, paid=True)
    acts.check_in(round_, "states-11", entrants[5], STAFF, paid=False)
    announce_oneself(Entrant.objects.get(pk=entrants[6]))
    secret = acts.open_link(made.pk, "states-7", STAFF)
    opened = find_open_tournament(secret)
    if opened is None:
        raise ValueError(secret)
    write_states_invitation(made)
    for number, name in enumerate(("Kilian Neubacher", "Adele Moosgruber"), 8):
        details = Details("Krumau", "", "Ich bringe Krapfen mit.")
        companion = Companion("Rosa Neubacher") if number == 8 else None
        submit_application(opened, f"states-{number}", name, "", details, companion=companion)
    people = Person.objects.filter(club=made.club_id).exclude(entrants__tournament=made).order_by("number")
    InvitePeople(people=list(people.values_list("pk", flat=True)[:3])).perform(made, "states-12", STAFF)
    return made, secret


def write_states_invitation(made: Tournament) -> None:
    """Write its invitation: everybody may see it and register, of ten places nine are taken."""
    wanted = InvitationDetails(
        time(18, 30),
        "Gasthaus zur goldenen Linde",
        "Hauptplatz 4, 3500 Krems",
        None,
        10,
        "Turnierleitung, 0664 000 00 00",
        "Kremser Jahreswertung",
        "Anmeldung bis Mittag, gespielt wird mit Krapfenpause.\nBitte pünktlich.",
        is_public=True,
        registration="ask",
        lists_players=True,
        template="Freitagsturnier",
    )
    acts.change_invitation(made.pk, "states-invitation", wanted, STAFF)


def _create_on_paper() -> RoundTable:
    """A tournament whose tables are laid and write on paper: what the first one came to is typed in."""
    made = create_made_up("states-laid", "Wirtshausturnier", frozen_clock.NOW.date(), Settings())
    round_ = draw_tables(made)
    tables = RoundTable.objects.filter(round=round_).select_related("round__tournament", "game_table")
    acts.enter_end_totals(tables.get(number=1), "states-6", (75, -45, -36, 6), (0, 1), STAFF)
    return tables.get(number=2)
