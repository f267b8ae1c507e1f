"""Whatever is changed above the table behind the program's back, the proof names it, on SQLite and PostgreSQL."""

import io
import json

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.urls import reverse

from scoring.book.audit import Finding, verify
from scoring.book.audit.chains import list_owners, prove_acts
from scoring.book.ledger import triggers
from tarockclub.kit.hash_chain import compute_link
from tarockclub.models import Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.act_chain import CHAINS, build_act_facts, format_chain_name
from tests.scoring.support.tampering import behind_the_back
from tests.support import pdf
from tests.support.accounts import log_in, make_account
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.season_events import a_club
from tournaments.core.acts import parse_content
from tournaments.core.sealed_rows import TOURNAMENT, format_head
from tournaments.models import Act, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]


def of_act(change: str) -> str:
    """The statement that changes an act of the tournament."""
    return f"UPDATE tournaments_act SET {change} WHERE sequence = 4"


def swapped_winner() -> str:
    """The statement that lets the second of the published result be its winner."""
    result = Act.objects.get(kind="result")
    rows = parse_content(result)["rows"]
    rows[0][1], rows[1][1] = rows[1][1], rows[0][1]
    told = json.dumps({**parse_content(result), "rows": rows}, separators=(",", ":"), sort_keys=True)
    assert told != result.said
    return f"UPDATE tournaments_act SET said = '{told}' WHERE id = {result.pk}"


# What is done behind the program's back, and the code of what must be found.
IN_A_TOURNAMENT: dict[str, tuple[str, str]] = {
    "a ruling that is gone": ("DELETE FROM tournaments_ruling WHERE number = 2", "left_rulings"),
    "the words of a ruling": (
        "UPDATE tarockclub_note SET text = 'Gustav zahlt.' WHERE text = 'Es bleibt so.'",
        "left_rulings",
    ),
    "the words of a ruling with their digest": (
        "UPDATE tournaments_ruling SET text_id = decided_by_id WHERE number = 1",
        "left_rulings",
    ),
    "who has decided": ("UPDATE tarockclub_note SET text = 'Gustav' WHERE text = 'Friederike'", "left_rulings"),
    "who sits where in a draw": ("UPDATE tournaments_draw SET seating = replace(seating, '[[', '[ [')", "left_draws"),
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
}
ELSEWHERE: dict[str, tuple[str, str]] = {  # in seasons, at tables, in the club
    "an act of the season": ("UPDATE tournaments_seasonact SET said = '{}' WHERE sequence = 2", "act_hash"),
    "the season's seed": ("UPDATE tournaments_season SET seed = '0'", "left_settings"),
    "what counts in the season": ("UPDATE tournaments_seasonevent SET kind = 'final'", "left_events"),
    "points of the season": ("UPDATE tournaments_seasonresult SET points = 4711 WHERE rank = 2", "left_points"),
    "two ranks of the season": ("UPDATE tournaments_seasonresult SET rank = 9 - rank", "left_points"),
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
    "an entry of the club's log": ("UPDATE tarockclub_logentry SET said = '{}' WHERE sequence = 1", "act_hash"),
    "whom an entry concerns": ("UPDATE tarockclub_logentry SET about_id = NULL WHERE about_id IS NOT NULL", "act_hash"),
    "an entry that is gone": ("DELETE FROM tarockclub_logentry WHERE sequence = 1", "act_missing"),
    "the last entry that is gone": (
        "DELETE FROM tarockclub_logentry WHERE sequence = (SELECT entries FROM tarockclub_clublog)",
        "act_missing",
    ),
    "all entries that are gone": ("DELETE FROM tarockclub_logentry", "act_missing"),
    "the count of entries": ("UPDATE tarockclub_clublog SET entries = entries - 1", "act_count"),
    "an act of the club": ("UPDATE tarockclub_clubact SET said = '{}' WHERE sequence = 2", "act_hash"),
}


def list_changes() -> dict[str, tuple[str, str]]:
    """Return all that is done behind the program's back, with the codes: first to the acts of the tournament."""
    last = Act.objects.order_by("-sequence").values_list("sequence", flat=True)[0]
    return {
        "an act of the tournament says something else": (of_act("said = '{}'"), "act_hash"),
        "who has done it": (of_act("device = 'other'"), "act_hash"),
        "when it was done": (of_act("at = '2001-01-01 00:00:00+00:00'"), "act_hash"),
        "a reason": (of_act("note_id = (SELECT min(id) FROM tarockclub_note)"), "act_hash"),
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
        **IN_A_TOURNAMENT,
        **ELSEWHERE,
    }


