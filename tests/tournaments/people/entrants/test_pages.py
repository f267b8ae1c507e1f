"""The pages of people: entering, paying, withdrawing; few queries, whatever the number."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club, lock_club
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import running, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.list_previews import confirm_preview
from tournaments.core.acts import Kind
from tournaments.models import Act, Entrant, Presence, Round, Tournament
from tournaments.people.name_lists.messages import WHYS

pytestmark = pytest.mark.django_db


def numbers(of) -> dict[str, int]:
    return dict(Entrant.objects.filter(tournament=of, withdrawn=None).values_list("person__name", "number"))


def post(client, page: str, of, /, **body: Any):
    return client.post(reverse(page, args=[of.slug]), {"key": factories.new_key(), **body})


def list_entered(round_) -> set[str]:
    return set(Presence.objects.filter(round=round_).values_list("entrant__person__name", flat=True))


def test_somebody_is_entered_by_typing_his_name_into_the_round_too(secretary):
    of = factories.tournament()
    round_ = factories.round_(of)
    assert post(secretary, "add_entrant", of, name=" Anna  Maier ", round="1", inside="on").status_code == 302
    assert post(secretary, "add_entrant", of, name="Berta Huber", round="1").status_code == 302
    assert numbers(of) == {"Anna Maier": 1, "Berta Huber": 2}
    assert list_entered(round_) == {"Anna Maier"}


def test_a_name_that_is_sent_twice_is_entered_once_without_a_question(secretary):
    of = factories.tournament()
    page, sent = reverse("add_entrant", args=[of.slug]), {"key": factories.new_key(), "name": "Anna Maier", "round": ""}
    first, again = (secretary.post(page, sent) for _twice in range(2))
    assert (first.status_code, first["Location"]) == (again.status_code, again["Location"])
    assert numbers(of) == {"Anna Maier": 1}


def test_whoever_was_entered_on_a_desk_that_is_not_there_is_said_to_be_entered(secretary):
    of = factories.tournament()
    for at, number in enumerate(("١٢", "²", "99", "9" * 30, "x"), 1):
        answer = post(secretary, "add_entrant", of, name=f"Anna {at}", desk="on", round=number)
        assert answer.status_code == 302
        assert f"q={at}&added=1" in answer["Location"]
    assert len(numbers(of)) == 5


@pytest.mark.parametrize("name", ["♠ ♥", "😀", "…", "\u0301"])
def test_a_name_needs_a_letter_or_a_digit(secretary, name):
    of = factories.tournament()
    answer = post(secretary, "add_entrant", of, name=name)
    assert (answer.status_code, numbers(of)) == (400, {})
    assert "mit einem Buchstaben oder einer Ziffer" in answer.content.decode()


def test_whoever_is_like_somebody_is_asked_about_first(secretary):
    of = factories.tournament()
    known = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    asked = post(secretary, "add_entrant", of, name="Maier Anna", inside="on")
    assert asked.status_code == 200
    assert [(candidate.person, candidate.why) for candidate, _why in asked.context["question"]["others"]] == [
        (known.pk, "swapped")
    ]
    assert numbers(of) == {}
    post(secretary, "add_entrant", of, name="Maier Anna", person=str(known.pk))
    assert numbers(of) == {"Anna Maier": 1}
    assert post(secretary, "add_entrant", of, name="Anna Maier").status_code == 200  # she takes part: a namesake?
    post(secretary, "add_entrant", of, name="Anna Maier", new="1")
    assert Entrant.objects.filter(tournament=of, person__name="Anna Maier").count() == 2


def test_a_known_name_needs_no_question(secretary):
    of = factories.tournament()
    known = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    assert post(secretary, "add_entrant", of, name="Anna Maier").status_code == 302
    assert Entrant.objects.get().person == known


def test_ticks_are_kept_with_whatever_is_tapped_and_take_nothing_from_others(secretary):
    of = factories.tournament(fee=300)
    a, b, c, d = (entrant.pk for entrant in factories.people(of, 4))
    round_ = factories.round_(of, 2)
    Presence.objects.create(round=round_, entrant_id=d)  # meanwhile, on another laptop
    sent = {"round": "1", "was": [a, b], "in": [a, c], "pay": str(a)}
    assert post(secretary, "entrants", of, **sent).status_code == 302
    assert set(Presence.objects.filter(round=round_).values_list("entrant", "paid")) == {(a, 300), (c, 0), (d, 0)}


def test_into_the_next_round_come_those_who_are_still_there_and_all_pay_with_one_tap(secretary):
    of, first, _tables = running(5, fee=300)
    absent, left, quick = (entrant.pk for entrant in Entrant.objects.order_by("number")[:3])
    acts.set_state(first, factories.new_key(), [absent], Presence.State.NO_SHOW)
    acts.set_state(first, factories.new_key(), [left], Presence.State.LEFT)
    factories.enter_people(of, "Neu")
    second = factories.round_(of, 0)
    page = secretary.get(reverse("entrants", args=[of.slug]), {"round": "2"})
    assert (page.context["seen"]["outside"], page.context["seen"]["gone"]) == (4, 2)
    post(secretary, "entrants", of, round="2", all="1")
    assert list_entered(second) == {"Spieler 3", "Spieler 4", "Spieler 5", "Neu"}
    post(secretary, "entrants", of, round="2", pay=str(quick))
    # Three of them owe both rounds, "Neu" the second one, "Spieler 3" has paid that.
    assert post(secretary, "settle_fees", of, all_paid="2100").status_code == 409  # somebody has paid meanwhile
    assert post(secretary, "settle_fees", of, all_paid="1800").status_code == 302
    assert set(Presence.objects.filter(round=second).values_list("paid", flat=True)) == {300}
    assert set(Presence.objects.filter(round=first).values_list("entrant", "paid")) >= {(absent, 0), (left, 0)}
    assert Act.objects.filter(tournament=of, kind=Kind.PAID).count() == 3


def test_a_refused_tick_says_why_and_changes_nothing(secretary):
    of = factories.tournament(fee=300)
    a, _b = (entrant.pk for entrant in factories.people(of, 2))
    round_ = factories.round_(of)
    post(secretary, "entrants", of, round="1", pay=str(a))
    answer = post(secretary, "entrants", of, round="1", was=[a], **{"in": []})
    assert answer.status_code == 409
    assert answer.context["problem"]
    assert len(list_entered(round_)) == 2


def test_one_of_them_pays_withdraws_and_gets_another_number(secretary):
    of, round_ = factories.make_entered_round(3, fee=300)
    page = reverse("entrant", args=[of.slug, 1])

    def tap(what: str, **more: str) -> int:
        return int(secretary.post(page, {"key": factories.new_key(), "what": what, **more}).status_code)

    assert tap("pay", round="1") == tap("waits", round="1") == 302
    here = Presence.objects.get(round=round_, entrant__number=1)
    assert (here.paid, here.state) == (300, "waits")
    assert tap("out", round="1") == 409
    assert tap("give_back", round="1") == tap("out", round="1") == tap("withdraw") == tap("back") == 302
    assert tap("number", number="3") == 302
    assert numbers(of) == {"Spieler 1": 3, "Spieler 2": 2, "Spieler 3": 1}
    assert tap("number", number="0") == 409


def test_numbers_stay_when_a_round_is_drawn(secretary):
    of, _round, _tables = factories.whole(4)
    assert post(secretary, "number_by_name", of).status_code == 409
    page = reverse("entrant", args=[of.slug, 1])
    assert secretary.post(page, {"key": factories.new_key(), "what": "number", "number": "9"}).status_code == 409


def test_everybody_is_numbered_anew_by_name(secretary):
    of = factories.tournament()
    factories.enter_people(of, "Cilli", "Anna", "Berta")
    post(secretary, "number_by_name", of)
    assert numbers(of) == {"Anna": 1, "Berta": 2, "Cilli": 3}


def test_people_are_found_by_name_and_number(secretary):
    of = factories.tournament()
    factories.enter_people(of, "Anna Maier", "Berta Huber", "Anna Huber")
    page = reverse("entrants", args=[of.slug])

    def find_names(typed: str) -> list[str]:
        return [row["name"] for row in secretary.get(page, {"q": typed}).context["seen"]["rows"]]

    assert find_names("anna") == ["Anna Huber", "Anna Maier"]  # by surname
    assert find_names("hub anna") == ["Anna Huber"]
    assert find_names("2") == ["Berta Huber"]
    assert find_names("zzz") == []


def test_late_entrants_are_marked_until_they_sit(secretary):
    of, round_, _tables = factories.whole(4)
    (late,) = factories.enter_people(of, "Späte")
    post(secretary, "entrants", of, round="1", **{"in": [late.pk]})
    rows = secretary.get(reverse("entrants", args=[of.slug])).context["seen"]["rows"]
    assert [row["name"] for row in rows if row["late"]] == ["Späte"]
    assert late.pk in set(Presence.objects.filter(round=round_).values_list("entrant", flat=True))


def test_the_round_that_is_prepared_is_shown_first_then_the_one_that_is_played(secretary):
    of, first, _tables = factories.whole(4)
    page = reverse("entrants", args=[of.slug])

    def get_round_number() -> int:
        return int(secretary.get(page).context["seen"]["round"].number)

    assert get_round_number() == 1
    acts.start_clock(first, factories.new_key())
    assert get_round_number() == 1
    factories.round_(of)
    assert get_round_number() == 2
    assert secretary.get(page, {"round": "1"}).context["seen"]["round"].number == 1
    Round.objects.update(closed=now())
    assert get_round_number() == 2


def test_the_register_says_who_may_be_here_twice_and_merges(secretary):
    club = lock_club(load_first_club())
    anna, twin = find_or_create_person(club, "Anna Maier"), find_or_create_person(club, "Maier Anna")
    pairs = secretary.get(reverse("register"), {"alike": "1"}).context["pairs"]
    assert pairs == [(anna, twin, WHYS["swapped"])]
    page = reverse("person", args=[anna.number])
    assert secretary.post(page, {"what": "merge", "other": str(twin.pk)}).status_code == 302
    twin.refresh_from_db()
    assert twin.merged_into == anna
    assert secretary.get(reverse("person", args=[twin.number])).status_code == 302
    assert secretary.post(page, {"what": "rename", "name": ""}).status_code == 409
    other = find_or_create_person(lock_club(load_first_club()), "Verheiratete")
    assert [candidate.person for candidate, _why in secretary.get(page, {"with": other.number}).context["alike"]] == [
        other.pk
    ]
    assert secretary.post(page, {"what": "rename", "name": "Anna Mair"}).status_code == 302
    assert Person.objects.filter(name="Anna Mair").count() == 2


def test_only_the_director_erases_a_name():
    anna = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    page, erasing = (reverse(name, args=[anna.number]) for name in ("person", "person_privacy"))
    secretary, director = (log_in(make_account(role)) for role in ("secretary", "director"))
    assert secretary.post(erasing, {"what": "erase"}).status_code == 403
    assert director.post(erasing, {"what": "erase"}).status_code == 302
    assert b"Maier" not in director.get(page).content
    assert director.post(page, {"what": "rename", "name": "Anna"}).status_code == 409  # erased for good
    assert director.post(page, {"what": "publicity", "publicity": "short"}).status_code == 409
    assert director.post(page, {"what": "merge", "other": "0"}).status_code == 404
    assert director.post(page, {"what": "dance"}).status_code == 404


def test_what_is_asked_of_nobody_is_not_found(secretary):
    of, _round = factories.make_entered_round(1)
    assert post(secretary, "entrants", of, round="7").status_code == 404
    page = reverse("entrant", args=[of.slug, 1])
    assert secretary.post(page, {"key": factories.new_key(), "what": "dance", "round": "1"}).status_code == 404
    assert secretary.get(reverse("entrant", args=[of.slug, 9])).status_code == 404
    for name in ("add_entrant", "read_file", "confirm_list", "number_by_name"):
        assert secretary.get(reverse(name, args=[of.slug])).status_code == 302


def test_letters_that_no_database_keeps_find_nobody_and_break_nothing(secretary):
    of = factories.tournament()
    factories.enter_people(of, "Anna")
    for page in (reverse("entrants", args=[of.slug]), reverse("register")):
        assert secretary.get(page, {"q": "A\x00", "page": "x", "round": "9" * 15}).status_code == 200
    sent = {"key": "a\x00", "name": "Be\x00rta"}
    assert secretary.post(reverse("add_entrant", args=[of.slug]), sent).status_code == 409
    assert secretary.post(reverse("entrants", args=[of.slug]), {"key": "\x00", "round": "9" * 15}).status_code == 404
    assert secretary.get(reverse("entrant", args=[of.slug, 10**30])).status_code == 404


def test_nothing_is_entered_when_all_is_over(secretary):
    of, round_ = factories.make_entered_round(2, fee=300)
    Tournament.objects.filter(pk=of.pk).update(ended=now())
    assert post(secretary, "add_entrant", of, name="Zu Spät").status_code == 409
    assert confirm_preview(secretary, post(secretary, "read_list", of, text="Zu Spät")).status_code == 409
    assert post(secretary, "entrants", of, round="1", all="1").status_code == 409
    page = reverse("entrant", args=[of.slug, 1])
    assert secretary.post(page, {"key": factories.new_key(), "what": "waits", "round": "1"}).status_code == 409
    assert secretary.post(page, {"key": factories.new_key(), "what": "pay", "round": "1"}).status_code == 302
    assert Presence.objects.get(round=round_, entrant__number=1).paid == 300


def test_a_closed_round_takes_nobody_any_more(secretary):
    of, _round = factories.make_entered_round(2, only=1)
    Round.objects.update(closed=now())
    assert post(secretary, "entrants", of, round="1", all="1").status_code == 409
    answer = post(secretary, "add_entrant", of, name="Neue", round="1", inside="on")
    assert answer.status_code == 409
    assert not Entrant.objects.filter(person__name="Neue").exists()


def test_who_is_entered_for_a_round_that_runs_from_the_page_of_late_players_plays_in_it(director):
    of, _first, _tables = running(4)
    late = reverse("seat_late", kwargs={"slug": of.slug, "number": 1})
    link = re.search(r'href="([^"#]*inside=1)#add"', director.get(late).content.decode())
    assert link is not None
    ticked = re.compile(r'name="inside"\s+checked')
    assert ticked.search(director.get(link[1].replace("&amp;", "&")).content.decode())
    assert not ticked.search(director.get(reverse("entrants", args=[of.slug])).content.decode())
    answer = post(director, "add_entrant", of, name="Zu spät", round="1", inside="on")
    assert "inside=1" in answer["Location"]  # whoever comes next is entered in the same way
    assert director.get(late).context["first"].name == "Zu spät"


def test_a_substitutes_name_is_asked_about_with_those_it_may_mean():
    of, first, _tables = factories.whole(4)
    huber = factories.enter_people(of, "Franz Huber")[0]
    started(first)
    director, page = log_in(make_account("director")), reverse("substitute", args=[of.slug, 1, 1])

    def send(place: str, **more: str):
        return director.post(page, {"key": factories.new_key(), "place": place, "name": "Franz Hubr", **more})

    asked = send("1").context["question"]
    assert [(other.name, other.person, other.number) for other, _why in asked["others"]] == [
        ("Franz Huber", huber.person_id, huber.number)
    ]
    assert send("1", person=str(huber.person_id)).status_code == 302
    assert send("2", new="1").status_code == 302
    played = Act.objects.filter(tournament=of, kind=Kind.SUBSTITUTE).order_by("sequence")
    assert len(played) == 2
    assert Entrant.objects.filter(tournament=of, person__name="Franz Hubr").count() == 1
