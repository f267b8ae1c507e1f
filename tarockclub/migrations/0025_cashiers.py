from django.db import migrations, models

_ROLES = [
    ("director", "Director"),
    ("secretary", "Secretary"),
    ("referee", "Referee"),
    ("treasurer", "Treasurer"),
    ("cashier", "Cashier"),
    ("watcher", "Watcher"),
]


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0024_salts_factors_and_rows")]

    operations = [
        migrations.AlterField("account", "role", models.CharField(blank=True, choices=_ROLES, max_length=12)),
        migrations.AlterField("apitoken", "role", models.CharField(choices=_ROLES, max_length=12)),
    ]
