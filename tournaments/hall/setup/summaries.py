"""The settings of a tournament in a few words, part by part: for cards, and for the heads of folded settings."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_bare_cents, format_cents
from tournaments.core.settings import STANDING, TABLE, TOURNAMENT, Settings
from tournaments.hall.setup.form_fields import format_place_points
from tournaments.hall.setup.messages import CRITERIA_WORDS, KONTRA

SEPARATOR = " · "
FOUR, FIVE, SIX = range(3)


def format_rounds(settings: Settings) -> str:
    """Return the number of rounds, in words."""
    if settings.rounds == 1:
        return _("1 round")
    return _("%(rounds)s rounds") % {"rounds": settings.rounds} if settings.rounds else _("any number of rounds")


def format_fee_summary(settings: Settings) -> str:
    """Return the entry fee and what it is for."""
    if not settings.fee:
        return _("no entry fee")
    per = _("%(fee)s for the tournament") if settings.fee_per == TOURNAMENT else _("%(fee)s per round")
    return "; ".join([per % {"fee": format_cents(settings.fee)}, *format_reduced(settings)])


def format_reduced(settings: Settings) -> list[str]:
    """Return the reduced fees, each with its category."""
    return [f"{category} {format_cents(cents)}" for category, cents in settings.reduced]


def summarize_clock(settings: Settings) -> str:
    """Return the end of a round, and the way to the seats."""
    return SEPARATOR.join(_list_clock(settings))


def _list_clock(settings: Settings) -> Iterator[str]:
    if settings.hands:
        numbers = {"four": settings.hands[FOUR], "five": settings.hands[FIVE], "six": settings.hands[SIX]}
        same = numbers["four"] == numbers["five"]
        yield (_("%(four)s hands") if same else _("%(four)s hands (%(five)s at five)")) % numbers
    if settings.round_seconds:
        minutes, seconds = divmod(settings.round_seconds, 60)
        yield _("%(minutes)s minutes") % {"minutes": f"{minutes}:{seconds:02}" if seconds else minutes}
        yield _("the hand in play counts") if settings.hand_in_play else _("the hand in play does not count")
    else:
        yield _("without a clock")
    if settings.double_round:
        yield _("then a double round")
    if settings.seating == STANDING:
        yield _("seats by the standings")


def summarize_money(settings: Settings) -> str:
    """Return the money that is played with."""
    return SEPARATOR.join(_list_money(settings))


def _list_money(settings: Settings) -> Iterator[str]:
    if settings.start:
        amounts = {"start": format_bare_cents(settings.start), "stake": format_bare_cents(settings.stake)}
        yield _("play money %(start)s, stake %(stake)s") % amounts
    if settings.rate:
        yield _("%(rate)s per point") % {"rate": format_cents(settings.rate)}
    if not settings.start and not settings.rate:
        yield _("for points only")
    if settings.kontra is not None:
        yield _("kontra on the written score: %(kontra)s") % {"kontra": dict(KONTRA)[str(settings.kontra)]}
    if settings.donation:
        yield _("donation box")


def summarize_ranking(settings: Settings) -> str:
    """Return the criterion that decides first, and the place points."""
    return SEPARATOR.join(_list_ranking(settings))


def _list_ranking(settings: Settings) -> Iterator[str]:
    if settings.place_points:
        yield _("place points %(points)s") % {"points": format_place_points(settings.place_points[FOUR])}
    if settings.overall_criteria:
        yield _("what decides: %(criterion)s") % {"criterion": CRITERIA_WORDS[settings.overall_criteria[0]]}
    if settings.scope == TABLE:
        yield _("table by table")
    if settings.choosers:
        yield _("%(players)s choose prizes") % {"players": settings.choosers}


def summarize_teams(settings: Settings) -> str:
    """Return the size of the teams."""
    return {2: _("teams of two"), 3: _("teams of three"), 4: _("teams of four")}.get(settings.team_size, _("no teams"))


def summarize_public(settings: Settings) -> str:
    """Return what spectators see while a round is running."""
    return _("live standings for everybody") if settings.show_live else _("standings only after the round")


def list_facts(settings: Settings) -> list[str]:
    """Return the facts of a format for its card."""
    facts = [format_rounds(settings), *_list_clock(settings), *list(_list_money(settings))[:1]]
    if settings.place_points:
        facts += list(_list_ranking(settings))[:1]
    return [*facts, format_fee_summary(settings)]
