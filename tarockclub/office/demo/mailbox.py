"""The mailbox of the demo: its mails are files, which a page shows; nothing of it anywhere else."""

import email
import email.policy
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

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
    mails = islice(_iter_mails(request.build_absolute_uri("/").rstrip("/")), MOST_SHOWN)
    return render(request, "tarockclub/office/demo/mailbox.html", {"mails": list(mails)})


def _iter_mails(origin: str) -> Iterator[dict[str, str]]:
    for file in sorted(Path(settings.EMAIL_FILE_PATH).glob("*.log"), reverse=True):
        for content in reversed(file.read_bytes().split(_BETWEEN)):
            mail = email.message_from_bytes(content.lstrip(), policy=email.policy.default)
            if mail["To"]:
                text = mail.get_content().replace(settings.SITE_ADDRESS, origin)
                to = str(mail["To"]) if str(mail["To"]).endswith(_MADE_UP) else "…@…"
                yield {"to": to, "subject": str(mail["Subject"]), "text": text}
