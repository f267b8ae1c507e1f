"""Pages of seasons: events put in and out, a standing for everybody, lots."""

import re
from datetime import time, timedelta

import pytest
from django.test import Client
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Club
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.tournaments.seasons.season.seasons import (
    NAMES,
    at,
    day,
    end_season,
    new_key,
    person,
    play_tournament,
    post,
    publish,
    results,
    season,
    sign,
    stands,
    text_of,
)
from tests.tournaments.support import acts, factories
from tournaments.models import SeasonAct, SeasonEvent, Tournament
from tournaments.people.invitations.actions import InvitationDetails

pytestmark = pytest.mark.django_db


def test_tournaments_are_put_in_changed_taken_out_and_put_back(director):
    cup, tournament = season(), factories.tournament()
    other = factories.tournament(Club.objects.create(name="Nachbarn"), name="Fremdes")
    page = text_of(director.get(at("season_events", cup)))
    assert "Dreikönigsturnier" in page
    assert "Fremdes" not in page
    post(director, cup, "season_events", 400, what="tournament", tournament=other.pk, kind="day")
    post(director, cup, "season_events", what="tournament", tournament=tournament.pk, kind="final")
    post(director, cup, "season_events", 409, what="tournament", tournament=tournament.pk, kind="day")
    post(
        director,
        cup,
        "season_events",
        **{"what": "typed", "typed-key": new_key(), "typed-name": "Kirtag", "typed-kind": "day"},
    )
    post(director, cup, "season_events", 400, **{"what": "typed", "typed-key": new_key(), "typed-name": ""})
    post(director, cup, "season_events", 400, what="carry")
    post(director, cup, "season_events", 400, what="else")
    assert list(SeasonEvent.objects.order_by("number").values_list("kind", flat=True)) == ["final", "day"]
    post(director, cup, "season_event", 409, number=2, what="change", name="Kirtag", kind="final")
    post(director, cup, "season_event", 400, number=2, what="change", name="")
    post(
        director,
        cup,
        "season_event",
        number=2,
        what="change",
        name="Kirchtag",
        kind="day",
        day="2026-09-01",
        players="40",
    )
    post(director, cup, "season_event", 409, number=2, what="remove", reason="")
    post(director, cup, "season_event", number=2, what="remove", reason="war kein Turnier")
    assert Client().get(at("season_event", cup, number=2)).status_code == 404
    assert "Kirchtag" in text_of(director.get(at("season_events", cup)))
    post(director, cup, "season_event", number=2, what="return")
    assert "1. September 2026" in text_of(Client().get(at("season_event", cup, number=2)))
    assert Client().get(at("season_event", cup, number=3)).status_code == 404


def test_points_of_an_earlier_season_are_carried_by_a_form(director):
    before = season(name="Vorjahr")
    day(before, *NAMES)
    cup = season()
    assert "Vorjahr" not in text_of(director.get(at("season_events", cup)))
    post(director, before, "season_publish", seen=sign(before), confirmed="1")
    assert "Vorjahr" in text_of(director.get(at("season_events", cup)))
    sent = {"what": "carry", "carry-key": new_key(), "carry-earlier": before.pk, "carry-percent": 50}
    for _twice in range(2):
        post(director, cup, "season_events", **sent)
    assert stands(cup) == [(1, "Anna", 2), (1, "Bert", 2), (3, "Carl", 1), (3, "Dora", 1)]  # 4, 3, 2, 1 halved


def test_the_standing_is_for_everybody_who_has_the_address():
    cup = season(counting="number", best=1, least_days=2)
    day(cup, *NAMES)
    day(cup, "Bert", "Anna")
    play_tournament(cup, "Carl")
    page = text_of(Client().get(at("season_standing", cup)))
    assert page.index("Anna") < page.index("Bert")
    assert "<s>1</s>" in page
    assert "provisional" not in page
    anna = text_of(Client().get(at("season_player", cup, number=person("Anna").number), follow=True))
    assert re.search(r"1\. \w+ 4<", anna)
    assert "<s>1</s>" in anna
    dora = text_of(Client().get(at("season_player", cup, number=person("Dora").number), follow=True))
    assert "–" in dora
    assert Client().get(at("season_player", cup, number=9999)).status_code == 404
    nobody = factories.enter_people(factories.tournament(), "Fremde")[0].person
    assert Client().get(at("season_player", cup, number=nobody.number), follow=True).status_code == 404


def test_what_was_corrected_after_the_end_is_said_until_it_is_published(director):
    cup = season()
    event = day(cup, "Anna", "Bert")
    address = at("season_standing", cup)
    post(director, cup, "season_publish", 409, seen=sign(cup))
    post(director, cup, "season_publish", seen=sign(cup), confirmed="1")
    assert "official" in text_of(Client().get(address))
    results(event, ("Bert", "Anna"), "vertauscht")
    page = text_of(Client().get(address))
    assert "official" not in page
    assert at("season_edition", cup, edition=1) in page
    first = text_of(Client().get(at("season_edition", cup, edition=1)))
    assert first.index("Anna") < first.index("Bert")
    post(director, cup, "season_publish", 409, seen=sign(cup))
    post(director, cup, "season_publish", seen=sign(cup), reason="vertauscht")
    second = text_of(Client().get(at("season_edition", cup, edition=2)))
    assert second.index("Bert") < second.index("Anna")
    assert 'class="warning"' in text_of(Client().get(at("season_edition", cup, edition=1)))
    post(director, cup, "season_take_up", 409)
    post(director, cup, "season_take_up", reason="ein Tag fehlt")
    assert "official" not in text_of(Client().get(address))
    assert SeasonAct.objects.filter(kind="standing").count() == 3


