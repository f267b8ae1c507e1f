"""Requests, counted and measured in all workers together, as text for Prometheus.

Imported only where somebody measures: with the token TAROCKCLUB_METRICS_TOKEN (settings.py).
"""

import os
from collections.abc import Iterator
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

from tarockclub.platform.monitoring.measures import list_server_measures
from tarockclub.platform.monitoring.shared_folder import FOLDER_VARIABLE
from tarockclub.platform.server.wsgi.turns import TAKE_REFUSED, WAITED

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = ("GET", "HEAD", "POST")

_requests = Counter("tarockclub_requests", "Answered requests", ["route", "method", "status"])
_seconds = Histogram("tarockclub_request_seconds", "Seconds in the site's threads", ["route"], buckets=SECONDS)
_queue_seconds = Histogram("tarockclub_queue_seconds", "Seconds in the queue before that", buckets=SECONDS)
_refused = Counter("tarockclub_refused", "Requests that were refused at once: the queue was too long")


def note_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count a request that has been answered."""
    match = request.resolver_match
    route = match.view_name if match is not None and match.view_name else "none"
    method = request.method if request.method in METHODS else "other"
    _requests.labels(route, method, response.status_code).inc()
    _seconds.labels(route).observe(seconds)
    if WAITED in request.META:
        _queue_seconds.observe(request.META[WAITED])
    if TAKE_REFUSED in request.META:
        _refused.inc(request.META[TAKE_REFUSED]())


def render_metrics() -> bytes:
    """Return all metrics in Prometheus' text format."""
    shared = CollectorRegistry()
    if FOLDER_VARIABLE in os.environ:
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    current = CollectorRegistry()
    current.register(MeasureCollector())
    counted = shared if FOLDER_VARIABLE in os.environ else REGISTRY
    return generate_latest(counted) + generate_latest(current)


class MeasureCollector(Collector):
    """The measures of this moment, as the library reads them."""

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """Yield one family for each name."""
        for name, found in groupby(list_server_measures(), lambda measure: measure.name):
            measures = list(found)
            kind = CounterMetricFamily if measures[0].is_counter else GaugeMetricFamily
            family = kind(name, measures[0].meaning, labels=list(measures[0].labels))
            for measure in measures:
                family.add_metric(list(measure.labels.values()), measure.value)
            yield family
