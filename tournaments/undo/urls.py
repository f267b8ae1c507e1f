"""Addresses: taking back what was done."""

from django.urls import path

from tournaments.undo import views

urlpatterns = [
    path("<uuid:slug>/undo/<int:sequence>/", views.undo_page, name="undo"),
    path("<uuid:slug>/results/<int:number>/withdraw/", views.withdraw_result_page, name="withdraw_result"),
]
