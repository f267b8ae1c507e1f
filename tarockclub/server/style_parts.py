"""The parts of the stylesheet for each kind of pages: a page has one stylesheet, with what pages of its kind need."""

from typing import NamedTuple


def _list_parts(names: str) -> tuple[str, ...]:
    return tuple(names.split())


FONTS = "fonts"  # only where the fonts are (tarockclub.make.fonts)
# In this order: of two rules with the same weight the later one wins.
ORDER = _list_parts(
    """
    tokens fonts base icons components choices amounts standing settlement backups written_sheet clock entry waiting
    charts evenings house_rules examples counting live links waiting_codes surface corrections preferences spectators
    large_letters paper rulings table_cards desk wall draw setup formats exports standings play_time lists programs
    imports seasons statistics rescoring papers own_sheets own_seat questions practice navigation first_page steps
    outside design privacy
    """
)
# What is only needed where hands are entered, corrected, watched.
_OF_TABLES = _list_parts(
    """
    written_sheet entry waiting counting waiting_codes surface corrections spectators own_seat questions practice
    """
)
# What no page at a table needs. The fonts: its first load (90 kB over an inn's Wi-Fi) has no room for them.
_OF_THE_CLUB = _list_parts(
    """
    fonts backups examples table_cards desk wall draw setup formats exports standings lists programs imports seasons
    statistics rescoring papers own_sheets house_rules rulings first_page steps outside design
    """
)
WHOLE, TABLE, EVENING, CLUB = "style", "table", "evening", "club"
GROUPS: dict[str, tuple[str, ...]] = {
    WHOLE: ORDER,  # for the few pages that have something of both
    TABLE: tuple(part for part in ORDER if part not in _OF_THE_CLUB),
    EVENING: tuple(part for part in ORDER if part == FONTS or part not in _OF_THE_CLUB),  # around the table
    CLUB: tuple(part for part in ORDER if part not in _OF_TABLES),
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
