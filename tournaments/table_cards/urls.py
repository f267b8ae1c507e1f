"""URLs: the cards on the tables."""

from django.urls import path

from tournaments.table_cards import views

urlpatterns = [path("<uuid:slug>/rounds/<int:number>/cards/", views.handle_table_cards, name="table_cards")]
