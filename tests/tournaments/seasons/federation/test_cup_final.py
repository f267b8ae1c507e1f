"""A final of several cups: places in them carry points by the size of the cup, the final adds its own."""

from fractions import Fraction

from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.models import Person
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.federation.federations import add_person, found_federation, open_season
from tests.tournaments.seasons.season.seasons import day, end_season, results, season, stands
from tests.tournaments.seasons.season.test_services import code_of
from tournaments.around.hall_of_fame.data import load_fame
from tournaments.around.public.front_parts import ClubSum, build_front_standing, load_front_standing
from tournaments.models import Season, SeasonEvent, SeasonOffer
from tournaments.seasons.federation.offers import accept_offer, offer
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.page import build_person_page
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import DayFacts
from tournaments.seasons.season.points.place_points import CountedRound, find_size, parse_cup_sizes
from tournaments.seasons.season.points.preview import list_ready
from tournaments.seasons.season.settings import BEST_CARRIED, FINAL_ROUNDS
from tournaments.seasons.season.standing import EventResult, EventRow
from tournaments.seasons.season.table import build_current_table, list_prizes

[FINAL] = (rule.settings for rule in list_ready() if rule.id == "oesterreich-finale")
LISTS = [size.table for size in parse_cup_sizes(FINAL.sizes) or ()]
ANNA, BERT, CARL = "Anna Maier", "Bert Huber", "Carl Wolf"


def test_the_known_lists_are_those_of_the_final():
    """Figures of the three lists that are public: first ten places, the last one, and what is behind it."""
    assert [[points // 100 for points in table[:10]] for table in LISTS] == [
        [120, 109, 100, 93, 87, 82, 78, 73, 69, 64],
        [120, 111, 104, 98, 95, 91, 88, 84, 81, 78],
        [120, 112, 106, 101, 98, 96, 93, 90, 88, 85],
    ]
    assert [(len(table), table[-1]) for table in LISTS] == [(40, 1100), (60, 1100), (80, 1100)]
    assert (size := find_size(FINAL.sizes, 1)) is not None
    assert [size.get_points(place) for place in (1, 40, 41)] == [12000, 1100, 0]
    assert all(list(table) == sorted(table, reverse=True) for table in LISTS)


def test_the_days_winner_with_a_cup_won_has_180_points():
    cup = EventResult(1, "carried", rows=(EventRow(7, 1, 12000),))
    played = EventResult(2, "final", rows=tuple(EventRow(who, who - 6) for who in range(7, 108)))
    lines = {line.who: line for line in compute_standing(FINAL, [cup, played]).lines}
    assert (lines[7].points, lines[7].rank) == (18000, 1)
    assert lines[107].points == 0  # place 101
    assert min(FINAL.table) >= 0


def test_the_better_best_round_of_the_final_decides_a_tie_then_the_second_best():
    """As in 2019, with 154 : 154."""
    carried = EventResult(1, "carried", rows=(EventRow(7, 4, 9400), EventRow(8, 3, 10000), EventRow(9, 3, 10000)))
    rows = (
        EventRow(8, 2, 5400, rounds=rounds(40, 15, 20)),
        EventRow(7, 1, 6000, rounds=rounds(30, 41, 10)),
        EventRow(9, 2, 5400, rounds=rounds(10, 25, 40)),
    )
    lines = compute_standing(FINAL, [carried, EventResult(2, "final", rows=rows)]).lines
    assert [(line.rank, line.who, line.points) for line in lines] == [(1, 7, 15400), (2, 9, 15400), (3, 8, 15400)]
    assert FINAL.criteria[0] == FINAL_ROUNDS


def rounds(*written):
    """Rounds with these written scores."""
    return tuple(CountedRound(Day(1, 4, DayFacts(written=Fraction(points)))) for points in written)


@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.integers(0, 120), st.integers(0, 120), st.integers(0, 60)),
        min_size=1,
        unique_by=lambda row: row[0],
    )
)
def test_everybodys_points_are_the_better_carried_ones_and_those_of_the_final(rows):
    kinds = ("carried", "carried", "final")
    events = [
        EventResult(at, kind, rows=tuple(EventRow(row[0], 0, row[at] * 100) for row in rows))
        for at, kind in enumerate(kinds, 1)
    ]
    lines = compute_standing(FINAL, events).lines
    parts = {row[0]: (max(row[1:3]) + row[3]) * 100 for row in rows}
    assert {line.who: line.points for line in lines} == parts
    assert all(line.points == sum(got.points for got in line.got if got.counts) for line in lines)


