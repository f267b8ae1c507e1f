"""The file of a club that a host has sent, and that was refused."""

from tarockclub.kit.time_source import now
from tarockclub.models import Job
from tarockclub.office.club_file import services

KEY = "c1b00000-0000-4000-8000-000000000022"


def refuse_file() -> str:
    """Refuse a file whose books are not whole; return the key in the address of its page."""
    outcome = {services.REFUSED: {"code": "broken", "facts": {"what": "hash 7f3c9a01/31"}}}
    row = {"kind": Job.Kind.IMPORT, "key": KEY, "about": services.ABOUT, "state": Job.State.DONE, "begun": now()}
    Job.objects.create(**row, of=4211, done=1022, arguments={services.OUTCOME: outcome})
    return KEY
