"""The rules in words say what a rule set says, all of it and nothing else."""

from functools import cache
from itertools import combinations

import pytest
from django.utils import translation
from django.utils.translation import gettext

from ninety.digits import digits
from ninety.engine.cards import RANKS, Card
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import PRESETS, VARIANTS, RuleSet, variants_for
from ninety.rulebook import Rulebook, preset_name, preset_says, rulebook, title, variant_name, variant_says
from ninety.rulebook.cards import turn_says
from ninety.starting_points import STARTING_POINTS

ODD = {"effects": {"6": "+37 reverse", "5": "-3/+4 skip", "8": "+0/-8", "2": "=limit skip", "Q": "-10/-99"}}


@cache
def playable(preset: str) -> tuple[RuleSet, ...]:
    """Return every playable rule set of a preset with no variant, one, or two, those with one also with odd effects."""
    codes = variants_for(preset)
    specs: list[dict[str, object]] = [
        {"preset": preset, "variants": list(chosen)} for count in (0, 1, 2) for chosen in combinations(codes, count)
    ]
    specs += [{"preset": preset, "variants": [code], "set": ODD} for code in codes]
    return tuple(rules for spec in specs if (rules := _made(spec)) is not None)


def _made(spec: dict[str, object]) -> RuleSet | None:
    try:
        return RuleSet.from_spec(spec)
    except BadRules:
        return None


@cache
def books(preset: str) -> tuple[tuple[RuleSet, Rulebook], ...]:
    """Return the playable rule sets with their rules in words."""
    return tuple((rules, rulebook(rules)) for rules in playable(preset))


def sentences(book: Rulebook) -> list[str]:
    """Return every sentence of a rulebook."""
    rows = [sentence for row in book.cards for sentence in row.says]
    parts = [sentence for section in book.sections for sentence in section.sentences]
    return [*book.aim, *rows, *parts, *(example.says for example in book.examples)]


def part(book: Rulebook, key: str) -> str:
    """Return one section as a text, empty where there is none."""
    return " ".join(sentence for section in book.sections if section.key == key for sentence in section.sentences)


def ranks_of(rules: RuleSet) -> list[str]:
    """Return the ranks that exist in a match."""
    return [*RANKS, *(["X"] if rules.jokers else [])]


def card_of(rank: str) -> Card:
    """Return some card of a rank."""
    return Card(rank if rank == "X" else f"{rank}S")


@pytest.mark.repeats
@pytest.mark.parametrize("preset", PRESETS)
def test_every_sentence_is_whole_and_kind(preset: str) -> None:
    at_tables = [rulebook(rules, seats) for rules in playable(preset)[::7] for seats in (2, 4)]
    for book in [*(book for _, book in books(preset)), *at_tables]:
        for sentence in sentences(book):
            assert sentence[0].isupper()
            assert sentence[-1] in ".”"
            assert "%" not in sentence
            assert not [word for word in ("bust", "stake", "bet", "None", "True") if word in sentence.split()]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rank_stands_in_one_row_that_says_what_it_does(preset: str) -> None:
    for rules, book in books(preset):
        assert sorted(rank for row in book.cards for rank in row.ranks) == sorted(ranks_of(rules))
        for row in book.cards:
            for rank in row.ranks:
                effect, changes = rules.effect(rank), rules.changes(rank)
                text = row.says[0]
                if text in ("Adds its number.", "Takes its number away."):
                    number = 10 if rank == "T" else int(rank)
                    assert changes == ((-number,) if rules.countdown else (number,))
                    assert (effect.skip, effect.reverse) == (False, False)
                    continue
                amounts = sorted(abs(change) for change in changes if change)
                shown = sorted(int(word) for word in text.replace(",", "").replace(".", "").split() if word.isdigit())
                assert shown == (amounts if None not in changes else [rules.target])
                assert ("Adds" in text) == any(change is not None and change > 0 for change in changes)
                assert ("akes" in text) == any(change is not None and change < 0 for change in changes)
                assert ("leaves the total" in text.lower()) == (0 in changes)
                assert row.says[1:] == turn_says(rules, rank, None)
                assert ("The next player misses a turn." in row.says) == effect.skip
                assert ("Play goes round the other way." in row.says) == effect.reverse


