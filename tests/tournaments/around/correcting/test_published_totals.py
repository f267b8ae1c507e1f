"""A typed end total is corrected after its round is published and the next one has begun: place points follow."""

import pytest
from django.urls import reverse

from scoring.book.audit import compute_proof
from scoring.models import Entry
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import stop_time
from tests.tournaments.results.standings.played_tables import published, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.cup import table_at
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import Kind
from tournaments.core.formats.library import find_format
from tournaments.core.rules.ranking import PARTS
from tournaments.hall.draw.values import DrawTable
from tournaments.models import Act, RoundTable, Tournament
from tournaments.results.standings.editions import load_standing_editions

pytestmark = pytest.mark.django_db
POINT = 6


@share_rows
def tournament():
    """Eight people in the format Tirol bis 2018: round 1 from paper and published, round 2 begun."""
    with stop_time():
        of = factories.tournament(**find_format("tirol").settings._asdict())
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
    moves = {move.name: (move.rank, move.new_rank) for move in looked.context["effects"].moves}
    assert moves["Spieler 2"] == (3, 6)
    assert moves["Spieler 3"] == (6, 3)
    assert "Spieler 1" not in moves
    assert "Fassung 2" in looked.content.decode()
    assert RoundTable.objects.filter(done=None).count() == 2
