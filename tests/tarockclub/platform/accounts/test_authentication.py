"""Logged in for two clubs, asked for the password again before dangerous acts; attempts that count or not."""

import re
import uuid
from contextlib import closing
from datetime import timedelta
from html import unescape
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import GameTable
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Account, Club, FailedAttempt
from tarockclub.office.backups.services import NONE, make_backup
from tarockclub.platform.accounts.rate_limits import TooMany, attempt, build_scope
from tarockclub.platform.accounts.sessions import end_places
from tarockclub.platform.server.wsgi.turns import TooBusy
from tests.scoring.support.tables import new_key
from tests.support import clients
from tests.support.accounts import forward_confirmation, log_in, make_account
from tests.support.clients import read_page
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
NAMES = ("Emma", "Fritz", "Gerda", "Hans")


class Host(NamedTuple):
    """Somebody's accounts at two clubs, a table of each of them, and the one browser."""

    clubs: list[Club]
    accounts: list[Account]
    tables: list[GameTable]
    client: Client

    def read(self, at: int, path: str = "evenings/") -> Any:
        """Open a page below the address of a club."""
        return self.client.get(f"/c/{self.clubs[at].slug}/{path}")

    def find_account_at(self, at: int) -> Account | None:
        """Return who is logged in at the table of a club, whose address names no club."""
        account = self.client.get(reverse("table", args=[self.tables[at].slug])).context["account"]
        return account if isinstance(account, Account) else None


@pytest.fixture
def host() -> Host:
    """Both log-ins are done."""
    clubs = [Club.objects.create(name=name, slug=name.casefold()) for name in ("Erste", "Zweite")]
    accounts = [make_account("director", club, login="roswitha") for club in clubs]
    evening = EveningStart(NAMES, "treffpunkt", {}, 0)
    client, tables = Client(), [start_evening(new_key(), evening, club) for club in clubs]
    for club in clubs:
        sent = {"login": "roswitha", "password": PASSWORD}
        assert client.post(f"/c/{club.slug}/log-in/", sent).status_code == 302
    return Host(clubs, accounts, tables, client)


def test_both_stay_and_each_page_leads_to_the_other_club(host):
    assert Session.objects.count() == UserSession.objects.count() == 2
    for at, other in ((0, 1), (1, 0), (0, 1)):
        page = host.read(at)
        assert page.status_code == 200
        assert page.context["account"].club == host.clubs[at]
        html = page.content.decode()
        assert f'href="/c/{host.clubs[other].slug}/"' in html
        assert f"Zu {host.clubs[other].name} wechseln" in html


def test_at_a_table_the_account_of_its_club_counts_whichever_was_used_last(host):
    for last in (0, 1):
        host.read(last)
        assert [host.find_account_at(at) for at in (0, 1)] == host.accounts


def test_where_an_address_names_no_club_the_last_one_counts(host):
    for last in (0, 1, 0):
        host.read(last)
        assert host.client.get("/evenings/").context["account"].club == host.clubs[last]


def test_who_logs_out_of_one_club_stays_in_the_other(host):
    assert host.client.post("/c/zweite/log-out/").status_code == 302
    assert host.read(1).status_code == 302
    page = host.read(0)
    assert page.status_code == 200
    assert "wechseln" not in page.content.decode()
    assert host.find_account_at(1) != host.accounts[1]


def test_places_are_ended_for_each_account_alone(host):
    assert end_places(host.accounts[0]) == 1
    assert [host.read(at).status_code for at in (0, 1)] == [302, 200]


def test_a_log_in_from_before_is_kept_from_its_next_page_on(host):
    old = Client()
    old.cookies["sessionid"] = host.client.cookies["sessionid"].value  # of the second club: all that there was
    assert old.get("/c/zweite/evenings/").status_code == 200
    assert old.post("/c/erste/log-in/", {"login": "roswitha", "password": PASSWORD}).status_code == 302
    assert [old.get(f"/c/{club.slug}/evenings/").status_code for club in host.clubs] == [200, 200]


