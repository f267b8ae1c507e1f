"""The operations of the API, and the things that they are about."""

import uuid

from scoring.book.ledger.selectors import find_game_table
from scoring.models import GameTable
from tarockclub.platform.api.operations import SUBJECTS, Subject
from tournaments.core.actions.targets import ROUND, SEASON, TABLE, TOURNAMENT, Target


def build_subject(target: Target) -> Subject:
    """Return what an operation is about that does something, or may be refused, like an action on a target."""
    return Subject(target.path, target.arguments, target.find, fails=(404, 409))


SUBJECTS.update({target.model: build_subject(target) for target in (TOURNAMENT, ROUND, TABLE, SEASON)})
SUBJECTS[GameTable] = Subject("tables/{uuid:slug}", {"slug": uuid.UUID}, lambda _request, slug: find_game_table(slug))
