"""Addresses of people and messages to them: kept within the act that they tell of, and sent once by a job.

Nobody is told anything at an address that is not confirmed. A message is marked and committed before it goes out: where
its process dies meanwhile nobody knows whether it went, so it is never sent again by itself.
"""

import hashlib
import hmac
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Account, Club, Job, Message, MessageAddress, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.secret_links import DIGITS
from tarockclub.platform.accounts.services import FORGOTTEN_TOKENS
from tarockclub.platform.clubs.current_club import reverse_at_root
from tarockclub.platform.jobs.runner import resume_jobs, start_runner
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job

# What people are told, and can stop; their words on pages.
PLACE, DATE, SEAT, RESULT, ROUND, INVITATION = "place", "date", "seat", "result", "round", "invited"
MESSAGE_KINDS: Mapping[str, Promise] = {
    PLACE: _("a place, moving up from the waiting list, or that there is none"),
    DATE: _("a date that is moved or cancelled"),
    SEAT: _("table and seat"),
    RESULT: _("a published result"),
    ROUND: _("the result of each round"),
    INVITATION: _("an invitation"),
}
# What is sent because somebody has asked for it: nobody has to want it.
CONFIRMATION, PASSWORD, TRIAL = "confirm", "password", "trial"
ALL_KINDS: Mapping[str, Promise] = {
    **MESSAGE_KINDS,
    CONFIRMATION: _("question whether an address is right"),
    PASSWORD: _("a new password"),
    TRIAL: _("a trial"),
}
_ASKED_TEXTS: Mapping[str, tuple[Promise, Promise]] = {
    CONFIRMATION: (
        _("Messages of %(club)s: please confirm"),
        _("Somebody has entered this address for messages of %(club)s. Is that right? Open this page:"),
    ),
    PASSWORD: (
        _("New password for %(club)s"),
        _("With this link you choose a new password; if you have not asked for it, do nothing:"),
    ),
    TRIAL: (_("Trial of %(club)s"), _("This is a trial: messages of %(club)s arrive here.")),
}
State = Message.State
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
NOBODY: Mapping[int, int] = {}


def list_message_addresses(people: Collection[int]) -> QuerySet[MessageAddress]:
    """Return the addresses of people (ids), also those of entries that were merged into theirs: these stay there."""
    own = MessageAddress.objects.filter(Q(person__in=people) | Q(person__merged_into__in=people))
    return own.select_related("club", "person").order_by("pk")


def queue_messages(
    people: Collection[int], kind: str, key: str, build: Build, registered: Mapping[int, int] = NOBODY
) -> int:
    """Keep what these people (ids) are told, within the transaction of what causes it; return how many messages.

    `registered`: whom the addresses (ids) of registrations are for: a person (id), or a number below 0. `build` returns
    the words for each of them in the language that is active, or None. The same key is the same message for each.
    """
    of_all = Q(person__in=people) | Q(person__merged_into__in=people) | Q(pk__in=registered)
    rows = MessageAddress.objects.filter(of_all, person__erased=None, club__archived=None).select_related("person")
    once: dict[tuple[int, str, str], MessageAddress | None] = {}
    for address in rows.exclude(confirmed=None).order_by("pk"):
        whom = registered[address.pk] if address.person is None else find_main(address.person)
        own = whom, address.channel, address.value
        once[own] = None if kind in address.unwanted.split() else once.get(own, address)
    return _queue([(whom, each) for (whom, *_where), each in once.items() if each is not None], kind, key, build)


def _queue(addresses: Sequence[tuple[int, MessageAddress]], kind: str, key: str, build: Build) -> int:
    fields: Any = Message._meta
    messages, limits = [], [fields.get_field(name).max_length for name in NO_TEXT]
    earlier = Message.objects.filter(address__in=[address.pk for _whom, address in addresses], key__startswith=key)
    keys = set(earlier.values_list("address", "key"))
    for whom, address in addresses:
        with translation.override(address.language):
            text = build(whom)
        if text is None or (address.pk, own_key := f"{key} {text.detail}".strip()) in keys:
            continue
        row = {name: part[:most] for name, part, most in zip(NO_TEXT, text, limits, strict=False)}
        messages.append(Message(address=address, kind=kind, key=own_key, at=now(), due=now(), **row))
    Message.objects.bulk_create(messages, batch_size=100)
    if messages:
        transaction.on_commit(resume_sending, robust=True)
    return len(messages)


def _queue_asked(addresses: Iterable[MessageAddress], kind: str, key: str, path: str) -> None:
    """Keep what somebody has asked for, for these addresses, confirmed or not."""
    own = {address.pk: address for address in addresses}

    def build(pk: int) -> MessageText:
        words = {"club": own[pk].club.name}
        subject, sentence = (str(text) % words for text in _ASKED_TEXTS[kind])
        return MessageText(subject, sentence, path)

    with transaction.atomic():
        _queue(list(own.items()), kind, f"{kind} {key}", build)


