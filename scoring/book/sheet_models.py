"""House rules of a club's own, with their versions and examples."""

from django.db import models

from tarockclub.kit.hash_chain import KEY_LENGTH
from tarockclub.models import Club, Person, PlainAct


class OwnSheet(models.Model):
    """House rules of a club's own; the rules are in the versions, and in the draft of the next one."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="own_sheets")
    sheet = models.CharField(max_length=40, unique=True)  # as records name it; none of the built-in ids
    draft = models.TextField(blank=True, default="")  # JSON of the table that is being edited; "": none
    draft_state = models.PositiveIntegerField(default=0)  # how often the draft was changed
    public = models.BooleanField(default=False)  # anybody may fetch its file
    # Of the form that made it, with its key: the same tap again makes no second sheet.
    request_digest = models.CharField(max_length=64, unique=True, blank=True, null=True)
    retired = models.DateTimeField(null=True, blank=True)  # no longer offered

    def __str__(self) -> str:
        return self.sheet


class OwnSheetAct(PlainAct):
    """The act that saved a version of an own sheet: the first one saved version 1; never changed."""

    class Kind(models.TextChoices):
        """The kind of act."""

        SAVED = "saved"

    own_sheet = models.ForeignKey(OwnSheet, on_delete=models.PROTECT, related_name="acts", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["own_sheet", "sequence"], name="own_sheet_act_sequence_once"),
        ]

    def __str__(self) -> str:
        return f"{self.own_sheet_id}/{self.sequence} {self.kind}"


class OwnSheetVersion(models.Model):
    """The rules of an own sheet from a moment on; never changed."""

    own_sheet = models.ForeignKey(OwnSheet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()  # the file: what differs from the sheet it extends
    table = models.TextField()  # JSON: the file with the sheet below it, as that was on this day
    reason = models.CharField(max_length=300, blank=True, default="")
    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False)
    at = models.DateTimeField()
    act = models.OneToOneField(OwnSheetAct, on_delete=models.PROTECT, related_name="version")  # seals it

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["own_sheet", "number"], name="own_sheet_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.own_sheet_id}/{self.number}"


class SheetExample(models.Model):
    """A hand that shows how an own sheet is meant: its record and what it pays."""

    own_sheet = models.ForeignKey(OwnSheet, on_delete=models.PROTECT, related_name="examples")
    record = models.TextField()  # JSON
    payouts = models.TextField()  # JSON: four amounts as text
    note = models.CharField(max_length=300, blank=True, default="")
    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False)
    at = models.DateTimeField()
    removed = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.own_sheet_id}: {self.note or self.key}"
