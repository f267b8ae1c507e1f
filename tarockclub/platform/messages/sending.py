"""The job that sends what waits, one message after the other.

A channel is an object for one run of it: `find_problem` says in a sentence why this installation sends nothing there,
`send` answers with the outcome (after any error it is unclear whether the message went), `close` ends the run.
"""

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
AT_ONCE = 200  # messages that are loaded by one query
State = Message.State
logger = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """The outcome of sending a message: sent, to be tried again (waiting), refused for good (failed), or unclear."""

    state: State
    answer: object = ""  # a code of the other side, no text
    is_open: bool = True  # the way, for other messages: not without a network, or with a wrong password


class Sender(Protocol):
    """A channel for one run."""

    def send(self, message: Message) -> Outcome:
        """Send a message."""
        ...

    def close(self) -> None:
        """End the run."""
        ...


def send_waiting(_job: Job, target: Path, beat: Beat) -> None:
    """Send what is due on all channels until nothing is; the work of a job, whose file is empty."""
    target.touch()
    # Whatever sent these has died, for there is one such job at a time.
    Message.objects.filter(state=State.SENDING).update(state=State.UNCLEAR)
    for channel in list_ready_channels():
        sender: Sender = import_string(settings.MESSAGE_CHANNELS[channel])()
        waiting = Message.objects.filter(state=State.WAITING, address__channel=channel).select_related("address__club")
        try:
            while messages := list(waiting.filter(due__lte=now()).order_by("due", "pk")[:AT_ONCE]):
                _send_some(sender, messages, beat)
        finally:
            sender.close()


def _send_some(sender: Sender, messages: list[Message], beat: Beat) -> None:
    message = _claim(messages)
    while message is not None:
        outcome = _send_one(sender, message)
        with transaction.atomic():  # one commit for each message: SQLite has one writer, and hands come first
            _note_outcome(message, outcome)
            message = _claim(messages) if outcome.is_open else None
        beat.tell(1)


def _claim(messages: list[Message]) -> Message | None:
    """Mark the next of these messages that still waits, and return it: it is not taken a second time."""
    while messages:
        message = messages.pop(0)
        if Message.objects.filter(pk=message.pk, state=State.WAITING).update(state=State.SENDING):
            return message
    return None


def _send_one(sender: Sender, message: Message) -> Outcome:
    try:
        return sender.send(message)
    except Exception as error:  # noqa: BLE001 -- whatever it was, the message may have gone
        logger.warning("Nobody knows whether a message was sent: %s", type(error).__name__)
        return Outcome(State.UNCLEAR, type(error).__name__)


def _note_outcome(message: Message, outcome: Outcome) -> None:
    """Note what became of a message; where the way is closed, all others wait with it."""
    answer, due = str(outcome.answer)[:30], now()
    if outcome.state == State.WAITING:
        pause = min(timedelta(minutes=2 ** min(message.attempts, 9)), MOST_PAUSE)
        due += pause if outcome.is_open else FURTHER
    text = {} if outcome.state in (State.WAITING, State.UNCLEAR) else NO_TEXT
    attempts = message.attempts + outcome.is_open
    own = Message.objects.filter(pk=message.pk, state__in=(State.SENDING, State.UNCLEAR))
    own.update(state=outcome.state, answer=answer, due=due, attempts=attempts, **text)
    if not outcome.is_open:
        waiting = Message.objects.filter(state=State.WAITING, address__channel=message.address.channel, due__lt=due)
        waiting.update(due=due, answer=answer)
