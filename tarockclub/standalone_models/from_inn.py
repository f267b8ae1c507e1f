"""Live publishing, from the inn to the internet: what a laptop sends, and what another installation receives.

The rows that were received are never rows of this installation (tarockclub/office/publishing/mirror.py).
"""

import uuid
from typing import ClassVar

from django.db import models


class HostedAddress(models.Model):
    """The installation to which a club's laptop sends what it publishes, and the secret that opens it."""

    club = models.OneToOneField("tarockclub.Club", on_delete=models.PROTECT, related_name="hosted_address")
    url = models.CharField(max_length=300)
    secret = models.CharField(max_length=64)
    name = models.CharField(max_length=80, blank=True, default="")  # of the club there

    def __str__(self) -> str:
        return self.url


class SentSite(models.Model):
    """A tournament or season that is sent, or was."""

    class Kind(models.TextChoices):
        """The kind of thing."""

        TOURNAMENT = "tournament"
        SEASON = "season"

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="sent_sites")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    thing = models.UUIDField()  # its slug
    is_on = models.BooleanField(default=True)
    is_there = models.BooleanField(default=False)  # something may be shown there: it is still to be taken off
    sequence = models.PositiveBigIntegerField(default=0)  # of the last message; a later one has a higher one
    sign = models.CharField(max_length=64, blank=True, default="")  # of what was sent last; "": nothing yet
    sent = models.DateTimeField(null=True, blank=True)  # when all was there
    trouble = models.CharField(max_length=40, blank=True, default="")  # the code of the last one
    address = models.CharField(max_length=400, blank=True, default="")  # of its first page there

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "thing"], name="sent_site_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.thing}"


class PublishingKey(models.Model):
    """A secret with which a laptop may publish for a club; only its hash is stored."""

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="publishing_keys")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    may_import = models.BooleanField(default=False)  # also send the whole club, which is continued here
    by = models.ForeignKey("tarockclub.Account", on_delete=models.SET_NULL, null=True, related_name="+")
    made = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    minute = models.PositiveBigIntegerField(default=0)  # the one that is counted
    requests = models.PositiveIntegerField(default=0)  # in this minute
    size = models.PositiveBigIntegerField(default=0)  # bytes in this minute
    protocol = models.PositiveSmallIntegerField(default=0)  # of the last request; 0: none yet

    def __str__(self) -> str:
        return self.name


class ReceivedSite(models.Model):
    """A tournament or season that a laptop has sent, for everybody to see."""

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="received_sites")
    thing = models.UUIDField()  # the tournament or season there
    slug = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)  # in the address here
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=80)
    sequence = models.PositiveBigIntegerField(default=0)  # of the newest message
    sign = models.CharField(max_length=64, blank=True, default="")  # of the pieces
    pieces = models.TextField(default="[]")  # JSON: their digests, in the order in which they count
    is_live = models.BooleanField(default=False)  # it is played there now
    stand = models.DateTimeField(null=True, blank=True)  # when the laptop was heard of last; None: nothing is shown
    ended = models.DateTimeField(null=True, blank=True)  # taken off here: nothing more is accepted

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "thing"], name="received_site_once")]

    def __str__(self) -> str:
        return self.name


class ReceivedPiece(models.Model):
    """Rows of what a laptop has sent, by their digest: each is sent once."""

    site = models.ForeignKey(ReceivedSite, on_delete=models.CASCADE, related_name="received_pieces")
    digest = models.CharField(max_length=64)
    content = models.BinaryField()  # JSON, packed (office/publishing/pieces.py)
    size = models.PositiveIntegerField()  # of the content
    rows = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["site", "digest"], name="received_piece_once")]

    def __str__(self) -> str:
        return self.digest[:8]