def off() -> list[Finding]:
    """Return the findings about the acts, and about what they have left."""
    owners = [(chain, owner) for chain in CHAINS.values() for owner in list_owners(chain)]
    return [finding for chain, owner in owners for finding in prove_acts(chain, owner).findings]


def found_after(statement: str) -> dict[str, str]:
    """The codes that the proof finds after a statement, each with a sentence; nothing stays of it."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                for command in statement.split("; "):
                    cursor.execute(command)
            findings = {finding.code: finding.sentence for finding in off()}
            raise _UndoneError
    except _UndoneError:
        return findings


class _UndoneError(Exception):
    """Nothing of it stays."""


def test_every_kind_of_change_above_the_table_is_found_and_nothing_where_nothing_was_changed():
    a_club()
    assert verify() == []
    connection.check_constraints()
    triggers.remove_triggers(connection)
    found = {what: (code, found_after(statement)) for what, (statement, code) in list_changes().items()}
    assert {what: code for what, (code, codes) in found.items() if code not in codes} == {}
    triggers.install_triggers(connection)
    assert verify() == []


def new_prize(of: Tournament) -> None:
    """One act more."""
    acts.add_prize(of, new_key(), 0, "Schinken", 1500)


def test_what_was_changed_behind_the_programs_back_is_found_also_after_acts_that_change_the_same_rows():
    of = factories.tournament()
    new_prize(of)
    behind_the_back("UPDATE tournaments_prize SET cents = 1")
    new_prize(of)
    assert [finding.code for finding in verify()] == ["left_prizes"]


def test_a_log_that_cannot_be_read_is_one_finding_and_hides_no_other():
    broken, changed = factories.tournament(), factories.tournament()
    new_prize(broken)
    new_prize(changed)
    behind_the_back(
        f"UPDATE tournaments_act SET state = 'x' WHERE tournament_id = {broken.pk}",
        f"UPDATE tournaments_prize SET cents = 1 WHERE tournament_id = {changed.pk}",
    )
    assert [finding.code for finding in verify()] == ["act_unreadable", "left_prizes"]


def test_an_act_forged_with_its_own_hash_is_found_by_the_one_after_it_and_the_last_one_by_the_head_on_paper():
    of = factories.tournament()
    new_prize(of)
    new_prize(of)
    paper = format_head(of.acts.get(sequence=3))
    assert told_of(paper) == 0
    for sequence, found in ((2, ["act_previous"]), (3, [])):
        forged = of.acts.get(sequence=sequence)
        forged.device = "other"
        digest = compute_link(
            bytes(forged.previous_hash), build_act_facts(forged, format_chain_name(TOURNAMENT, of.pk))
        )
        with transaction.atomic():
            change = "UPDATE tournaments_act SET device = 'other', hash = %(hash)s WHERE id = %(id)s"
            behind_the_back(change, hash=digest, id=forged.pk)
            assert ([finding.code for finding in verify()], told_of(paper)) == (found, 1)
            transaction.set_rollback(True)


def test_the_last_act_cut_off_with_everything_that_it_has_left_is_found_by_the_head_on_paper():
    of = factories.tournament()
    new_prize(of)
    before, paper = format_head(of.acts.get(sequence=1)), format_head(of.acts.get(sequence=2))
    behind_the_back(
        "DELETE FROM tournaments_prize",
        "DELETE FROM tournaments_act WHERE sequence = 2",
        "UPDATE tournaments_tournament SET version = 1",
    )
    assert verify() == []
    assert (told_of(before), told_of(paper)) == (0, 1)


def told_of(head: str) -> int:
    """The exit code of verify_ledger for a head from a paper."""
    try:
        call_command("verify_ledger", "--head", head, stdout=io.StringIO())
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_the_paper_of_a_published_result_shows_its_head():
    a_club()
    of = Tournament.objects.get()
    answer = log_in(make_account("director")).get(reverse("round_paper", args=[of.slug, 1, "result"]))
    assert f"Kopf: {format_head(Act.objects.get(kind='result'))}" in pdf.extract_text(answer.content)


def test_people_who_are_erased_leave_everything_provable():
    a_club()
    people = list(Person.objects.filter(account=None, merged_into=None))
    for person in people:
        erase(person)
    assert not Person.objects.filter(pk__in=[person.pk for person in people], erased=None).exists()
    assert verify() == []
