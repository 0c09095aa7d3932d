"""Adds the right to use unlisted models, servers and prompt folders, which every staff account had before."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CODENAME, NAME = "use_unlisted_servers", "Can use models, servers and prompt folders that are not listed"


def give_to_those_who_had_it(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the right to every staff account and to the group `admin`; superusers have every right anyway.

    Django creates permissions only after all migrations, so this function creates the permission if it is needed.
    """
    using = schema_editor.connection.alias
    group = apps.get_model("auth", "Group").objects.using(using).filter(name="admin").first()
    staff = apps.get_model("auth", "User").objects.using(using).filter(is_staff=True, is_superuser=False)
    if group is None and not staff.exists():
        return
    types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    episode, _ = types.get_or_create(app_label="simulator", model="episode")
    rights = apps.get_model("auth", "Permission").objects.using(using)
    right, _ = rights.get_or_create(content_type=episode, codename=CODENAME, defaults={"name": NAME})
    if group is not None:
        group.permissions.add(right)
    for user in staff:
        user.user_permissions.add(right)


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0005_withheld"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="episode",
            options={
                "ordering": ["-pk"],
                "permissions": [
                    ("control_episode", "Can pause, step, resume and stop episodes"),
                    (CODENAME, NAME),
                ],
                "verbose_name": "run",
                "verbose_name_plural": "runs",
            },
        ),
        migrations.RunPython(give_to_those_who_had_it, migrations.RunPython.noop),
    ]
