"""Two clubs with a row of every model that belongs to a club."""

import itertools
import uuid
from datetime import UTC, datetime
from typing import Any

from django.db import models

from tarockclub.platform.clubs.ownership import OWNERS

counter = itertools.count(1000)
Rows = dict[type[models.Model], models.Model]


def build_value(field: "models.Field[Any, Any]") -> Any:
    """Return some value that the database takes, a different one each time where it must be unique."""
    if field.choices:
        return field.flatchoices[0][0]
    if isinstance(field, models.GenericIPAddressField):
        return "192.0.2.1"
    if isinstance(field, models.CharField | models.TextField):
        return uuid.uuid4().hex[: field.max_length]
    if isinstance(field, models.DateTimeField):
        return datetime(2026, 1, 6, tzinfo=UTC)
    if isinstance(field, models.DateField):
        return datetime(2026, 1, 6, tzinfo=UTC).date()
    if isinstance(field, models.BinaryField):
        return uuid.uuid4().bytes
    if isinstance(field, models.UUIDField):
        return uuid.uuid4()
    if isinstance(field, models.BooleanField):
        return False
    return next(counter) if field.unique else 0


def make_row(model: type[models.Model], rows: Rows) -> models.Model:
    """Make a row of a club, with the rows that it needs."""
    if model not in rows:
        values = {}
        for field in model._meta.concrete_fields:
            is_way = OWNERS.get(model._meta.label_lower) == field.name
            if field.related_model is not None and (is_way or not field.null):
                values[field.name] = make_row(field.related_model, rows)
            elif field.related_model is None and not isinstance(field, models.AutoField) and not field.null:
                values[field.name] = build_value(field)
        rows[model] = model._default_manager.create(**values)
    return rows[model]


def list_ids(model: type[models.Model]) -> set[Any]:
    """Return the ids of all rows that a query without any condition finds."""
    return set(model._default_manager.values_list("pk", flat=True))