def test_a_made_up_cookie_lets_nobody_in(host):
    stranger = Client()
    for name in ("sessionid-1", "sessionid-x", f"sessionid-{host.clubs[0].pk}", "sessionid-" + "9" * 5000):
        stranger.cookies[name] = "x" * 32
    assert stranger.get("/c/erste/evenings/").status_code == 302
    # The session of one club under the name of another one opens nothing either.
    stranger.cookies[f"sessionid-{host.clubs[0].pk}"] = host.client.cookies[f"sessionid-{host.clubs[1].pk}"].value
    assert stranger.get("/c/erste/evenings/").status_code == 302


def test_ones_own_page_leads_to_ones_page_in_the_other_club_and_nobody_elses_does(host):
    mine, there = "/c/erste/tournaments/people/me/", "/c/zweite/tournaments/people/me/"
    page = host.client.get(mine, follow=True)
    assert page.status_code == 200
    assert f'href="{there}"' in page.content.decode()
    other = host.client.get(there, follow=True)
    assert other.context["person"] == host.accounts[1].person
    assert f'href="{mine}"' in other.content.decode()
    somebody = host.accounts[0].club.persons.exclude(pk=host.accounts[0].person_id).first()
    assert there not in host.read(0, f"tournaments/people/{somebody.number}/page/").content.decode()
    alone = Client()
    alone.post("/c/erste/log-in/", {"login": "roswitha", "password": PASSWORD})
    assert there not in alone.get(mine, follow=True).content.decode()
    assert "log-in" in Client().get(mine)["Location"]


def test_an_end_of_the_log_in_there_leads_to_the_log_in(host):
    end_places(host.accounts[1])
    assert "log-in" in host.client.get("/c/zweite/tournaments/people/me/")["Location"]


QUESTION = "Bitte noch einmal dein Passwort"
NEW = {"name": "Berta", "login": "berta", "role": "secretary", "password": "zwölf Stiche", "again": "zwölf Stiche"}


@pytest.fixture
def director():
    """A director whose password was given long ago."""
    return forward_confirmation(log_in(make_account("director", login="leitung")))


