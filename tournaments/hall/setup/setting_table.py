"""All settings of a tournament, section by section in the order of the form.

>>> [section.id for section in SECTIONS], set(BY_NAME) == set(Settings._fields)
(['clock', 'money', 'ranking', 'teams', 'public'], True)
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.amounts import format_bare_cents, format_cents
from tarockclub.platform.accounts.persons import CATEGORY_LENGTH, MOST_CATEGORIES
from tournaments.core.formats.library import list_formats
from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    COLUMN_WORDS,
    COLUMNS,
    CRITERIA,
    CRITERIA_WORDS,
    CUP,
    PLACES,
    ROUND,
    ROUNDS_WON,
    SPIELGELD,
    TABLE,
    TOURNAMENT,
    WRITTEN_ROUNDS,
    Settings,
)
from tournaments.hall.clock.display import SIZES
from tournaments.hall.setup.form_fields import (
    MOST_CRITERIA,
    MOST_POINTS,
    Cents,
    Euros,
    OrderField,
    Pairs,
    ReducedField,
    Section,
    Setting,
    Text,
    Tick,
    build_choice,
    build_number,
    build_points_fields,
    choose_points,
    format_place_points,
    split_points,
)
from tournaments.hall.setup.play_settings import CLOCK, MONEY

MOST_ROUNDS = 99
MOST_CHOOSERS = 500
COMPARE_ROUNDS = frozenset((PLACES, BEST_ROUND, ROUNDS_WON, BEST_WRITTEN, WRITTEN_ROUNDS, BEST_SUM))
_Criterion = Literal[CRITERIA]  # type: ignore[valid-type]  # the list of core/settings.py
ColumnName = Literal[COLUMNS]  # type: ignore[valid-type]
COLUMNS_LABEL = _("Columns of the standings")
COLUMNS_HINT = _(
    "Without a tick: what the ranking needs. The column that decides is always there. Not every tournament has every "
    "column."
)
ColumnsField = partial(
    forms.MultipleChoiceField,
    choices=tuple(COLUMN_WORDS.items()),
    widget=forms.CheckboxSelectMultiple,
    required=False,
    label=COLUMNS_LABEL,
    help_text=COLUMNS_HINT,
)
_FORMATS = {name: name for name in (*(each.id for each in list_formats()), CUP)}
_Reduced = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=CATEGORY_LENGTH)], Cents], Field(max_length=MOST_CATEGORIES)
]


def _explain_fee(settings: Settings) -> Pairs:
    what = _("Entry fee for the tournament") if settings.fee_per == TOURNAMENT else _("Entry fee for each round")
    yield what, f"€ {format_bare_cents(settings.fee)}"


def _explain_reduced(settings: Settings) -> Pairs:
    for category, cents in settings.reduced:
        yield _("Entry fee: %(category)s") % {"category": category}, f"€ {format_bare_cents(cents)}"


def _list_basics(settings: Settings) -> Iterator[Text]:
    if settings.rounds > 1:
        yield _("%(rounds)s rounds") % {"rounds": settings.rounds}
    else:
        yield _("1 round") if settings.rounds else _("any number of rounds")
    per = _("%(fee)s for the tournament") if settings.fee_per == TOURNAMENT else _("%(fee)s per round")
    reduced = [f"{category} {format_cents(cents)}" for category, cents in settings.reduced]
    yield "; ".join([per % {"fee": format_cents(settings.fee)}, *reduced]) if settings.fee else _("no entry fee")


# What differs from one tournament to the next; above the folded sections.
BASICS = Section(
    "basics",
    "",
    _list_basics,
    sheet=Setting(
        _("House rules"),
        _("What a hand is worth. They stay as they are today, even if something changes later. (§6–§24)"),
        build_field=forms.ChoiceField,
        json_type=Annotated[str, Field(max_length=40)],
        about="House rules; required for `cup`.",
    ),
    rounds=build_number(
        MOST_ROUNDS,
        _("Rounds"),
        _("How many rounds are played; 0 for any number. Players register round by round. (§2)"),
        about="0: any number.",
        explain=lambda settings: [(_("Rounds"), str(settings.rounds or _("any number")))],
    ),
    fee=Euros(
        _("Entry fee in euros"), _("For each player; 0: none. (§2)"), about="Cents per player.", explain=_explain_fee
    ),
    fee_per=build_choice(
        {ROUND: _("each round"), TOURNAMENT: _("the whole tournament, paid once")},
        _("The entry fee is for"),
        options={"required": False, "empty_value": ROUND},
        about="The entry fee is owed for each round, or once for the tournament.",
    ),
    reduced=Setting(
        _("Reduced entry fee for categories"),
        _("A line for each category of your player register, with its euros: Jugend 2,00. 0: pays nothing."),
        build_field=ReducedField,
        json_type=_Reduced,
        about="Cents in place of the fee, by category of persons.",
        explain=_explain_reduced,
    ),
)


def _build_order(words: dict[str, Promise], *texts: Text, what: Text) -> Setting:
    return Setting(
        *texts,
        build_field=partial(OrderField, tuple(words.items())),
        json_type=Annotated[list[_Criterion], Field(max_length=MOST_CRITERIA)],
        show=lambda criteria: "; ".join(str(CRITERIA_WORDS.get(name, name)) for name in criteria),
        what=what,
    )


def _explain_points(settings: Settings) -> Pairs:
    for row in settings.place_points:
        yield _("Place points at a table of %(players)s") % {"players": len(row)}, format_place_points(row)


def _list_ranking(settings: Settings) -> Iterator[Text]:
    if settings.place_points:
        yield _("place points %(points)s") % {"points": format_place_points(settings.place_points[0])}
    if settings.overall_criteria:
        yield _("what decides: %(criterion)s") % {"criterion": CRITERIA_WORDS[settings.overall_criteria[0]]}
    if settings.scope == TABLE:
        yield _("table by table")
    if settings.choosers:
        yield _("%(players)s choose prizes") % {"players": settings.choosers}


RANKING = Section(
    "ranking",
    _("Ranking and prizes"),
    _list_ranking,
    place_points=Setting(
        _("Place points at each table and in each round"),
        _("By the written score of the table, for four, five and six players; tied players share the mean."),
        build_field=build_points_fields,
        rows=(("points",), tuple(f"points_{size}" for size in SIZES)),
        split=split_points,
        join=choose_points,
        json_type=Annotated[list[list[Annotated[int, Field(ge=0, le=MOST_POINTS)]]], Field(max_length=len(SIZES))],
        about="For a table of four, five, six, by place; empty: none.",
        explain=_explain_points,
    ),
    scope=build_choice(
        {ROUND: _("across all tables"), TABLE: _("table by table")},
        _("A round is ranked"),
        _("At the end of the round. (§3)"),
        what=_("A round is ranked"),
    ),
    round_criteria=_build_order(
        {name: word for name, word in CRITERIA_WORDS.items() if name not in COMPARE_ROUNDS},
        _("Ranking of a round"),
        _("The first difference between two players decides; players without any difference share a place. (§3, §4)"),
        what=_("Ranking of a round"),
    ),
    overall_criteria=_build_order(
        CRITERIA_WORDS, _("Ranking over all rounds"), _("The same for the whole tournament."), what=_("Overall ranking")
    ),
    replaced_last=Tick(
        _("Players who needed a replacement share the last rank of the round and choose no prize"),
        _("Otherwise they are ranked behind all others, by replacements and capital, and may choose. (§4)"),
        about="Replaced players share the last rank of a round and choose no prize (§4).",
        what=_("Replaced players share the last rank and choose no prize (§4)"),
        only_with=("start",),
    ),
    choosers=build_number(
        MOST_CHOOSERS,
        _("How many players choose from the prizes"),
        _("The highest ranked, in order. (§3)"),
        what=_("Players who choose a prize"),
    ),
)


_TEAMS = {0: _("no teams"), 2: _("teams of two"), 3: _("teams of three"), 4: _("teams of four")}
TEAMS = Section(
    "teams",
    _("Teams"),
    lambda settings: [_TEAMS[settings.team_size]],
    team_size=build_choice(
        {0: _("no teams"), 2: _("of two"), 3: _("of three"), 4: _("of four")},
        _("Teams"),
        _("The results of their members are added up."),
        coerce=int,
        explain=lambda settings: [(_("Players per team"), str(settings.team_size))] if settings.team_size else [],
    ),
    mates_apart=Tick(
        _("Players of the same team do not sit at the same table"), _("As far as possible."), only_with=("team_size",)
    ),
)


def format_columns(columns: Iterable[str]) -> str:
    """Return the heads of columns, in the active language."""
    return ", ".join(str(COLUMN_WORDS.get(name, name)) for name in columns)


PUBLIC = Section(
    "public",
    _("For everybody"),
    lambda settings: [_("live standings for everybody") if settings.show_live else _("standings only after the round")],
    show_live=Tick(
        _("Everybody can see the standings while a round is running"),
        _("On the public page and the projector; otherwise only after the round."),
    ),
    show_replacements=Tick(
        _("The walls name who plays on with replacement capital"),
        _("In the standings, behind the name."),
        about="Walls name who plays on with replacement capital (§4).",
    ),
    columns=Setting(
        COLUMNS_LABEL,
        COLUMNS_HINT,
        build_field=ColumnsField,
        join=tuple,
        json_type=Annotated[list[ColumnName], Field(max_length=len(COLUMNS))],
        show=format_columns,
        about="Columns of the standings for people; empty: what the ranking needs.",
        what=COLUMNS_LABEL,
        only_with=("columns",),
    ),
)
# What the form keeps out of sight, or shows with the house rules.
_UNSEEN = Section(
    "unseen",
    "",
    lambda _settings: [],
    format=build_choice(
        _FORMATS,
        "",
        options={"widget": forms.HiddenInput, "required": False, "initial": SPIELGELD, "empty_value": SPIELGELD},
        about="What omitted settings are taken from; `cup` has no house rules: `sheet` is required.",
    ),
    # Their fields are built by the form, which knows the house rules of the club.
    options=Setting(
        "",
        rows=((),),
        build_field=lambda **_texts: (),
        split=lambda _options: (),
        join=tuple,
        json_type=dict[str, bool],
    ),
)
SECTIONS = (CLOCK, MONEY, RANKING, TEAMS, PUBLIC)  # folded
SETTINGS = tuple(setting for section in (_UNSEEN, BASICS, *SECTIONS) for setting in section.settings)
BY_NAME = {setting.name: setting for setting in SETTINGS}


def build_field_values(settings: Settings) -> dict[str, Any]:
    """Return the values of the form's fields."""
    shown = (setting.build_initial(getattr(settings, setting.name)) for setting in SETTINGS)
    return {name: value for values in shown for name, value in values.items()}


def list_facts(settings: Settings) -> list[str]:
    """Return the facts of a format for its card."""
    rounds, fee = _list_basics(settings)
    points = list(RANKING.list_phrases(settings))[:1] if settings.place_points else []
    money = list(MONEY.list_phrases(settings))[:1]
    fees = [fee] if settings.fee else []  # a format without one leaves it to the club
    return [str(fact) for fact in (rounds, *CLOCK.list_phrases(settings), *money, *points, *fees)]
