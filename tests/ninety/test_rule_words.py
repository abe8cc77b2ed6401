"""The variants to tick stand in groups, each with what it changes and the game it belongs to."""

from django import forms
from django.utils import translation

from ninety.engine.rulesets import VARIANTS
from ninety.rulebook import preset_says, variant_name
from ninety.templatetags.rule_words import says_of_preset, variant_groups


class ChoiceForm(forms.Form):
    """Offers every variant, as the setup does."""

    variants = forms.MultipleChoiceField(
        choices=[(code, code) for code in VARIANTS], widget=forms.CheckboxSelectMultiple, required=False
    )


def test_every_variant_stands_in_one_group() -> None:
    groups = list(variant_groups(ChoiceForm()["variants"]))
    assert sorted(option.widget.data["value"] for group in groups for option in group.options) == sorted(VARIANTS)


def test_a_group_holds_the_variants_of_one_side_of_the_game() -> None:
    with translation.override("en"):
        groups = {group.title: group.options for group in variant_groups(ChoiceForm()["variants"])}
        last = groups["Teams and counters"]
        assert [variant_name(option.widget.data["value"]) for option in last] == [
            "A pot of counters",
            "Counters each round",
            "Teams of two",
        ]
    assert [option.only for option in last] == ["ninety-nine", "ninety-eight", "ninety-eight"]
    assert {option.only for option in groups["The total"]} == {""}


def test_a_preset_is_told_in_a_line() -> None:
    assert says_of_preset("ninety-eight") == preset_says("ninety-eight")
