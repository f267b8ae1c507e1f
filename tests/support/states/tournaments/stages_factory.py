"""Tournaments and seasons in their stages; `make_tournaments` and `make_seasons` say where."""

from datetime import time, timedelta
from typing import Any

from scoring.book.ledger.held_hands import build_deal_seats
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.table_state import decode_state
from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.models import GameTable, Seated
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Message, Person
from tarockclub.office.demo.day import NAMES, create_made_up
from tarockclub.office.demo.installation import enter_tournaments
from tarockclub.office.demo.season import KEY
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.messages.services import add_address, build_choice_path
from tests.support.phones import let_write
from tests.support.states import frozen_clock
from tests.support.states.tournaments.cup_factory import STAFF, draw_tables, make_cup, play_cup
from tests.tournaments.support import acts
from tournaments.around.own_page.services import give_links, set_page_public
from tournaments.core.acts import SEASONS, Command, Kind
from tournaments.core.cash_journal.services import DONATION, EXPENSE, FLOAT, SETTLEMENT
from tournaments.core.settings import CUP, STANDING, Settings, build_default_settings
from tournaments.models import Entrant, RoundTable, Season, SeasonEvent, Tournament
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
from tournaments.people.teams.services import TeamDetails
from tournaments.results.projector import hall_views as hall
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import EveningRule, SeasonSettings

LATE = {"p0-contract": "solo", "p0-declarer": "2", "p0-result": "won", "phase": IN_TIME}
SOLO = {"plays": [{"contract": "solo", "declarer": 1, "result": "won"}]}


def end_playing_time(table: RoundTable) -> GameTable:
    """End the time of a table; what was being played and a deal with double stake are entered, a hand comes late."""
    acts.end_time(table.round, "states-gong", STAFF, table=table)
    game = find_game_table(table.game_table.slug)
    state = decode_state(game.state)
    for at, phase in enumerate((IN_PLAY, DOUBLE)):
        game = find_game_table(game.slug)
        record_hand(game.slug, f"states-gong-{at}", game.last_key, SOLO, phase=phase)
    game = find_game_table(game.slug)
    evening, sittings = decode_state(game.state).evening, dict(state.sittings)
    seats = build_deal_seats(evening, sittings)
    late = SubmittedForm("states-late", game.last_key, LATE, "states-late", seats, IN_TIME)
    receive_hand(game.slug, late, Actor(device="phone-away"), entered=now() - timedelta(minutes=2))
    return find_game_table(game.slug)


TEAMS = (("Die Herzdamen", (0, 1)), ("", (2, 3)), ("Stammtisch zur Linde", (4, 5)), ("Pagatjäger", (6,)))
POINTS = ((54, -12, -30, -12), (60, 6, -18, -48), (24, 12, -6, -30))


def make_teams() -> dict[str, Any]:
    """Write it; the words for the paths of states."""
    settings = build_default_settings(CUP)._replace(team_size=2, seating=STANDING, fee=500, donation=True)
    made = create_made_up("states-teams", "Mannschaftscup", frozen_clock.NOW.date(), settings)
    acts.enter(made.pk, "teams-1", [Newcomer(name) for name in NAMES[:12]], (), STAFF)
    entrants = list(Entrant.objects.filter(tournament=made).order_by("number").values_list("pk", flat=True))
    wanted = [TeamDetails(name, tuple(entrants[at] for at in members)) for name, members in TEAMS]
    acts.create_teams(made.pk, "teams-2", wanted, STAFF)
    first = acts.open_round(made, "teams-3", STAFF)
    acts.change_entries(first, "teams-4", entrants, (), STAFF)
    acts.pay(first, "teams-5", entrants, STAFF)
    acts.publish_draw(first, "teams-6", acts.draft(first, "teams-7", STAFF).number, STAFF)
    acts.start_clock(first, "teams-8", STAFF)
    for table in RoundTable.objects.filter(round=first).select_related("round__tournament", "game_table"):
        points = tuple(POINTS[table.number - 1])
        written = (30, -12, -6, -12) if table.number == 1 else points  # kontra counts in the money only
        acts.enter_end_totals(table, f"teams-9-{table.number}", points, (), STAFF, written=written)
    second = acts.open_round(made, "teams-10", STAFF)
    acts.change_entries(second, "teams-11", entrants, (), STAFF)
    acts.draft(second, "teams-12", STAFF, by=STANDING)
    acts.open_round(made, "teams-15", STAFF)  # a change of rounds at which nobody has tapped yet
    details = SeasonDetails("Mannschaftscup 2026", SeasonSettings(teams=True))
    season = create_season("teams-13", made.club, details, STAFF)
    acts.add_tournament(season, "teams-14", made, who=STAFF)
    code = compute_secret(made, Entrant.objects.get(pk=entrants[2]))
    words = {"t_teams": str(made.slug), "season_teams": str(season.slug), "code_owes": code}
    return words | _move_cash(made, entrants[0])


def _move_cash(tournament: Tournament, entrant: int) -> dict[str, int]:
    """All that moves in a cash box."""
    acts.record_movement(tournament, "cash-1", FLOAT, 5000, "Wechselgeld von daheim", STAFF)
    cards = {"voucher": "2026/118", "party": "Papierhandlung am Platz"}
    expense = acts.record_movement(tournament, "cash-2", EXPENSE, -1890, "Karten, drei Packerl", STAFF, **cards)
    wrong = acts.record_movement(tournament, "cash-3", DONATION, 700, "von einem Gast", STAFF)
    back = acts.reverse_move(tournament, "cash-4", wrong.sequence, "war doppelt", STAFF)
    acts.write_fees_receipt(tournament, "cash-5", entrant, STAFF)
    acts.write_move_receipt(tournament, "cash-6", expense.sequence, "", STAFF)
    acts.count_box(tournament, "cash-7", 9100, 9110, STAFF, "10 Cent fehlen")
    return {"t_cash_move": expense.sequence, "t_cash_back": back.sequence}


