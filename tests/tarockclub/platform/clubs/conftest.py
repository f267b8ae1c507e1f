"""Two clubs for the tests of clubs."""

from tarockclub.models import Club
from tarockclub.platform.clubs.ownership import list_owned_models
from tests.support.shared_rows import share_rows
from tests.tarockclub.platform.clubs.rows import Rows, make_row


@share_rows
def two_clubs() -> tuple[Rows, Rows]:
    """A row of every model in each of two clubs."""
    found = []
    for name in "ab":
        rows: Rows = {Club: Club.objects.create(name=name, slug=f"club-{name}")}
        for model in list_owned_models():
            make_row(model, rows)
        found.append(rows)
    return found[0], found[1]
