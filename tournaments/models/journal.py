"""The columns that a tournament and a season share: a row that writers lock, and the journal of its acts.

An act is a fact of its own: never changed, never deleted. Names are in Person, free text in Note, and nowhere else.
"""

import uuid

from django.db import models

from tarockclub.kit.hash_chain import KEY_LENGTH
from tarockclub.models import NAME_LENGTH, LinkedAct, Note, Person

KIND_LENGTH = 20


class JournalOwner(models.Model):
    """The owner of a journal, which belongs to a club."""

    club_id: int
    slug = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    settings = models.TextField()  # JSON (settings.py, season/settings.py)
    seed = models.CharField(max_length=32)  # hexadecimal; all chance follows from it
    made = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)  # its final result was published
    version = models.PositiveIntegerField(default=0)  # sequence number of its last act
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    start_digest = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class JournalAct(LinkedAct):
    """An act in a journal; never changed, never deleted."""

    sequence = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    body_digest = models.CharField(max_length=64)
    kind = models.CharField(max_length=KIND_LENGTH)  # one of acts.Kind
    said = models.TextField()  # JSON: ids, numbers, moments; no names, no free text
    note = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        abstract = True
