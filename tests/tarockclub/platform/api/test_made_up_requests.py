"""Requests that nobody would send: no answer of the API is a 5xx, or one that its document does not know."""

import pytest

from tests.scoring.support.tables import dreier, new_table, play
from tests.soak import IS_SOAK
from tests.support.accounts import make_account
from tests.support.attack.negatives import Asks, list_operations, try_out
from tests.support.links import find_secret
from tests.support.phones import let_write
from tests.support.programs import create_secret
from tests.support.small_tournament import create_small_season, create_small_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy]
EXAMPLES = 2  # of each operation: the simplest that there is, and another one
EACH = 1 if IS_SOAK else 12  # of so many operations one is tried


@pytest.fixture
def asks(db):
    """Requests about a table that has played a hand and a small tournament: a director's first, a table's, nobody's."""
    table = let_write(new_table())
    play(table, dreier(0))
    tournament = create_small_tournament()
    places = {
        "slug": str(table.slug),
        "tournaments/slug": str(tournament.slug),
        "seasons/slug": str(create_small_season(tournament).slug),
        "line": 1 << 32,
        "sheet_id": "treffpunkt",
        "what": "standings",  # a paper
        "form": "json",
        "contract": "dreier",
        **dict.fromkeys(("number", "table", "edition", "draft_number"), 1),
    }
    secrets = (create_secret(make_account("director")), find_secret(table.slug), "")
    return [Asks(secret, places) for secret in secrets]


def failures(asks: list[Asks]) -> list[str]:
    """Return the failures of all operations that are tried; of all of them together, for one costs minutes."""
    found = []
    tried = list(list_operations())[::EACH]
    assert tried
    for operation in tried:
        modes = (False, True) if "requestBody" in operation.definition.raw else (False,)
        for negative in modes:
            try:
                try_out(operation, asks, EXAMPLES, negative=negative)
            except Exception as error:  # noqa: BLE001 -- whatever it is, it is told with all others
                found.append(f"{operation.definition.raw['operationId']}: {error}")
    return found


def test_many_made_up_requests_to_everything(asks):
    assert failures(asks) == []
