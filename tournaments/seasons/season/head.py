"""Around a season's standings: who leads, by which rule, after how many days; who has moved up; the marks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.amounts import format_decimal, format_hundredths
from tarockclub.kit.text import build_face_sign
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tournaments.results.final_results.result_page import Honoured, choose_podium
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.line_facts import compute_average, is_sum
from tournaments.seasons.season.points.place_points import format_day_points, list_asked_facts
from tournaments.seasons.season.points.preview import list_same_rules
from tournaments.seasons.season.results.services import list_uncounted
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import (
    CARRIED_POINTS,
    DAY,
    HUNDREDTHS,
    TOGETHER,
    EveningRule,
)
from tournaments.seasons.season.standing import GUEST, EventScore, SeasonLine, format_score
from tournaments.seasons.season.table import count_move, find_least_days, has_losses, list_prizes

MOST_MOVERS = 3
NEXT_DAYS = 8  # in which a weekday comes once more


class SeasonHead(NamedTuple):
    """The sentences above standings, and who has moved up since the day before the last one."""

    leads: str
    figures: tuple[tuple[str, str, str], ...]  # a name, the number, and of how many it is
    days: str  # when the next one is
    rule: str
    mine: str  # of the reader
    uncounted: tuple[str, ...]  # of days that count nothing, or not for everybody
    since: date | None  # the day before the last one
    movers: tuple[dict[str, Any], ...]


def build_season_head(stand: SeasonProgress, me: int = 0) -> SeasonHead:
    """Return who leads, by which rule, and where the reader stands."""
    mine = next((line for line in stand.standing.lines if line.who == me), None)
    mine_now = "" if mine is None else _format_mine(stand, mine)
    days = [day for event in stand.result_days if (day := find_event_day(event.event)) is not None]
    since = days[-2] if len(days) > 1 else None
    movers = _list_movers(stand) if since is not None and stand.season.ended is None else ()
    rule, uncounted = _format_rule(stand), list_uncounted(stand)
    figures = tuple(_list_figures(stand))
    return SeasonHead(format_leader(stand), figures, format_coming(stand), rule, mine_now, uncounted, since, movers)


def _list_figures(stand: SeasonProgress) -> Iterator[tuple[str, str, str]]:
    """Yield how many days have been played, and of how many, where the season says it; how many count; the people."""
    held, people = sum(event.event.kind == DAY for event in stand.result_days), len(stand.standing.lines)
    left = 0 if stand.season.ended is not None else count_days_left(stand, localdate(now()))
    if held:
        yield _("Days played"), f"{held}", _("of %(of)s") % {"of": held + left} if left else ""
    if stand.standing.best:
        yield _("Days that count"), f"{stand.standing.best}", ""
    if people:
        yield _("Teams") if stand.settings.teams else _("People"), f"{people}", ""


def format_coming(stand: SeasonProgress) -> str:
    """Return when the next day is; "" where nobody knows it."""
    today = localdate(now())
    coming = [] if stand.season.ended is not None else _list_coming(stand, today)
    if coming and min(coming) == today:
        return _("It is played today.")
    sentence = _("The next day is on %(day)s.") if stand.result_days else _("The first day is on %(day)s.")
    return sentence % {"day": date_format(min(coming), "j. F")} if coming else ""


def _list_coming(stand: SeasonProgress, today: date) -> list[date]:
    """Return the days that have a date and no result yet; of evenings on weekdays the next one."""
    open_ones = [event.event for event in stand.events if event.event.kind != CARRIED_POINTS and not event.rows]
    days = [day for event in open_ones if (day := find_event_day(event)) is not None and day >= today]
    return days or list_evening_days(stand, today, NEXT_DAYS)


def list_evening_days(stand: SeasonProgress, today: date, within: int) -> list[date]:
    """Return the days, from today on and within so many, on which a year that knows its weekdays plays."""
    rule = stand.settings.evenings
    if rule is None or not rule.until or not count_days_left(stand, today):
        return []
    held = {find_event_day(event.event) for event in stand.events if event.rows}
    return [day for day in list_rule_days(rule, today, within) if day not in held]


def list_rule_days(rule: EveningRule, today: date, within: int) -> list[date]:
    """Return the days, from today on and within so many, that are on the weekdays of a rule that says its end."""
    days = (today + timedelta(later) for later in range(within))
    return [day for day in days if day.weekday() in rule.weekdays and f"{day}" <= rule.until]


def count_days_left(stand: SeasonProgress, today: date) -> int:
    """Return how many days are still to come; 0 where nobody can know it."""
    settings, held = stand.settings, [event for event in stand.result_days if event.event.kind == DAY]
    if settings.days:
        return max(0, settings.days - len(held))
    rule = settings.evenings
    if rule is None or rule.chosen or not rule.weekdays or not rule.until:
        return 0
    start = max([today, *(day + timedelta(1) for event in held if (day := find_event_day(event.event)) is not None)])
    days = max(0, (date.fromisoformat(rule.until) - start).days + 1)
    return sum((start + timedelta(at)).weekday() in rule.weekdays for at in range(days))


def _list_movers(stand: SeasonProgress) -> tuple[dict[str, Any], ...]:
    """Return who has gained places by their points of the last day that has a result, most of them first.

    Who has not won there only follows: others have lost more, or are no longer ranked.
    """
    lines = stand.standing.lines
    last = stand.courses.days[-1] if stand.courses.days else 0
    behind = dict(pairwise(line.who for line in lines if line.rank))
    made = {line.who: got for line in lines for got in line.got if got.event == last and got.points > 0}
    climbed = [line for line in lines if line.who in made and count_move(stand, line) > 0]
    climbed.sort(key=lambda line: -count_move(stand, line))
    movers = []
    for line in climbed[:MOST_MOVERS]:
        who, next_one = stand.people[line.who], behind.get(line.who)
        words = {"rank": line.rank, "name": stand.people[next_one].name if next_one is not None else ""}
        place = _("now in place %(rank)s, ahead of %(name)s") if next_one is not None else _("now in place %(rank)s")
        movers.append(
            {
                "move": count_move(stand, line),
                "name": who.name,
                "number": who.number,
                "points": format_score(stand.settings, made[line.who], plus=has_losses(lines)),  # of the last day
                "now": place % words,  # their place, and whom it is ahead of
            }
        )
    return tuple(movers)


class SeasonLead(NamedTuple):
    """The leader of a season, or in the end its winner; numbers as people read them."""

    names: tuple[str, ...]
    points: str
    ahead: str = ""  # of whoever is next; "": nobody is, or several lead
    second: str = ""  # their name


def find_lead(stand: SeasonProgress) -> SeasonLead | None:
    """Return who leads; None as long as nobody is ranked."""
    ranked = [line for line in stand.standing.lines if line.rank]
    if not ranked:
        return None
    names = tuple(stand.people[line.who].name for line in ranked if line.rank == 1)
    points = format_hundredths(ranked[0].points, plus=has_losses(ranked))
    if len(names) > 1 or len(ranked) == 1:
        return SeasonLead(names, points)
    ahead = format_hundredths(ranked[0].points - ranked[1].points)
    return SeasonLead(names, points, ahead, stand.people[ranked[1].who].name)


def format_leader(stand: SeasonProgress) -> str:
    """Return who leads, or in the end who has won, and by how much."""
    lead, is_over = find_lead(stand), stand.season.ended is not None
    if lead is None:
        return ""
    words = {"names": ", ".join(lead.names), "points": lead.points}
    if len(lead.names) > 1:
        sentence = _("%(names)s win with %(points)s.") if is_over else _("%(names)s lead with %(points)s.")
        return sentence % words
    words = {"name": lead.names[0], "points": lead.points, "lead": lead.ahead, "second": lead.second}
    if not lead.ahead:
        sentence = _("%(name)s wins with %(points)s.") if is_over else _("%(name)s leads with %(points)s.")
    elif is_over:
        sentence = _("%(name)s wins with %(points)s, %(lead)s ahead of %(second)s.")
    else:
        sentence = _("%(name)s leads with %(points)s, %(lead)s ahead of %(second)s.")
    return (sentence % words).replace("..", ".")  # strangers read "B."


def build_podium(stand: SeasonProgress) -> tuple[Honoured, ...]:
    """Return the first three of a season that is over, with their prizes."""
    ranked = [line for line in stand.standing.lines if line.rank] if stand.season.ended is not None else []
    names = {line.who: stand.people[line.who].name for line in ranked}
    titles = list_prizes(stand.settings.prizes, ((line.rank, names[line.who]) for line in ranked))
    prizes = {prize.rank: prize.prizes for prize in titles}
    is_signed = has_losses(ranked)

    def build(line: SeasonLine) -> Honoured:
        points = format_hundredths(line.points, plus=is_signed)
        face = build_face_sign(names[line.who], line.who)
        return Honoured(line.rank, names[line.who], points, prizes.get(f"{line.rank}.", ""), face=face)

    return choose_podium([tuple(map(build, group)) for _rank, group in groupby(ranked, key=lambda line: line.rank)])


def list_story(stand: SeasonProgress) -> list[str]:
    """Return how a season that is over came about: how often the lead changed, and whether the last day decided."""
    days = len(stand.courses.days) if stand.season.ended is not None else 0
    courses = [(stand.people[who].name, dict(enumerate(course))) for who, course in stand.courses.of.items()]
    leaders = [[name for name, places in courses if (places.get(day) or (0,))[0] == 1] for day in range(days)]
    leaders = [names for names in leaders if names]
    changes = sum(before != after for before, after in pairwise(leaders))
    if len(leaders) < LEAST_RUN or not changes:
        return []
    times = {"times": changes, "names": ", ".join(dict.fromkeys(name for names in leaders for name in names))}
    story = [
        ngettext("The lead changed once: %(names)s.", "The lead changed %(times)s times: %(names)s.", changes) % times
    ]
    if leaders[-1] != leaders[-2]:
        names = {"first": ", ".join(leaders[-1]), "before": ", ".join(leaders[-2])}
        story.append(_("Before the last day %(before)s led; the last one decided for %(first)s.") % names)
    return story


def _format_rule(stand: SeasonProgress) -> str:
    """Return how the year counts: by which rule, from how many days on."""
    rule, least = next(iter(list_same_rules(stand.settings)), None), find_least_days(stand)
    parts = [rule.get_name(get_current_language())] if rule is not None else []
    if least > 1:
        parts.append(_("ranked from %(least)s days on") % {"least": least})
    evenings = stand.settings.evenings
    if evenings is not None and "euros" in list_asked_facts(stand.settings):
        parts.append(_format_payment(evenings))
    if "written" in list_asked_facts(stand.settings):  # which may be thirds
        step = {"step": format_hundredths(HUNDREDTHS // 10**stand.settings.decimals)}
        is_once = stand.settings.per == TOGETHER
        parts.append((_("rounded to %(step)s in the end") if is_once else _("each day rounded to %(step)s")) % step)
    return " · ".join(parts)


def _format_payment(evenings: EveningRule) -> str:
    """Return where the euros of evenings are paid."""
    if not evenings.in_year:
        return _("paid at the table, each evening")
    if not evenings.paid_until:
        return _("settled in the year")
    day = date.fromisoformat(evenings.paid_until) + timedelta(1)
    return _("settled in the year from %(day)s on") % {"day": date_format(day, "j. F Y")}


def _format_mine(stand: SeasonProgress, line: SeasonLine) -> str:
    words = {
        "rank": f"{line.rank}.",
        "points": format_hundredths(line.points, plus=has_losses(stand.standing.lines)),
        "days": line.days,
    }
    if line.rank:
        return _("You: %(rank)s with %(points)s on %(days)s days") % words
    return _("You: %(points)s on %(days)s days, not ranked yet") % words


MOST_NAMES, LEAST_RUN = 3, 3


class _Feat(NamedTuple):
    """Something that somebody has done, and on which days."""

    line: SeasonLine
    amount: Fraction | int
    days: tuple[EventScore, ...] = ()


def list_marks(stand: SeasonProgress) -> tuple[dict[str, Any], ...]:
    """Return the marks that a season has so far; up to three equals are named together, with more there is no mark."""
    if sum(bool(event.rows) for event in stand.events) < 2:
        return ()
    lines = [line for line in stand.standing.lines if line.few != GUEST]
    evenings = {event.event.number for event in stand.events if event.event.evenings}
    days = [(line, [got for got in line.got if got.event in evenings]) for line in lines]
    is_signed = has_losses(stand.standing.lines)
    single = [_Feat(line, got.points, (got,)) for line, played in days for got in played]
    most = [_Feat(line, line.days) for line in lines if line.days > 1]
    wins = [_Feat(line, won) for line in lines if (won := _count_wins(line)) > 1]
    has_lost = any(feat.amount < 0 for feat in single)
    runs = [(line, _find_run(played)) for line, played in days if has_lost]
    lasting = [_Feat(line, len(run), run) for line, run in runs if len(run) >= LEAST_RUN]

    def write_points(points: Fraction | int) -> str:
        return format_day_points(stand.settings, int(points), plus=is_signed)

    def write_average(points: Fraction | int) -> str:
        return format_decimal(Fraction(points), 1, plus=is_signed)

    return (
        *_build_mark(stand, "crown", single, write_points, _("best evening, %(days)s"), "j. F"),
        *_build_mark(stand, "tournaments", wins, str, _("days won")),
        *_build_mark(stand, "evenings", most, str, _("there most often")),
        *_build_mark(stand, "star", _list_averages(stand, lines), write_average, _("best average")),
        *_build_mark(stand, "laurel", lasting, str, _("evenings without a loss, %(days)s"), "F"),
    )


def _count_wins(line: SeasonLine) -> int:
    """Return on how many days somebody was first; a final is none, nor is the place in another cup."""
    return sum(got.rank == 1 and got.kind == DAY for got in line.got)


def _list_averages(stand: SeasonProgress, lines: Iterable[SeasonLine]) -> list[_Feat]:
    """Return the averages of those who are ranked; none where the points are averages themselves."""
    ranked = [line for line in lines if line.rank and line.days > 1] if is_sum(stand.settings) else ()
    return [_Feat(line, average / HUNDREDTHS) for line in ranked if (average := compute_average(line)) is not None]


def _find_run(played: Sequence[EventScore]) -> tuple[EventScore, ...]:
    """Return the longest run of somebody's days without a loss, the first of several."""
    runs = [tuple(run) for is_loss, run in groupby(played, key=lambda got: got.points < 0) if not is_loss]
    return max(runs, key=len, default=())


