"""Where who registered wants to be told what becomes of it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0036_addresses_of_registrations"),
        ("tournaments", "0024_on_paper"),
    ]

    operations = [
        migrations.AddField(
            model_name="application",
            name="address",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="application",
                to="tarockclub.messageaddress",
            ),
        ),
    ]
