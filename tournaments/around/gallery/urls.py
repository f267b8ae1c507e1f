"""URLs: the gallery of formats and their examples."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.gallery.views")

urlpatterns = [
    path("new/", views.show_gallery, name="new_tournament"),
    path("new/<slug:format_id>/example/", views.show_example, name="format_example"),
]
