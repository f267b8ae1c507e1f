"""A club's memory of the lists that it has imported: the columns that somebody chose, and spellings of names."""

from django.db import models

from tarockclub.models import NAME_LENGTH, Club, Person

HEADINGS_LENGTH, KINDS_LENGTH = 2000, 1000


class ListColumns(models.Model):
    """The meaning of the columns under some headings, as somebody has chosen it; no cell of a list is kept."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    headings = models.CharField(max_length=HEADINGS_LENGTH)  # folded, one a line
    kinds = models.CharField(max_length=KINDS_LENGTH)  # separated by commas; "": not used; "=": as recognised

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "headings"], name="list_columns_once_in_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}"


class Spelling(models.Model):
    """A name as lists spell it, of whom somebody has said who it is."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)  # folded

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "name"], name="spelling_once_in_club"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}"
