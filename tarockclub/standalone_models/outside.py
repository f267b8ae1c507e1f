"""The parts of a club's front page, who may embed its pages, and the messages to the program that it notifies."""

import uuid
from typing import ClassVar

from django.db import models


class Publication(models.Model):
    """The parts that a club shows to people without an account. A club without a row shows nothing."""

    # The parts of the front page, in their order there.
    PARTS: ClassVar = ("now", "dates", "results", "seasons", "rules", "evenings")
    FIRST_PARTS: ClassVar = ("dates", "rules")  # of a club that is set up anew: nothing with a name of a person

    club = models.OneToOneField("tarockclub.Club", on_delete=models.PROTECT, related_name="publication")
    now = models.BooleanField(default=False)  # running tournaments and their rounds
    dates = models.BooleanField(default=False)  # the next tournaments
    results = models.BooleanField(default=False)  # the last published results, with the winners
    seasons = models.BooleanField(default=False)
    rules = models.BooleanField(default=False)  # the house rules that the club plays by
    evenings = models.BooleanField(default=False)  # without names of persons
    origins = models.TextField(blank=True, default="")  # sites that may embed pages, separated by spaces; "": none
    hook_url = models.CharField(max_length=300, blank=True, default="")  # of the program that is notified; "": none
    hook_secret = models.CharField(max_length=64, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.club_id}"

    @property
    def is_open(self) -> bool:
        """Tell whether the club has a front page for everybody."""
        return any(getattr(self, part) for part in self.PARTS)


class Delivery(models.Model):
    """A message to the program that a club notifies (platform/webhooks): sent until it arrives, or given up."""

    class State(models.TextChoices):
        """The progress of a message."""

        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"  # given up

    identity = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="deliveries")
    event = models.CharField(max_length=32)
    body = models.TextField()  # JSON, as it is sent: ids, numbers, names of tournaments; no names of persons
    made = models.DateTimeField()
    due = models.DateTimeField()  # the next attempt
    attempts = models.PositiveSmallIntegerField(default=0)  # begun, whether or not they ended
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    answer = models.CharField(max_length=40, blank=True, default="")  # the last one: a status, or the code of a trouble

    class Meta:
        indexes: ClassVar = [models.Index(fields=["state", "due"])]

    def __str__(self) -> str:
        return f"{self.event} {self.identity} {self.state}"
