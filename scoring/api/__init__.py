"""Operations of tables and evenings (docs/api.md)."""

from scoring.api import bringing, changes, evenings, hands, held, marks, papers, rules, settling, statistics, tables

PARTS = tuple(
    module.part
    for module in (evenings, bringing, tables, hands, changes, marks, held, settling, rules, papers, statistics)
)
