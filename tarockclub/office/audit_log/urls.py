"""Addresses of the log of the club."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.audit_log.views")

urlpatterns = [
    path("", views.show_club_log, name="club_log"),
    path("file/<slug:form>/", views.send_club_log, name="club_log_file"),
]
