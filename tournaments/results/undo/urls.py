"""URLs: taking acts back."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.results.undo.views")

urlpatterns = [
    path("<uuid:slug>/undo/<int:sequence>/", views.handle_undo, name="undo"),
    path("<uuid:slug>/results/<int:number>/withdraw/", views.handle_withdrawal, name="withdraw_result"),
]
