"""The rows of rehearsals, as conditions over OLD in the guards of the database: these go, and no others."""

OF_TABLE = 'OLD."table_id"'
OF_SITTING = '(SELECT "table_id" FROM "scoring_sitting" WHERE "id" = OLD."sitting_id")'
_ANY_OF = "SELECT 1 FROM"
_TOURNAMENT = '"tournaments_tournament" t WHERE t."rehearsal_of_id" IS NOT NULL'
_ROUND = f'"tournaments_round" r, {_TOURNAMENT} AND t."id" = r."tournament_id"'
_TABLE = f'"tournaments_roundtable" h, {_ROUND} AND r."id" = h."round_id"'


def _build_condition(rows: str, condition: str) -> str:
    return f"EXISTS ({_ANY_OF} {rows} AND {condition})"


def _is_at_table(table: str) -> str:
    return _build_condition(_TABLE, f'h."game_table_id" = {table}')


TABLE = _is_at_table(OF_TABLE)
SITTING = _is_at_table(OF_SITTING)
ITSELF = _is_at_table('OLD."id"')
ROUND = _build_condition(_ROUND, 'r."id" = OLD."round_id"')
TOURNAMENT = _build_condition(_TOURNAMENT, 't."id" = OLD."tournament_id"')
TOURNAMENT_ITSELF = 'OLD."rehearsal_of_id" IS NOT NULL'
_NOTES = (  # tables of a tournament, with their notes
    ("tournaments_act", "note_id"),
    ("tournaments_ruling", "text_id"),
    ("tournaments_ruling", "decided_by_id"),
    ("tournaments_application", "name_id"),
)
NOTE = " OR ".join(
    (
        *(
            _build_condition(f'"{table}" n, {_TOURNAMENT}', f't."id" = n."tournament_id" AND n."{column}" = OLD."id"')
            for table, column in _NOTES
        ),
        _build_condition(f'"scoring_entry" n, {_TABLE}', 'h."game_table_id" = n."table_id" AND n."note_id" = OLD."id"'),
    )
)
