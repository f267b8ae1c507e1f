"""URLs: documents of a tournament as PDF."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.printing.views")

urlpatterns = [
    page(
        "papers",
        "<uuid:slug>/paper/",
        views.show_papers,
        _("Documents to print"),
        under="tournament",
        needs=Right.RESULTS,
        stage=Stage.RESULTS,
        guide="printing-and-spreadsheets#tournament-papers",
        words=_("print, PDF, certificate, notice, receipt, list"),
    ),
    address("paper", "<uuid:slug>/paper/<slug:what>.pdf", views.show_paper, needs=ALL),
    address(
        "own_certificate", "<uuid:slug>/players/<int:number>/certificate.pdf", views.show_own_certificate, needs=ALL
    ),
    address("round_paper", "<uuid:slug>/rounds/<int:number>/paper/<slug:what>.pdf", views.show_round_paper, needs=ALL),
    address("ruling_pdf", "<uuid:slug>/rulings/<int:number>/pdf/", views.show_ruling_pdf, needs=Right.TABLES),
    address("receipt_pdf", "<uuid:slug>/cash/receipts/<int:number>/pdf/", views.show_receipt_pdf, needs=Right.CASH),
    address("season_paper", "seasons/<uuid:slug>/standing.pdf", views.show_season_paper, needs=ALL),
    address(
        "season_certificates",
        "seasons/<uuid:slug>/certificates.pdf",
        views.show_season_certificates,
        needs=Right.RESULTS,
    ),
    address("fame_paper", "seasons/hall-of-fame.pdf", views.show_fame_paper, needs=Right.RESULTS),
    address(
        "season_receipt_pdf",
        "seasons/<uuid:slug>/cash/receipts/<int:number>/pdf/",
        views.show_season_receipt_pdf,
        needs=Right.CASH,
    ),
    address(
        "season_settlement_pdf",
        "seasons/<uuid:slug>/cash/settlements/<int:number>/pdf/",
        views.show_season_settlement_pdf,
        needs=Right.CASH,
    ),
]
