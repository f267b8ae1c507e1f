"""What saving a hand need not write: indexes that a key begins with, and those that nobody asks by."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_seal_books"),
        ("tarockclub", "0004_accounts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deal",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="deals",
                to="scoring.gametable",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="by",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="tarockclub.person",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="note",
            field=models.ForeignKey(
                blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, to="tarockclub.note"
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="replaces",
            field=models.ForeignKey(
                blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, to="scoring.entry"
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="scoring.gametable",
            ),
        ),
    ]
