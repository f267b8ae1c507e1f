"""The page of a result tells who has won, how it came about and who led when."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.hooks import get_statistics_hooks
from tarockclub.platform.accounts.actors import Actor
from tests.support.accounts import log_in
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import over, publish_results
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_size
from tournaments.hall.setup.overview import search_tournaments
from tournaments.models import Prize, RoundTable
from tournaments.people.entrants.substitutes import list_seat_holders
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.undo.services import withdraw_result

pytestmark = pytest.mark.django_db
GAINS = {"Anna": (10, -6), "Bruno": (4, -10), "Clara": (-4, -4), "David": (-10, 20)}


@share_rows
def two_rounds():
    """Anna leads after the first round; in the second one David comes from the last place to the first."""
    of = factories.tournament(rounds=2, fee=0)
    factories.enter_people(of, *GAINS)
    for number in range(2):
        round_ = factories.round_(of)
        [table] = factories.draw_tables(round_)
        names = [holder.name for holder in list_seat_holders(table.game_table)]
        over(round_, (table, [GAINS[name][number] for name in names]))
        publish_results(of, number + 1)
    publish_results(of, FINAL)
    return of


def read(of, number=FINAL, edition=1):
    address = reverse("edition", args=[of.slug, number, edition])
    return Client().get(address, headers={"accept-language": "en"})


def test_every_page_says_how_large_a_tournament_was():
    """Eight play the first round and one leaves it for good, a ninth never comes; seven and a newcomer the second."""
    of = factories.tournament(rounds=2, fee=0)
    entrants = factories.people(of, 9)
    first = factories.round_(of, 8)
    over(first, *((table, (6, 0, 0, -6)) for table in factories.draw_tables(first)))
    publish_results(of, 1)
    for gone in (entrants[0], entrants[8]):
        acts.withdraw(of.pk, new_key(), gone.pk)
    [late] = factories.enter_people(of, "Zuletzt")
    second = factories.round_(of, [*entrants[1:8], late])
    over(second, *((table, (6, 0, 0, -6)) for table in factories.draw_tables(second)))
    publish_results(of, 2)
    publish_results(of, FINAL)
    assert read(of).context["story"].facts == "9 people · 2 tables · 2 rounds"
    assert load_size(of.slug) == (9, 2)
    staff, tables = log_in(), RoundTable.objects.filter(round__tournament=of).values_list("game_table", flat=True)
    assert [vars(row)["people"] for row in search_tournaments(of.club_id, "")] == [9]
    assert {row[2:] for row in get_statistics_hooks().tournaments(list(tables)).values()} == {(2, 9)}
    evenings = staff.get(reverse("evenings")).content.decode()
    assert ("9 Personen" in evenings, "2 Tische" in evenings) == (True, True)


@pytest.mark.parametrize("how", [{}, {"start": 0}])
def test_a_round_that_somebody_has_not_played_shows_nothing_and_the_page_says_from_which_on_they_played(how):
    of = factories.tournament(rounds=2, fee=0, **how)
    entrants = factories.people(of, 8)
    first = factories.round_(of)
    over(first, *((table, (6, 0, 0, -6)) for table in factories.draw_tables(first)))
    publish_results(of, 1)
    acts.withdraw(of.pk, new_key(), entrants[0].pk)
    [late] = factories.enter_people(of, "Zuletzt")
    second = factories.round_(of, [*entrants[1:], late])
    over(second, *((table, (5, 0, 0, -5)) for table in factories.draw_tables(second)))
    publish_results(of, 2, FINAL)
    rows = {row.number: row for block in read(of).context["found"].shown.blocks for row in block.rows}
    by_round = {number: [cell.text for cell in row.amounts[:2]] for number, row in rows.items()}
    assert by_round[late.number] == ["·", "−5"]
    assert by_round[entrants[0].number] == ["+6", "·"]
    assert by_round[entrants[1].number] == ["0", "+5"]  # played, without a gain
    assert {number: row.since for number, row in rows.items() if row.since} == {late.number: 2}
    page = read(of).content.decode()
    assert page.count("from round 2 on") == 1


def test_the_story_is_that_of_the_books(two_rounds):
    story = read(two_rounds).context["story"]
    assert [(person.rank, person.name, person.amount) for person in story.podium] == [
        (1, "David", "+10"),
        (2, "Anna", "+4"),
        (3, "Bruno", "−6"),
    ]
    assert story.lead == "David wins with +10, 6 ahead of Anna."
    assert story.facts == "4 people · 1 table · 2 rounds"
    assert [(rise.player.name, rise.round, rise.before, rise.now) for rise in story.rises] == [("David", 1, 4, 1)]
    assert [(leader["round"], leader["names"], leader["amount"]) for leader in story.leaders] == [
        (1, "Anna", "+10"),
        (2, "David", "+10"),
    ]
    assert [(line.name, line.ending) for line in story.chart.lines] == [
        *(("David", "+10"), ("Anna", "+4"), ("Bruno", "−6"), ("Clara", "−8")),
    ]
    assert {number: course.totals for number, course in story.courses.items()} == {
        number: tuple(600 * total for total in (GAINS[name][0], sum(GAINS[name])))
        for number, name in enumerate(GAINS, 1)
    }


def test_chosen_prizes_stand_on_the_steps_and_beside_the_places(two_rounds):
    acts.add_prize(two_rounds, new_key(), FINAL, "<b>Geschenkkorb", 4000)
    [best, *_others] = load_standing_editions(two_rounds)[-1].rows
    acts.record_choice(two_rounds, new_key(), FINAL, best.person, Prize.objects.get().pk)
    text = read(two_rounds).content.decode()
    assert text.count("&lt;b&gt;Geschenkkorb") == 3  # beside the place, on phones below the name
    assert "<b>Geschenkkorb" not in text


def test_only_the_result_that_counts_has_a_story_and_that_of_a_round_no_course(two_rounds):
    assert read(two_rounds, 1).context["story"].chart is None
    assert len(read(two_rounds, 1).context["story"].podium) == 3
    two_rounds.refresh_from_db()
    withdraw_result(two_rounds, new_key(), FINAL, "verlesen", Actor(None, "d" * 16, directs=True))
    assert read(two_rounds).context["story"] is None
    assert "This result was withdrawn" in read(two_rounds).content.decode()


def test_more_winners_than_a_podium_has_room_for_stand_in_the_list_alone():
    of, first, (one, other) = factories.whole(8, rounds=1, fee=0)
    over(first, (one, (0, 0, 0, 0)), (other, (0, 0, 0, 0)))
    publish_results(of, 1)
    page = read(of, 1)
    assert page.context["story"].podium == ()
    assert page.status_code == 200


def test_the_live_standing_shows_the_run_of_places_until_the_result_is_the_one_page(two_rounds):
    def read_standing(**query):
        return Client().get(reverse("standings", args=[of.slug]), query, headers={"accept-language": "en"})

    of = two_rounds
    final = reverse("edition", args=[of.slug, FINAL, 1])
    assert read_standing(follow="1")["Location"] == final
    assert read_standing(page="2")["Location"] == f"{final}?page=2"
    assert read_standing(find="Anna").context["found"][0][1] == "Anna"
    assert final in Client().get(reverse("round_standings", args=[of.slug, 1])).content.decode()
    withdraw_result(two_rounds, new_key(), FINAL, "verlesen", Actor(None, "d" * 16, directs=True))
    assert "The run of places" in read_standing().content.decode()
    of, _first, _tables = factories.whole(8)
    assert "The run of places" not in read_standing().content.decode()


def test_what_a_round_brought_stands_beside_the_sum_and_on_phones_below_the_name(two_rounds):
    page = read(two_rounds)
    assert page.context["found"].shown.rounds == (1, 2)
    first = page.content.decode().partition("<tbody>")[2].partition("</tr>")[0]
    small = first.partition('class="on-phone">')[2].partition("</small>")[0]
    assert small == '<b class="lost of-round">−10</b><b class="won of-round">+20</b>'
