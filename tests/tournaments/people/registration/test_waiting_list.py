"""Places, the waiting list that moves up by itself, one's own link, and what keeps programs away."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime

from tarockclub.kit.time_source import now
from tarockclub.models import Note, Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club, lock_club
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.models import Application, Entrant, Tournament
from tournaments.people.entrants.applications import load_line
from tournaments.people.entrants.own_codes import build_own_path, compute_code
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.registration import actions
from tournaments.people.registration.actions import As, Details
from tournaments.people.registration.staff_views import format_application_state, list_registration_rows

pytestmark = pytest.mark.django_db


@share_rows
def of():
    made = factories.tournament(team_size=2)
    Tournament.objects.filter(pk=made.pk).update(day=localdate(now()) + timedelta(days=3))
    return Tournament.objects.get(pk=made.pk)


def invite(of, registration="auto", most=0, **more):
    wanted = InvitationDetails(is_public=True, registration=registration, most=most, **more)
    acts.change_invitation(of.pk, factories.new_key(), wanted)


def register(of, name, **details):
    return actions.submit_application(of, factories.new_key(), name, "", Details(**details))


def list_names(of):
    """Those who take part, and those who wait, in order."""
    inside = Entrant.objects.filter(tournament=of, withdrawn=None).order_by("number")
    line = load_line(of)
    waiting = [application.name.text for application in (*line.ahead, *line.behind)]
    return [entrant.person.name for entrant in inside], waiting


def test_whoever_is_clear_takes_part_and_the_next_one_moves_up_whoever_withdraws(of):
    invite(of, most=2)
    anna, _berta, _cilli, dora = (register(of, name) for name in ("Anna Auer", "Berta Bauer", "Cilli Cerny", "Dora"))
    assert list_names(of) == (["Anna Auer", "Berta Bauer"], ["Cilli Cerny", "Dora"])
    assert actions.find_waiting_place(dora) == 2
    key = factories.new_key()
    for _twice in range(2):
        acts.withdraw_application(anna, key)
    assert list_names(of) == (["Berta Bauer", "Cilli Cerny"], ["Dora"])
    acts.withdraw(of.pk, factories.new_key(), Entrant.objects.get(person__name="Berta Bauer").pk)
    assert list_names(of) == (["Cilli Cerny", "Dora"], [])
    assert Application.objects.get(pk=anna.pk).decided_as == As.GONE


def test_whoever_waits_for_a_place_stands_on_the_page_of_the_tournament_and_is_no_question_there(of):
    invite(of, most=1)
    for name in ("Anna Auer", "Berta Bauer"):
        register(of, name)
    director, list_page = log_in(make_account("director")), reverse("registration", args=[of.slug])
    page = director.get(reverse("tournament", args=[of.slug]))
    needs = page.content.decode().partition('id="needs-title"')[2].partition("</section>")[0]
    assert ("Eine Person wartet auf einen Platz" in needs, list_page in needs, page.context["seen"].waiting) == (
        True,
        True,
        0,
    )
    waiting = director.get(list_page).content.decode().partition('id="waiting"')[2].partition("</section>")[0]
    assert ("Warteliste" in waiting, "Warten auf Bestätigung" in waiting) == (True, False)


def test_programs_read_the_places_that_the_staff_sees(of):
    invite(of, most=1)
    for name in ("Anna Auer", "Berta Bauer", "Cilli Cerny"):
        register(of, name, town="Linz")
    told = create_program(make_account("director")).read(f"tournaments/{of.slug}/registrations").json()
    assert [(row["name"], row["town"], row["partner"], row["state"]) for row in told] == [
        ("Anna Auer", "Linz", "", "taken"),
        ("Berta Bauer", "Linz", "", "open"),
        ("Cilli Cerny", "Linz", "", "open"),
    ]
    assert [(row["waiting_place"], row["start_number"]) for row in told] == [(0, 1), (1, 0), (2, 0)]


def test_the_staff_sees_who_has_moved_up_and_when(of):
    invite(of, most=1)
    anna, berta = (register(of, name) for name in ("Anna Auer", "Berta Bauer"))
    Application.objects.filter(pk__in=(anna.pk, berta.pk)).update(at=now() - timedelta(days=2))
    acts.withdraw_application(anna, factories.new_key())
    register(of, "Cilli Cerny")
    invite(of, most=2)
    states = {row.name.text: format_application_state(row) for row in list_registration_rows(of)}
    moment = date_format(localtime(now()), "j. F")
    assert states.pop("Berta Bauer").startswith(f"nimmt teil, nachgerückt am {moment}")
    assert states == {"Anna Auer": "zurückgezogen", "Cilli Cerny": "nimmt teil"}


def test_who_moves_up_does_so_also_where_an_import_has_numbered_the_registrations_anew(of):
    """By ids, the act that let Anna in would be taken for Berta's."""
    invite(of, most=1)
    anna, berta = (register(of, name) for name in ("Anna Auer", "Berta Bauer"))
    Application.objects.filter(pk=anna.pk).update(id=berta.pk + 50, at=now() - timedelta(days=2))
    Application.objects.filter(pk=berta.pk).update(id=anna.pk)
    invite(of, most=2)
    assert list_names(of) == (["Anna Auer", "Berta Bauer"], [])
    states = {row.name.text: format_application_state(row) for row in list_registration_rows(of)}
    assert states["Berta Bauer"] == "nimmt teil"


