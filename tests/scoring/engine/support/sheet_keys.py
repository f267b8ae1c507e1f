"""The keys of a sheet by the names that docs/dev/sheet-keys.md and the Speiszettel have for them."""

from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, PLAIN, SECTIONS


def list_keys() -> frozenset[str]:
    """Every key of a sheet: `point`, `points.win`, `contracts.value`, `options.on`."""
    tables = {**SECTIONS, **ENTRIES}
    inner = {f"{section}.{key}" for section, keys in tables.items() for key in keys}
    options = {f"options.{key}" for key in OVERLAYS}
    return (
        frozenset(PLAIN) | inner | options | {"trischaken.pays.when", "trischaken.pays.places", "trischaken.pays.ref"}
    )
