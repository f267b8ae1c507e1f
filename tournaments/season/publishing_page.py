"""What the season's page says of its final standing: what is missing, what was published, what has changed since."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.season import publishing
from tournaments.season.data import EventAt, SeasonStand, people_of
from tournaments.season.editions import Edition, editions_of
from tournaments.season.page import Differing, told_changes
from tournaments.season.publishing import changed_since, missing_in, sign_of

MISSING: dict[str, Promise] = {
    publishing.NO_EVENT: gettext_lazy("There is no result yet."),
    publishing.NO_RESULT: gettext_lazy("%(name)s has no result yet."),
    publishing.NO_POINTS: gettext_lazy("%(name)s: the formula cannot be evaluated there."),
    publishing.LOTS: gettext_lazy("Equal ranks: lots have not been drawn yet."),
}


class Told(NamedTuple):
    """A sentence, and where one looks after it."""

    text: str
    url: str


class Publishing(NamedTuple):
    """What can be published, and what was."""

    editions: tuple[Edition, ...]  # the newest first
    missing: tuple[Told, ...]
    changed: tuple[Differing, ...]  # since the newest edition
    sign: str
    offers_lots: bool


def publishing_of(stand: SeasonStand) -> Publishing:
    """What the page says of the final standing."""
    editions, missing = editions_of(stand.season), missing_in(stand)
    changes = changed_since(editions[-1], stand) if editions else ()
    people, _same = people_of(one.who for one in changes)
    return Publishing(
        editions[::-1],
        tuple(_told(stand, one) for one in missing),
        told_changes(changes, {**stand.people, **people}),
        sign_of(stand.standing),
        bool(missing) and all(one.code == publishing.LOTS for one in missing),
    )


def _told(stand: SeasonStand, one: publishing.Missing) -> Told:
    event = next((at for at in stand.events if at.event.number == one.event), None)
    text = str(MISSING[one.code]) % {"name": event.name if event is not None else ""}
    return Told(text, _where(stand, event) if event is not None else "")


def _where(stand: SeasonStand, at: EventAt) -> str:
    """Where a missing result comes from."""
    if at.event.tournament is not None:
        return reverse("results", kwargs={"slug": at.event.tournament.slug})
    return reverse("season_event", kwargs={"slug": stand.season.slug, "number": at.event.number})
