"""The invented sheets of tests/data/sheets, and a desk that knows them beside the built-in ones."""

from functools import cache

from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load, load_built_in
from scoring.engine.house_rules.loader import Rules
from tests.support.paths import DATA

INVENTED = DATA / "sheets"


@cache
def invented(name: str) -> Rules:
    """Load a sheet of tests/data/sheets by the name of its file."""
    return load((INVENTED / f"{name}.toml").read_text(encoding="utf-8"))


def desk(own: str | None = None, language: str = "de") -> RecordScorer:
    """Make a desk with the built-in sheets; with a sheet of one's own, that one is the default."""
    if own is None:
        return RecordScorer(load_built_in, language=language)
    rules = invented(own)
    own_id = rules.table["id"]
    return RecordScorer(lambda sheet_id: rules if sheet_id == own_id else load_built_in(sheet_id), own_id, language)
