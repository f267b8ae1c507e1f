"""The parts of a club's front page."""

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

    def __str__(self) -> str:
        return f"{self.club_id}"

    @property
    def is_open(self) -> bool:
        """Tell whether the club has a front page for everybody."""
        return any(getattr(self, part) for part in self.PARTS)
