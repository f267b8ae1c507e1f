"""The public pages: standings and players, made once, not sent where a phone has them, private where it is wished."""

import itertools
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections.changes import change_seats
from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.models import Club
from tarockclub.platform.server.page_cache import VersionCache, read_newest
from tests.scoring.support.tables import new_key
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import over, paper, running, started, tried
from tests.tournaments.support import acts, factories
from tournaments.hall.standing import players
from tournaments.models import Entrant, RoundTable, Tournament
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db


@share_rows
def played_tournament():
    of, _first, (one, other) = running(8)
    paper(one, 10, -10, 5, -5)
    paper(other, 10, -60, 25, 25)
    return of


def open_page(name, of, client=None, tag="", **more):
    return (client or Client()).get(reverse(name, kwargs={"slug": of.slug, **more}), HTTP_IF_NONE_MATCH=tag)


def text(answer):
    return " ".join(answer.content.decode().split())


def test_the_standing_of_a_round_shows_everybody_in_order(played_tournament):
    page = text(open_page("round_standings", played_tournament, number=1)).replace(SOFT_HYPHEN, "")
    at = [page.index(f">Spieler {number}</a>") for number in (7, 8, 1, 5, 3, 4, 2, 6)]
    assert at == sorted(at)
    assert '<td class="lost">−10</td>' in page
    assert "−20" not in page


def test_a_round_that_is_not_there_is_not_found(played_tournament):
    assert open_page("round_standings", played_tournament, number=7).status_code == 404
    assert open_page("tournament_player", played_tournament, number=99).status_code == 404
    played_tournament.slug = "00000000-0000-0000-0000-000000000000"
    assert open_page("standings", played_tournament).status_code == 404
    assert open_page("standings_live", played_tournament).status_code == 404


@pytest.mark.parametrize("name", ["standings_live", "round_standings_live", "tournament_player_live"])
def test_a_phone_that_has_everything_is_sent_nothing_until_something_is_new(played_tournament, name):
    more = {} if name == "standings_live" else {"number": 1}
    first = open_page(name, played_tournament, **more)
    assert first.status_code == 200
    assert open_page(name, played_tournament, tag=first["ETag"], **more).status_code == 304
    assert open_page(name, played_tournament, tag=f"W/{first['ETag']}", **more).status_code == 304
    table = played_tournament.rounds.get().tables.get(number=1)
    paper(table, 11, -11, 5, -5)
    again = open_page(name, played_tournament, tag=first["ETag"], **more)
    assert again.status_code == 200
    assert again["ETag"] != first["ETag"]
    assert again.content != first.content


def test_the_page_has_the_tag_of_what_it_shows(played_tournament):
    tag = open_page("standings_live", played_tournament)["ETag"]
    assert f'data-tag="{tag.replace(chr(34), "&quot;")}"' in text(open_page("standings", played_tournament))


def test_what_is_kept_is_shown_again_without_a_look_at_the_hands(played_tournament):
    open_page("standings_live", played_tournament)
    with CaptureQueriesContext(connection) as found:
        open_page("standings_live", played_tournament)
    assert len(found) == 4
    assert not [query for query in found if "scoring_deal" in query["sql"] or "scoring_seated" in query["sql"]]


def test_who_only_watches_shares_what_was_read_a_moment_ago(played_tournament, monkeypatch):
    monkeypatch.setattr(players, "PROGRESS_CACHE", VersionCache(32, seconds=60))
    tag = open_page("standings_live", played_tournament)["ETag"]
    with CaptureQueriesContext(connection) as found:
        assert open_page("standings_live", played_tournament, tag=tag).status_code == 304
    assert len(found) == 0


def test_staff_sees_it_as_it_is_now(played_tournament, monkeypatch, director):
    monkeypatch.setattr(players, "PROGRESS_CACHE", VersionCache(32, seconds=60))
    before = open_page("standings_live", played_tournament, director)["ETag"]
    paper(played_tournament.rounds.get().tables.get(number=1), 11, -11, 5, -5)
    assert open_page("standings_live", played_tournament, director)["ETag"] != before


def test_where_standings_are_not_live_only_what_was_published_is_public(played_tournament):
    settings = json.loads(played_tournament.settings) | {"show_live": False}
    Tournament.objects.filter(pk=played_tournament.pk).update(settings=json.dumps(settings))
    for name in ("standings", "round_standings", "tournament_player"):
        more = {} if name == "standings" else {"number": 1}
        page = text(open_page(name, played_tournament, **more))
        assert '<td class="' not in page, name  # who sits at one's table may be there, and no amount
    assert "<td" in text(open_page("round_standings", played_tournament, log_in(), number=1))
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn")))
    assert "<td" not in text(open_page("round_standings", played_tournament, stranger, number=1))


