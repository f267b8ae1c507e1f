"""The season's page about its final standings: missing items, published editions, and the changes since."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.core.editions import LOTS, ChangeLine, LinkedSentence, has_only_lots
from tournaments.seasons.season import publishing
from tournaments.seasons.season.data import EventStatus, SeasonProgress
from tournaments.seasons.season.editions import SeasonEdition, load_season_editions
from tournaments.seasons.season.publishing import compute_season_sign, list_changes_since, list_missing
from tournaments.seasons.season.results.left_out import list_all_left_out

MISSING_SENTENCES: dict[str, Promise] = {
    publishing.NO_EVENT: gettext_lazy("There is no result yet."),
    publishing.NO_RESULT: gettext_lazy("%(name)s has no result yet."),
    publishing.NO_TEAMS: gettext_lazy("%(name)s: its published result has no teams."),
    publishing.NO_POINTS: gettext_lazy("%(name)s: the formula cannot be evaluated there."),
    LOTS: gettext_lazy("Equal ranks: lots have not been drawn yet."),
}


class PublishingPage(NamedTuple):
    """The published editions, and the state of the next one."""

    editions: tuple[SeasonEdition, ...]  # the newest first
    missing: tuple[LinkedSentence, ...]
    left_out: tuple[LinkedSentence, ...]  # for whom a result does not count, and why
    changed: tuple[ChangeLine, ...]  # since the newest edition
    sign: str
    offers_lots: bool


def load_publishing(stand: SeasonProgress) -> PublishingPage:
    """Return the data of the page about the final standings."""
    editions, missing = load_season_editions(stand.season), list_missing(stand)
    return PublishingPage(
        editions[::-1],
        tuple(_format_missing(stand, missing_item) for missing_item in missing),
        list_all_left_out(stand),
        list_changes_since(editions[-1], stand) if editions else (),
        compute_season_sign(stand),
        has_only_lots([missing_item.code for missing_item in missing]),
    )


def _format_missing(stand: SeasonProgress, missing_item: publishing.MissingEvent) -> LinkedSentence:
    event = next((at for at in stand.events if at.event.number == missing_item.event), None)
    text = str(MISSING_SENTENCES[missing_item.code]) % {"name": event.name if event is not None else ""}
    return LinkedSentence(text, _build_url(stand, event) if event is not None else "")


def _build_url(stand: SeasonProgress, at: EventStatus) -> str:
    """Return the URL of the page where a missing result is entered."""
    if at.event.tournament is not None:
        return reverse("results", kwargs={"slug": at.event.tournament.slug})
    return reverse("season_event", kwargs={"slug": stand.season.slug, "number": at.event.number})
