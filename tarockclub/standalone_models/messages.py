"""Messages to people, and the addresses where they are told (tarockclub/platform/messages)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MessageAddress(models.Model):
    """An address at which somebody wants to be told what concerns them (tarockclub/platform/messages)."""

    class Channel(models.TextChoices):
        """The way to the person."""

        MAIL, PUSH = "mail", "push"

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="+")
    # None: of a registration, for as long as its tournament. Whoever typed it need not be the person who takes part by
    # it: it never becomes that person's.
    person = models.ForeignKey(
        "tarockclub.Person", on_delete=models.PROTECT, null=True, related_name="message_addresses", db_index=False
    )
    channel = models.CharField(max_length=4, choices=Channel.choices)
    value = models.CharField(max_length=1500)  # an e-mail address; of a phone its subscription (JSON)
    language = models.CharField(max_length=2)
    # Kinds of messages, separated by blanks; one has to ask for what goes on after each round.
    unwanted = models.CharField(max_length=80, blank=True, default="round")
    # By a link that was sent there, or by the staff, whom the person has told so; none: nothing else is sent there.
    confirmed = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["person", "channel", "value"], name="message_address_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.channel}"


class Message(models.Model):
    """A message to an address; once it is sent, the row only says when, of which kind, and that it was."""

    class State(models.TextChoices):
        """The progress of a message."""

        WAITING = "waiting", _("waits")
        SENDING = "sending", _("is being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("not delivered")  # it was refused for good, or waited for too long
        UNCLEAR = "unclear", _("perhaps sent")  # whatever sent it has died meanwhile
        STOPPED = "stopped", _("not wanted any more")

    address = models.ForeignKey(MessageAddress, on_delete=models.CASCADE, related_name="messages", db_index=False)
    kind = models.CharField(max_length=8)  # of MESSAGE_KINDS (tarockclub/platform/messages/services.py)
    key = models.CharField(max_length=64)  # of what is told: each address is told once
    subject = models.CharField(max_length=200, blank=True)
    text = models.CharField(max_length=600, blank=True)  # one sentence
    path = models.CharField(max_length=300, blank=True)  # of the page where more stands
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    at = models.DateTimeField()
    due = models.DateTimeField()  # the next attempt
    attempts = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=30, blank=True, default="")  # why the last attempt failed: a code

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["address", "key"], name="message_once"),
        ]
        indexes = [models.Index(fields=["state", "due"], name="message_by_state")]  # noqa: RUF012

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
