"""The addresses of a federation and its clubs."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.seasons.federation.views")

urlpatterns = [
    path("club/federation/", views.handle_federation, name="federation"),
    path("club/federation/results/", views.handle_offers, name="federation_offers"),
]
