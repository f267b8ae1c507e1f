"""A typed end total is corrected after its round is published and the next one has begun: place points follow."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.audit import compute_proof
from scoring.models import Entry, GameTable
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.scoring.support.tables import book_of
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import stop_time
from tests.tournaments.results.standings.played_tables import published, started
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tests.tournaments.support.cup import table_at
from tests.tournaments.support.factories import new_key
from tournaments.around.correcting.correction import load_newest_editions
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.formats.library import find_format
from tournaments.core.rules.ranking import PARTS
from tournaments.core.selectors import load_settings
from tournaments.core.settings import encode_settings
from tournaments.hall.draw.values import DrawTable
from tournaments.hall.rulings.actions import TRANSFER
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Prize, RoundTable, Tournament
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.editions import load_season_editions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]
POINT = 6


@share_rows
def tournament():
    """Eight people in the format Tirol bis 2018: round 1 from paper and published, round 2 begun."""
    with stop_time():
        tirol = find_format("tirol")
        assert tirol is not None
        of = factories.tournament(**tirol.settings._asdict())
        factories.people(of, 8)
        first = begin_round(of)
        for number, points in enumerate(((10, 4, -6, -8), (7, 3, -1, -9)), 1):
            acts.enter_end_totals(table_at(first, number), new_key(), [POINT * point for point in points])
            acts.close_table(table_at(first, number), new_key(), confirmed=True)
        published(of, 1)
        begin_round(of)
    return of


def begin_round(of):
    """The next round, drawn in the order of start numbers, and started."""
    round_ = factories.round_(of)
    people = list(of.entrants.order_by("number").values_list("pk", flat=True))
    draft = acts.type_in(round_, new_key(), [DrawTable(tuple(people[at : at + 4]), 1) for at in (0, 4)])
    acts.publish_draw(round_, new_key(), draft.number)
    return started(round_)


def list_rows(of, edition):
    """The first rows of an edition of round 1: start number, rank, score, place points."""
    editions = [each for each in load_standing_editions(Tournament.objects.get(pk=of.pk)) if each.of == 1]
    numbers = dict(of.entrants.values_list("pk", "number"))
    rows = editions[edition - 1].rows
    return {numbers[row.entrant]: (row.rank, row.written // POINT, row.points // PARTS) for row in rows}


def list_numbers(of):
    """The numbers of the editions that count, by round or 0."""
    return {scope: edition.number for scope, edition in load_newest_editions(of).items()}


def get_page(of, table=1):
    return reverse("desk_correct", args=[of.slug, 1, table])


def type_totals(*points, table=1):
    return {f"t{table}-a{place}": str(point) for place, point in enumerate(points)} | {"kind": "totals"}


def correct(client, of, sent, **more):
    """Look at what a correction would change, and then apply it, as the buttons of the page do."""
    looked = client.post(get_page(of), {"key": new_key(), **sent, **more})
    assert looked.status_code == 200, looked.context
    shown = {"shown": looked.context["shown"], "key": looked.context["key"]}
    return looked, client.post(get_page(of), {**sent, **more, **shown, "confirm": "1"})


def test_the_winner_keeps_the_place_points_after_a_correction_and_one_tap_publishes_the_new_edition(
    director, tournament
):
    looked, applied = correct(director, tournament, type_totals(10, -6, 4, -8), why="Verrutscht")
    assert applied.status_code == 302, applied.context["problem"]
    assert applied["Location"] == f"{reverse('results', args=[tournament.slug])}?saved=1"
    assert list_rows(tournament, 1)[2] == (3, 4, 40)
    assert {number: list_rows(tournament, 2)[number] for number in (1, 2, 3)} == {
        1: (1, 10, 60),
        2: (6, -6, 20),
        3: (3, 4, 40),
    }
    assert [act.note.text for act in Act.objects.filter(kind__in=(Kind.CORRECTED, Kind.RESULT)) if act.note] == [
        "Verrutscht",
        "Verrutscht",
    ]
    assert looked.context["effects"].editions == 1
    assert compute_proof(None).findings == []


def test_the_preview_says_what_changes_and_writes_nothing(director, tournament):
    before = (Entry.objects.count(), Act.objects.count())
    looked = director.post(get_page(tournament), {"key": new_key(), **type_totals(10, -6, 4, -8)})
    assert (Entry.objects.count(), Act.objects.count()) == before
    assert looked.context["effects"].winners == ()
    turned = director.post(get_page(tournament), {"key": new_key(), **type_totals(-6, 4, 10, -8)})
    assert turned.context["effects"].winners == (
        ("Alle Runden", "Spieler 1", "Spieler 3"),
        ("Runde 1", "Spieler 1", "Spieler 3"),
    )
    moves = {move.name: move.ranks for move in looked.context["effects"].moves}
    assert moves["Spieler 2"] == (3, 6)
    assert moves["Spieler 3"] == (6, 3)
    assert "Spieler 1" not in moves
    assert "Fassung 2" in looked.content.decode()
    assert RoundTable.objects.filter(done=None).count() == 2


def test_the_pencil_at_a_typed_total_leads_to_the_correction_of_the_table(director, tournament):
    game = GameTable.objects.get(pk=table_at(tournament.rounds.get(number=1), 1).game_table_id)
    [line] = book_of(game).played
    page = reverse("deal", args=[game.slug, line.number])
    assert f'href="{get_page(tournament)}"' in director.get(page).content.decode()
    assert get_page(tournament) not in Client().get(page).content.decode()


def strike_or_restore(client, of, what, why="falscher Tisch"):
    """The only line of table 1, through the preview of its own page; the answers of looking and of applying."""
    table = table_at(of.rounds.get(number=1), 1)
    game = GameTable.objects.get(pk=table.game_table_id)
    address, (line,) = reverse("change", args=[game.slug]), book_of(game).played
    sent = {"what": what, "line": str(line.number)}
    looked = client.post(address, sent)
    shown = {"key": looked.context["key"], "seen": str(looked.context["seen"]), "confirm": "1", "reason": why}
    return looked, client.post(address, {**sent, **shown})


def test_striking_the_only_line_asks_first_and_can_be_taken_back(director, tournament):
    before = list_rows(tournament, 1)
    looked, applied = strike_or_restore(director, tournament, "strike")
    assert "Das ist die einzige Zeile dieses Tisches" in looked.content.decode()
    assert applied.status_code == 302
    assert [list_rows(tournament, 2)[number][2] for number in (1, 2, 3, 4)] == [0, 0, 0, 0]
    looked, applied = strike_or_restore(director, tournament, "restore", "doch der richtige")
    assert "einzige Zeile" not in looked.content.decode()
    assert applied.status_code == 302
    assert list_rows(tournament, 3) == before
    assert compute_proof(None).findings == []


def test_struck_totals_are_typed_anew_on_the_page_of_the_correction(director, tournament):
    strike_or_restore(director, tournament, "strike")
    assert "gestrichen" in director.get(get_page(tournament)).content.decode()
    correct(director, tournament, type_totals(10, 4, -6, -8), why="Verrutscht")
    assert list_rows(tournament, 3) == list_rows(tournament, 1)


def test_places_follow_from_what_counts_also_where_only_a_ruling_moved_the_points(director, tournament):
    strike_or_restore(director, tournament, "strike")
    table = table_at(tournament.rounds.get(number=1), 1)
    amounts = tuple(POINT * point for point in (10, 4, -6, -8))
    game = GameTable.objects.get(pk=table.game_table_id)
    acts.record_ruling(
        table, new_key(), "vom Zettel", deed=TRANSFER, amounts=amounts, sure=True, seen=game.last_sequence
    )
    row = Tournament.objects.get(pk=tournament.pk)
    lines = load_standings(load_progress(row), EVERYBODY).list_lines(1)
    assert {line.player.number: line.points // PARTS for line in lines if line.table == 1} == {
        1: 60,
        2: 40,
        3: 20,
        4: 0,
    }


def test_a_second_tap_changes_nothing_and_says_so(director, tournament):
    sent = {**type_totals(10, -6, 4, -8), "why": "Verrutscht"}
    looked = director.post(get_page(tournament), {"key": new_key(), **sent})
    sent |= {"shown": looked.context["shown"], "key": looked.context["key"], "confirm": "1"}
    for _tap in range(2):
        assert director.post(get_page(tournament), sent).status_code == 302
    assert Entry.objects.filter(kind=Entry.Kind.END_TOTALS).count() == 3
    assert Act.objects.filter(kind=Kind.RESULT).count() == 2


@pytest.mark.parametrize("typed", [(10, -6, 4, -8), (4, 10, -6, -8)])
def test_what_a_page_has_not_shown_is_shown_before_it_is_written(director, tournament, typed):
    looked = director.post(get_page(tournament), {"key": new_key(), **type_totals(10, -6, 4, -8)})
    shown = {"shown": looked.context["shown"] if typed == (4, 10, -6, -8) else "", "why": "Verrutscht"}
    answer = director.post(get_page(tournament), {"key": new_key(), **type_totals(*typed), **shown, "confirm": "1"})
    assert answer.status_code == 200
    assert answer.context["effects"].moves
    assert Entry.objects.filter(kind=Entry.Kind.END_TOTALS).count() == 2


def test_what_was_seen_before_somebody_else_changed_it_is_shown_again(director, tournament):
    looked = director.post(get_page(tournament), {"key": new_key(), **type_totals(10, -6, 4, -8)})
    correct(director, tournament, type_totals(10, 3, -5, -8), why="Unleserlich")
    sent = {**type_totals(10, -6, 4, -8), "shown": looked.context["shown"], "why": "Verrutscht", "confirm": "1"}
    assert director.post(get_page(tournament), {"key": new_key(), **sent}).status_code == 200
    assert list_rows(tournament, 2)[2] == (3, 3, 40)


@pytest.mark.parametrize(
    ("typed", "says"), [((10, 4, -6, -7), "muss 0 sein"), ((10, 4, -6, -8), "nichts ändern"), ((), "Zahl")]
)
def test_totals_that_cannot_be_are_refused_with_the_reason(director, tournament, typed, says):
    answer = director.post(get_page(tournament), {"key": new_key(), **type_totals(*typed)})
    assert answer.status_code == 400
    assert says in answer.context["problem"]


def test_one_reason_and_one_tap_publish_the_round_the_final_result_and_the_season(director, tournament):
    row = Tournament.objects.get(pk=tournament.pk)
    second = row.rounds.get(number=2)
    for number in (1, 2):
        acts.enter_end_totals(table_at(second, number), new_key(), [POINT, 0, 0, -POINT])
        acts.close_table(table_at(second, number), new_key(), confirmed=True)
    published(row, 2)
    published(row, 0, confirmed=True)
    year = seasons.season(row.club, "Jahr")
    acts.add_tournament(year, new_key(), row)
    seasons.end_season(year)
    looked, applied = correct(director, tournament, type_totals(-8, 4, -6, 10), why="Verrutscht")
    assert applied.status_code == 302
    assert looked.context["effects"].editions == 3
    assert list_numbers(row) == {1: 2, 2: 1, 0: 2}
    assert [edition.reason for edition in load_season_editions(year)] == ["", "Verrutscht"]
    heads = [touched["head"] for touched in looked.context["effects"].touched]
    assert {"Runde 1", "Endergebnis", "Jahr"} <= set(heads)
    assert "Runde 2" not in heads
    assert compute_proof(None).findings == []


def test_where_prizes_were_chosen_the_correction_asks_for_them_and_shows_whose_turn_it_was(director, tournament):
    row = Tournament.objects.get(pk=tournament.pk)
    Tournament.objects.filter(pk=row.pk).update(settings=encode_settings(load_settings(row)._replace(choosers=1)))
    acts.add_prize(row, new_key(), 1, "Schinken", 0)
    prize = Prize.objects.get(tournament=row)
    acts.record_choice(row, new_key(), 1, row.entrants.get(number=1).person_id, prize.pk)
    looked, applied = correct(director, tournament, type_totals(-8, 4, -6, 10), why="Verrutscht")
    assert applied.status_code == 409
    assert "Gewinne" in applied.context["problem"]
    (prizes,) = [touched for touched in looked.context["effects"].touched if touched["head"] == "Gewinne"]
    assert ("Runde 1: 1. Wahl", "Spieler 1", "Spieler 4") in prizes["changes"]
    assert correct(director, tournament, type_totals(-8, 4, -6, 10), why="Verrutscht", prizes="1")[1].status_code == 302


def test_a_program_begins_a_correction_first_and_then_replaces_the_totals(tournament):
    table = table_at(tournament.rounds.get(number=1), 1)
    wanted = [POINT * point for point in (10, -6, 4, -8)]
    with pytest.raises(ActionRefused, match="table_done"):
        acts.enter_end_totals(table, new_key(), wanted)
    acts.begin_correction(table, new_key(), "verrutscht", confirmed=True)
    acts.enter_end_totals(table, new_key(), wanted)
    assert Entry.objects.filter(kind=Entry.Kind.END_TOTALS, replaces__kind=Entry.Kind.END_TOTALS).count() == 1
    assert list_numbers(tournament) == {1: 1}  # a program publishes itself


@pytest.mark.heavy
def test_corrected_totals_are_taken_back_and_so_is_taking_them_back(director, tournament):
    correct(director, tournament, type_totals(10, -6, 4, -8), why="Verrutscht")
    for edition, same in ((3, 1), (4, 2)):
        assert correct(director, tournament, {"kind": "back"}, why="war doch richtig")[1].status_code == 302
        assert list_rows(tournament, edition) == list_rows(tournament, same)
    assert compute_proof(None).findings == []