@pytest.mark.parametrize("preset", PRESETS)
def test_the_ways_out_are_those_of_the_rules_of_play(preset: str) -> None:
    for rules, book in books(preset):
        for row in book.cards:
            for rank in row.ranks:
                amounts = rules.effect(rank).amounts
                assert row.escape == (not amounts or min(amounts) <= 0 or (rank == "A" and 1 in amounts))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_fields_show_where_they_matter(preset: str) -> None:
    for rules, book in books(preset):
        setup, turn, stuck, end = (part(book, key) for key in ("setup", "turn", "stuck", "end"))
        assert f"from {rules.start_total}" in book.aim[0]
        assert ("below 0." if rules.countdown else f"past {rules.limit}.") in book.aim[0]
        assert f"not above {rules.limit}" in turn if rules.countdown else f"not go past {rules.limit}" in turn
        assert ("may go below 0" in turn) == (rules.floor is None)
        assert f"begins at {rules.start_total}," in setup
        assert f"is dealt {rules.hand_size} card" in setup
        assert f"hold {rules.hand_size} card" in turn
        assert ("or with two when" in setup) == (rules.decks == "auto")
        assert (f"with {rules.decks} packs" in setup) == (rules.decks != "auto")
        assert (f"{rules.jokers} jokers" in setup) == bool(rules.jokers)
        assert (f"{rules.lives} li" in setup and "a life" in stuck, "fault" in setup + stuck) == (
            rules.game == "ninety-nine",
            rules.game == "ninety-eight",
        )
        assert rules.game == "ninety-nine" or f"{rules.lives} fault" in setup
        assert ("collected, shuffled and dealt" in stuck) == (rules.on_bust == "redeal")
        assert ("Put your hand aside" in stuck) == (rules.on_bust == "drop")
        assert ("deals a new round" in stuck) == (rules.on_bust == "drop" and rules.length != "single")
        assert ("Strict limit" in turn) == rules.strict_limit
        assert ("only one round" in end) == (rules.length == "single")
        assert ("is over after" in end) == rules.length.startswith("rounds:")
        assert (f"after {rules.rounds} round" in end) == rules.length.startswith("rounds:")
        assert ("The last" in end) == (rules.length == "last")
        assert ("clock stops the match after 1 minute" in end) == (rules.clock == 60)
        assert bool(part(book, "teams")) == rules.teams
        assert bool(part(book, "counters")) == (rules.stakes != "none")
        assert ("is stuck puts one counter" in part(book, "counters")) == (rules.stakes == "pot")
        assert ("dealt into a round" in part(book, "counters")) == (rules.stakes == "ante")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_turn_tells_of_skips_and_turns_only_where_a_card_does_so(preset: str) -> None:
    for rules, book in books(preset):
        turn = part(book, "turn")
        effects = [rules.effect(rank) for rank in ranks_of(rules)]
        assert ("makes the next player miss a turn" in turn) == any(effect.skip for effect in effects)
        assert ("turns the direction round" in turn) == any(effect.reverse for effect in effects)
        assert ("another turn" in turn) == any(effect.skip or effect.reverse for effect in effects)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_cards_named_for_the_bound_are_those_that_the_engine_lets_through(preset: str) -> None:
    for rules, book in books(preset):
        sentence = next(text for text in sentences(book) if text.startswith("When the total is exactly"))
        helping = [rank for rank in ranks_of(rules) if _fits_at_the_bound(rules, card_of(rank))]
        names = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king", "X": "joker"}
        listed = ", ".join(names.get(rank, rank) for rank in helping)
        start = f"When the total is exactly {rules.target}, "
        assert sentence == start + (
            f"only these still help: {listed}." if helping else "no card helps: the next player is stuck."
        )


def choices(rules: RuleSet, rank: str) -> tuple[int | None, ...]:
    """Return what may be handed in as the choice with a card: the two changes, or just None."""
    return rules.changes(rank) if rules.offers_choice(rank) else (None,)


def _fits_at_the_bound(rules: RuleSet, card: Card) -> bool:
    for choice in choices(rules, card.rank):
        total = rules.total_after(rules.target, card, choice)
        away = total > rules.target if rules.countdown else total < rules.target
        helps = away or rules.effect(card.rank).to_limit or not rules.strict_limit
        if helps and rules.lowest <= total <= rules.limit:
            return True
    return False