def find_main(person: Person) -> int:
    """Return the id of a person: of the kept one, where two entries were merged."""
    return person.merged_into_id or person.pk


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


def watch_messages() -> None:
    """Every few minutes: give up what has waited for too long, delete texts and rows in their time, and go on."""
    late = Message.objects.filter(at__lt=now() - KEEP_TIME)
    late.filter(state=State.WAITING).update(state=State.FAILED, answer=LATE)
    late.exclude(text="").exclude(state=State.SENDING).update(**NO_TEXT)
    Message.objects.filter(at__lt=now() - LOG_TIME).delete()
    resume_sending()


def add_address(person: Person, channel: str, value: str, who: Actor, *, agreed: bool) -> MessageAddress:
    """Keep an address of a person; raise ValidationError.

    `agreed`: the person has said so to the staff, or sits at the phone that it is. Else a message asks there first.
    """
    with transaction.atomic():
        lock_club(person.club)
        addresses = list_message_addresses([person.pk])
        address = addresses.filter(channel=channel, value=value).first()
        if address is None:
            if addresses.count() >= MOST_ADDRESSES:
                raise ValidationError(_("These are enough addresses: delete one first."))
            address = _create_address(person.club, channel, value, person)
            record_event(person.club_id, Kind.MESSAGES, who, person.pk, given=True)
        if agreed:
            confirm_address(address)
        elif address.confirmed is None:
            _ask_address(address)
    return address


def add_registered_address(club: Club, mail: str) -> MessageAddress:
    """Keep the address that was typed into a registration, and ask there whether it is right."""
    address = _create_address(club, MessageAddress.Channel.MAIL, mail, None)
    _ask_address(address)
    return address


def _create_address(club: Club, channel: str, value: str, person: Person | None) -> MessageAddress:
    language = get_current_language()
    return MessageAddress.objects.create(club=club, person=person, channel=channel, value=value, language=language)


def _ask_address(address: MessageAddress) -> None:
    _queue_asked([address], CONFIRMATION, f"{now():%Y-%m-%d %H}", build_choice_path(address))


def confirm_address(address: MessageAddress) -> None:
    """Note that whoever reads at an address agrees to messages, and tell them, once, what they were not told before."""
    with transaction.atomic():
        if MessageAddress.objects.filter(pk=address.pk, confirmed=None).update(confirmed=now()):
            address.refresh_from_db(fields=["confirmed"])
            import_string(settings.STATE_TELLER)(address)


def delete_address(address: MessageAddress, who: Actor = ANONYMOUS) -> None:
    """Delete an address, with what waits for it."""
    with transaction.atomic():
        person = address.person_id
        if address.delete()[0] and person is not None:
            record_event(address.club_id, Kind.MESSAGES, who, person, given=False)


def queue_trial(person: Person) -> None:
    """Send a trial to all addresses of a person."""
    _queue_asked(list_message_addresses([person.pk]), TRIAL, f"{now():%Y-%m-%d %H:%M:%S}", "")


def queue_password_link(account: Account) -> None:
    """Send the link for a new password to the confirmed addresses of an account's person; hosts have none."""
    if account.is_active and not account.is_host:
        tokens = FORGOTTEN_TOKENS if account.has_usable_password() else default_token_generator
        token, addresses = tokens.make_token(account), list_message_addresses([account.person_id])
        path = reverse_at_root("first_password", account.pk, token)
        _queue_asked(addresses.exclude(confirmed=None), PASSWORD, token[-40:], path)


def compute_address_secret(address: MessageAddress) -> str:
    """Return the secret in the link of an address, which only whoever reads there has: it confirms, chooses, stops."""
    content = f"tarockclub.messages:{address.pk}:{address.value}"
    return hmac.new(settings.BOOK_KEY.encode(), content.encode(), hashlib.sha256).hexdigest()[:DIGITS]


def build_choice_path(address: MessageAddress) -> str:
    """Return the path of the page of an address."""
    return reverse_at_root("message_choice", address.pk, compute_address_secret(address))


def stop_kinds(address: MessageAddress, unwanted: Iterable[str]) -> None:
    """Note what a person does not want to be told at an address; what waits of that is not sent."""
    address.unwanted = " ".join(kind for kind in MESSAGE_KINDS if kind in set(unwanted))
    address.save(update_fields=["unwanted"])
    waiting = address.messages.filter(state=State.WAITING, kind__in=address.unwanted.split())
    waiting.update(state=State.STOPPED, **NO_TEXT)