def test_where_the_staff_confirms_nobody_takes_part_by_himself(of):
    invite(of, "ask", most=1)
    first, second = register(of, "Anna Auer"), register(of, "Berta Bauer")
    assert list_names(of) == ([], ["Anna Auer", "Berta Bauer"])
    assert [actions.find_waiting_place(each) for each in (first, second)] == [0, 1]
    acts.decide_waiting(first, factories.new_key(), As.DECLINED)
    assert actions.find_waiting_place(second) == 0
    assert (Application.objects.get(pk=first.pk).decided_as, list_names(of)[0]) == (As.DECLINED, [])


def test_a_name_that_may_be_two_people_waits_for_the_staff_and_keeps_its_place(of):
    find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    invite(of, most=2)
    register(of, "Anna Meier")
    register(of, "Berta Bauer")
    register(of, "Cilli Cerny")
    assert list_names(of) == (["Berta Bauer"], ["Anna Meier", "Cilli Cerny"])


def test_who_is_known_is_that_person_and_nobody_takes_part_twice(of):
    anna = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    invite(of)
    register(of, "Anna Maier")
    again = register(of, "Anna Maier")
    assert Entrant.objects.get(tournament=of).person == anna
    assert again.decided_as == As.OPEN
    assert Person.objects.filter(name="Anna Maier").count() == 1


def test_two_of_one_name_are_told_apart_by_their_town_which_a_new_person_brings_along(of):
    first, second = (Person.objects.create(club=of.club, number=at, name="Anna Maier") for at in (901, 902))
    Person.objects.filter(pk=first.pk).update(town="Wels")
    Person.objects.filter(pk=second.pk).update(town="Linz")
    invite(of)
    register(of, "Anna Maier", town="linz")
    assert Entrant.objects.get(tournament=of).person == second
    assert register(of, "Anna Maier", town="Graz").decided_as == As.OPEN
    assert register(of, "Anna Maier").decided_as == As.OPEN
    register(of, "Berta Bauer", town="Steyr")
    assert Person.objects.get(name="Berta Bauer").town == "Steyr"


def test_entries_close_and_the_staff_still_types_in_who_phones(of):
    invite(of, closes=now() - timedelta(minutes=1))
    with pytest.raises(ActionRefused, match="registration_closed"):
        register(of, "Anna Auer")
    actions.submit_application(of, factories.new_key(), "Berta Bauer", by_staff=True)
    assert list_names(of)[0] == ["Berta Bauer"]


def test_nobody_registers_on_a_page_that_is_not_public_or_over(of):
    wanted = InvitationDetails(is_public=False, registration="auto")
    acts.change_invitation(of.pk, factories.new_key(), wanted)
    with pytest.raises(ActionRefused, match="registration_closed"):
        register(of, "Anna Auer")
    assert Client().get(reverse("sign_up", args=[of.slug])).status_code == 404
    invite(of)
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) - timedelta(days=1))
    with pytest.raises(ActionRefused, match="registration_closed"):
        register(Tournament.objects.get(pk=of.pk), "Anna Auer")


