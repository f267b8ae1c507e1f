"""The mailbox of the demo: its mails are files, which a page shows; nothing of it anywhere else."""

import email
import email.policy
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tarockclub.models import MessageAddress, Person
from tarockclub.office.demo.tour import load_tour
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.messages.services import add_address

MOST_SHOWN = 50
_MADE_UP = "@example.org"  # others were typed by visitors of a public demo, and are shown to nobody
_BETWEEN = b"-" * 79  # as Django's backend writes it


class Mail(NamedTuple):
    """A mail as the page shows it."""

    to: str
    subject: str
    text: str


def give_addresses(people: list[Person]) -> None:
    """Give people of the demo addresses that exist nowhere."""
    for person in people:
        mail = f"spieler{person.number}{_MADE_UP}"
        add_address(person, MessageAddress.Channel.MAIL, mail, ANONYMOUS, agreed=True)


@never_cache
def show_mailbox(request: HttpRequest) -> HttpResponse:
    """Show the last mails, the latest first."""
    if load_tour() is None:
        raise Http404
    origin = request.build_absolute_uri("/").rstrip("/")
    mails = [mail._replace(text=mail.text.replace(settings.SITE_ADDRESS, origin)) for mail in _iter_mails()]
    return render(request, "tarockclub/office/demo/mailbox.html", {"mails": mails[:MOST_SHOWN]})


def _iter_mails() -> Iterator[Mail]:
    for file in sorted(Path(settings.EMAIL_FILE_PATH).glob("*.log"), reverse=True):
        for content in reversed(file.read_bytes().split(_BETWEEN)):
            mail = email.message_from_bytes(content.lstrip(), policy=email.policy.default)
            if mail["To"]:
                is_made_up = str(mail["To"]).endswith(_MADE_UP)
                yield Mail(str(mail["To"]) if is_made_up else "…@…", str(mail["Subject"]), mail.get_content())
