"""Hands, typed sheets, chips and seats of a published round are corrected: each with one reason and one publication."""

import pytest
from django.urls import reverse

from scoring.book.audit import compute_proof
from scoring.models import Entry, GameTable, Sitting
from tests.scoring.support.tables import book_of
from tests.support.shared_rows import share_rows
from tests.tournaments.around.correcting.test_totals_in_ledger import begin_round, correct, get_page, list_numbers
from tests.tournaments.hall.clock.rounds import stop_time
from tests.tournaments.results.standings.played_tables import finish_table, play_hand, published, solo
from tests.tournaments.support import acts, factories
from tests.tournaments.support.cup import table_at
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import Kind
from tournaments.hall.desk.chips import find_last_count
from tournaments.models import Act, Tournament
from tournaments.results.standings.editions import load_standing_editions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]


@share_rows
def tournament():
    """Eight people with play money: round 1 was played on phones and published, round 2 has begun."""
    with stop_time():
        of = factories.tournament(start=5000, stake=100, replacement=5000, double_round=False)
        factories.people(of, 8)
        first = begin_round(of)
        for number in (1, 2):
            play_hand(table_at(first, number), solo(0))
            play_hand(table_at(first, number), solo(1))
            acts.end_time(first, new_key(), table=table_at(first, number))
            finish_table(table_at(first, number))
        published(of, 1)
        begin_round(of)
    return of


def game_of(of, number=1):
    """The game table of a table of round 1."""
    return GameTable.objects.get(pk=table_at(of.rounds.get(number=1), number).game_table_id)


