"""Addresses of the handbook."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.navigation.rows import ALL, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.platform.handbook.views")

urlpatterns = [
    page(
        "help",
        "",
        views.show_handbook,
        _("Help"),
        under="everything",
        needs=ALL,
        guide="#",
        is_listed=True,
        words=_("handbook, manual, how to"),
        is_kept=True,
    ),
    page("help_section", "<slug:section>/", views.show_section, _("Help"), under="help", needs=ALL, is_kept=True),
]
