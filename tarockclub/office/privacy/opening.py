"""Data protection at the start of the server."""

import contextlib

from django.db import OperationalError


def delete_at_start() -> list[str]:
    """Delete what is overdue, and erase again whoever an older file has brought back; return messages."""
    from tarockclub.office.privacy.again import collect_erasures, erase_again
    from tarockclub.office.privacy.retention import delete_overdue

    with contextlib.suppress(OperationalError):  # on a full disk it stays for now
        delete_overdue()
        return erase_again(collect_erasures())
    return []
