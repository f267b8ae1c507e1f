"""Two who register together get a place both or neither: at once, from the waiting list, and when one withdraws."""

import re
from datetime import timedelta
from urllib.parse import unquote_plus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import create_person
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.support import acts, factories
from tournaments.models import Application, Entrant, Tournament
from tournaments.people.door.selectors import load_door
from tournaments.people.entrants.applications import is_full, list_units, load_line, split_line
from tournaments.people.entrants.own_codes import compute_code
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.registration import actions
from tournaments.people.registration.actions import As, Companion

pytestmark = pytest.mark.django_db


@share_rows
def of():
    made = factories.tournament()
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()) + timedelta(days=3))
    return Tournament.objects.get(pk=made.pk)


def invite(of, most, registration="auto"):
    acts.change_invitation(
        of.pk, factories.new_key(), InvitationDetails(None, most=most, is_public=True, registration=registration)
    )


def register(of, name, *companions, **more):
    key = factories.new_key()
    return actions.submit_application(of, key, name, companions=[Companion(name) for name in companions], **more)


def find(name) -> Application:
    return Application.objects.get(name__text=name)


def list_names(of):
    """Those who take part, and those who wait with their places."""
    inside = Entrant.objects.filter(tournament=of, withdrawn=None).order_by("number")
    line = load_line(of)
    waiting = {each.name.text: line.find_place(each.pk) for each in (*line.ahead, *line.behind)}
    return [entrant.person.name for entrant in inside], waiting


def test_a_pair_takes_two_places_and_an_answer_that_was_lost_makes_no_second_one(of):
    invite(of, 2)
    key = factories.new_key()
    for _twice in range(2):
        actions.submit_application(of, key, "Anna Auer", companions=[Companion("Berta Bauer", "Wels")])
    assert list_names(of) == (["Anna Auer", "Berta Bauer"], {})
    assert find("Berta Bauer").town == "Wels"
    assert is_full(of)
    code = compute_code(of, Entrant.objects.get(person__name="Berta Bauer"))
    assert [(row.name, row.partners) for row in load_door(of, code).rows] == [("Berta Bauer", "Anna Auer")]


def test_one_place_goes_to_neither_of_a_pair_but_to_the_next_who_comes_alone(of):
    invite(of, 3)
    register(of, "Xaver Zach")
    register(of, "Yvonne Zenz")
    register(of, "Anna Auer", "Berta Bauer")
    assert list_names(of) == (["Xaver Zach", "Yvonne Zenz"], {"Anna Auer": 1, "Berta Bauer": 1})
    assert not is_full(of)  # for one
    register(of, "Cilli Cerny")
    register(of, "Dora Dunst")
    assert list_names(of) == (
        ["Xaver Zach", "Yvonne Zenz", "Cilli Cerny"],
        {"Anna Auer": 1, "Berta Bauer": 1, "Dora Dunst": 3},
    )
    assert is_full(of)


def test_a_pair_moves_up_when_two_places_are_free_and_not_before(of):
    invite(of, 2)
    register(of, "Xaver Zach")
    register(of, "Yvonne Zenz")
    register(of, "Anna Auer", "Berta Bauer")
    acts.withdraw_application(find("Xaver Zach"), factories.new_key())
    assert list_names(of) == (["Yvonne Zenz"], {"Anna Auer": 1, "Berta Bauer": 1})
    acts.withdraw_application(find("Yvonne Zenz"), factories.new_key())
    assert list_names(of) == (["Anna Auer", "Berta Bauer"], {})


def test_whoever_of_a_waiting_pair_withdraws_lets_the_other_wait_alone(of):
    invite(of, 2)
    register(of, "Xaver Zach")
    register(of, "Anna Auer", "Berta Bauer")
    acts.withdraw_application(find("Anna Auer"), factories.new_key())
    assert list_names(of) == (["Xaver Zach", "Berta Bauer"], {})


def test_whoever_of_a_pair_that_plays_withdraws_leaves_the_other_in_place(of):
    invite(of, 2)
    register(of, "Anna Auer", "Berta Bauer")
    register(of, "Cilli Cerny")
    acts.withdraw_application(find("Berta Bauer"), factories.new_key())
    assert list_names(of) == (["Anna Auer", "Cilli Cerny"], {})


