"""Every model belongs to a club, by a way that the scope knows, or to the installation; additions of features."""

import pytest
from django.apps import apps
from django.core.exceptions import EmptyResultSet
from django.db.models import Model

from tarockclub.models import Club
from tarockclub.platform.clubs import features
from tarockclub.platform.clubs.ownership import OWNERS, build_counting_filter
from tournaments.models import Entrant

OF_THE_INSTALLATION = {
    "auth.group",
    "auth.group_permissions",
    "auth.permission",
    "contenttypes.contenttype",
    "sessions.session",
    "tarockclub.failedattempt",
    "tarockclub.job",
    "tarockclub.jobpart",
    "tarockclub.keyfingerprint",
    "tarockclub.setupcode",
}


def leads_to_club(model: type[Model], seen: frozenset[type[Model]] = frozenset()) -> bool:
    """Return whether foreign keys of a model lead to a club."""
    seen |= {model}
    nearer = {field.related_model for field in model._meta.concrete_fields if field.related_model} - seen
    return model is Club or any(leads_to_club(other, seen) for other in nearer)


def test_every_model_that_leads_to_a_club_is_kept_in_its_scope_and_the_others_are_meant_for_all():
    models = {model._meta.label_lower: model for model in apps.get_models(include_auto_created=True)}
    owned = {label for label, model in models.items() if model is not Club and leads_to_club(model)}
    assert owned == set(OWNERS)
    assert set(models) - owned - {Club._meta.label_lower} == OF_THE_INSTALLATION


def test_without_features_every_row_counts_and_none_does_not(monkeypatch):
    monkeypatch.setattr(features, "list_features", tuple)
    assert "WHERE" not in str(Entrant.objects.filter(build_counting_filter(Entrant)).query)
    with pytest.raises(EmptyResultSet):
        str(Entrant.objects.filter(~build_counting_filter(Entrant)).query)