@share_rows
def clubs():
    """A federation of two cups; Carl plays in both, a guest has no number."""
    federation, adler, post = found_federation("Adler", "Post")
    for club, names in ((adler, (ANNA, BERT, CARL)), (post, (CARL, "Dora Berg"))):
        for name in names:
            add_person(club, name, f"AT{name[:1]}")
    add_person(adler, "Gast Adler")
    return federation, adler, post


def end_cup(club, *names):
    """The season of a club, over after a day with these places."""
    cup = season(club, f"Cup {club.name}")
    day(cup, *names)
    return end_season(cup)


def take(cup, final, size=0):
    """Let the places of a cup carry points into a final."""
    return accept_offer(offer(cup, final).pk, final.club, size=size)


def test_places_of_cups_carry_points_by_their_size(clubs):
    federation, adler, post = clubs
    final = open_season(federation, **FINAL._asdict())
    first = end_cup(adler, ANNA, "Gast Adler", CARL, BERT)
    event = take(first, final, 3)
    take(end_cup(post, CARL, "Dora Berg"), final, 1)
    assert stands(final) == [(1, ANNA, 120), (1, CARL, 120), (3, "Dora Berg", 109), (4, BERT, 101)]
    assert (event.kind, event.size, event.average, event.players) == ("carried", 3, 400, 4)
    assert set(SeasonOffer.objects.values_list("rows", flat=True)) == {""}
    stand = load_season_progress(Season.objects.get(pk=final.pk))
    carl = next(person for person in stand.people.values() if person.name == CARL)
    assert (page := build_person_page(stand, carl)) is not None
    assert [(row["place"], row["points"], row["counts"]) for row in page["events"]] == [
        ("3. von 4", "106", False),
        ("1. von 2", "120", True),
    ]
    assert page["events"][0]["why"] == "Fassung 1 · 4 Spieler am Tag · Größe: 80 Plätze"
    ranked = [(line.rank, stand.people[line.who].name) for line in stand.standing.lines]
    assert list_prizes("Pokal\nKorb\nWein", ranked) == (
        ("1.", "Pokal, Korb", f"{ANNA}, {CARL}"),
        ("3.", "Wein", "Dora Berg"),
    )
    shown = build_current_table(stand)
    assert ([column.label for column in shown.columns], len(shown.events)) == (["Übertrag"], 2)
    assert [[cell.text for cell in line.cells] for line in shown.lines] == [["120"], ["120"], ["109"], ["101"]]


def test_the_final_says_for_whom_a_cup_does_not_count_and_why_on_its_page_and_before_publishing(clubs):
    federation, adler, post = clubs
    final = open_season(federation, **FINAL._asdict())
    first = take(end_cup(adler, "Gast Adler", ANNA, CARL, BERT), final, 3)
    second = take(end_cup(post, CARL, "Dora Berg"), final, 1)
    places = "Platz 1 hat keine Nummer des Verbands und zählt nicht."
    better = f"{CARL}, Platz 3: {second.name} ist besser und zählt, mit 120."
    director, guest = log_in(make_account("director", federation)), Client()
    for viewer in (director, guest):
        page = viewer.get(reverse("season_event", args=[final.slug, first.number])).content.decode()
        assert places in page
        assert better in page
        other = viewer.get(reverse("season_event", args=[final.slug, second.number])).content.decode()
        assert "Zählt nicht" not in other
    overview = director.get(reverse("season", args=[final.slug])).content.decode()
    assert f"{first.name}: {places}" in overview
    assert f"{first.name}: {better}" in overview
    results(first, (BERT, CARL), "neu")
    after = director.get(reverse("season", args=[final.slug])).content.decode()
    assert f"{CARL}, Platz 2" in after


