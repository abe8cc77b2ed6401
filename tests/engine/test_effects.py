"""What a rank does is written in one of a few ways, and nothing else is understood."""

import pytest

from ninety.engine.rulesets import Effect


@pytest.mark.parametrize(
    "text",
    [
        "+7",
        "-5",
        "+0",
        "+99",
        "+1/+11",
        "+10/-10",
        "-3/+3",
        "=limit",
        "+3 skip",
        "+0 reverse",
        "=limit skip",
        "+1/-1 reverse",
    ],
)
def test_an_effect_prints_parses_and_has_a_repr_to_paste(text: str) -> None:
    effect = Effect.parse(text)
    assert str(effect) == text
    assert eval(repr(effect)) == effect


def test_what_an_effect_says_of_itself() -> None:
    ace, four, three, nine = map(Effect.parse, ("+1/+11", "+0 reverse", "+3 skip", "=limit"))
    assert (ace.amounts, ace.offers_choice, ace.to_limit) == ((1, 11), True, False)
    assert (four.amounts, four.reverse, four.skip, four.offers_choice) == ((0,), True, False, False)
    assert (three.amounts, three.reverse, three.skip) == ((3,), False, True)
    assert (nine.amounts, nine.to_limit, nine.offers_choice) == ((), True, False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "+",
        "+07",
        "+00",
        "+100",
        "+7 ",
        " +7",
        "+7\n",
        "+7  skip",
        "+7 SKIP",
        "+7 skip reverse",
        "skip",
        "+5/+5",
        "+0/-0",
        "+1/+2/+3",
        "+1/",
        "+1/11",
        "=limit/+1",
        "=Limit",
        "=99",
        "+٧",
        "+1.0",
        "−5",
    ],
)
def test_what_is_no_effect(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no effect|same amount twice"):
        Effect.parse(text)
