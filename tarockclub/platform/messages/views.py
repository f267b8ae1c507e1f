"""The page of an address, by the link in each message; the staff's page of what waits and what was sent."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from tarockclub.kit.form_fields import IdField, PostedForm, TextField, TextsField, TickField
from tarockclub.kit.text import parse_whole
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Message, MessageAddress, Person, normalize_login
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.looks import MESSAGES, note_look
from tarockclub.platform.accounts.permissions import format_wait, get_staff_account
from tarockclub.platform.accounts.rate_limits import (
    AttemptScope,
    TooMany,
    attempt,
    build_scope,
    count_wrong_link,
    get_client_address,
)
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.clubs.current_club import find_current_club
from tarockclub.platform.clubs.middleware import enter_found_club
from tarockclub.platform.clubs.scope import show_all_clubs
from tarockclub.platform.messages import services
from tarockclub.platform.messages.push import read_subscription
from tarockclub.platform.messages.services import MESSAGE_KINDS
from tarockclub.platform.privacy.readers import INSIDE

State, Channel = Message.State, MessageAddress.Channel
MAIL_LENGTH = 254  # characters of an e-mail address
MOST_SUBSCRIPTION = 1500
MOST_NEW, MOST_NEW_FROM = 5, 20  # addresses in a quarter of an hour: of a person, from one network
MOST_UNCLEAR, MOST_SHOWN = 50, 6  # what the staff has to decide stands first
is_mail = EmailValidator(gettext_lazy("This is no e-mail address."))


class MessagesForm(PostedForm):
    """A tap on a page about messages, with what is typed or ticked there."""

    what = TextField()
    address = IdField()
    mail = TextField(MAIL_LENGTH, strip=True)
    subscription = TextField(MOST_SUBSCRIPTION)
    agreed = TickField()
    login = TextField(MAIL_LENGTH, strip=True)
    message = IdField()
    kind = TextsField()


def build_mail_scopes(request: HttpRequest, whose: str) -> tuple[AttemptScope, AttemptScope]:
    """Return what counts mails that somebody has sent to addresses: those of a person or to one, from a network."""
    network = build_scope("message_address", get_client_address(request), MOST_NEW_FROM)
    return build_scope("message_address", whose, MOST_NEW), network


def change_addresses(request: HttpRequest, person: Person, *, is_staff: bool = False) -> str:
    """Do what was tapped beside the addresses of a person, and return why not; "" if it was done.

    The staff may say that a person has agreed; whoever enters an own address is asked there.
    """
    content, who = MessagesForm(request.POST).parse(), build_author(request)
    if content["what"] == "delete_address":
        for address in services.list_message_addresses([person.pk]).filter(pk=content["address"]):
            services.delete_address(address, who)
        return ""
    try:
        if content["what"] == "add_phone" and not is_staff:  # whoever allows it there sits at it
            channel, value, agreed = Channel.PUSH, read_subscription(content["subscription"]), True
        else:
            is_mail(content["mail"])
            channel, value, agreed = Channel.MAIL, content["mail"], is_staff and content["agreed"]
        if not is_staff or not agreed:  # whoever has the link of a page, and whatever sends a mail
            attempt(build_mail_scopes(request, f"{person.pk}"), lambda: None)
        services.add_address(person, channel, value, who, agreed=agreed)
    except ValidationError as refused:
        return str(refused.args[0])
    except TooMany as many:
        return format_wait(many)
    return ""


def handle_messages(request: HttpRequest) -> HttpResponse:
    """Show what waits, and why, and what was sent; POST sends one once more, or a trial to oneself."""
    account = get_staff_account(request)
    own = Message.objects.filter(address__club=account.club_id)
    if request.method == "POST":
        content = MessagesForm(request.POST).parse()
        if content["what"] == "again":
            unclear = own.filter(pk=content["message"], state=State.UNCLEAR).exclude(text="")
            unclear.update(state=State.WAITING, due=now())
            services.resume_sending()
        elif content["what"] == "trial":
            services.queue_trial(account.person)
        return redirect(f"{request.path}?saved=1")
    note_look(request, account.club_id, MESSAGES)
    waiting = own.filter(state=State.WAITING)
    channels = [import_string(path) for path in settings.MESSAGE_CHANNELS.values()]
    rows = own.select_related("address__person").order_by("-pk")
    unclear, decided = rows.filter(state=State.UNCLEAR)[:MOST_UNCLEAR], rows.exclude(state=State.UNCLEAR)[:MOST_SHOWN]
    context = {
        "problems": [problem for channel in channels if (problem := channel.find_problem())],
        "is_ready": bool(services.list_ready_channels()),
        "waiting": waiting.aggregate(number=Count("pk"), since=Min("at")),
        "answers": sorted(set(map(format_answer, waiting.exclude(answer="").values_list("answer", flat=True)))),
        "rows": list(map(_build_row, (*unclear, *decided))),
        "has_address": services.list_message_addresses([account.person_id]).exists(),
        "person": account.person,
        "club": account.club,
    }
    return render(request, "tarockclub/platform/messages/messages.html", context)


def _build_row(message: Message) -> dict[str, Any]:
    person = message.address.person
    return {
        "message": message,
        "name": _("A registration") if person is None else INSIDE.name_person(person),
        "kind": services.ALL_KINDS.get(message.kind, message.kind),
        "answer": format_answer(message.answer) if message.answer else "",
        "may_go": bool(message.text) and message.state == State.UNCLEAR,
    }


def format_answer(answer: str) -> str:
    """Return why a message did not go, by the code that was kept."""
    if answer == services.LATE:
        return _("it has waited for too long")
    if answer in ("530", "534", "535"):
        return _("the mail server refuses user name or password")
    if parse_whole(answer) is None:  # the name of an error: for the log
        return _("the server cannot be reached")
    return _("the server has answered %(code)s") % {"code": answer}


def list_address_rows(person: Person) -> list[tuple[MessageAddress, str, str]]:
    """Return the addresses of a person, each with its name and the path of its page."""
    names: dict[str, str] = {Channel.PUSH: _("A phone")}
    addresses = services.list_message_addresses([person.pk])
    return [(row, names.get(row.channel, row.value), services.build_choice_path(row)) for row in addresses]


@csrf_exempt  # mail programs post here, too, for whoever taps on "unsubscribe"; the link alone says who may
@never_cache
def handle_choice(request: HttpRequest, number: int, secret: str) -> HttpResponse:
    """Show what is sent to an address; POST confirms it, chooses, stops everything, or deletes it."""
    address = _find_address(request, number, secret)
    if request.method == "POST":
        content = MessagesForm(request.POST).parse()
        if "List-Unsubscribe" in request.POST:
            services.stop_kinds(address, MESSAGE_KINDS)
            return HttpResponse(status=204)
        if content["what"] == "delete":
            services.delete_address(address)
            return hide_address(render(request, "tarockclub/platform/messages/choice.html", {"club": address.club}))
        if content["what"] == "confirm":
            services.confirm_address(address)
        elif content["what"] in ("choose", "stop"):
            kinds = content["kind"] if content["what"] == "choose" else ()
            services.stop_kinds(address, MESSAGE_KINDS.keys() - set(kinds))
        return redirect(f"{request.path}?saved=1")
    unwanted = address.unwanted.split()
    kinds = [(kind, words, kind not in unwanted) for kind, words in MESSAGE_KINDS.items()]
    context = {"address": address, "club": address.club, "kinds": kinds, "wants": len(unwanted) < len(kinds)}
    return hide_address(render(request, "tarockclub/platform/messages/choice.html", context))


@never_cache
def handle_forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a log-in name, and send a link for a new password; the answer is the same for whatever was typed."""
    club = find_current_club(request)
    if club is None:
        return redirect("log_in")
    context: dict[str, Any] = {"problem": "", "is_ready": bool(services.list_ready_channels())}
    if request.method == "POST":
        login = normalize_login(MessagesForm(request.POST).parse()["login"])
        try:
            attempt(build_mail_scopes(request, f"{club.pk}:{login}"), lambda: None)
        except TooMany as many:
            context["problem"] = format_wait(many)
        else:
            for account in Account.objects.filter(club=club, login=login):
                services.queue_password_link(account)
            context["is_sent"] = True
    status = 429 if context["problem"] else 200
    return render(request, "tarockclub/platform/messages/forgotten.html", context, status=status)


def _find_address(request: HttpRequest, number: int, secret: str) -> MessageAddress:
    with show_all_clubs():  # the link says whose it is
        address = MessageAddress.objects.select_related("club", "person").filter(pk=number).first()
    if address is None or not constant_time_compare(services.compute_address_secret(address), secret):
        count_wrong_link(request, "messages")
        raise Http404
    enter_found_club(request, address.club_id)
    return address
