"""The addresses at which rules are passed on and taken over."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, address, form, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.exchange.views")

urlpatterns = [
    page(
        "take_rules",
        "",
        views.handle_taking,
        _("Take over and pass on"),
        under="sheets",
        needs=Right.ENTER,
        posts=True,
        guide="own-house-rules#exchange",
        is_listed=True,
        words=_("file, link, code, format of another club"),
    ),
    page(
        "give_rules",
        "<slug:kind>/<str:subject>/give/",
        views.handle_giving,
        _("Pass on"),
        under="take_rules",
        needs=Right.ENTER,
        posts=True,
    ),
    page(
        "shared_rules",
        "<uuid:slug>/",
        views.handle_shared,
        _("Rules"),
        under=("take_rules", "sheets"),
        needs=ALL,
        guide="own-house-rules#exchange",
    ),
    form(
        "forget_rules",
        "<uuid:slug>/forget/",
        views.forget_shared,
        of="shared_rules",
        needs=Right.ENTER,
        posts="only",
    ),
    address("shared_rules_file", "<uuid:slug>/file/", views.download_shared, needs=ALL),
]
