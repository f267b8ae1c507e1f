"""The mailbox of the demo shows the mails of people who are made up, and nobody's real address."""

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from tarockclub.office.demo import mailbox

pytestmark = pytest.mark.django_db


def test_an_address_that_a_visitor_has_typed_is_shown_to_nobody(settings, tmp_path, monkeypatch):
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = "django.core.mail.backends.filebased.EmailBackend", str(tmp_path)
    settings.SITE_ADDRESS = "http://demo.example.org"
    assert Client().get(reverse("mailbox")).status_code == 404
    for address in ("spieler1@example.org", "wirklich@example.net", "x@example.org.example.net"):
        EmailMessage("Platz", "http://demo.example.org/tournaments/", "tarock@example.org", [address]).send()
    monkeypatch.setattr(mailbox, "load_tour", lambda: True)
    page = Client().get(reverse("mailbox")).content.decode()
    assert "spieler1@example.org" in page
    assert "example.net" not in page
    assert page.count("…@…") == 2
    assert "http://testserver/tournaments/" in page
