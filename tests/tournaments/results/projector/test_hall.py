"""The walls as the director arranges them, and the ceremony: step by step, with the names that everybody may see."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from PIL import Image

from tarockclub.models import Person
from tarockclub.platform.server.page_cache import PageCache
from tests.tournaments.hall.clock.rounds import tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import over, publish_results, running, solo, standings, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.models import Tournament
from tournaments.results.projector import hall_views, views
from tournaments.results.projector.page import list_hand_scenes, load_ceremony
from tournaments.results.projector.walls import MOST_WALLS, PARTS, find_hall, list_walls

pytestmark = pytest.mark.django_db


def read_wall(of, number=1):
    return Client().get(reverse("wall", args=[of.slug, number])).content.decode()


def tap(director, of, **fields):
    return director.post(reverse("hall", args=[of.slug]), {"key": new_key(), **fields})


def finish(players=8):
    """A tournament of one round whose final result is published: Spieler 1 has won, Spieler 5 and 6 follow."""
    of, first, tables = factories.whole(players, rounds=1)
    over(first, *((table, (10 - at, -8 + at, -1, -1)) for at, table in enumerate(tables)))
    publish_results(of, 1, FINAL)
    return Tournament.objects.get(pk=of.pk)


def test_each_wall_shows_at_once_what_the_director_taps(director, watch):
    of, _first, _tables = running(8)
    tap(director, of, what="walls", count="2")
    before = Client().get(reverse("wall_live", args=[of.slug, 2]))
    assert "wall-standing" in before.content.decode()
    again = {"If-None-Match": before["ETag"]}
    assert Client().get(reverse("wall_live", args=[of.slug, 2]), headers=again).status_code == 304
    tap(director, of, what="announce", announcement="Die Jause ist da.")
    tap(director, of, what="show", wall="2", part="announcement")
    tap(director, of, what="look", wall="2", letters="huge", look="dark")
    now = Client().get(reverse("wall_live", args=[of.slug, 2]), headers=again)
    said = now.content.decode()
    assert now.status_code == 200
    assert "Die Jause ist da." in said
    assert "wall-standing" not in said
    assert 'data-look="dark" data-letter-size="huge"' in said
    assert "wall-standing" in read_wall(of)  # the other one runs by itself
    tap(director, of, what="by-itself", wall="2")
    assert "wall-standing" in read_wall(of, 2)


@pytest.mark.parametrize("part", PARTS)
def test_a_tap_that_comes_twice_is_one(part):
    of = factories.tournament()
    for _again in range(2):
        hall_views.turn_part(of, 1, part, on=True)
    assert list_walls(find_hall(of))[0].parts == (part,)
    for _again in range(2):
        hall_views.turn_part(of, 1, part, on=False)
    assert list_walls(find_hall(of))[0].parts == ()


def test_there_are_walls_as_many_as_somebody_can_look_after():
    of = factories.tournament()
    with pytest.raises(ActionRefused, match="no_wall"):
        hall_views.set_walls(of, MOST_WALLS + 1)
    with pytest.raises(ActionRefused, match="no_wall"):
        hall_views.turn_part(of, 2, "clock", on=True)


def test_a_published_standing_reaches_the_last_place(watch):
    of, first, tables = factories.whole(60, rounds=1)
    over(first, *((table, (1, -1, 0, 0)) for table in tables))
    publish_results(of, 1)
    assert len(re.findall(r'<span class="rank">', read_wall(of))) == 60


def test_the_ceremony_goes_from_the_last_prize_to_the_first_place(director):
    of = finish()
    acts.add_prize(of, new_key(), 0, "Geschenkkorb", 900)
    tap(director, of, what="step", step="0")
    assert "Siegerehrung" in read_wall(of)
    scenes = load_ceremony(of, from_last=False)
    kinds = [(scene.kind, [person.name for person in scene.people]) for scene in scenes]
    assert kinds[0] == ("title", [])
    assert [names for kind, names in kinds if kind == "place"] == [
        ["Spieler 3", "Spieler 4", "Spieler 7", "Spieler 8"],
        ["Spieler 5"],
        ["Spieler 1"],
    ]
    assert kinds[-1][0] == "podium"
    everybody = load_ceremony(of, from_last=True)
    assert [person.name for person in everybody[1].people] == ["Spieler 2"]
    tap(director, of, what="step", step=str(len(kinds) - 2))
    said = strip_tags(read_wall(of))
    assert "1. Platz" in said
    assert "Spieler 1" in said
    tap(director, of, what="end")
    assert "1. Platz" not in read_wall(of)


def test_who_wants_to_be_a_number_is_one_when_honoured():
    of = finish()
    Person.objects.filter(entrants__tournament=of, entrants__number=1).update(
        publicity="number", shown_as="Teilnehmer 77"
    )
    hall_views.go_to_step(of, 99, from_last=False)
    said = read_wall(of)
    assert "Teilnehmer 77" in said
    assert "Spieler 1<" not in said
    paper = Client().get(reverse("own_certificate", args=[of.slug, 1]))
    assert paper["Content-Type"] == "application/pdf"


def test_the_hand_of_the_day_and_the_biggest_solo_come_out_of_the_books(watch):
    drawn = tables_of(2, count_chips=False)
    acts.start_clock(drawn, new_key())
    play(drawn, 1)
    play(drawn, 2, solo(0))
    of = drawn.tournament
    Person.objects.filter(name="Spieler 2/0").update(name="Anna Gruber", shown_as="Anna G.")
    [scene] = list(list_hand_scenes(standings(of)))
    assert scene.heading == "Spiel des Tages · Größtes Solo"
    assert scene.said == "Solo · Anna G. · gewonnen"  # the whole hall does not know who Anna is
    assert scene.people[0].name == f"Runde {drawn.number}, Tisch 2"
    assert scene.amount.startswith("+12 ")


def test_the_comeback_is_the_longest_way_up_between_two_rounds():
    of, first, (one, other) = factories.whole(8, rounds=2)
    over(first, (one, (10, -1, -2, -7)), (other, (3, 2, 1, -6)))
    publish_results(of, 1)
    second = factories.round_(of)
    one, other = factories.draw_tables(second)
    over(second, (one, (-12, 1, 1, 10)), (other, (0, 0, 0, 0)))
    publish_results(of, 2, FINAL)
    scenes = load_ceremony(Tournament.objects.get(pk=of.pk), from_last=False)
    kinds = [each.kind for each in scenes]
    assert kinds.index("comeback") < kinds.index("place")  # so it must not say which place it became
    scene = scenes[kinds.index("comeback")]
    assert [(person.name, person.amount) for person in scene.people] == [("Spieler 4", "nach Runde 1 noch auf Platz 8")]


@pytest.mark.heavy
def test_picture_and_certificate_are_there_when_the_tournament_is_over_and_not_before():
    of, _first, _tables = factories.whole(8, rounds=1)
    for name, more in (("podium", []), ("own_certificate", [1])):
        assert Client().get(reverse(name, args=[of.slug, *more])).status_code == 404
    done = finish()
    picture = Client().get(reverse("podium", args=[done.slug]), {"picture": "square"})
    assert Image.open(io.BytesIO(picture.content)).size == (1080, 1080)
    assert Client().get(reverse("own_certificate", args=[done.slug, 2])).content.startswith(b"%PDF")
    assert Client().get(reverse("own_certificate", args=[done.slug, 99])).status_code == 404
    page = Client().get(reverse("tournament_player", args=[done.slug, 2])).content.decode()
    assert reverse("own_certificate", args=[done.slug, 2]) in page
    assert reverse("podium", args=[done.slug]) in page


def test_the_sponsors_picture_is_drawn_anew_and_hangs_on_the_wall(director):
    of = factories.tournament()
    file = io.BytesIO()
    Image.new("RGB", (2000, 1000), "navy").save(file, "JPEG", comment=b"secret")
    file.seek(0)
    file.name = "sponsor.jpg"
    assert director.post(reverse("hall_picture", args=[of.slug]), {"picture": file}).status_code == 302
    [address] = re.findall(r'<img src="([^"]+\.png)"', read_wall(of))
    picture = Client().get(address)
    assert Image.open(io.BytesIO(picture.content)).size == (960, 480)
    assert b"secret" not in picture.content
    bad = io.BytesIO(b"<svg onload=alert(1)>")
    bad.name = "bad.png"
    assert director.post(reverse("hall_picture", args=[of.slug]), {"picture": bad}).status_code == 400
    director.post(reverse("hall_picture", args=[of.slug]), {"gone": "1"})
    assert "<img" not in read_wall(of)
    assert Client().get(address).status_code == 404


def wall(of):
    """Title, and rank, name and amount of the first one; whether a clock is there."""
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    rows = re.findall(
        r'"rank">(\d+)\.</span>\s*<span class="who">([^<]+?)\s*<.*?amount">([^<]*)</span></li>', html, re.S
    )
    return rows[0], len(rows), "data-clock " in html


def test_when_its_result_is_published_the_wall_shows_it_and_no_clock():
    of, first, (one, other) = factories.whole(8, rounds=1)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    assert wall(of)[2]
    publish_results(of, 1)
    assert wall(of) == (("1", "Spieler 1", "60,00"), 8, False)
    publish_results(of, FINAL)
    assert wall(of) == (("1", "Spieler 1", "+10,00"), 8, False)


def test_what_is_not_shown_live_is_shown_when_it_is_published():
    of, first, (one, other) = factories.whole(8, show_live=False)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    assert "wall-standing" not in Client().get(reverse("projector", args=[of.slug])).content.decode()
    publish_results(of, 1)
    assert wall(of)[1] == 8
    factories.draw_tables(factories.round_(of))
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    assert "wall-seats" in html  # the next round


def said_at_the_gong(drawn):
    """Return the wall's text about tables that still play, and True if it shows it now."""
    html = Client().get(reverse("projector", args=[drawn.tournament.slug])).content.decode()
    said = re.findall(r'<div class="wall-ending" data-while="up"( hidden)?>(.*?)</div>', html, re.DOTALL)
    return [(not hidden, " ".join(strip_tags(text).split())) for hidden, text in said]