def test_a_player_is_found_by_a_part_of_his_name_or_by_his_number(played_tournament):
    entrant = played_tournament.entrants.get(number=3)
    entrant.person.name = "Ägidius Mößl"
    entrant.person.save()
    for wanted in ("mossl", "mößl", "ägid", "AGIDIUS MÖSSL", "3"):
        page = text(Client().get(reverse("standings", args=[played_tournament.slug]), {"find": wanted}))
        assert (
            reverse("tournament_player", args=[played_tournament.slug, 3])
            in page.split('id="found"')[1].split("</ul>")[0]
        )
    nobody = text(Client().get(reverse("standings", args=[played_tournament.slug]), {"find": "<b>Xaver"}))
    assert "players/" not in nobody.split('id="found"')[1].split("</ul>")[0]
    assert "<b>Xaver" not in nobody


@share_rows
def hall_of_500():
    of, _first, _tables = running(500)
    return of


def list_rows(answer):
    return [int(number) for number in re.findall(r'<tr data-number="(\d+)"', answer.content.decode())]


@pytest.mark.heavy
def test_a_hall_reads_the_standing_in_pages_of_forty_and_sixty_kilobytes(hall_of_500):
    address = reverse("round_standings", kwargs={"slug": hall_of_500.slug, "number": 1})
    answers = [Client().get(address, {"page": str(page)}) for page in range(1, 14)]
    pages = [list_rows(answer) for answer in answers]
    assert [len(rows) for rows in pages] == [*[40] * 12, 20]
    assert sorted(itertools.chain.from_iterable(pages)) == list(range(1, 501))
    assert max(len(answer.content) for answer in answers) <= 60_000
    assert "41 bis 80 von 500" in text(answers[1])
    for unknown, shown in (("99", 12), ("0", 0), ("-1", 0), ("x", 0), ("1000", 0)):
        assert list_rows(Client().get(address, {"page": unknown})) == pages[shown], unknown


def test_a_phone_follows_the_page_of_a_hall_that_it_shows(hall_of_500):
    live = reverse("round_standings_live", kwargs={"slug": hall_of_500.slug, "number": 1})
    first, second = Client().get(live), Client().get(live, {"page": "2"})
    assert first["ETag"] != second["ETag"]
    assert f'data-url="{live}?page=2"' in text(Client().get(live.removesuffix("live/"), {"page": "2"}))
    again = Client().get(live, {"page": "2"}, HTTP_IF_NONE_MATCH=second["ETag"])
    assert again.status_code == 304


def test_ones_own_line_and_those_of_others_are_there_whichever_page_has_them(hall_of_500):
    live = reverse("round_standings_live", kwargs={"slug": hall_of_500.slug, "number": 1})
    lines = text(Client().get(live, {"follow": "499,12,600"}))
    assert re.findall(r'data-number="(\d+)"', lines) == ["12", "499"]
    assert "Spieler 499" in lines
    assert "<tr" not in lines


def test_a_search_in_a_hall_says_where_in_the_standing_somebody_is(hall_of_500):
    address = reverse("round_standings", kwargs={"slug": hall_of_500.slug, "number": 1})
    found = text(Client().get(address, {"find": "Spieler 499"})).split('id="found"')[1].split("</ul>")[0]
    assert re.search(r"Tisch \d+, Platz \d · Startnummer 499", found)  # nobody has played yet


def test_what_is_written_as_files_has_the_whole_standing(hall_of_500):
    address = reverse("round_standings", kwargs={"slug": hall_of_500.slug, "number": 1})
    with read_newest():
        answer = Client().get(address)
    assert len(list_rows(answer)) == 500
    assert "data-pages" not in text(answer)


def test_seats_of_a_hall_come_in_pages_too():
    of, _first, _tables = factories.whole(48)
    address = reverse("standings", args=[of.slug])
    assert [len(list_rows(Client().get(address, {"page": page}))) for page in "12"] == [40, 8]


def test_the_list_of_who_sits_where_comes_in_pages_and_a_search_goes_through_all_of_it():
    of, _first, _tables = factories.whole(52)
    address = reverse("seats", args=[of.slug, 1])
    first, second = Client().get(address), Client().get(address, {"page": "2"})
    assert [len(answer.context["part"].rows) for answer in (first, second)] == [40, 12]
    last = second.context["part"].rows[-1][1]
    assert 'class="print"' not in text(first)  # one page of it is no list to pin up: the paper has all
    for query in (last.name, str(last.number)):
        rows = Client().get(address, {"find": query}).context["part"].rows
        assert last.number in [player.number for _name, player, _table in rows]
    assert "<b>Xaver" not in text(Client().get(address, {"find": "<b>Xaver"}))
    by_table = Client().get(address, {"by": "table", "page": "2"}).context["part"]
    assert [table.number for table in by_table.rows] == [13]
    with read_newest():
        assert len(Client().get(address).context["part"].rows) == 52