@pytest.mark.parametrize("preset", PRESETS)
def test_the_examples_come_out_as_the_engine_reckons(preset: str) -> None:
    for rules, book in books(preset):
        for example in book.examples:
            assert example.change in rules.changes(example.rank)
            choice = example.change if rules.offers_choice(example.rank) else None
            total = rules.total_after(example.prior, card_of(example.rank), choice)
            assert example.total == (total if rules.lowest <= total <= rules.limit else None)
            assert example.says.endswith("does not fit." if example.total is None else f"say “{digits(total)}”.")


def test_an_odd_effect_is_told_as_it_is() -> None:
    rules = RuleSet.from_spec({"preset": "ninety-nine", "set": ODD})
    told = {row.ranks: row.says for row in rulebook(rules).cards}
    assert told["6",] == ("Adds 37.", "Play goes round the other way.")
    assert told["5",] == ("Adds 4 or takes 3 away, as you choose.", "The next player misses a turn.")
    assert told["8",] == ("Takes 8 away or leaves the total as it is, as you choose.",)
    assert told["2",] == ("Sets the total to 99, whatever it was.", "The next player misses a turn.")
    assert told["Q",] == ("Takes 10 or 99 away, as you choose.",)


def test_between_two_a_card_that_skips_gives_another_turn() -> None:
    book = rulebook(RuleSet.from_spec({"preset": "ninety-nine"}), seats=2)
    told = {row.ranks: row.says for row in book.cards}
    assert told["3",] == ("Adds 3.", "Then it is your turn again.")
    assert "Turns alternate, but after one of these you have another turn: 3, 4." in sentences(book)


def test_the_number_of_packs_follows_the_players() -> None:
    rules = RuleSet.from_spec({"preset": "ninety-nine"})
    assert "Play with 1 pack of 52 cards." in sentences(rulebook(rules, seats=4))
    assert "Play with 2 packs of 52 cards, shuffled together." in sentences(rulebook(rules, seats=5))
    assert "Play with one pack of 52 cards, or with two when 6 or more players sit at the table." in sentences(
        rulebook(RuleSet.from_spec({"preset": "ninety-eight"}))
    )


def test_partners_are_named_by_their_places() -> None:
    rules = RuleSet.from_spec({"preset": "ninety-eight", "variants": ["teams"]})
    assert "Partners here: 1 + 4, 2 + 5, 3 + 6." in sentences(rulebook(rules, seats=6))


def test_a_clock_is_told_in_minutes_where_it_can_be() -> None:
    for clock, words in ((480, "after 8 minutes"), (90, "after 90 seconds"), (1, "after 1 second,")):
        rules = RuleSet.from_spec({"preset": "ninety-eight", "set": {"clock": clock}})
        assert words in part(rulebook(rules), "end")


def test_the_title_names_the_variants_and_single_changes() -> None:
    def named(**spec: object) -> str:
        return title(RuleSet.from_spec(spec))

    assert named(preset="ninety-nine") == "Ninety-Nine"
    assert named(preset="speed-98") == "Speed 98"
    assert named(preset="ninety-nine", variants=["five-cards", "start-50"]) == "Ninety-Nine (Start at 50, Five cards)"
    assert named(preset="ninety-eight", set=ODD) == "Ninety-Eight (Own rules)"
    assert title(RuleSet.from_spec(STARTING_POINTS["starter"].rules)) == (
        "Ninety-Eight (Five lives, Up to 50, Nobody sits out, 8 minutes)"
    )


def test_every_preset_and_variant_has_a_name_and_a_line() -> None:
    assert len({preset_name(code) for code in PRESETS}) == len(PRESETS)
    assert len({variant_name(code) for code in VARIANTS}) == len(VARIANTS)
    assert all(line.endswith(".") for line in [*map(preset_says, PRESETS), *map(variant_says, VARIANTS)])


@pytest.mark.parametrize(
    ("language", "life", "others"),
    [("en", "life", "token"), ("es", "vida", "ficha"), ("pt", "vida", "ficha"), ("nl", "leven", "fiche")],
)
def test_a_life_has_one_word_in_a_language(language: str, life: str, others: str) -> None:
    with translation.override(language):
        book = rulebook(RuleSet.from_spec({"preset": "ninety-nine", "variants": ["rounds-10"]}))
        said = " ".join(sentences(book)).replace("lives", "life")
        label, entry = gettext("Lives").lower().replace("lives", "life"), gettext("life")
    assert (life in said, life in label, entry, others in said) == (True, True, life, False)
