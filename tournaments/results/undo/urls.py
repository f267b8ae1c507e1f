"""URLs: taking acts back."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.results.undo.views")

urlpatterns = [
    page(
        "undo",
        "<uuid:slug>/undo/<int:sequence>/",
        views.handle_undo,
        _("Undo"),
        under="tournament_log",
        needs=Right.TABLES,
        writers=(Right.ENTER, Right.TREASURE, Right.RULE),
        posts=True,
    ),
    page(
        "withdraw_result",
        "<uuid:slug>/results/<int:number>/withdraw/",
        views.handle_withdrawal,
        _("Withdraw"),
        under="results",
        needs=Right.DIRECT,
        posts=True,
    ),
]