def test_a_corrected_standing_is_another_edition_of_the_same_cup(clubs):
    federation, adler, _post = clubs
    final = open_season(federation, **FINAL._asdict())
    cup = end_cup(adler, ANNA, BERT)
    event = take(cup, final, 2)
    results(SeasonEvent.objects.get(season=cup), (BERT, ANNA), "vertauscht")
    assert take(end_season(cup, "vertauscht"), final) == event
    assert stands(final) == [(1, BERT, 120), (2, ANNA, 111)]


def test_what_cannot_be_carried_is_refused(clubs):
    federation, adler, _post = clubs
    final = open_season(federation, **FINAL._asdict())
    running = season(adler, "Läuft noch")
    day(running, ANNA)
    assert code_of(lambda: offer(running, final)) == "nothing_published"
    cup = end_cup(adler, ANNA, BERT)
    for size in (0, 4):  # of the six lists three are known
        assert code_of(lambda size=size: take(cup, final, size)) == "no_size"
    assert code_of(lambda: offer(end_cup(adler, "Gast Adler"), final)) == "nobody_has_number"
    assert not Person.objects.filter(club=federation).exists()
    assert FINAL.carried == BEST_CARRIED


def test_a_standing_goes_its_way_by_the_pages_to_gold_for_the_winner(clubs):
    federation, adler, _post = clubs
    host, guest = (log_in(make_account("director", club, login=club.slug)) for club in (federation, adler))
    final = open_season(federation, **FINAL._replace(sizes="Klein: 50; 40\nGroß, ab 2,5: 120; 109; 100")._asdict())
    cup, page = end_cup(adler, ANNA, BERT, CARL), reverse("federation_offers")
    assert cup.name in guest.get(page).content.decode()
    assert "3 Spieler am Tag" in guest.get(f"{page}?of={cup.slug}").content.decode()
    assert guest.post(f"{page}?of={cup.slug}", {"what": "offer", "season": final.pk}).status_code == 302
    assert '<option value="2" selected>Groß</option>' in host.get(page).content.decode()
    sent = {"what": "accept", "offer": SeasonOffer.objects.get().pk, "size": 2}
    assert host.post(page, sent).status_code == 302
    day(final, BERT, CARL, kind="final", name="Finaltag")
    assert stands(end_season(final)) == [(1, BERT, 169), (2, CARL, 154), (3, ANNA, 120)]
    front = build_front_standing(load_season_progress(Season.objects.get(pk=final.pk)))
    assert (front.lead, front.has_days) == (f"{BERT} gewinnt mit 169, 15 vor {CARL}.", False)
    of_clubs = load_front_standing([Season.objects.get(pk=final.pk)], of_federation=True)
    assert of_clubs is not None
    assert [row["club"] for row in of_clubs.rows] == [adler.name] * 3  # whose cup has brought their points
    assert of_clubs.sums == (ClubSum(adler.name, 32300, "323", (BERT, CARL)),)
    assert [(played.name, played.winners, played.people) for played in of_clubs.days] == [("Finaltag", (BERT,), 2)]
    assert host.get(reverse("season_file", args=[final.slug, "xlsx"])).status_code == 200
    fame = host.get(reverse("hall_of_fame")).content.decode()
    assert "Medaillen und Punkte" in fame
    assert "Medaillen und Punkte" not in guest.get(reverse("hall_of_fame")).content.decode()
    [paper] = look_at(host.get(reverse("fame_paper")).content)
    assert "Medaillen und Punkte" in paper.text
    assert f"{BERT} 1 0 0 1 0 0 1 169" in paper.text
    medals = {row.who: row for row in load_fame(federation).medals}
    bert = Person.objects.get(club=federation, name=BERT)
    assert (medals[bert.pk].gold, medals[bert.pk].day_gold, medals[bert.pk].points) == (1, 1, 16900)