def test_a_pair_of_which_one_may_be_somebody_known_waits_for_the_director_and_keeps_both_places(of):
    create_person(of.club, "Berta Maier")
    invite(of, 3)
    register(of, "Anna Auer", "Berta Meier")
    register(of, "Cilli Cerny")
    register(of, "Dora Dunst")
    assert list_names(of) == (["Cilli Cerny"], {"Anna Auer": 0, "Berta Meier": 0, "Dora Dunst": 1})
    acts.decide_waiting(find("Berta Meier"), factories.new_key(), As.TAKEN)
    assert list_names(of) == (["Cilli Cerny", "Berta Meier", "Anna Auer"], {"Dora Dunst": 1})


def test_two_of_a_pair_who_may_be_one_person_wait_for_the_director(of):
    invite(of, 4)
    register(of, "Anna Maier", "Anna Meier")
    assert list_names(of) == ([], {"Anna Maier": 0, "Anna Meier": 0})


def test_the_staff_confirms_both_with_one_tap_and_at_the_door_whoever_came(of):
    invite(of, 4, "ask")
    register(of, "Anna Auer", "Berta Bauer")
    register(of, "Cilli Cerny", "Dora Dunst")
    secretary, page = log_in(make_account("secretary")), reverse("registration", args=[of.slug])
    shown = secretary.get(page).content.decode()
    assert "Alle 2 bestätigen" in shown
    key = factories.new_key()
    for _twice in range(2):
        secretary.post(page, {"key": key, "take": str(find("Berta Bauer").pk)})
    assert sorted(list_names(of)[0]) == ["Anna Auer", "Berta Bauer"]
    factories.round_(of, 0)
    door, came = reverse("door", args=[of.slug]), {"registration": str(find("Cilli Cerny").pk), "only_here": "1"}
    said = unquote_plus(secretary.post(door, {"key": factories.new_key(), **came})["Location"])
    assert "zusammen mit Dora Dunst" in said
    assert sorted(list_names(of)[0]) == ["Anna Auer", "Berta Bauer", "Cilli Cerny"]
    assert list_names(of)[1] == {"Dora Dunst": 0}


def test_on_the_page_one_signs_up_two_and_passes_on_the_other_link(of):
    invite(of, 3)
    page, phone = reverse("sign_up", args=[of.slug]), Client()
    assert "Gemeinsam mit" in phone.get(page).content.decode()
    sent = {"key": factories.new_key(), "name": "Anna Auer", "together": "Bauer, Berta"}
    own = phone.post(page, sent)["Location"]
    other = reverse("own_place", args=[of.slug, actions.find_own_secret(of, find("Berta Bauer").key)])
    assert other in phone.get(own).content.decode()
    shown = Client().get(other).content.decode()
    assert "Anna Auer" in shown
    assert own not in shown
    refused = phone.post(page, {"key": factories.new_key(), "name": "Cilli Cerny", "together": "cilli cerny"})
    assert refused.status_code == 400
    waits = phone.post(page, {"key": factories.new_key(), "name": "Cilli Cerny", "together": "Dora Dunst"})["Location"]
    assert "Nummer 1 auf der Warteliste" in phone.get(waits).content.decode()
    assert "alle einen Platz oder niemand" in phone.get(waits).content.decode()
    changed = phone.post(waits, {"key": factories.new_key(), "name": "Cilli Cerny-Huber", "together": "Fremd"})
    assert changed.status_code == 302
    assert Application.objects.count() == 4
    phone.post(other, {"key": factories.new_key(), "withdraw": "1"})
    assert "ist ausgestiegen" in phone.get(own).content.decode()


