"""URLs: a tournament copied to other days."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.planning.views")

urlpatterns = [path("<uuid:slug>/copy/", views.handle_copy, name="copy_tournament")]
