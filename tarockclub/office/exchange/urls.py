"""The addresses at which rules are taken out as files and read in."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.exchange.views")

urlpatterns = [
    page(
        "take_rules",
        "",
        views.handle_taking,
        _("Rules from a file"),
        under="sheets",
        needs=Right.ENTER,
        posts=True,
        guide="own-house-rules#exchange",
        is_listed=True,
        words=_("file, format of another club"),
    ),
    address("rules_file", "<slug:kind>/<uuid:slug>/file/", views.send_rules, needs=Right.ENTER),
]