def _build_mark(
    stand: SeasonProgress,
    icon: str,
    feats: Sequence[_Feat],
    write: Callable[[Fraction | int], str],
    about: str,
    form: str = "",
) -> Iterator[dict[str, Any]]:
    """Yield the mark of the best; `write` writes its amount, `form` says how its days are written."""
    if not feats:
        return
    most = max(feat.amount for feat in feats)
    best = [feat for feat in feats if feat.amount == most]
    names = list(dict.fromkeys(stand.people[feat.line.who].name for feat in best))
    if len(names) > MOST_NAMES:
        return
    dates = {event.event.number: find_event_day(event.event) for event in stand.events}
    spans = {_write_days([dates[got.event] for got in feat.days], form) for feat in best}
    words = about % {"days": spans.pop() if len(spans) == 1 else ""}
    yield {"icon": icon, "names": ", ".join(names), "amount": write(most), "about": words.rstrip(", ")}


def _write_days(days: Sequence[date | None], form: str) -> str:
    """Return the first and the last of some days; "" where one of them has no date."""
    dates = [date_format(day, form) for day in days if day is not None]
    if not dates or len(dates) < len(days):
        return ""
    words = {"first": dates[0], "last": dates[-1]}
    return dates[0] if dates[0] == dates[-1] else _("%(first)s to %(last)s") % words
