"""Founding a club by oneself: with a host's invitation, or with a confirmed address where a host allows that to all."""

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tarockclub.kit.time_source import now
from tarockclub.models import Club, LogEntry, MessageAddress
from tarockclub.office.hosting.services import FirstDirector, found_club_of_hash, lock_clubs
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import SetupForm
from tarockclub.platform.accounts.permissions import format_wait
from tarockclub.platform.accounts.rate_limits import TooMany, attempt, build_scope, count_wrong_link, get_client_address
from tarockclub.platform.accounts.secret_links import draw_secret, hash_secret, hide_address
from tarockclub.platform.clubs.current_club import build_club_address, reverse_at_root
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.messages.services import add_address
from tarockclub.platform.messages.views import MAIL_LENGTH
from tarockclub.platform.server.wsgi.turns import give_turn_back

PURPOSE = "tarockclub.founding"
INVITED_TIME, ASKED_TIME = timedelta(days=14), timedelta(days=1)
MOST_CLUBS = 20  # founded by links within a day, and by all of them together
MOST_MAILS, MOST_MAILS_FROM, MOST_MAILS_OF_ALL = 3, 10, 60  # in a quarter of an hour: to an address, from one, in all


class MailForm(forms.Form):
    """The e-mail address of whoever wants to found a club."""

    mail = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        max_length=MAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class OwnClubForm(SetupForm):
    """A club, and its first director, who chooses the password."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        del self.fields["code"]  # the link stands for it


class FoundingLink:
    """A link that founds one club: signed, so it is stored nowhere until it has been used."""

    def __init__(self, secret: str, mail: str) -> None:
        self.secret, self.mail = secret, mail

    @classmethod
    def read(cls, token: str) -> "FoundingLink | None":
        """Return what a link says; None if it is not valid, any more or at all."""
        try:
            secret, mail = signing.loads(token, salt=PURPOSE, max_age=INVITED_TIME)
            if mail:
                signing.loads(token, salt=PURPOSE, max_age=ASKED_TIME)
        except signing.BadSignature:
            return None
        link = cls(secret, mail)
        return None if link.find_uses().exists() else link

    @property
    def digest(self) -> str:
        """The link in the log of the club that it has founded."""
        return hash_secret(PURPOSE, self.secret)[:32]

    def find_uses(self) -> QuerySet[LogEntry]:
        """Return what was founded with it: one club, or none."""
        return LogEntry.objects.filter(kind=Kind.FOUNDED, said__contains=self.digest)


class TooManyClubs(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Enough clubs were founded by links today."""


def create_founding_path(mail: str = "") -> str:
    """Return the path of a link with which one club can be founded: a host's, or of whoever reads at an address."""
    return reverse_at_root("founding_link", signing.dumps((draw_secret(), mail), salt=PURPOSE))


def found_by_link(link: FoundingLink, club: str, director: FirstDirector, hashed: str, who: Actor) -> Club | None:
    """Found a club; return None if the link was used meanwhile, raise TooManyClubs.

    A confirmed address becomes the director's for messages, so that a forgotten password is no end.
    """
    with transaction.atomic():
        lock_clubs()
        if link.find_uses().exists():
            return None
        today = LogEntry.objects.filter(kind=Kind.FOUNDED, said__contains='"link"', at__gt=now() - timedelta(days=1))
        if today.count() >= MOST_CLUBS:
            raise TooManyClubs
        founded, account = found_club_of_hash(club, "", director, hashed, who, link=link.digest)
        if link.mail:
            add_address(account.person, MessageAddress.Channel.MAIL, link.mail, who, agreed=True)
    return founded


@never_cache
def handle_wish(request: HttpRequest) -> HttpResponse:
    """Send a link for founding a club to an address; the answer is the same for each."""
    if not settings.OPEN_FOUNDING:
        raise Http404
    form, context = MailForm(request.POST if request.method == "POST" else None), {}
    if form.is_valid():
        mail = form.cleaned_data["mail"]
        scopes = (
            build_scope("founding", mail.casefold(), MOST_MAILS),
            build_scope("founding", get_client_address(request), MOST_MAILS_FROM),
            build_scope("founding", "everywhere", MOST_MAILS_OF_ALL),
        )
        try:
            attempt(scopes, lambda: None)
            _send_link(mail)
            context["is_sent"] = True
        except TooMany as many:
            form.add_error(None, format_wait(many))
        except (SMTPException, OSError):
            form.add_error("mail", _("The mail could not be sent: please check the address, or try again later."))
    status = 400 if form.is_bound and not form.is_valid() else 200
    return render(request, "tarockclub/office/hosting/wish.html", {"form": form, **context}, status=status)


def _send_link(mail: str) -> None:
    address = f"{settings.SITE_ADDRESS}{create_founding_path(mail)}"
    text = _("With this link you found your club within a day; if you have not asked for it, do nothing:")
    subject = _("Your club at %(site)s") % {"site": settings.INSTALLATION_NAME}
    headers = {"Auto-Submitted": "auto-generated"}
    with give_turn_back():
        EmailMessage(subject, f"{text}\n\n{address}\n", to=[mail], headers=headers).send()


@never_cache
def handle_founding_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for a club's name and its first director, found it, and lead to its log-in."""
    with enter_all_clubs():
        link, page = FoundingLink.read(token), "tarockclub/office/hosting/own_club.html"
        if link is None:
            count_wrong_link(request, "founding")
            return hide_address(render(request, page, status=404))
        form = OwnClubForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            data = form.cleaned_data
            director, hashed = FirstDirector(data["name"], data["login"]), make_password(data["password"])
            try:
                club = found_by_link(link, data["club"], director, hashed, build_author(request))
            except TooManyClubs:
                form.add_error(None, _("Enough clubs were founded here today: please try again tomorrow."))
            else:
                # Where somebody else with the link was quicker, the same page says so.
                return redirect(build_club_address(club) + reverse("log_in")[1:] if club else request.path)
        status = 400 if form.is_bound else 200
        return hide_address(render(request, page, {"form": form, "mail": link.mail}, status=status))
