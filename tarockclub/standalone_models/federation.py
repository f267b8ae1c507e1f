"""The clubs that a federation groups; both are rows of Club."""

from django.db import models


class FederationMember(models.Model):
    """A club in a federation, or on its way there; kept after it has left."""

    federation = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="members")
    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="memberships")
    by_federation = models.BooleanField()  # it has invited the club; else the club has asked
    asked = models.DateTimeField()
    since = models.DateField(null=True, blank=True)  # none: the other side has not agreed yet
    until = models.DateField(null=True, blank=True)  # the last day; or the day of the refusal

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(
                fields=["federation", "club"], condition=models.Q(until=None), name="federation_member_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.federation_id}: {self.club_id}"
