"""A hand and its four payouts, as one would first write them down."""

from typing import ClassVar

from django.db import models


class BareHand(models.Model):
    """A hand: the table, its number, the key that it is sent under, what was played, and when."""

    table = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=64, unique=True)
    record = models.TextField()
    at = models.DateTimeField(auto_now_add=True)
    objects: ClassVar[models.Manager["BareHand"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class BarePayout(models.Model):
    """The amount that one player gets or pays."""

    hand = models.ForeignKey(BareHand, on_delete=models.PROTECT)
    seat = models.PositiveSmallIntegerField()
    amount = models.IntegerField()
    objects: ClassVar[models.Manager["BarePayout"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.seat}: {self.amount}"
