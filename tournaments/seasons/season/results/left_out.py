"""The reasons why something does not count: no number of the federation, better in another cup, no euros there."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.amounts import format_hundredths
from tournaments.core.editions import LinkedSentence
from tournaments.models import SeasonEvent
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import EventStatus, SeasonProgress, parse_others
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import BEST_CARRIED, CARRIED_POINTS, find_rule
from tournaments.seasons.season.standing import SOMETIMES_NEVER


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


def explain_uncounted(stand: SeasonProgress, status: EventStatus) -> str:
    """Return why a day counts nothing, or not for everybody; "" if it counts."""
    event = status.event
    if any(number == event.number for number, _problem in stand.standing.problems):
        return _("%(name)s: the formula cannot be evaluated there.") % {"name": status.name}
    if event.number not in stand.standing.left_out:
        return ""
    asked = list_asked_facts(find_rule(stand.settings, event.kind))
    facts = ", ".join(str(messages.FACTS[name]) for name in asked if name in SOMETIMES_NEVER)
    words = {"name": status.name, "facts": facts}
    return _("%(name)s changes nothing here: it has nothing of what counts (%(facts)s).") % words


def list_uncounted(stand: SeasonProgress) -> tuple[str, ...]:
    """Return a sentence for each day of a standing that counts nothing, or not for everybody."""
    return tuple(filter(None, (explain_uncounted(stand, status) for status in stand.events)))


def list_all_left_out(stand: SeasonProgress) -> tuple[LinkedSentence, ...]:
    """Return the sentences of all results of a season, each with the page of its event."""
    found = [
        (status, f"{status.name}: {text}") for status in stand.events for text in list_left_out(stand, status.event)
    ]
    nothing = [status for status in stand.events if status.event.number in stand.standing.left_out]
    found += [(status, explain_uncounted(stand, status)) for status in nothing]
    return tuple(LinkedSentence(text, _build_event_url(stand, status.event)) for status, text in found)


def _build_event_url(stand: SeasonProgress, event: SeasonEvent) -> str:
    return reverse("season_event", kwargs={"slug": stand.season.slug, "number": event.number})
