"""Clubs, and the two places that may hold what somebody wants erased: names and free text."""

from django.db import models

NAME_LENGTH = 80


class Club(models.Model):
    """A club, or a round of friends."""

    name = models.CharField(max_length=NAME_LENGTH)
    founded = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody who plays; the only place with names."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="persons")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    erased = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "number"], name="person_number_once_in_club"),
        ]

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    """Free text (a reason, a ruling, a remark); whatever is hashed keeps only its salted hash."""

    text = models.TextField()
    salt = models.BinaryField(max_length=16)
    digest = models.CharField(max_length=64, blank=True, default="")  # of salt and text; stays when the text is erased
    erased = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.text
