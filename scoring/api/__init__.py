"""Operations of tables and evenings (docs/api.md)."""

PARTS = ()
