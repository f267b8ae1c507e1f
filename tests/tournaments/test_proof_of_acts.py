"""Whatever is changed above the table behind the program's back, the proof names it, on SQLite and PostgreSQL."""

import json

import pytest
from django.db import connection, transaction

from scoring import append_only
from scoring.proof import Finding, verify
from scoring.proof.acts import owners_of, prove_acts
from scoring.sealing import CHAINS
from tarockclub.accounts import change_rights
from tarockclub.models import Person
from tarockclub.persons import own_club
from tests.scoring.held import Away, decided, dreier_of
from tests.scoring.tables import new_table
from tests.scoring.test_marks import entered, said
from tests.support.accounts import new_account
from tests.tournaments import made
from tests.tournaments.made import new_key
from tests.tournaments.standings.played import over
from tournaments.acts import said_by
from tournaments.draw.publishing import publish as publish_draw
from tournaments.draw.services import draft
from tournaments.models import Act, RoundTable, Tournament
from tournaments.people.applying import apply, decide, open_link
from tournaments.people.entering import Newcomer
from tournaments.people.merging import merge
from tournaments.people.rounds import pay
from tournaments.rulings.deciding import Wanted
from tournaments.rulings.services import rule
from tournaments.season.events import WantedEvent, add_event, add_tournament
from tournaments.season.making import Wanted as WantedSeason
from tournaments.season.making import new_season
from tournaments.season.results_writing import Typed, write_results
from tournaments.season.settings import Settings as SeasonSettings
from tournaments.standings.prizes import add_prize
from tournaments.standings.publishing import publish, sign_of
from tournaments.standings.stand import stand_of
from tournaments.standings.standing import standings_of

pytestmark = pytest.mark.django_db


