"""For whom a result does not count in a season, and why: no number of the federation, or better in another cup."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.amounts import format_hundredths
from tournaments.core.editions import LinkedSentence
from tournaments.models import SeasonEvent
from tournaments.seasons.season.data import SeasonProgress, parse_others
from tournaments.seasons.season.settings import BEST_CARRIED, CARRIED_POINTS


def list_left_out(stand: SeasonProgress, event: SeasonEvent) -> list[str]:
    """Return a sentence for places without a number of the federation, and one for each who was better elsewhere."""
    places = parse_others(event.others)
    sentences = []
    if places:
        text = ngettext(
            "Place %(places)s has no number of the federation and does not count.",
            "The places %(places)s have no number of the federation and do not count.",
            len(places),
        )
        sentences.append(text % {"places": ", ".join(map(str, places))})
    if event.kind == CARRIED_POINTS and stand.settings.carried == BEST_CARRIED:
        sentences += _list_better_elsewhere(stand, event)
    return sentences


def _list_better_elsewhere(stand: SeasonProgress, event: SeasonEvent) -> list[str]:
    names = {status.event.number: status.name for status in stand.events}
    sentence = _("%(name)s, place %(place)s: %(other)s is better and counts, with %(points)s.")
    rows = []
    for line in stand.standing.lines:
        own = next((score for score in line.got if score.event == event.number), None)
        counted = [score for score in line.got if score.kind == CARRIED_POINTS and score.counts]
        if own is not None and not own.counts and counted:
            [better, *_others] = counted
            points, name = format_hundredths(better.points), stand.people[line.who].name
            values = {"name": name, "place": own.rank, "other": names[better.event], "points": points}
            rows.append((own.rank, name, sentence % values))
    return [text for _place, _name, text in sorted(rows)]


def list_all_left_out(stand: SeasonProgress) -> tuple[LinkedSentence, ...]:
    """Return the sentences of all results of a season, each with the page of its event."""
    return tuple(
        LinkedSentence(f"{status.name}: {text}", _build_event_url(stand, status.event))
        for status in stand.events
        for text in list_left_out(stand, status.event)
    )


def _build_event_url(stand: SeasonProgress, event: SeasonEvent) -> str:
    return reverse("season_event", kwargs={"slug": stand.season.slug, "number": event.number})
