"""URLs: rulings, and calling the referee."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.rulings.views")

_TABLE = "<uuid:slug>/rounds/<int:number>/tables/<int:table>"

urlpatterns = [
    path("<uuid:slug>/rulings/", views.show_register, name="rulings"),
    path(f"{_TABLE}/ruling/", views.handle_ruling, name="ruling"),
    path(f"{_TABLE}/ruling/no-case/", views.handle_no_case, name="no_case"),
]
referee_urlpatterns = [path("<uuid:slug>/referee/", views.handle_referee_call, name="call_referee")]
