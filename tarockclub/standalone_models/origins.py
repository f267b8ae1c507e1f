"""Clubs that came from elsewhere: the ids with which their chains were made there, and books that did not count."""

from typing import ClassVar

from django.db import models


class ClubOrigin(models.Model):
    """A club file that was read in (docs/dev/club-file.md): the ids of its rows here, and where it is from.

    Hashes contain ids. The rows have other ids here; the proof puts those of the origin in their place.
    """

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="origins")
    digest = models.CharField(max_length=64)  # of the file's manifest
    made = models.DateTimeField()  # the file, there
    at = models.DateTimeField()  # read in, here
    shifts = models.TextField(default="{}")  # JSON: for each model how the ids moved (origins/ids.py)
    keys = models.TextField(default="{}")  # JSON: for each model the ids (here, there) that differ otherwise

    def __str__(self) -> str:
        return f"{self.club_id} {self.digest[:8]}"


class OriginChain(models.Model):
    """The part of a chain that was made with the ids of an origin: up to this sequence number."""

    origin = models.ForeignKey(ClubOrigin, on_delete=models.PROTECT, related_name="chains")
    name = models.CharField(max_length=80)  # with its kind: "table 12ab…"
    until = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name", "until"], name="origin_chain_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.until}"


class SetAsideBook(models.Model):
    """A table's book that did not count when two installations had continued it differently: as people can read it."""

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="set_aside_books")
    slug = models.UUIDField()  # of the table
    side = models.CharField(max_length=4)  # where it stood: "here" or in the "file"
    sequence = models.PositiveIntegerField()  # of its last entry
    head = models.CharField(max_length=64)  # hexadecimal
    text = models.TextField()  # JSON lines: the table, its entries
    by = models.ForeignKey(
        "tarockclub.Person", on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.slug} {self.side}"
