"""Views are loaded when they are needed, and all of them can be."""

import subprocess
import sys

from django.test import RequestFactory
from django.urls import get_resolver

from tarockclub.platform.server.lazy_views import LazyView, LazyViews, load_views
from tests.support.paths import ROOT
from tests.support.server import build_environment

LATE = {"scoring.engine.hand.scorer", "ninja", "pydantic", "django_tables2", "openpyxl"}


def test_every_address_names_a_view_that_exists():
    views = list(load_views(get_resolver().url_patterns))
    assert len(views) > 100
    assert all(callable(lazy.view) for lazy in views)


def test_addresses_can_be_read_and_made_without_loading_a_view_or_the_libraries_of_lists_and_of_the_api(tmp_path):
    code = (
        "import sys, django; django.setup(); from django.core import checks; checks.run_checks();"
        "from django.urls import get_resolver, reverse; get_resolver().url_patterns; reverse('home');"
        f"print(*({LATE} & sys.modules.keys()), *(name for name in sys.modules if name.endswith('views')"
        " and not name.startswith('django.') and name != 'tarockclub.platform.server.lazy_views'))"
    )
    variables = build_environment(tmp_path, DJANGO_SETTINGS_MODULE="tarockclub.settings")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=variables, capture_output=True, check=True)
    assert done.stdout.split() == []


def test_a_lazy_view_answers_and_says_what_the_view_says():
    views = LazyViews("tarockclub.office.backups.views")
    names = [
        lazy for lazy in load_views(get_resolver().url_patterns) if lazy.__module__ == "tarockclub.office.backups.views"
    ]
    assert {(lazy.csrf_exempt, lazy.takes_uploads) for lazy in names} == {(False, False), (True, True)}
    assert isinstance(views.show_backups, LazyView)
    worker = LazyViews("scoring.table.offline").serve_worker
    assert (worker.__module__, worker.__qualname__) == ("scoring.table.offline", "serve_worker")
    assert worker(RequestFactory().get("/sw.js")).headers["Content-Type"] == "text/javascript"