@given(st.lists(st.booleans(), max_size=12), st.integers(0, 14))
def test_no_pair_is_parted_and_no_place_is_free_that_somebody_could_have(kinds, free):
    rows = []
    for number, is_pair in enumerate(kinds, 1):
        ids = (2 * number, 2 * number + 1) if is_pair else (2 * number,)
        rows += [Application(pk=pk, pair=number if is_pair else 0) for pk in ids]
    line = split_line(rows, free)
    assert len(line.ahead) <= free
    assert {row.pk for row in (*line.ahead, *line.behind)} == {row.pk for row in rows}
    assert not {row.pair for row in line.ahead if row.pair} & {row.pair for row in line.behind}
    left = free - len(line.ahead)
    assert all(len(unit) > left for unit in list_units(line.behind))
    assert list(line.places.values()) == sorted(line.places.values())


def test_a_pair_of_which_both_register_both_stands_once_in_the_line(of):
    invite(of, 2)
    register(of, "Xaver Zach")
    page, hers, his = reverse("sign_up", args=[of.slug]), Client(), Client()
    hers.get(page)  # the device's cookie
    first = {"key": factories.new_key(), "name": "Resi Roth", "together": "Poldi Pohl"}
    own = hers.post(page, first)["Location"]
    second = {"key": factories.new_key(), "name": "Poldi Pohl", "together": "Roth Resi"}
    told = his.post(page, second)
    assert told.status_code == 409
    assert "Eine Anmeldung auf diesen Namen gibt es schon. Bist du das?" in told.content.decode()
    assert "tournaments/" not in told.get("Location", "")
    buttons = re.findall(r"<button form=\"apply\"[^>]*>", told.content.decode())
    assert ["namesake" in button for button in buttons] == [False, True]  # Enter presses the first one: it says no "no"
    secrets = [actions.find_own_secret(of, each.key) for each in Application.objects.all()]
    mine = his.get(f"{page}?mine=1").content.decode()
    for text in (told.content.decode(), mine):  # anybody may type a name
        assert not any(secret in text for secret in secrets)
    assert "ist mit der Anmeldung gekommen" in mine
    assert "Resi" not in mine
    assert hers.post(page, first | {"key": factories.new_key()})["Location"] == own
    his_page = reverse("own_place", args=[of.slug, actions.find_own_secret(of, find("Poldi Pohl").key)])
    assert hers.post(page, second)["Location"] == his_page  # her device has registered him
    assert list_names(of)[1] == {"Resi Roth": 1, "Poldi Pohl": 1}
    from_elsewhere = his.post(page, second | {"key": factories.new_key(), "town": "Wels", "namesake": "on"})
    assert from_elsewhere.status_code == 302
    assert Application.objects.count() == 5


@pytest.mark.parametrize("first", ["", "Poldi Pohl"])
def test_the_director_sees_who_waits_twice_and_joins_them_with_one_tap(of, first):
    invite(of, 1, "ask")
    register(of, "Xaver Zach")
    kept = register(of, "Resi Roth", *filter(None, [first]))
    own = register(of, "Poldi Pohl", "Roth Resi")
    if first:
        own = Application.objects.get(name__text="Roth Resi")
    secretary, page = log_in(make_account("secretary")), reverse("registration", args=[of.slug])
    assert "Dieselbe Anmeldung" in secretary.get(page).content.decode()
    ghost = Application.objects.get(name__text="Roth Resi")
    secretary.post(page, {"key": factories.new_key(), "join": str(ghost.pk)})
    shown = secretary.get(page).content.decode()
    assert "Dieselbe Anmeldung" not in shown
    assert list_names(of)[1] == {"Xaver Zach": 0, "Resi Roth": 1, "Poldi Pohl": 1}
    [companion] = actions.list_companions(Application.objects.get(pk=kept.pk))
    assert companion.name.text == "Poldi Pohl"
    hers = reverse("own_place", args=[of.slug, actions.find_own_secret(of, ghost.key)])
    assert "schon angemeldet" in Client().get(hers).content.decode()
    again = secretary.post(page, {"key": factories.new_key(), "join": str(own.pk)})
    assert again.status_code == 409


