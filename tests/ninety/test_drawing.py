"""Pages come from an engine in Rust where there is one, and every test that draws one proves that it is faithful."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines, loader
from pytest_django import Settings

from tests.drawing import drawn_in_rust

WITHOUT = """
import sys
sys.modules["django_rust_templates"] = None
import os
os.environ |= {"DJANGO_SETTINGS_MODULE": "ninety.settings", "SECRET_KEY": "x" * 50}
import django
django.setup()
from django.core.management import call_command
from django.forms.renderers import get_default_renderer
from django.template import engines, loader
print([type(engine).__name__ for engine in engines.all()])
print(type(get_default_renderer()).__name__)
call_command("check", stdout=open(os.devnull, "w"))
print("checked")
print("</html>" in loader.render_to_string("500.html"))
"""


@pytest.fixture
def template(settings: Settings, tmp_path: Path) -> Path:
    """Give a template of its own."""
    settings.TEMPLATES = [each | {"DIRS": [tmp_path]} for each in settings.TEMPLATES]
    return tmp_path / "page.html"


def test_it_is_the_engine_in_rust_that_draws() -> None:
    names = [type(engine).__name__ for engine in engines.all()]
    assert names == ["RustTemplates", "DjangoTemplates"]


def test_django_draws_alone_where_there_is_no_other_engine() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, cwd=settings.BASE_DIR)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["['DjangoTemplates']", "DjangoTemplates", "checked", "True"]


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
