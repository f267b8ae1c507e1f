"""The conditions over OLD on which the database lets rows go: those of rehearsals, and no others."""

from collections.abc import Iterator

from scoring.book.ledger.triggers import GUARDS

_TOURNAMENT = '"tournaments_tournament" t WHERE t."rehearsal_of_id" IS NOT NULL'
_ROUND = f'"tournaments_round" r, {_TOURNAMENT} AND t."id" = r."tournament_id"'
_TABLE = f'"tournaments_roundtable" h, {_ROUND} AND r."id" = h."round_id"'
_NOTES = (  # tables of a tournament, with their notes
    ("tournaments_act", "note_id"),
    ("tournaments_ruling", "text_id"),
    ("tournaments_ruling", "decided_by_id"),
    ("tournaments_application", "name_id"),
)


def _build_condition(rows: str, condition: str) -> str:
    return f"EXISTS (SELECT 1 FROM {rows} AND {condition})"  # noqa: S608 -- our own words


def _is_at_table(table: str) -> str:
    return _build_condition(_TABLE, f'h."game_table_id" = {table}')


def _list_note_conditions() -> Iterator[str]:
    for table, column in _NOTES:
        yield _build_condition(f'"{table}" n, {_TOURNAMENT}', f't."id" = n."tournament_id" AND n."{column}" = OLD."id"')
    yield _build_condition(
        f'"scoring_entry" n, {_TABLE}', 'h."game_table_id" = n."table_id" AND n."note_id" = OLD."id"'
    )


_OF_TOURNAMENT = _build_condition(_TOURNAMENT, 't."id" = OLD."tournament_id"')
CONDITIONS = {
    **{guard.table: _is_at_table(guard.table_of) for guard in GUARDS if guard.table_of},
    "scoring_accesstoken": _is_at_table('OLD."table_id"'),
    "scoring_gametable": _is_at_table('OLD."id"'),
    "tournaments_tournament": 'OLD."rehearsal_of_id" IS NOT NULL',
    "tournaments_act": _OF_TOURNAMENT,
    "tournaments_draw": _build_condition(_ROUND, 'r."id" = OLD."round_id"'),
    "tournaments_ruling": _OF_TOURNAMENT,
    "tarockclub_note": " OR ".join(_list_note_conditions()),
}