def test_whoever_takes_part_already_is_met_by_one_tap_and_asked_when_registering(of):
    invite(of, 4, "ask")
    acts.enter(of.pk, factories.new_key(), [Newcomer("Anna Auer")])
    page, phone = reverse("sign_up", args=[of.slug]), Client()
    sent = {"key": factories.new_key(), "name": "Auer Anna"}
    assert phone.post(page, sent).status_code == 409
    own = phone.post(page, sent | {"namesake": "on"})["Location"]
    secretary, staff = log_in(make_account("secretary")), reverse("registration", args=[of.slug])
    offer = f"{find('Auer Anna').pk}.{Entrant.objects.get().person_id}"
    assert f'value="{offer}"' in secretary.get(staff).content.decode()
    secretary.post(staff, {"key": factories.new_key(), "take": offer})
    assert list_names(of) == (["Anna Auer"], {})
    assert "Deine Startnummer: 1" in phone.get(own).content.decode()
    typed = {"key": factories.new_key(), "what": "type", "name": "Anna Auer"}
    assert "auf diesen Namen" in secretary.post(staff, typed).content.decode()
    assert Application.objects.count() == 1


@pytest.mark.parametrize("who", ["staff", "one of them"])
def test_a_waiting_pair_is_parted_by_the_staff_or_one_of_them_and_a_single_place_goes_to_the_first(of, who):
    invite(of, 1)
    first = register(of, "Resi Roth", "Poldi Pohl")
    assert list_names(of) == ([], {"Resi Roth": 1, "Poldi Pohl": 1})
    staff, page = log_in(make_account("secretary")), reverse("registration", args=[of.slug])
    own = reverse("own_place", args=[of.slug, actions.find_own_secret(of, first.key)])
    sent = {"key": factories.new_key(), "part": str(first.pk)}
    assert (staff if who == "staff" else Client()).post(page if who == "staff" else own, sent).status_code == 302
    assert list_names(of) == (["Resi Roth"], {"Poldi Pohl": 1})
    assert staff.post(page, sent | {"key": factories.new_key()}).status_code == 409


def test_a_table_registers_together_stands_once_on_the_list_and_gets_all_places_or_none(of):
    invite(of, 4)
    register(of, "Xaver Zach")
    page, phone = reverse("sign_up", args=[of.slug]), Client()
    sent = {"key": factories.new_key(), "name": "Anna Auer", "together": "Bauer, Berta\r\nCilli Cerny\nDora Dunst"}
    own = phone.post(page, sent)["Location"]
    names = ["Anna Auer", "Berta Bauer", "Cilli Cerny", "Dora Dunst"]
    assert list_names(of) == (["Xaver Zach"], dict.fromkeys(names, 1))
    shown = phone.get(own).content.decode()
    assert all(name in shown for name in names)
    others = [actions.find_own_secret(of, find(name).key) for name in names[1:]]
    assert all(secret in shown for secret in others)
    secretary, staff = log_in(make_account("secretary")), reverse("registration", args=[of.slug])
    [group] = secretary.get(staff).context["waiting"]
    assert (group.names, group.place) == (names, 1)
    acts.withdraw_application(find("Xaver Zach"), factories.new_key())
    assert list_names(of) == (names, {})
    six = {"key": factories.new_key(), "name": "Eva Egger", "together": "A B;C D;E F;G H;I J"}
    for together in (six["together"], "A B;B, A"):
        assert phone.post(page, six | {"together": together}).status_code == 400


def test_the_staff_confirms_a_group_by_one_tap_or_parts_it(of):
    invite(of, 8, "ask")
    register(of, "Anna Auer", "Berta Bauer", "Cilli Cerny")
    register(of, "Dora Dunst", "Eva Egger", "Frida Falk")
    secretary, staff = log_in(make_account("secretary")), reverse("registration", args=[of.slug])
    secretary.post(staff, {"key": factories.new_key(), "take": str(find("Berta Bauer").pk)})
    assert sorted(list_names(of)[0]) == ["Anna Auer", "Berta Bauer", "Cilli Cerny"]
    secretary.post(staff, {"key": factories.new_key(), "part": str(find("Eva Egger").pk)})
    assert [group.names for group in secretary.get(staff).context["waiting"]] == [
        ["Dora Dunst"],
        ["Eva Egger"],
        ["Frida Falk"],
    ]