def read_hidden_fields(answer):
    """The hidden fields of the question."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', answer.content.decode())
    return {name: unescape(value) for name, value in found}


def test_a_page_asks_when_it_is_opened_and_leads_there(director):
    wanted = reverse("new_account")
    answer = director.get(wanted, follow=True)
    assert QUESTION in read_page(answer)
    back = director.post(reverse("confirm"), {**read_hidden_fields(answer), "confirm_password": PASSWORD})
    assert back["Location"] == wanted
    assert director.get(wanted).status_code == 200


def test_what_was_sent_too_late_is_done_once_the_password_is_right(director):
    asked = director.post(reverse("new_account"), NEW)
    assert (asked.status_code, QUESTION in read_page(asked)) == (403, True)
    assert not Account.objects.filter(login="berta").exists()
    wrong = director.post(reverse("new_account"), {**read_hidden_fields(asked), "confirm_password": "falsch"})
    assert (wrong.status_code, "Das ist nicht dein Passwort" in read_page(wrong)) == (400, True)
    assert read_hidden_fields(asked).items() >= NEW.items()
    assert read_hidden_fields(wrong).items() >= NEW.items()
    done = director.post(reverse("new_account"), {**read_hidden_fields(wrong), "confirm_password": PASSWORD})
    assert done.status_code == 302
    assert Account.objects.get(login="berta").check_password("zwölf Stiche")


def test_the_question_stands_where_the_wanted_page_is_and_can_be_left_to_the_page_above(director):
    club = reverse("club")
    for asked in (director.get(reverse("new_account"), follow=True), director.post(reverse("new_account"), NEW)):
        crumb, cancel = re.findall(rf'<a (?:class="button" )?href="{club}">(.+?)</a>', asked.content.decode())
        assert ("Verein" in crumb, cancel) == (True, "Abbrechen")
        assert "zurücknehmen" not in read_page(asked)


def test_a_file_that_was_sent_too_late_is_asked_for_again_afterwards(director):
    sent = {"key": str(uuid.uuid4()), "file": SimpleUploadedFile("club.zip", b"PK")}
    Account.objects.update(is_host=True)
    answer = director.post(reverse("take_club_over"), sent, follow=True)
    assert "Bitte wähle die Datei danach noch einmal" in read_page(answer)
    back = director.post(reverse("confirm"), {**read_hidden_fields(answer), "confirm_password": PASSWORD}, follow=True)
    assert back.request["PATH_INFO"] == reverse("take_club_over")


def test_for_ten_minutes_nobody_is_asked_again(director):
    assert forward_confirmation(director, 9).get(reverse("new_account")).status_code == 200
    assert forward_confirmation(director, 10).get(reverse("new_account")).status_code == 302
    assert (
        forward_confirmation(director, -60 * 24).get(reverse("new_account")).status_code == 302
    )  # by a clock that was ahead


def test_logging_in_is_giving_the_password():
    make_account("director", login="leitung")
    client = Client()
    client.post(reverse("log_in"), {"login": "leitung", "password": PASSWORD})
    assert client.get(reverse("new_account")).status_code == 200


def test_guesses_are_limited_there_too(director):
    found = [director.post(reverse("confirm"), {"confirm_password": "falsch"}).status_code for _ in range(11)]
    assert found == [400] * 10 + [429]


@pytest.mark.usefixtures("backups_of_its_own")
def test_each_dangerous_act_asks(director):
    other = make_account()
    backup = make_backup(prove=NONE).file.name
    for name, number in (("account", other.pk), ("account_password", other.pk), ("new_api_token", None)):
        answer = director.post(reverse(name, args=[number] if number else []), {"password": "x"})
        assert QUESTION in read_page(answer), name
    restore = reverse("restore_backup", args=[backup])
    assert QUESTION in read_page(director.get(restore, follow=True))
    assert QUESTION in read_page(director.post(restore, {"word": "zurückspielen"}))
    assert director.get(reverse("download_backup", args=[backup]))["Location"].endswith("next=%2Fbackups%2F")
    person = reverse("person", args=[other.person.number])
    erasing = reverse("person_privacy", args=[other.person.number])
    assert QUESTION in read_page(director.post(erasing, {"what": "erase"}))
    assert Account.objects.get(pk=other.pk).person.erased is None
    assert QUESTION not in read_page(director.post(person, {"what": "rename", "name": "Emil"}))


def test_whoever_may_not_do_it_is_not_asked_for_a_password():
    assert forward_confirmation(log_in()).post(reverse("new_account"), NEW).status_code == 403
    assert Client().post(reverse("new_account"), NEW)["Location"].startswith(reverse("log_in"))


SHELL_SCRIPT = """
from tarockclub.platform.accounts.rate_limits import build_scope
from tarockclub.models import FailedAttempt
of_address = FailedAttempt.objects.filter(scope=build_scope("address", "127.0.0.1", 1).key)
print(of_address.count(), FailedAttempt.objects.count())
"""


def test_what_is_older_than_the_window_is_forgotten(monkeypatch):
    one = build_scope("login", "anna", 5)
    attempt([one], lambda: None)
    later = timezone.now() + timedelta(minutes=16)
    monkeypatch.setattr(timezone, "now", lambda: later)
    attempt([one], lambda: None)
    assert FailedAttempt.objects.count() == 1


def test_failures_made_while_the_clock_was_a_day_ahead_lock_for_no_longer_than_others(monkeypatch):
    one = build_scope("login", "anna", 5)
    right = timezone.now()

    def at(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment)

    at(right + timedelta(days=1))
    for _ in range(5):
        attempt([one], lambda: None)
    at(right)
    with pytest.raises(TooMany) as refused:
        attempt([one], lambda: True)
    assert refused.value.minutes == 15
    at(right + timedelta(minutes=16))
    assert attempt([one], lambda: True)


@pytest.mark.parametrize(("error", "failures"), [(TooBusy, 0), (ZeroDivisionError, 2)])
def test_a_password_that_nobody_has_had_time_to_hash_is_no_failure_and_an_error_of_the_program_no_success(
    error, failures
):
    with pytest.raises(error):
        attempt([build_scope("login", "anna", 5), build_scope("address", "10.0.0.7", 9)], Mock(side_effect=error))
    assert FailedAttempt.objects.count() == failures


@pytest.mark.heavy
def test_a_real_server_sees_the_address_without_a_port(serve):
    served = serve()
    with closing(clients.Client(served.url)) as browser:
        browser.get("/log-in/")
        assert browser.send_form("/log-in/", {"login": "leitung", "password": "falsch"}).status == 400
    assert served.manage("shell", "-c", SHELL_SCRIPT).split()[-2:] == ["1", "2"]
