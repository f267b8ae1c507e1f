"""Addresses of data protection."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.privacy.views")

urlpatterns = [
    path("privacy/", views.show_privacy, name="privacy"),
    path("club/privacy/", views.handle_club_privacy, name="club_privacy"),
    path("tournaments/people/<int:number>/privacy/", views.handle_person_privacy, name="person_privacy"),
    path("tournaments/people/<int:number>/privacy/file/", views.send_person_data, name="person_data"),
]
