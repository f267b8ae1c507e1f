"""The director whose club has a log."""

from tests.support.accounts import make_account
from tests.support.shared_rows import share_rows


@share_rows
def anna():
    """The director."""
    return make_account("director", login="anna")


def list_shown_lines(answer):
    """Return the lines of a page of the log, the latest first."""
    rows = [*answer.context["suspicious"], *(row for _day, of_day in answer.context["days"] for row in of_day)]
    lines = (line for row in rows for line in row.lines)
    return sorted(lines, key=lambda line: (line.at, line.sequence), reverse=True)
