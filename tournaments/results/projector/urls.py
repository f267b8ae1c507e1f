"""Addresses of the walls."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

hall_views = LazyViews("tournaments.results.projector.hall_views")
projector_views = LazyViews("tournaments.results.projector.views")

urlpatterns = [
    path("<uuid:slug>/projector/", projector_views.show_projector, name="projector"),
    path("<uuid:slug>/projector/live/", projector_views.show_changes, name="projector_live"),
    path("<uuid:slug>/projector/<int:number>/", projector_views.show_projector, name="wall"),
    path("<uuid:slug>/projector/<int:number>/live/", projector_views.show_changes, name="wall_live"),
    path("<uuid:slug>/hall/", hall_views.handle_hall, name="hall"),
    path("<uuid:slug>/hall/picture/", hall_views.handle_picture, name="hall_picture"),
    path("<uuid:slug>/hall/<slug:digest>.png", hall_views.serve_picture, name="sponsor_picture"),
]
