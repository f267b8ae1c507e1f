"""Copies of rows that are made inside the database: a hundred thousand a second instead of a few."""

from collections.abc import Mapping
from typing import Any


def copy_rows(model: Any, copies: int, changed: Mapping[str, str]) -> None:
    """Copy all rows of a model, with other values in some columns; the number of the copy is `copies.nth`."""
    from django.db import connection

    values = {**{field.column: field.column for field in model._meta.concrete_fields}, **changed}
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE copies (nth) AS (SELECT 0 UNION ALL SELECT nth + 1 FROM copies WHERE nth < {copies})"
            f" INSERT INTO {table} ({', '.join(values)})"
            f" SELECT {', '.join(values.values())} FROM {table}, copies WHERE copies.nth > 0"
        )
