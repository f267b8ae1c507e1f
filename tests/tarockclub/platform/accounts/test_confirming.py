"""Dangerous acts ask for the password again where it was given some time ago; nothing that was sent is lost."""

import re
import uuid
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tarockclub.models import Account
from tarockclub.office.backups.services import NONE, make_backup
from tests.support.accounts import forward_confirmation, log_in, make_account
from tests.support.clients import read_page
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
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
