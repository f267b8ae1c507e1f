"""Operations of tables and evenings (docs/api.md)."""

from scoring.api import changes, evenings, hands, held, marks, rules, settling, tables

PARTS = tuple(module.part for module in (evenings, tables, hands, changes, marks, held, settling, rules))