@pytest.mark.parametrize("number", [0, 99, 2**31, 2**63, 10**30])
def test_a_number_that_is_nobodys_leads_nowhere(director, number):
    cup = season()
    day(cup, *NAMES)
    for name, of in (("season_event", "number"), ("season_player", "number"), ("season_edition", "edition")):
        assert director.get(at(name, cup, **{of: number})).status_code == 404


def test_lots_are_drawn_by_a_button(director):
    cup = season(criteria=("lot",))
    day(cup, "Anna")
    day(cup, "Bert")
    assert at("season_lots", cup) in text_of(director.get(at("season", cup)))
    post(director, cup, "season_lots")
    assert [rank for rank, _name, _points in stands(cup)] == [1, 2]
    post(director, cup, "season_lots", 409)


def test_staff_sees_what_is_under_way_nobody_else(director):
    cup, tournament = season(), factories.tournament()
    factories.enter_people(tournament, *NAMES)
    post(director, cup, "season_events", what="tournament", tournament=tournament.pk, kind="day")
    tournament.__class__.objects.filter(pk=tournament.pk).update(frozen=tournament.made)
    address = at("season_standing", cup)
    assert "provisional=1" in text_of(director.get(address))
    assert director.get(f"{address}?provisional=1").context["provisional"]
    assert not Client().get(f"{address}?provisional=1").context["provisional"]
    publish(tournament, NAMES)
    assert "provisional=1" not in text_of(director.get(address))


def test_a_name_is_shown_as_it_was_typed_and_nothing_of_it_runs(director):
    cup = season(name="<script>alert(1)</script>")
    event = day(cup, "<b>Anna</b>", name="<i>Tag</i>")
    for name, where in (("season_standing", {}), ("season_event", {"number": event.number})):
        page = text_of(Client().get(at(name, cup, **where)))
        assert "<b>Anna" not in page
        assert "<i>Tag" not in page
        assert "<script>alert" not in page


def test_a_season_lists_its_days_to_come_with_date_start_and_inn(director):
    cup, today = season(), localdate(now())
    days = [("Später", 20), ("Bald", 6), ("Gewesen", -6), ("Herausgenommen", 7), ("Ohne Einladung", 25)]
    for name, ahead in days:
        tournament = factories.tournament(name=name)
        Tournament.objects.filter(pk=tournament.pk).update(day=today + timedelta(days=ahead))
        post(director, cup, "season_events", what="tournament", tournament=tournament.pk, kind="day")
        if name != "Ohne Einladung":
            acts.change_invitation(tournament.pk, new_key(), InvitationDetails(time(18, 30), f"Wirt von {name}"))
    SeasonEvent.objects.filter(tournament__name="Herausgenommen").update(gone=now())
    page = director.get(at("season", cup))
    assert [row.name for row in page.context["coming"]] == ["Bald", "Später", "Ohne Einladung"]
    said = text_of(page)
    assert "18:30, Wirt von Bald" in " ".join(said.split())
    assert "Wirt von Gewesen" not in said


def test_points_of_a_final_can_be_below_0_also_for_who_was_not_there(client, director):
    cup = season(final_formula="2 - place", absent="1 - players")
    day(cup, *NAMES)
    final = day(cup, "Bert", "Carl", "Anna", kind="final")
    assert stands(cup) == [(1, "Bert", 4), (2, "Anna", 3), (3, "Carl", 2), (4, "Dora", -1)]
    page = text_of(client.get(at("season_player", cup, number=person("Dora").number), follow=True))
    assert "war nicht im Finale" in page
    assert "−2" in page
    assert "Dora" not in text_of(client.get(at("season_event", cup, number=final.number)))
    post(director, cup, "season_publish", seen=sign(cup), confirmed="1")
    assert ">−1</td>" in text_of(client.get(at("season_edition", cup, edition=1)))


def test_prizes_are_not_given_before_the_season_is_over():
    cup = season(prizes="Pokal")
    day(cup, *NAMES)
    page = text_of(Client().get(at("season_standing", cup)))
    assert re.search(r"1\. Pokal</strong>\s*<small>\s*zurzeit Anna</small>", page)
    end_season(cup)
    over = Client().get(at("season_standing", cup))
    assert "zurzeit" not in text_of(over)
    assert [(winner.rank, winner.name, winner.prize) for winner in over.context["podium"]][:2] == [
        (1, "Anna", "Pokal"),
        (2, "Bert", ""),
    ]
    assert re.search(r'"page-kind">\s*Endstand', text_of(over))


def test_a_season_that_is_over_tells_how_it_came_about_and_who_won_before_as_far_as_the_club_shows_that(client):
    before, cup = season(name="Vorjahr"), season()
    day(before, "Zita", "Anna")
    end_season(before)
    for names in (("Anna", "Bert"), ("Anna", "Bert"), ("Carl", "Bert", "Anna"), ("Bert", "Carl", "Dora", "Anna")):
        day(cup, *names)
    assert client.get(at("season_standing", cup)).context["story"] == []
    end_season(cup)
    page = client.get(at("season_standing", cup))
    assert page.context["story"] == [
        "Die Spitze wechselte einmal: Anna, Bert.",
        "Vor dem letzten Tag lag Anna vorn; der letzte entschied für Bert.",
    ]
    assert page.context["earlier"] == []
    change_publication(load_first_club(), {"seasons": True})
    assert [(row.name, lead.names) for row, lead in client.get(at("season_standing", cup)).context["earlier"]] == [
        ("Vorjahr", ("Zita",))
    ]