def a_club() -> None:
    """A club in which nearly everything has happened: a tournament, a season, marks, a held hand, roles, a merge."""
    change_rights(new_account("secretary"), role="director", active=True)
    of = made.tournament()
    entrants = made.people(of, 8)
    open_link(of.pk, new_key())
    of.refresh_from_db()
    decide(apply(of, new_key(), "Gerti"), new_key(), "declined")
    round_ = made.round_(of, entrants)
    pay(round_, new_key(), [one.pk for one in entrants[:3]])
    publish_draw(round_, new_key(), draft(round_, new_key()).number)
    round_.refresh_from_db()
    one, other = (
        RoundTable.objects.filter(round=round_).select_related("round__tournament", "game_table").order_by("number")
    )
    add_prize(of.pk, new_key(), 1, "Geschenkkorb", 4000)
    over(round_, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    rule(one, new_key(), Wanted("Es bleibt so.", "Friederike", goes_on=False, sure=True))
    rule(one, new_key(), Wanted("Doch nicht.", "Friederike", goes_on=False, sure=True, corrects=1))
    publish(of.pk, new_key(), 1, sign_of(standings_of(stand_of(Tournament.objects.get(pk=of.pk))), 1))
    season = new_season(new_key(), own_club(), WantedSeason("Jahrescup", SeasonSettings()))
    add_tournament(season, new_key(), of)
    typed = add_event(season, new_key(), WantedEvent("Herbstturnier", players=8))
    write_results(typed, new_key(), [Typed(Newcomer(f"Cup {rank}"), rank) for rank in (1, 2, 3)])
    table = new_table()
    phone = Away(table)
    late = phone.enter(dreier_of(0))
    assert said(table, entered(table), "fits").name == "MARKED"
    phone.send(late)
    decided(table, late.key, "drop")
    first, second = Person.objects.filter(club=own_club(), name__startswith="Cup").order_by("pk")[:2]
    merge(first, second)


def of_act(change: str) -> str:
    """The statement that changes an act of the tournament."""
    return f"UPDATE tournaments_act SET {change} WHERE sequence = 4"


def swapped_winner() -> str:
    """The statement that lets the second of the published result be its winner."""
    result = Act.objects.get(kind="result")
    rows = said_by(result)["rows"]
    rows[0][1], rows[1][1] = rows[1][1], rows[0][1]
    told = json.dumps({**said_by(result), "rows": rows}, separators=(",", ":"), sort_keys=True)
    assert told != result.said
    return f"UPDATE tournaments_act SET said = '{told}' WHERE id = {result.pk}"


def statements() -> dict[str, tuple[str, str]]:
    """What is done behind the program's back, and the code of what must be found."""
    last = Act.objects.order_by("-sequence").values_list("sequence", flat=True)[0]
    return {
        "an act of the tournament says something else": (
            of_act("said = '{}'"),
            "act_hash",
        ),
        "who has done it": (of_act("device = 'other'"), "act_hash"),
        "when it was done": (
            of_act("at = '2001-01-01 00:00:00+00:00'"),
            "act_hash",
        ),
        "a reason": (
            of_act("note_id = (SELECT min(id) FROM tarockclub_note)"),
            "act_hash",
        ),
        "what an act has left": (of_act("state = '{}'"), "act_hash"),
        "winner and second of a published result": (swapped_winner(), "act_hash"),
        "two acts that changed places": (
            f"{of_act('sequence = 99')}; UPDATE tournaments_act SET sequence = 4 WHERE sequence = 5;"
            " UPDATE tournaments_act SET sequence = 5 WHERE sequence = 99",
            "act_previous",
        ),
        "an act that is gone": ("DELETE FROM tournaments_act WHERE sequence = 4", "act_missing"),
        "the last act that is gone": (f"DELETE FROM tournaments_act WHERE sequence = {last}", "act_missing"),
        "the count of acts": ("UPDATE tournaments_tournament SET version = version - 1", "act_count"),
        "the hash before": (of_act("previous_hash = hash"), "act_previous"),
        "a ruling that is gone": ("DELETE FROM tournaments_ruling WHERE number = 2", "left_rulings"),
        "the words of a ruling": (
            "UPDATE tarockclub_note SET text = 'Gustav zahlt.' WHERE text = 'Es bleibt so.'",
            "left_rulings",
        ),
        "the words of a ruling with their digest": (
            "UPDATE tournaments_ruling SET text_id = decided_by_id WHERE number = 1",
            "left_rulings",
        ),
        "who has decided": (
            "UPDATE tarockclub_note SET text = 'Gustav' WHERE text = 'Friederike'",
            "left_rulings",
        ),
        "who sits where in a draw": (
            "UPDATE tournaments_draw SET seating = replace(seating, '[[', '[ [')",
            "left_draws",
        ),
        "the value of a prize": ("UPDATE tournaments_prize SET cents = 1", "left_prizes"),
        "a prize that is gone": ("DELETE FROM tournaments_prize", "left_prizes"),
        "a prize that came": (
            "INSERT INTO tournaments_prize (tournament_id, number, name, cents)"
            " SELECT tournament_id, 9, 'Auto', 0 FROM tournaments_prize",
            "left_prizes",
        ),
        "who has paid": ("UPDATE tournaments_presence SET paid = 900", "left_presences"),
        "who is there": ("UPDATE tournaments_presence SET state = 'no_show'", "left_presences"),
        "a fee that is owed no more": ("UPDATE tournaments_presence SET debt = 'waived'", "left_presences"),
        "the settings": ("UPDATE tournaments_tournament SET settings = replace(settings, ':', ': ')", "left_settings"),
        "the seed": ("UPDATE tournaments_tournament SET seed = '0'", "left_settings"),
        "the end": ("UPDATE tournaments_tournament SET ended = made", "left_settings"),
        "a start number": ("UPDATE tournaments_entrant SET number = 99 WHERE number = 8", "left_entrants"),
        "who was withdrawn": ("UPDATE tournaments_entrant SET withdrawn = entered", "left_entrants"),
        "who was declined": ("UPDATE tournaments_application SET decided_as = 'taken'", "left_applications"),
        "a round that goes on": ("UPDATE tournaments_round SET closed = NULL", "left_rounds"),
        "a table that is not done": ("UPDATE tournaments_roundtable SET done = NULL", "left_tables"),
        "a table that does not count": ("UPDATE tournaments_roundtable SET counts = NOT counts", "left_tables"),
        "a table's clock": (
            "UPDATE scoring_gametable SET clock = replace(clock, ':', ': ') WHERE clock <> ''",
            "left_clocks",
        ),
        "an act of the season": ("UPDATE tournaments_seasonact SET said = '{}' WHERE sequence = 2", "act_hash"),
        "the season's seed": (
            "UPDATE tournaments_season SET seed = '0'",
            "left_settings",
        ),
        "what counts in the season": ("UPDATE tournaments_seasonevent SET kind = 'final'", "left_events"),
        "points of the season": ("UPDATE tournaments_seasonresult SET points = 4711 WHERE rank = 2", "left_points"),
        "two ranks of the season": (
            "UPDATE tournaments_seasonresult SET rank = 9 - rank",
            "left_points",
        ),
        "a mark": ("UPDATE scoring_mark SET kind = 'disputed'", "left_marks"),
        "a mark that is gone": ("DELETE FROM scoring_mark", "left_marks"),
        "a mark that is gone with its act": (
            "DELETE FROM scoring_mark; DELETE FROM scoring_tableact WHERE kind = 'mark'",
            "act_missing",
        ),
        "a hand that came late": ("UPDATE scoring_heldhand SET fields = '{}'", "left_held_hands"),
        "what was decided about it": ("UPDATE scoring_heldhand SET decided_as = 'same'", "left_held_hands"),
        "a role": ("UPDATE tarockclub_account SET role = 'secretary'", "left_accounts"),
        "who may log in": ("UPDATE tarockclub_account SET is_active = NOT is_active", "left_accounts"),
        "somebody who was merged": ("UPDATE tarockclub_person SET merged_into_id = NULL", "left_merged"),
        "whom somebody was merged with": (
            "UPDATE tarockclub_person SET merged_into_id = (SELECT min(id) FROM tarockclub_person)"
            " WHERE merged_into_id IS NOT NULL",
            "left_merged",
        ),
        "an act of the club": ("UPDATE tarockclub_clubact SET said = '{}' WHERE sequence = 2", "act_hash"),
    }


def off() -> list[Finding]:
    """What is off in the acts, and in what they have left."""
    owners = [(chain, owner) for chain in CHAINS.values() for owner in owners_of(chain)]
    return [finding for chain, owner in owners for finding in prove_acts(chain, owner).findings]


def found_after(statement: str) -> dict[str, str]:
    """The codes that the proof finds after a statement, each with a sentence; nothing stays of it."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                for one in statement.split("; "):
                    cursor.execute(one)
            findings = {one.code: one.sentence for one in off()}
            raise _UndoneError
    except _UndoneError:
        return findings


class _UndoneError(Exception):
    """Nothing of it stays."""


def test_every_kind_of_change_above_the_table_is_found_and_nothing_where_nothing_was_changed():
    a_club()
    assert verify() == []
    connection.check_constraints()
    append_only.remove(connection)
    wanted = {what: code for what, (_, code) in statements().items() if code}
    found = {what: found_after(statement) for what, (statement, code) in statements().items() if code}
    assert {what: code for what, code in wanted.items() if code not in found[what]} == {}
    append_only.install(connection)
    assert verify() == []
