"""Operations of tournaments and seasons (docs/api.md)."""

PARTS = ()