def list_capitals(of, edition):
    """The play money of the players of table 1 in an edition of round 1, by start number."""
    editions = [each for each in load_standing_editions(Tournament.objects.get(pk=of.pk)) if each.of == 1]
    numbers = dict(of.entrants.values_list("pk", "number"))
    rows = {numbers[row.entrant]: (row.start + row.gain) // 600 for row in editions[edition - 1].rows}
    return [rows[number] for number in (1, 2, 3, 4)]


def test_the_page_leads_straight_to_the_hand_and_the_director_is_not_sent_to_himself(director, tournament):
    html = director.get(get_page(tournament)).content.decode()
    (first, second) = book_of(game_of(tournament)).played
    for line in (first, second):
        assert f'href="{reverse("correct", args=[game_of(tournament).slug, line.number])}"' in html
    page = director.get(reverse("deal", args=[game_of(tournament).slug, first.number])).content.decode()
    assert "Nur die Turnierleitung" not in page
    table = director.get(reverse("table", args=[game_of(tournament).slug])).content.decode()
    assert get_page(tournament) in table
    assert "Nur die Turnierleitung" not in table


def test_a_hand_is_corrected_with_one_reason_which_also_publishes_the_new_edition(director, tournament):
    (line, _second) = book_of(game_of(tournament)).played
    address = reverse("change", args=[game_of(tournament).slug])
    page = director.get(reverse("correct", args=[game_of(tournament).slug, line.number]))
    assert "data-apply" not in page.content.decode()  # its button leads to the page that shows what else changes
    form = page.context["posted"]
    sent = {**form, "p0-result": "lost", "what": "correct", "line": str(line.number), "why": "vertippt"}
    looked = director.post(address, {name: value for name, value in sent.items() if value is not None})
    assert looked.status_code == 200, (form, looked.context.get("problems"))
    assert list_numbers(tournament) == {1: 1}
    moves = {move.name: (move.was, move.becomes) for move in looked.context["around"]["effects"].moves}
    assert moves["Spieler 1"] == ("58,00", "34,00")
    applied = {**dict(looked.context["fields"]), "why": "vertippt", "confirm": "1"}
    applied |= {"key": looked.context["key"], "seen": str(looked.context["seen"])}
    shown = looked.content.decode()
    assert "Sieg: Runde 1" in shown
    assert shown.index("Sieg: Runde 1") < shown.index('class="moves"')
    assert "Nach Runde 1" not in shown  # the ranks below are those of the round alone
    assert director.post(address, applied)["Location"] == f"{reverse('results', args=[tournament.slug])}?saved=1"
    assert (list_capitals(tournament, 1), list_capitals(tournament, 2)) == ([58, 58, 42, 42], [34, 66, 50, 50])
    reasons = [act.note.text for act in Act.objects.filter(kind__in=(Kind.CORRECTED, Kind.RESULT)) if act.note]
    assert reasons == ["vertippt", "vertippt"]
    assert compute_proof(None).findings == []


@pytest.mark.heavy_but("so 1 --capitals0")
@pytest.mark.parametrize(
    ("typed", "capitals"), [("so 1 -", [34, 66, 50, 50]), ("0", [46, 62, 46, 46]), ("", [46, 62, 46, 46])]
)
def test_a_line_of_a_typed_sheet_is_corrected_in_its_own_shorthand(director, tournament, typed, capitals):
    (line, _second) = book_of(game_of(tournament)).played
    sent = {"kind": "sheet", f"line-{line.number}": typed}
    looked, applied = correct(director, tournament, sent, why="Unleserlich")
    assert applied.status_code == 302, applied.context["problem"]
    assert looked.context["effects"].editions == 1
    assert list_capitals(tournament, 2) == capitals
    assert list_numbers(tournament) == {1: 2}


@pytest.mark.parametrize(("typed", "says"), [("so 9 -", "so 9 -"), ("so 1 +", "nichts ändern")])
def test_a_line_that_cannot_be_read_or_says_the_same_is_refused(director, tournament, typed, says):
    (line, _second) = book_of(game_of(tournament)).played
    sent = {"kind": "sheet", f"line-{line.number}": typed, "key": new_key()}
    answer = director.post(get_page(tournament), sent)
    assert answer.status_code == 400
    assert says in answer.context["problem"]


def test_two_who_were_taken_for_each_other_get_what_the_other_had(director, tournament):
    sent = {"kind": "seat", "seat": ["0", "2"]}
    looked, applied = correct(director, tournament, sent, why="Namen verwechselt")
    assert applied.status_code == 302
    assert looked.context["effects"].editions == 1
    assert list_capitals(tournament, 2) == [42, 58, 58, 42]
    assert director.post(get_page(tournament), {"kind": "seat", "seat": "0", "key": new_key()}).status_code == 400
    assert compute_proof(None).findings == []


def test_chips_that_were_miscounted_are_counted_again_and_no_result_changes(director, tournament):
    sittings = Sitting.objects.filter(table=game_of(tournament)).order_by("place").values_list("pk", flat=True)
    sent = {f"chips-{sitting}": chips for sitting, chips in zip(sittings, ("57", "59", "42", "42"), strict=True)}
    looked, applied = correct(director, tournament, {"kind": "chips", **sent}, why="verzählt")
    assert applied.status_code == 302
    assert (looked.context["effects"].moves, looked.context["effects"].editions) == ((), 0)
    count = find_last_count(table_at(tournament.rounds.get(number=1), 1))
    assert count is not None
    assert list(count.chips.values()) == [5700, 5900, 4200, 4200]
    assert list_numbers(tournament) == {1: 1}


def test_players_and_the_secretary_correct_nothing_at_a_table_that_is_done(secretary, client, tournament):
    (line, _second) = book_of(game_of(tournament)).played
    for person in (secretary, client):
        sent = {"what": "strike", "line": str(line.number), "reason": "so", "confirm": "1", "key": new_key()}
        sent["seen"] = str(game_of(tournament).last_sequence)
        assert person.post(reverse("change", args=[game_of(tournament).slug]), sent).status_code == 403
        assert person.post(get_page(tournament), {"kind": "seat", "key": new_key()}).status_code != 200
    assert not Entry.objects.filter(kind=Entry.Kind.STRIKE).exists()


@pytest.mark.heavy_but("sent1")
@pytest.mark.parametrize(
    "sent",
    [{"kind": "seat", "seat": ["0", "2"]}, {"kind": "sheet", "first": "so 1 -"}, {"kind": "sheet", "first": ""}],
)
def test_the_last_correction_is_taken_back_in_the_same_way(director, tournament, sent):
    first = book_of(game_of(tournament)).played[0].number
    sent = {f"line-{first}" if name == "first" else name: value for name, value in sent.items()}
    assert director.get(f"{get_page(tournament)}?kind=back").context["kind"] == "hand"  # there is nothing yet
    correct(director, tournament, sent, why="verwechselt")
    assert list_capitals(tournament, 2) != list_capitals(tournament, 1)
    looked, applied = correct(director, tournament, {"kind": "back"}, why="war doch richtig")
    assert "verwechselt" in looked.content.decode()
    assert applied.status_code == 302
    assert list_capitals(tournament, 3) == list_capitals(tournament, 1)
    assert compute_proof(None).findings == []
