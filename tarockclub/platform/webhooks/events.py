"""The events of which a program is told: one registry for the page, docs/dev/public.md and the document of the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string

PROBE = "probe"


class Event(NamedTuple):
    """A kind of message."""

    title: str | Promise  # on the page
    when: str  # in the documents
    example: Any  # its data, a dataclass: the fields are the schema


@dataclass(frozen=True)
class ProbeData:
    """The name of the club that sends a trial."""

    club: str


def load_events() -> Mapping[str, Event]:
    """Return all events by their names."""
    events: Mapping[str, Event] = import_string(settings.WEBHOOK_EVENTS)
    return events
