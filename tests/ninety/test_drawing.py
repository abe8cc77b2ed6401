"""Pages come from an engine in Rust where there is one, and every test that draws one proves that it is faithful."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines, loader
from pytest_django import Settings

from tests.drawing import drawn_in_rust


@pytest.fixture
def template(settings: Settings, tmp_path: Path) -> Path:
    """Give a template of its own."""
    settings.TEMPLATES = [each | {"DIRS": [tmp_path]} for each in settings.TEMPLATES]
    return tmp_path / "page.html"


def test_it_is_the_engine_in_rust_that_draws_and_django_where_there_is_none() -> None:
    assert settings.IS_DRAWN_IN_RUST
    names = [type(engine).__name__ for engine in engines.all()]
    assert names == ["RustTemplates", "DjangoTemplates"]


def test_a_page_that_both_draw_alike_is_fine(template: Path) -> None:
    template.write_text("{% for place in held|slice:':3' %}{{ place }}{% endfor %}")
    assert loader.render_to_string("page.html", {"held": "12345"}) == "123"


def test_a_difference_fails_the_test_that_draws_it(template: Path) -> None:
    # Found here, in django-rust-templates 0.4.2: a number alone is where a slice begins there, and where it ends here.
    template.write_text("{{ held|slice:3 }}")
    with drawn_in_rust(compared=True), pytest.raises(AssertionError) as failed:
        loader.render_to_string("page.html", {"held": "12345"})
    assert str(failed.value).splitlines() == [
        "page.html is not drawn alike:", "--- by Django", "+++ in Rust", "@@ -1 +1 @@", "-123", "+45",
    ]  # fmt: skip
