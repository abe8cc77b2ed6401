from django.apps import AppConfig


class NinetyConfig(AppConfig):
    name = "ninety"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks, what must hold of the database, and what is kept."""
        from ninety import checks, inventory  # noqa: F401
        from ninety.keeping import matches, tables  # noqa: F401
