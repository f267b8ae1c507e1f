"""The addresses of the host's pages."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.hosting.views")

urlpatterns = [
    path("", views.show_clubs, name="hosted_clubs"),
    path("new/", views.handle_founding, name="found_club"),
    path("<int:number>/", views.handle_hosted_club, name="hosted_club"),
    path("<int:number>/state/", views.handle_state, name="hosted_club_state"),
]
