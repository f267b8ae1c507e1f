"""Addresses of people and messages to them: kept within the act that they tell of, and sent once by a job.

Nobody is told anything at an address that is not confirmed. A message is marked and committed before it goes out: where
its process dies meanwhile nobody knows whether it went, so it is never sent again by itself.
"""

import hashlib
import hmac
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Account, Job, Message, MessageAddress, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.secret_links import DIGITS, is_secret
from tarockclub.platform.accounts.services import FORGOTTEN_TOKENS
from tarockclub.platform.clubs.current_club import reverse_at_root
from tarockclub.platform.jobs.runner import resume_jobs, start_runner
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job

# What people are told, and can stop; their words on pages.
PLACE, DATE, SEAT, RESULT, INVITATION = "place", "date", "seat", "result", "invited"
MESSAGE_KINDS: Mapping[str, Promise] = {
    PLACE: _("a place, or moving up from the waiting list"),
    DATE: _("a date that is moved or cancelled"),
    SEAT: _("table and seat"),
    RESULT: _("a published result"),
    INVITATION: _("an invitation"),
}
# What is sent because somebody has asked for it: nobody has to want it.
CONFIRMATION, PASSWORD, TRIAL = "confirm", "password", "trial"
ASKED_KINDS: Mapping[str, Promise] = {
    CONFIRMATION: _("question whether an address is right"),
    PASSWORD: _("a new password"),
    TRIAL: _("a trial"),
}
ALL_KINDS = {**MESSAGE_KINDS, **ASKED_KINDS}
State = Message.State
STATES: Mapping[str, Promise] = {
    State.WAITING: _("waits"),
    State.SENDING: _("is being sent"),
    State.SENT: _("sent"),
    State.FAILED: _("not delivered"),
    State.UNCLEAR: _("perhaps sent"),
    State.STOPPED: _("not wanted any more"),
}
LATE = "late"
KEEP_TIME = timedelta(days=3)  # until then it is sent; later nobody wants to know any more, and its text is deleted
LOG_TIME = timedelta(days=90)  # when, of which kind, and what became of it
FURTHER = timedelta(minutes=15)  # until the next attempt, where the way is closed for all
MOST_ADDRESSES = 5  # of a person
NO_TEXT = {"subject": "", "text": "", "path": ""}


class MessageText(NamedTuple):
    """The words of a message in the language of an address, and the path of the page where more stands.

    `detail` is a part of the key: other details are another message.
    """

    subject: str
    sentence: str
    path: str
    detail: str = ""


Build = Callable[[int], MessageText | None]


def list_message_addresses(people: Collection[int]) -> QuerySet[MessageAddress]:
    """Return the addresses of people (ids), also those of entries that were merged into theirs: these stay there."""
    return MessageAddress.objects.filter(Q(person__in=people) | Q(person__merged_into__in=people)).order_by("pk")


def queue_messages(people: Collection[int], kind: str, key: str, build: Build) -> int:
    """Keep what these people (ids) are told, within the transaction of what causes it; return how many messages.

    The same key is the same message for each address. `build` returns the words for a person (id) in the language that
    is active, or None.
    """
    addresses = list_message_addresses(people).filter(person__erased=None, person__club__archived=None)
    once: dict[tuple[int, str, str], MessageAddress | None] = {}
    for address in addresses.exclude(confirmed=None).select_related("person"):
        own = find_main(address), address.channel, address.value
        once[own] = None if kind in address.unwanted.split() else once.get(own, address)
    return queue_to_addresses([address for address in once.values() if address is not None], kind, key, build)


def queue_to_addresses(addresses: Collection[MessageAddress], kind: str, key: str, build: Build) -> int:
    """Do the same with messages to these addresses, confirmed or not."""
    fields: Any = Message._meta
    messages, limits = [], [fields.get_field(name).max_length for name in NO_TEXT]
    earlier = Message.objects.filter(address__in=list(addresses), key__startswith=key)
    keys = set(earlier.values_list("address", "key"))
    for address in addresses:
        with translation.override(address.language):
            text = build(find_main(address))
        if text is None or (address.pk, own_key := f"{key} {text.detail}".strip()) in keys:
            continue
        row = {name: part[:most] for name, part, most in zip(NO_TEXT, text, limits, strict=False)}
        messages.append(Message(address=address, kind=kind, key=own_key, at=now(), due=now(), **row))
    Message.objects.bulk_create(messages, batch_size=100)
    if messages:
        transaction.on_commit(resume_sending, robust=True)
    return len(messages)


def find_main(address: MessageAddress) -> int:
    """Return the person (id) of an address: the kept one, where two entries were merged."""
    return address.person.merged_into_id or address.person_id


def stop_messages(key: str) -> None:
    """Send nothing that waits under a key: it is not true any more."""
    waiting = Message.objects.filter(Q(key=key) | Q(key__startswith=f"{key} "), state=State.WAITING)
    waiting.update(state=State.STOPPED, **NO_TEXT)


def list_ready_channels() -> list[str]:
    """Return the channels that are set up."""
    return [name for name, path in settings.MESSAGE_CHANNELS.items() if not import_string(path).find_problem()]


def resume_sending() -> None:
    """Have sent what is due, if nobody does so already: after an act, and every few minutes."""
    resume_jobs(Job.Kind.MESSAGE)
    due = Q(state=State.SENDING) | Q(state=State.WAITING, due__lte=now())
    if not Message.objects.filter(due, address__channel__in=list_ready_channels()).exists():
        return
    try:
        _job, is_new = add_job(JobRequest(Job.Kind.MESSAGE, uuid.uuid4().hex, "messages", {}, 0), most=1)
    except BusyError:
        return
    if is_new:
        start_runner(Job.Kind.MESSAGE)


