"""Features that stand alone: an app in a folder each, whose apps.py says what it adds to the rest of the program.

Without its folder and its row of INSTALLED_APPS a feature is gone (CONTRIBUTING.md). What a folder may have is found by
its name: urls.py, actions.py, messages.py or services.py with sentences, guards.py with conditions of the database.
"""

from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

from django.apps import AppConfig, apps
from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string, module_has_submodule


class FeatureConfig(AppConfig):
    """A feature, and its additions; functions by their dotted names, imported when they are needed.

    Import this module, not the class: Django looks for the one configuration in an apps.py.
    """

    begins: ClassVar = "tournaments/"  # how the addresses of its urls.py begin
    panels: ClassVar[Mapping[str, str]] = {}  # its templates, by the slots of others that show them ({% panels %})
    job_work: ClassVar[Mapping[str, str]] = {}  # as JOB_WORK of the settings
    watch_parts: ClassVar[tuple[str, ...]] = ()  # as WATCH_PARTS
    name_keepers: ClassVar[tuple[str, ...]] = ()  # as NAME_KEEPERS
    # The key of a tournament to another one: those that have it are the feature's own. They count nowhere, their
    # papers bear a mark, and the database lets their rows go (CONDITIONS in guards.py: over OLD, by table).
    own_key: ClassVar = ""
    mark: ClassVar[str | Promise] = ""


@cache
def list_features() -> tuple[FeatureConfig, ...]:
    """Return the features, in the order of INSTALLED_APPS."""
    return tuple(config for config in apps.get_app_configs() if isinstance(config, FeatureConfig))


def import_parts(name: str) -> list[ModuleType]:
    """Import the modules of this name in the folders of features; not every feature has one."""
    features = (feature for feature in list_features() if module_has_submodule(feature.module, name))
    return [import_module(f"{feature.name}.{name}") for feature in features]


def find_own_feature(owner: object) -> FeatureConfig | None:
    """Return the feature whose own a tournament is; None for a real one, and for a season."""
    with_own = (feature for feature in list_features() if feature.own_key)
    return next((feature for feature in with_own if getattr(owner, f"{feature.own_key}_id", None)), None)


def build_counting_lookups(path: str = "") -> dict[str, Any]:
    """Return the lookups of rows whose tournament counts; `path`: of the tournament, from those that are filtered."""
    return {"__".join(filter(None, (path, feature.own_key))): None for feature in list_features() if feature.own_key}


def collect_job_work() -> dict[str, str]:
    """Return the functions that do the jobs of each kind."""
    works = (settings.JOB_WORK, *(feature.job_work for feature in list_features()))
    return {kind: work[kind] for work in works for kind in work}


def collect_watch_parts() -> list[str]:
    """Return the functions that are called every few minutes."""
    return [*settings.WATCH_PARTS, *(part for feature in list_features() for part in feature.watch_parts)]


def tell_name_keepers(persons: Collection[int]) -> None:
    """Tell whoever has copies of names that these people (ids) are shown otherwise now, or were erased."""
    for keeper in (*settings.NAME_KEEPERS, *(keeper for feature in list_features() for keeper in feature.name_keepers)):
        import_string(keeper)(persons)
