"""The job that sends what waits, one message after the other; each channel says how."""

import logging
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, Protocol

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from tarockclub.kit.time_source import now
from tarockclub.models import Job, Message
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.messages.services import FURTHER, NO_TEXT, list_ready_channels

MOST_PAUSE = timedelta(hours=2)  # between two attempts
AT_ONCE = 200  # messages that are looked up by one query
State = Message.State
logger = logging.getLogger(__name__)


class DeliveryError(Exception):
    """Raised where a message certainly did not go; `answer`: a code of the other side, no text."""

    def __init__(self, answer: object) -> None:
        super().__init__(answer)
        self.answer = str(answer)[:30]


class NotNow(DeliveryError):  # noqa: N818 -- no error of the program, but an answer
    """The other side asks to try again later."""


class Refused(DeliveryError):  # noqa: N818 -- the same
    """The other side does not take it: it is not tried again."""


class Unreachable(DeliveryError):  # noqa: N818 -- the same
    """Nobody can be reached on this channel at present: no network, a wrong password."""


class AddressGone(DeliveryError):  # noqa: N818 -- the same
    """The address is no more: it is deleted, with all its messages."""


class Sender(Protocol):
    """A channel: an object for one run of the job."""

    @classmethod
    def find_problem(cls) -> str:
        """Return why this installation sends nothing on this channel, in a sentence; "" if it does."""

    def send(self, message: Message) -> None:
        """Send a message, whose address, person and club are loaded.

        Raise one of the errors above if it certainly did not go; after any other error that is unclear.
        """

    def close(self) -> None:
        """End the run."""


class Outcome(NamedTuple):
    """The outcome of sending a message."""

    state: str
    answer: str = ""
    pause: timedelta = timedelta()
    is_open: bool = True  # the way, for other messages


def send_waiting(_job: Job, target: Path, beat: Beat) -> None:
    """Send what is due on all channels until nothing is; the work of a job, whose file is empty."""
    target.touch()
    # Whatever sent these has died, for there is one such job at a time.
    Message.objects.filter(state=State.SENDING).update(state=State.UNCLEAR)
    for channel in list_ready_channels():
        sender: Sender = import_string(settings.MESSAGE_CHANNELS[channel])()
        try:
            while ids := _list_due(channel):
                _send_some(sender, ids, beat)
        finally:
            sender.close()


def _list_due(channel: str) -> list[int]:
    due = Message.objects.filter(state=State.WAITING, due__lte=now(), address__channel=channel)
    return list(due.order_by("due", "pk").values_list("pk", flat=True)[:AT_ONCE])


def _send_some(sender: Sender, ids: list[int], beat: Beat) -> None:
    message = _claim(ids)
    while message is not None:
        outcome = _send_one(sender, message)
        with transaction.atomic():  # one commit for each message: SQLite has one writer, and hands come first
            _note_outcome(message, outcome)
            message = _claim(ids) if outcome.is_open else None
        beat.tell(1)


def _claim(ids: list[int]) -> Message | None:
    """Mark the next of these messages that still waits, and return it: it is not taken a second time."""
    while ids:
        own = Message.objects.filter(pk=ids.pop(0))
        if own.filter(state=State.WAITING).update(state=State.SENDING):
            return own.select_related("address__person__club").first()
    return None


def _send_one(sender: Sender, message: Message) -> Outcome:
    try:
        sender.send(message)
    except NotNow as error:
        return Outcome(State.WAITING, error.answer, min(timedelta(minutes=2 ** min(message.attempts, 9)), MOST_PAUSE))
    except Unreachable as error:
        return Outcome(State.WAITING, error.answer, FURTHER, is_open=False)
    except Refused as error:
        return Outcome(State.FAILED, error.answer)
    except AddressGone as error:
        message.address.delete()
        return Outcome(State.FAILED, error.answer)
    except Exception as error:  # noqa: BLE001 -- whatever it was, the message may have gone
        logger.warning("Nobody knows whether a message was sent: %s", type(error).__name__)
        return Outcome(State.UNCLEAR, type(error).__name__[:30])
    return Outcome(State.SENT)


def _note_outcome(message: Message, outcome: Outcome) -> None:
    """Note what became of a message; where the way is closed, all others wait with it."""
    due = now() + outcome.pause
    text = {} if outcome.state in (State.WAITING, State.UNCLEAR) else NO_TEXT
    attempts = message.attempts + outcome.is_open
    own = Message.objects.filter(pk=message.pk, state__in=(State.SENDING, State.UNCLEAR))
    own.update(state=outcome.state, answer=outcome.answer, due=due, attempts=attempts, **text)
    if not outcome.is_open:
        waiting = Message.objects.filter(state=State.WAITING, address__channel=message.address.channel, due__lt=due)
        waiting.update(due=due, answer=outcome.answer)
