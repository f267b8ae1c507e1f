"""Addresses of the handbook."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.platform.handbook.views")

urlpatterns = [
    path("", views.show_handbook, name="help"),
    path("<slug:section>/", views.show_section, name="help_section"),
]
