"""Views are loaded when they are needed, and all of them can be."""

import subprocess
import sys

from django.test import RequestFactory
from django.urls import get_resolver

from tarockclub.platform.server.lazy_views import LazyView, LazyViews, load_views
from tests.support.paths import ROOT
from tests.support.server import build_environment


def test_every_address_names_a_view_that_exists():
    views = list(load_views(get_resolver().url_patterns))
    assert len(views) > 100
    assert all(callable(lazy.view) for lazy in views)


def test_addresses_can_be_read_and_made_without_loading_a_view(tmp_path):
    code = (
        "import sys, django; django.setup(); from django.core import checks; checks.run_checks();"
        "from django.urls import reverse; reverse('home');"
        "sys.exit(any(name.endswith('views') and not name.startswith('django.') or name == 'scoring.engine.hand.scorer'"
        " for name, module in sys.modules.items() if name != 'tarockclub.platform.server.lazy_views'))"
    )
    variables = build_environment(tmp_path, DJANGO_SETTINGS_MODULE="tarockclub.settings")
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=variables, check=False).returncode == 0


def test_a_lazy_view_answers_and_says_what_the_view_says():
    views = LazyViews("tarockclub.office.backups.views")
    names = [
        lazy for lazy in load_views(get_resolver().url_patterns) if lazy.__module__ == "tarockclub.office.backups.views"
    ]
    assert {(lazy.csrf_exempt, lazy.takes_uploads) for lazy in names} == {(False, False), (True, True)}
    assert isinstance(views.show_backups, LazyView)
    worker = LazyViews("scoring.table.offline.views").serve_worker
    assert (worker.__module__, worker.__qualname__) == ("scoring.table.offline.views", "serve_worker")
    assert worker(RequestFactory().get("/sw.js")).headers["Content-Type"] == "text/javascript"