def delete_old_messages() -> None:
    """Give up what has waited for too long, and delete texts and rows in their time."""
    late = Message.objects.filter(at__lt=now() - KEEP_TIME)
    late.filter(state=State.WAITING).update(state=State.FAILED, answer=LATE)
    late.exclude(text="").exclude(state=State.SENDING).update(**NO_TEXT)
    Message.objects.filter(at__lt=now() - LOG_TIME).delete()


def watch_messages() -> None:
    """Tidy up and go on, every few minutes."""
    delete_old_messages()
    resume_sending()


class AddressRefused(Exception):  # noqa: N818 -- no error of the program, but an answer
    """An address that is not kept; its text is a sentence."""


def add_address(person: Person, channel: str, value: str, who: Actor, *, agreed: bool) -> MessageAddress:
    """Keep an address of a person; raise AddressRefused.

    `agreed`: the person has said so to the staff, or sits at the phone that it is. Else a message asks there first.
    """
    with transaction.atomic():
        lock_club(person.club)
        addresses = list_message_addresses([person.pk])
        address = addresses.filter(channel=channel, value=value).first()
        if address is None:
            if addresses.count() >= MOST_ADDRESSES:
                raise AddressRefused(_("These are enough addresses: delete one first."))
            language = get_current_language()
            address = MessageAddress.objects.create(person=person, channel=channel, value=value, language=language)
            record_event(person.club_id, Kind.MESSAGES, who, person.pk, given=True)
        if agreed:
            confirm_address(address)
        elif address.confirmed is None:
            queue_to_addresses([address], CONFIRMATION, f"confirm {now():%Y-%m-%d %H}", _build_confirmation(address))
    return address


def _build_confirmation(address: MessageAddress) -> Build:
    def build(_person: int) -> MessageText:
        club = address.person.club.name
        sentence = gettext("Somebody has entered this address for messages of %(club)s. Is that right? Open this page:")
        subject = gettext("Messages of %(club)s: please confirm")
        return MessageText(subject % {"club": club}, sentence % {"club": club}, build_choice_path(address))

    return build


def confirm_address(address: MessageAddress) -> None:
    """Note that whoever reads at an address agrees to messages."""
    if address.confirmed is None:
        address.confirmed = now()
        address.save(update_fields=["confirmed"])


def delete_address(address: MessageAddress, who: Actor = ANONYMOUS) -> None:
    """Delete an address, with what waits for it."""
    with transaction.atomic():
        if address.delete()[0]:
            record_event(address.person.club_id, Kind.MESSAGES, who, address.person_id, given=False)


def send_again(messages: QuerySet[Message]) -> None:
    """Send what was perhaps not sent once more, as the staff has decided."""
    messages.filter(state=State.UNCLEAR).exclude(text="").update(state=State.WAITING, due=now())
    resume_sending()


def queue_trial(person: Person) -> None:
    """Send a trial to all addresses of a person."""
    club = person.club.name

    def build(_person: int) -> MessageText:
        sentence = gettext("This is a trial: messages of %(club)s arrive here.") % {"club": club}
        return MessageText(gettext("Trial of %(club)s") % {"club": club}, sentence, "")

    with transaction.atomic():
        queue_to_addresses(list(list_message_addresses([person.pk])), TRIAL, f"trial {now():%Y-%m-%d %H:%M:%S}", build)


def queue_password_link(account: Account) -> None:
    """Send the link for a new password to the confirmed addresses of an account's person; hosts have none."""
    if not account.is_active or account.is_host:
        return
    tokens = FORGOTTEN_TOKENS if account.has_usable_password() else default_token_generator
    token = tokens.make_token(account)
    club, path = account.club.name, reverse_at_root("first_password", account.pk, token)

    def build(_person: int) -> MessageText:
        sentence = gettext("With this link you choose a new password; if you have not asked for it, do nothing:")
        return MessageText(gettext("New password for %(club)s") % {"club": club}, sentence, path)

    with transaction.atomic():
        queue_messages([account.person_id], PASSWORD, f"password {token[-40:]}", build)


def compute_address_secret(address: MessageAddress) -> str:
    """Return the secret in the link of an address, which only whoever reads there has: it confirms, chooses, stops."""
    content = f"tarockclub.messages:{address.pk}:{address.value}"
    return hmac.new(settings.BOOK_KEY.encode(), content.encode(), hashlib.sha256).hexdigest()[:DIGITS]


def build_choice_path(address: MessageAddress) -> str:
    """Return the path of the page of an address."""
    return reverse_at_root("message_choice", address.pk, compute_address_secret(address))


def find_address(pk: int, secret: str) -> MessageAddress | None:
    """Return the address of a link; None if it is not valid."""
    address = MessageAddress.objects.select_related("person__club").filter(pk=pk).first() if is_secret(secret) else None
    return address if address is not None and constant_time_compare(compute_address_secret(address), secret) else None


def stop_kinds(address: MessageAddress, unwanted: Iterable[str]) -> None:
    """Note what a person does not want to be told at an address; what waits of that is not sent."""
    address.unwanted = " ".join(kind for kind in MESSAGE_KINDS if kind in set(unwanted))
    address.save(update_fields=["unwanted"])
    waiting = address.messages.filter(state=State.WAITING, kind__in=address.unwanted.split())
    waiting.update(state=State.STOPPED, **NO_TEXT)
