"""Addresses of messages."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, MORE, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.platform.messages.views")

urlpatterns = [
    page(
        "messages",
        "club/messages/",
        views.handle_messages,
        _("Messages"),
        under="club",
        needs=Right.DIRECT,
        posts=True,
        guide="cup-and-season#messages",
        is_listed=True,
        words=_("mail, e-mail, notify, waiting list"),
    ),
    page(
        "forgotten_password",
        "log-in/forgotten/",
        views.handle_forgotten,
        _("Forgotten password"),
        needs=ALL,
        posts=True,
        place=MORE,
        has_bar=False,
        guide="when-something-fails#forgotten-password",
    ),
    page(
        "message_choice",
        "messages/<int:number>/<secret:secret>/",
        views.handle_choice,
        _("Messages to me"),
        needs=ALL,
        posts=True,
        place=MORE,
        guide="cup-and-season#messages",
    ),
]