def make_seasons() -> dict[str, Any]:
    """Write what the demo has not written; the words for the paths of states."""
    new = create_season("states-season", load_first_club(), SeasonDetails("Wintercup", SeasonSettings()))
    evenings = SeasonSettings(per="season", formula="written", evenings=EveningRule(until="2099-12-31"))
    year = create_season("states-year", load_first_club(), SeasonDetails("Unser Jahr", evenings))
    in_year = EveningRule(until="2099-12-31", in_year=True)
    euros = SeasonSettings(formula="euros", decimals=2, evenings=in_year)
    paid_year = create_season("states-euros", load_first_club(), SeasonDetails("Unser Jahr in Euro", euros))
    anna, berta = (Person.objects.get(name=name, merged_into=None) for name in ("Anna", "Berta"))
    settled = {"what": SETTLEMENT, "cents": 0, "balances": [[anna.pk, -1625], [berta.pk, 1625]], "until": "2026-12-31"}
    SEASONS.act(paid_year.pk, Command("states-settled", Kind.CASH, ["settle"], STAFF), lambda _season: settled)
    running, before = (Season.objects.get(start_key=key) for key in (KEY, f"{KEY}-before"))
    acts.record_movement(running, "states-cash-0", FLOAT, 10000, "Vortrag vom Vorjahr")
    cup = {"voucher": "2026/17", "party": "Graveur am Platz"}
    paid = acts.record_movement(running, "states-cash-1", EXPENSE, -4200, "Wanderpokal", **cup)
    acts.write_move_receipt(running, "states-cash-2", paid.sequence)
    typed = SeasonEvent.objects.filter(season=running, tournament=None, kind="day").earliest("number")
    played = SeasonEvent.objects.get(season=running, tournament__ended__isnull=False)
    return {
        "season": str(running.slug),
        "season_before": str(before.slug),
        "season_new": str(new.slug),
        "season_year": str(year.slug),
        "season_euros": str(paid_year.slug),
        "season_typed": typed.number,
        "season_played": played.number,
        "year_player": anna.number,
        "own_year": give_links(anna.club, [anna], "states-own-year", STAFF)[anna.pk],
        "season_player": Person.objects.get(name=NAMES[0], merged_into=None).number,
    }


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
    before["cancelled"] = _create_cancelled()
    words = {f"t_{name}": str(tournament.slug) for name, tournament in before.items()}
    tables = {f"at_{name}": str(game.slug) for name, game in games.items()}
    words |= make_seasons()
    words |= make_cup()
    words |= make_teams()
    at_cups, of_cups = play_cup()
    words |= of_cups
    words |= {"registration": registration, "own_registration": find_own_secret(new, "states-8")}
    people = ((new, 2), (demo.over, 1), (before["cancelled"], 1))
    comes, was_there, stays = (_find_entrant(made, number) for made, number in people)
    stages = {"comes": comes, "stays": stays, "playing": _find_seated(running.get(number=1)), "over": was_there}
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
    Club.objects.filter(pk=club.pk).update(iban="AT022011100003429660")
    secret = give_links(club, [person], "states-own-page", STAFF)[person.pk]
    set_page_public(person, STAFF, public=True)
    return {"own_page": secret, **_create_messages(person)}


def _create_messages(person: Person) -> dict[str, str]:
    """Two addresses of somebody, one of them new, and messages of each kind of state; the paths of their pages."""
    address = add_address(person, "mail", "anna.maier@example.org", STAFF, agreed=True)
    new = add_address(person, "mail", "anna@gasthaus.example.org", STAFF, agreed=False)
    for number, state in enumerate(Message.State.values):
        row = {"kind": "place", "key": f"states {number}", "text": "Du spielst mit.", "at": now(), "due": now()}
        Message.objects.create(address=address, state=state, answer="550" if state == "failed" else "", **row)
    return {"message_choice": build_choice_path(address), "message_confirmation": build_choice_path(new)}


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
        companions = [Companion("Rosa Neubacher")] if number == 8 else []
        submit_application(opened, f"states-{number}", name, "", details, companions=companions)
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


def _create_cancelled() -> Tournament:
    """A tournament in twelve days that was cancelled; two of five have paid."""
    day = frozen_clock.NOW.date() + timedelta(days=12)
    made = create_made_up("states-cancelled", "Maibaumturnier", day, Settings())
    acts.change_invitation(made.pk, "states-cancelled-1", InvitationDetails(place="Linde", is_public=True), STAFF)
    acts.enter(made.pk, "states-cancelled-2", [Newcomer(name) for name in NAMES[:5]], (), STAFF)
    entrants = list(Entrant.objects.filter(tournament=made).values_list("pk", flat=True))
    round_ = acts.open_round(made, "states-cancelled-3", STAFF)
    acts.change_entries(round_, "states-cancelled-4", entrants, (), STAFF)
    acts.pay(round_, "states-cancelled-5", entrants[:2], STAFF)
    acts.cancel(made, "states-cancelled-6", "Der Saal steht unter Wasser.", STAFF)
    return made


def _create_on_paper() -> RoundTable:
    """A tournament whose tables are laid and write on paper: what the first one came to is typed in."""
    made = create_made_up("states-laid", "Wirtshausturnier", frozen_clock.NOW.date(), Settings())
    round_ = draw_tables(made)
    tables = RoundTable.objects.filter(round=round_).select_related("round__tournament", "game_table")
    acts.enter_end_totals(tables.get(number=1), "states-6", (75, -45, -36, 6), (0, 1), STAFF)
    return tables.get(number=2)