def test_teams_come_in_pages_of_twenty_and_a_phone_follows_one_of_any_page():
    of, _first, _tables = running(48, team_size=2)
    acts.create_teams_by_lot(of.pk, new_key())
    address = reverse("team_standings", args=[of.slug])
    pages = [list_rows(Client().get(address, {"page": page})) for page in "12"]
    assert [len(rows) for rows in pages] == [20, 4]
    live = reverse("team_standings_live", args=[of.slug])
    assert f'data-url="{live}?page=2"' in text(Client().get(address, {"page": "2"}))
    assert Client().get(live)["ETag"] != Client().get(live, {"page": "2"})["ETag"]
    lines = text(Client().get(live, {"follow": f"{pages[1][0]},{pages[0][0]},99"}))
    assert re.findall(r'data-number="(\d+)"', lines) == [str(pages[0][0]), str(pages[1][0])]


def test_who_has_withdrawn_is_marked_in_the_public_standing(played_tournament):
    before = text(open_page("standings", played_tournament))
    assert "ist ausgestiegen" not in before
    entrant = Entrant.objects.get(tournament=played_tournament, number=1)
    acts.withdraw(played_tournament.pk, new_key(), entrant.pk)
    row = re.search(r'<tr data-number="1".*?</tr>', open_page("standings", played_tournament).content.decode(), re.S)
    assert row is not None
    assert "ist ausgestiegen" in row[0]
    assert text(open_page("standings", played_tournament)).count("ist ausgestiegen") == 1


def test_a_player_sees_where_he_sits_and_what_every_hand_left_him(played_tournament):
    page = text(open_page("tournament_player", played_tournament, number=6))
    table = played_tournament.rounds.get().tables.get(number=2).game_table
    assert f'href="{reverse("table", args=[table.slug])}"' in page.split('class="seat-card"')[1].split("</section>")[0]
    assert "<td>40</td>" in page
    assert "<figure" not in page  # before the third hand there is nothing to see


def test_a_players_page_is_the_same_while_others_play_who_do_not_stand_around_him(played_tournament):
    table = played_tournament.rounds.get().tables.get(number=1)
    paper(table, -9, 9, 1, -1)  # nobody there is next to number 7
    tag = open_page("tournament_player_live", played_tournament, number=7)["ETag"]
    other = open_page("tournament_player_live", played_tournament, number=2)["ETag"]
    paper(table, 0, -1, 1, 0)
    assert open_page("tournament_player_live", played_tournament, tag=tag, number=7).status_code == 304
    assert open_page("tournament_player_live", played_tournament, tag=other, number=2).status_code == 200


def test_only_tables_at_which_something_was_entered_are_read_again(played_tournament):
    open_page("tournament_player", played_tournament, number=5)
    paper(played_tournament.rounds.get().tables.get(number=1), 30, -30, 5, -5)
    with CaptureQueriesContext(connection) as found:
        page = text(open_page("tournament_player", played_tournament, number=5))
    assert "Spieler 5" in page
    reads = [query["sql"] for query in found if "scoring_deal" in query["sql"]]
    assert len(reads) == 1  # the capital of the other table, and not the hands of his own


def test_a_round_that_is_over_is_no_seat_any_more():
    of, first, (one,) = factories.whole(4)
    over(first, (one, (1, -1, 0, 0)))
    first.refresh_from_db()
    first.closed = first.started
    first.save()
    assert 'data-seat="1.' not in text(open_page("tournament_player", of, number=1))


def test_whose_seat_was_taken_over_sits_there_no_more():
    of, first, (one,) = factories.whole(4)
    late = factories.people(of, 1)[0]
    started(first)
    tried(one, change_seats(Seating((0, 1, 2, 3), (), ((0, late.person_id),))), "late")
    assert 'data-seat="1.' not in text(open_page("tournament_player", of, number=1))
    assert 'data-seat="1.' in text(open_page("tournament_player", of, number=5))
    assert 'data-seat="1.' in text(open_page("tournament_player", of, number=2))


def test_a_tournament_without_rounds_has_an_empty_standing():
    of = factories.tournament()
    factories.people(of, 5)
    assert open_page("standings", of).status_code == 200
    assert open_page("tournament_player", of, number=5).status_code == 200


def test_the_page_of_who_was_replaced_says_who_took_over():
    of, _first, (one,) = running(4)
    table = RoundTable.objects.select_related("round", "game_table").get(pk=one.pk)
    acts.substitute(table, factories.new_key(), 1, Newcomer("Ersatz"))
    page = text(open_page("tournament_player", of, number=2))
    assert f'<a href="{reverse("tournament_player", kwargs={"slug": of.slug, "number": 5})}">Ersatz</a>' in page


def test_who_sits_out_a_hand_is_told_so_and_not_that_he_lost_0():
    of, _first, (table,) = running(5)
    solo = {"plays": [{"contract": "solo", "declarer": 1, "result": "lost"}]}
    game = table.game_table
    written = record_hand(game.slug, new_key(), "", solo, phase="time")
    assert written.entry is not None
    dealer = GameTable.objects.get(pk=game.pk).sittings.get(place=written.entry.dealer)
    number = Entrant.objects.get(tournament=of, person=dealer.seated.get().person).number
    page = text(open_page("tournament_player", of, number=number))
    assert "setzt aus" in page
    assert "Solo" not in page.split("<tbody>")[1].split("</tbody>")[0]
