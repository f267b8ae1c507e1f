"""The accounts to which a club's fees and a person's winnings are sent; encrypted (tarockclub/kit/bank.py)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0034_messages")]

    operations = [
        migrations.AddField(model, "iban", models.CharField(blank=True, db_default="", default="", max_length=200))
        for model in ("club", "person")
    ]
