"""The results and the numbers of jobs."""

from django.db.models import Count

from tarockclub.models import Job, JobPart


def load_result(job: int) -> bytes:
    """Return the file that a job has made."""
    parts = JobPart.objects.filter(job=job).order_by("number").values_list("content", flat=True)
    return b"".join(bytes(part) for part in parts.iterator(chunk_size=8))


def count_open_jobs() -> dict[tuple[str, str], int]:
    """Return the numbers of waiting and running jobs by kind and state, also where there are none."""
    counted = Job.objects.filter(state__in=Job.OPEN).values_list("kind", "state").annotate(Count("pk"))
    none = {(kind, state): 0 for kind in Job.Kind.values for state in map(str, Job.OPEN)}
    return none | {(kind, state): number for kind, state, number in counted}
