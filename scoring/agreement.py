"""What a table has agreed about money: read from its book, and changed in it for the whole evening."""

import json

from scoring.drafts import Ask, of_the_evening
from scoring.engine.agreed import Agreed, read, to_text
from scoring.models import Entry, GameTable


def agreed_of(table: GameTable) -> Agreed:
    """What counts now: what was said last, else what the evening began with; one query."""
    said = Entry.objects.filter(table=table, kind=Entry.Kind.AGREED).order_by("-sequence")
    text = said.values_list("record", flat=True).first()
    return read(text or table.agreed or "{}")


def agree(agreed: Agreed) -> Ask:
    """Another agreement, for the whole evening."""
    return of_the_evening(Entry.Kind.AGREED, json.loads(to_text(agreed)))
