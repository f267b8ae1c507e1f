"""Rules that travel between clubs and installations (tarockclub/office/exchange)."""

import json
from typing import Any, ClassVar

from django.db import models


class SharedRules(models.Model):
    """House rules, a format or a season's rules that a club passes on, or has taken over from another one."""

    class Kind(models.TextChoices):
        """The kind of rules."""

        SHEET = "sheet"
        FORMAT = "format"
        SEASON = "season"

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="shared_rules")
    origin = models.UUIDField()  # what they are, the same in all installations
    kind = models.CharField(max_length=6, choices=Kind.choices)
    is_taken = models.BooleanField(default=False)  # over from another club
    version = models.PositiveIntegerField()
    # What it is here: the id of a sheet, the address of a tournament or season; "": taken over, nothing of it is made.
    subject = models.CharField(max_length=40, blank=True, default="")
    text = models.TextField()  # the file as it travels (tarockclub/office/exchange/document.py)
    is_public = models.BooleanField(default=False)  # its link opens for everybody
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "origin"], name="shared_rules_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.origin}"

    @property
    def document(self) -> dict[str, Any]:
        """The file as values."""
        found: dict[str, Any] = json.loads(self.text)
        return found
