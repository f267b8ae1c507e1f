"""The sheets that the program brings along, and any others laid over them."""

from functools import cache
from pathlib import Path

from scoring.engine.house_rules.loader import Rules, read_table
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.validate import report_unknown
from scoring.engine.problems import Problem, SheetError

FOLDER = Path(__file__).resolve().parents[2] / "sheets"
BUILT_IN = (
    "standard",
    "skoty",
    "steindl",
    "zwanzigerrufen",
    "treffpunkt",
    "skoty-trophy",
    "karlsruhe",
)
OWN = frozenset(("id", "name", "name_en", "source", "ref"))  # what a sheet does not inherit


@cache
def load_vocabulary() -> Table:
    """The meaning of the words on every sheet."""
    return read_table((FOLDER / "vocabulary.toml").read_text(encoding="utf-8"))


@cache
def _load_table(sheet_id: str) -> Table:
    return _add_parents(read_table((FOLDER / f"{sheet_id}.toml").read_text(encoding="utf-8")))


def list_inherited(table: Table) -> Table:
    """The table of the sheet that a sheet extends, without what it does not inherit; {} where it extends none."""
    parent = table.get("extends")
    if not parent:
        return {}
    if parent not in BUILT_IN:
        raise SheetError((report_unknown("extends", "unknown_word", str(parent), BUILT_IN),))
    return {key: value for key, value in _load_table(parent).items() if key not in OWN}


def _add_parents(table: Table) -> Table:
    return lay_over(list_inherited(table), table)


@cache
def _load_rules(sheet_id: str) -> Rules:
    return Rules(load_vocabulary(), _load_table(sheet_id))


def load_built_in(sheet_id: str) -> Rules | None:
    """A sheet that the program brings along; None where there is none of that id."""
    return _load_rules(sheet_id) if sheet_id in BUILT_IN else None


def load(text: str) -> Rules:
    """A sheet from the text of a file, which may extend a built-in one; SheetError with all that is wrong.

    >>> load('id = "mine"\\nextends = "treffpunkt"\\nsource = "our club"').build_sheet().contracts["rufer"].value
    6
    """
    rules = Rules(load_vocabulary(), _add_parents(read_table(text)))
    if rules.table["id"] in BUILT_IN:
        raise SheetError((Problem("id", "id_taken", (("id", str(rules.table["id"])),)),))
    return rules