def test_at_the_gong_the_wall_says_which_tables_still_play(watch, monkeypatch):
    monkeypatch.setattr(views, "PAGE_CACHE", PageCache())
    drawn = tables_of(3, round_seconds=60, count_chips=False)
    acts.start_clock(drawn, new_key())
    last = "noch 3 Tische beim letzten Spiel: 1, 2, 3"
    assert said_at_the_gong(drawn) == [(False, last)]  # for the moment of the gong itself
    watch.later(seconds=61)
    assert said_at_the_gong(drawn) == [(True, last)]
    play(drawn, 1, phase="play")
    play(drawn, 3, phase="play")
    for _deal in range(2):
        play(drawn, 3, phase="double")
    one = "noch 1 Tisch beim letzten Spiel: 2"
    assert said_at_the_gong(drawn) == [(True, f"noch 2 Tische in der Doppelrunde: 1, 3 {one}")]
    for _deal in range(2):
        play(drawn, 3, phase="double")
    assert said_at_the_gong(drawn) == [(True, f"noch 1 Tisch in der Doppelrunde: 1 {one}")]


def test_in_a_hall_walls_share_the_alphabet_and_each_name_stands_on_one():
    of, first, _tables = factories.whole(104)
    hall_views.set_walls(of, 3)
    pages = [read_wall(of, number) for number in (1, 2, 3)]
    shares = [re.findall(r'<span class="who">([^<]*)</span> <strong>', page) for page in pages]
    assert sorted(map(len, shares)) == [34, 35, 35]
    assert len({name for share in shares for name in share}) == 104
    assert all("wall-find" in page and ": Spi – Spi" in page for page in pages)
    hall_views.turn_part(of, 2, "clock", on=True)  # shows nothing else: the others have all names
    shares = [re.findall(r'<span class="who">([^<]*)</span> <strong>', read_wall(of, number)) for number in (1, 2, 3)]
    assert list(map(len, shares)) == [52, 0, 52]
    started(first)
    standing = re.compile(r'<ol class="wall-list wall-standing" data-list>(.*?)</ol>', re.S)
    walls = [re.findall(r"Spieler [0-9]+", standing.findall(read_wall(of, number))[0]) for number in (1, 3)]
    assert list(map(len, walls)) == [52, 52]
    assert len({*walls[0], *walls[1]}) == 104
    assert not re.findall(r'class="table">T[0-9]', read_wall(of))


def test_a_small_tournament_stands_on_every_wall_whole():
    of, _first, _tables = factories.whole(16)
    hall_views.set_walls(of, 2)
    for number in (1, 2):
        assert len(re.findall(r'<span class="who">[^<]*</span> <strong>', read_wall(of, number))) == 16
        assert "wall-find" not in read_wall(of, number)


def test_before_the_start_seats_stand_by_surname():
    of = factories.tournament()
    five = "Anna Zauner", "Öznur Arslan", "Žiga Oman", "Emil Özel", "Ida Mayr jun."
    factories.enter_people(of, *five)
    drawn = factories.round_(of)
    factories.draw_tables(drawn)
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    names = re.findall(r'<li><span class="who">([^<]+)</span> <strong>', html)
    assert names == ["Arslan, Öznur", "Mayr, Ida jun.", "Oman, Žiga", "Özel, Emil", "Zauner, Anna"]