def test_one_registers_changes_and_withdraws_by_the_own_page_without_an_account(of):
    invite(of, "ask")
    phone, page = Client(), reverse("sign_up", args=[of.slug])
    key = factories.new_key()
    sent = {"key": key, "name": "Anna Auer", "town": "Wels", "partner": "Berta Bauer", "remark": "Vegetarisch"}
    answers = [phone.post(page, sent) for _twice in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    own = answers[0]["Location"]
    assert own == answers[1]["Location"]
    application = Application.objects.get()
    columns = ("town", "partner__text", "remark__text")
    assert Application.objects.values_list(*columns).get() == ("Wels", "Berta Bauer", "Vegetarisch")
    assert own.rstrip("/").rpartition("/")[2] not in str(vars(application))
    assert "Wels" in phone.get(own).content.decode()
    changed = phone.post(own, {"key": factories.new_key(), "name": "Anna Auer-Huber", "town": "Linz"})
    assert changed.status_code == 302
    application.refresh_from_db()
    assert (application.name.text, application.town, application.partner) == ("Anna Auer-Huber", "Linz", None)
    assert not Note.objects.filter(text__in=("Anna Auer", "Berta Bauer")).exists()  # what was replaced is gone
    acts.decide_waiting(application, factories.new_key(), As.TAKEN)
    entrant = Entrant.objects.select_related("tournament").get()
    code = compute_code(of, entrant)
    assert code in phone.get(own).content.decode()
    assert code in phone.get(build_own_path(entrant)).content.decode()
    phone.post(own, {"key": factories.new_key(), "name": "Somebody Else", "town": "Graz"})
    columns = ("name__text", "entrant__person__name", "town")
    assert Application.objects.values_list(*columns).get() == ("Anna Auer-Huber", "Anna Auer-Huber", "Graz")
    assert phone.post(own, {"key": factories.new_key(), "withdraw": "1"}).status_code == 302
    assert not Entrant.objects.filter(withdrawn=None).exists()
    assert code not in phone.get(own).content.decode()
    wrong = reverse("own_place", args=[of.slug, "0" * 32])
    assert phone.get(wrong).status_code == 404


def test_a_program_that_fills_in_every_field_registers_nobody(of):
    invite(of)
    page = reverse("sign_up", args=[of.slug])
    sent = {"key": factories.new_key(), "name": "Spam", "website": "https://spam.example"}
    assert Client().post(page, sent).status_code == 200
    assert not Application.objects.exists()


def test_floods_are_bounded_from_one_address_and_for_one_tournament(of, monkeypatch):
    invite(of)
    monkeypatch.setattr("tournaments.people.registration.views.FOR_ONE_TOURNAMENT", 2)
    page = reverse("sign_up", args=[of.slug])
    answers = [
        Client(REMOTE_ADDR=f"10.0.0.{at}").post(page, {"key": factories.new_key(), "name": f"Spieler {at}"}).status_code
        for at in (1, 2, 3)
    ]
    assert answers == [302, 302, 429]
    monkeypatch.setattr(actions, "MOST_OF_ALL", 2)
    with pytest.raises(ActionRefused, match="too_many_applications"):
        register(of, "Noch einer")


def test_the_staff_types_in_who_phones_and_sees_the_waiting_list(of):
    invite(of, "ask", most=1)
    secretary, page = log_in(make_account("secretary")), reverse("registration", args=[of.slug])
    for name in ("Anna Auer", "Berta Bauer"):
        sent = {"key": factories.new_key(), "what": "type", "name": name, "town": "Wels"}
        assert secretary.post(page, sent).status_code == 302
    shown = secretary.get(page)
    assert [group.place for group in shown.context["waiting"]] == [0, 1]
    cells = [[str(cell.text) for cell in row] for row in shown.context["list"].rows]
    assert [any("Warteliste 1" in text for text in row) for row in cells].count(True) == 1
    assert "Es gibt gerade keinen Link. Anmelden kann man sich auf der öffentlichen Seite." in shown.content.decode()
    first, ask = Application.objects.earliest("pk"), "Anmeldung von Anna Auer zurückziehen?"
    acts.decide_waiting(first, factories.new_key(), As.TAKEN)
    link = f"?withdraw={first.pk}#withdraw"
    assert link in secretary.get(page).content.decode()
    assert ask in secretary.get(page, {"withdraw": str(first.pk)}).content.decode()
    assert list_names(of) == (["Anna Auer"], ["Berta Bauer"])  # it was only asked
    secretary.post(page, {"key": factories.new_key(), "withdraw": str(first.pk)})
    assert list_names(of) == ([], ["Berta Bauer"])
    assert link not in secretary.get(page).content.decode()
    assert ask not in secretary.get(page, {"withdraw": str(first.pk)}).content.decode()
