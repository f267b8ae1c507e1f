"""The settings of the play at a table: hands, clock, seats and money."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.amounts import format_bare_cents, format_cents
from tournaments.core.settings import LAST_STANDING, LOTS, SEASON_STANDING, STANDING, Settings
from tournaments.hall.clock.display import SIZES, format_length
from tournaments.hall.setup.form_fields import (
    LONGEST_ROUND,
    MOST_MINUTES,
    EuroField,
    Euros,
    Length,
    Pairs,
    PlayMoney,
    Section,
    Setting,
    Text,
    Tick,
    build_choice,
    build_hands_fields,
    build_larger_fields,
    fill_hands,
)

SEATING_WORDS: dict[str, Text] = {
    LOTS: _("by lot, with new opponents"),
    STANDING: _("by the standings so far"),
    LAST_STANDING: _("by lot, only the last round by the standings so far"),
    SEASON_STANDING: _("by the season's standings, the first round too"),
}
_SEATING_PHRASES: dict[str, Text] = {
    STANDING: _("seats by the standings"),
    LAST_STANDING: _("seats of the last round by the standings"),
    SEASON_STANDING: _("seats by the season's standings"),
}


def _list_clock(settings: Settings) -> Iterator[Text]:
    if settings.hands:
        four, five = settings.hands[:2]
        words = _("%(four)s hands") if four == five else _("%(four)s hands (%(five)s at five)")
        yield words % {"four": four, "five": five}
    if settings.round_seconds:
        five = settings.larger_seconds[0] if settings.larger_seconds else 0
        words = _("%(minutes)s minutes (%(five)s at five)") if five else _("%(minutes)s minutes")
        yield words % {"minutes": format_length(settings.round_seconds), "five": format_length(five)}
        yield _("the hand in play counts") if settings.hand_in_play else _("the hand in play does not count")
    else:
        yield _("without a clock")
    if settings.double_round:
        yield _("then a double round")
    if settings.seating in _SEATING_PHRASES:
        yield _SEATING_PHRASES[settings.seating]
    if settings.on_paper:
        yield _("on paper")


CLOCK = Section(
    "clock",
    _("Hands, clock and seats"),
    _list_clock,
    hands=Setting(
        _("Hands at a table of four"),
        _("A round is over after this many hands, void ones included. Empty: as many as time allows."),
        build_field=build_hands_fields,
        rows=(tuple(f"hands_{size}" for size in SIZES),),
        split=lambda hands: hands or (None,) * len(SIZES),
        join=fill_hands,
        json_type=Annotated[list[Annotated[int, Field(ge=1, le=LONGEST_ROUND)]], Field(max_length=len(SIZES))],
        show=lambda hands: ", ".join(map(str, hands)) or None,
        about="For a table of four, five, six; empty: as many as time allows.",
        what=_("Hands per round, at tables of four, five and six"),
    ),
    round_seconds=Length(
        _("Length of a round in minutes"),
        _("Only the clock of this program decides. Empty: no time limit. (§1)"),
        about="0: no limit.",
        what=_("Length of a round"),
    ),
    larger_seconds=Setting(
        _("… at a table of five"),
        _("In minutes. Empty: as at a table of four."),
        build_field=build_larger_fields,
        rows=(("minutes_5", "minutes_6"),),
        split=lambda seconds: seconds or (0, 0),
        join=lambda *seconds: seconds if any(seconds) else (),
        is_beside=True,
        json_type=Annotated[list[Annotated[int, Field(ge=0, le=MOST_MINUTES * 60)]], Field(max_length=2)],
        show=lambda seconds: ", ".join(format_length(each) if each else "–" for each in seconds),
        about="Seconds of a round at tables of five and of six, 0: as at a table of four; empty: all the same.",
        what=_("Minutes of a round at tables of five and six"),
        only_with=("larger_seconds",),
    ),
    hand_in_play=Tick(
        _("The hand in play at the gong may be finished"),
        _("One hand, and it counts."),
        what=_("A hand in play may be finished after the gong"),
        only_with=("round_seconds",),
    ),
    double_round=Tick(
        _("Then a round with double stake"),
        _("Everybody deals once more after the gong or the last hand; then the table is done. (§6)"),
        what=_("Double round after the gong"),
        only_with=("round_seconds",),
    ),
    double_only_last=Tick(
        _("… only in the last round"),
        _("Otherwise in every round. The number of rounds must be planned. (§6)"),
        about="A double round only in the last round (§6).",
        what=_("The double round is played only in the last round (§6)"),
        only_with=("double_round", "double_only_last"),
    ),
    seating=build_choice(
        SEATING_WORDS,
        _("Seats are drawn"),
        _("By standings: the first four at table 1. As long as there are none, seats are drawn by lot."),
    ),
    silent_seconds=Length(
        _("Minutes without a hand"),
        _("After so many, the desk names a table that is playing against the clock. Empty: never."),
        about="The desk names tables that have entered no hand for so long; 0: none.",
    ),
    overtime_seconds=Length(
        _("Minutes after the gong"),
        _("After so many, the desk names a table that still plays. Empty: never."),
        about="The desk names tables that play on so long after the gong; 0: none.",
        is_beside=True,
    ),
    on_paper=Tick(
        _("Played on paper"),
        _("Nobody asks phones for hands or chips: the totals of the sheets are typed. A table can be told otherwise."),
        about="Each round begins with all its tables on paper.",
    ),
)
_KONTRA = {0: _("all of it"), 1: _("not at all: it only counts in money"), 2: _("at most double")}


def _list_money(settings: Settings) -> Iterator[Text]:
    if settings.start:
        amounts = {"start": format_bare_cents(settings.start), "stake": format_bare_cents(settings.stake)}
        yield _("play money %(start)s, stake %(stake)s") % amounts
    if settings.rate:
        yield _("%(rate)s per point") % {"rate": format_cents(settings.rate)}
    if not settings.start and not settings.rate:
        yield _("for points only")
    if settings.kontra is not None:
        yield _("kontra on the written score: %(kontra)s") % {"kontra": _KONTRA[settings.kontra]}
    if settings.donation:
        yield _("donation box")


def _explain_replacement(settings: Settings) -> Pairs:
    if settings.start:
        yield _("Replacement capital (§4)"), format_bare_cents(settings.replacement or settings.start)


MONEY = Section(
    "money",
    _("Money at the table"),
    _list_money,
    start=PlayMoney(
        _("Starting capital"),
        _(
            "Play money for everybody; players who lose all of it get a replacement and are then ranked last. 0: no "
            "play money. (§2, §4)"
        ),
        about="Starting capital in cents; 0: no play money.",
        what=_("Starting capital"),
        only_with=("start",),
    ),
    stake=PlayMoney(
        _("Stake per point"),
        _("Play money; has no effect without it. (§2)"),
        about="Play money per point, in cents.",
        is_beside=True,
        what=_("Stake for a point"),
        only_with=("start",),
        build_field=EuroField,
    ),
    replacement=PlayMoney(
        _("Replacement capital"),
        _("For players who have lost all of theirs. 0: as much as the starting capital. (§4)"),
        about="In cents; 0: as much as the starting capital (§4).",
        explain=_explain_replacement,
        build_field=partial(EuroField, least=0, required=False),
    ),
    forgives_debt=Tick(
        _("What was lost beyond the capital is forgiven"),
        _("The replacement is then whole; otherwise the debt is taken from it, as often as it takes. (§4)"),
        about="Debt is not taken from a replacement (§4).",
        what=_("What was lost beyond the capital is forgiven (§4)"),
        only_with=("start",),
    ),
    count_chips=Tick(
        _("Chips are counted at the end"),
        _("The chips on the table are compared with the computed amounts before a table is done."),
    ),
    rate=Euros(
        _("Euros per point at the table"),
        _("Real money that the players of a table settle among themselves. 0: none."),
        about="Real money per point, in cents.",
        what=_("Money per point"),
        only_with=("rate",),
    ),
    kontra=build_choice(
        {"": _("as the house rules say"), **_KONTRA},
        _("Kontra on the written score"),
        _("In money, all of it counts in any case. The house rules of the tables say so, too."),
        coerce=int,
        options={"required": False, "empty_value": None},
        about="The highest kontra that counts in the written score.",
        what=_("Kontra on the written score"),
    ),
    donation=Tick(
        _("The difference goes to the donation box"),
        _("What kontra costs on top of the written score; the winners get the written score."),
        what=_("Donation box for what kontra costs beyond that"),
        only_with=("rate",),
    ),
)
