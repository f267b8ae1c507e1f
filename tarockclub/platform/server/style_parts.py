"""The parts of the stylesheet for each kind of pages: a page has one stylesheet, with what pages of its kind need."""

from typing import NamedTuple


def _list_parts(names: str) -> tuple[str, ...]:
    return tuple(names.split())


FONTS = "fonts"  # only where the fonts are (tarockclub.kit.fonts)
# In this order: of two rules with the same weight the later one wins.
ORDER = _list_parts(
    """
    tokens fonts base icons components choices amounts standing settlement backups written_sheet clock entry waiting
    charts grids evenings house_rules examples counting live links waiting_hands surface table_page ribbon corrections
    preferences spectators large_letters inn_table paper rulings table_cards desk wall draw setup formats exports
    standings podium person play_time days lists programs imports seasons statistics rescoring papers own_sheets
    own_seat questions codes practice frame navigation first_page steps club_look outside front handbook static_site
    door invitations
    """
)
# What is only needed where hands are entered and watched; in tournaments and seasons; on other pages of the club.
_OF_TABLES = _list_parts(
    """
    written_sheet entry waiting counting waiting_hands surface table_page ribbon corrections spectators inn_table
    own_seat questions practice
    """
)
_OF_TOURNAMENTS = _list_parts(
    """
    table_cards desk wall draw setup formats exports standings rulings steps seasons play_time papers door
    invitations
    """
)
_OF_THE_REST = _list_parts(
    """
    own_sheets programs backups examples house_rules first_page statistics days evenings club_look handbook person
    """
)
_AROUND_TABLES = ("codes",)  # also around tournaments
# What the front of a club needs, which strangers load first; the last part is nowhere else.
_OF_FRONTS = _list_parts(
    """
    tokens fonts base icons components clock charts preferences large_letters paper podium links frame navigation front
    """
)
_OF_LISTS = _list_parts("grids lists imports rescoring outside podium")  # on all pages but at tables
# What only those need who are logged in: a page for everybody has room for 60 kB, most of it fonts.
_OF_THE_STAFF = _list_parts(
    """
    backups examples table_cards desk wall draw setup formats exports programs imports statistics days rescoring papers
    own_sheets house_rules rulings first_page counting club_look door handbook
    """
)
_OF_THOSE_WHO_ACT = _list_parts("choices amounts standing play_time")
# What the page of a table itself has no use for, which is loaded first on a phone in the inn.
_ONLY_AROUND_TABLES = _list_parts("settlement evenings corrections navigation practice static_site")
WHOLE, TABLE, EVENING = "style", "table", "evening"
TOURNAMENT, CLUB, PUBLIC, FRONT, PERSON, WALL = "tournament", "club", "public", "front", "person", "wall"


def _leave_out(*parts: str) -> tuple[str, ...]:
    return tuple(part for part in ORDER if part not in parts)


_NOT_AT_TABLES = tuple(
    {*_OF_TOURNAMENTS, *_OF_THE_REST, *_OF_LISTS, FRONT} - {"evenings", "play_time"}  # they stand around them, too
)
_NOT_ON_WALLS = {*_OF_TABLES, *_OF_TOURNAMENTS, *_OF_LISTS, *_OF_THE_STAFF, *_OF_THE_REST, *_AROUND_TABLES}
_NOT_FOR_EVERYBODY = (*_OF_TABLES, *_OF_THE_STAFF, *_OF_THOSE_WHO_ACT, *_AROUND_TABLES, FRONT)
GROUPS: dict[str, tuple[str, ...]] = {
    WHOLE: ORDER,  # for the few pages that have something of all
    TABLE: _leave_out(*_NOT_AT_TABLES, *_AROUND_TABLES, *_ONLY_AROUND_TABLES),
    EVENING: _leave_out(*_NOT_AT_TABLES),  # around the table
    TOURNAMENT: _leave_out(*_OF_TABLES, *_OF_THE_REST, FRONT),
    CLUB: _leave_out(*_OF_TABLES, *_OF_TOURNAMENTS, *_AROUND_TABLES, FRONT, PERSON),
    PUBLIC: _leave_out(*_NOT_FOR_EVERYBODY, PERSON, "grids"),
    FRONT: tuple(part for part in ORDER if part in _OF_FRONTS),
    PERSON: _leave_out(*{*_NOT_FOR_EVERYBODY, *_OF_TOURNAMENTS} - {"amounts"}),  # for everybody, too
    WALL: tuple(part for part in ORDER if part == "wall" or part not in {*_NOT_ON_WALLS, "charts", FRONT}),
}
SIZES = {"usual": 1.0, "large": 1.3, "huge": 1.75}  # of the letters


class Style(NamedTuple):
    """A stylesheet as it is served."""

    group: str
    times: float  # how large the letters are


def get_style_name(group: str, size: str) -> str:
    """Return the name of a stylesheet among the static files."""
    return f"tarockclub/{group}_{size}.css"


STYLES = {get_style_name(group, size): Style(group, times) for group in GROUPS for size, times in SIZES.items()}


def get_part_name(part: str) -> str:
    """Return the name of a part among the static files."""
    return f"tarockclub/styles/{part}.css"


def write_dark_rules(tones: str, medium: str) -> str:
    """Return the rules for dark pages: on dark devices, unless light was chosen there, and where dark was chosen.

    They weigh no more than `:root`, so that paper has its own colours.
    """
    by_device = f"@media {medium} and (prefers-color-scheme: dark){{:root:where(:not([data-light=light])){tones}}}"
    return f"{by_device}@media {medium}{{:root:where([data-light=dark]){tones}}}"
