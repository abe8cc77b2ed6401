from django.apps import AppConfig


class ClassroomsConfig(AppConfig):
    name = "classrooms"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register who belongs to a class, and what is kept."""
        from classrooms import inventory, keeping  # noqa: F401
