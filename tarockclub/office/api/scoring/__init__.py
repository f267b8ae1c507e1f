"""Operations of tables and evenings (docs/dev/api.md)."""

from tarockclub.office.api.scoring import (
    corrections,
    evenings,
    hands,
    held_hands,
    imports,
    marks,
    printing,
    rules,
    settlement,
    statistics,
    tables,
)

PARTS = tuple(
    module.part
    for module in (
        evenings,
        imports,
        tables,
        hands,
        corrections,
        marks,
        held_hands,
        settlement,
        rules,
        printing,
        statistics,
    )
)
