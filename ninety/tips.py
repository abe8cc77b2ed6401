"""Tips and a glossary for the game being played, made from its rule set."""

from django.utils.translation import gettext

from ninety.engine.rulesets import RuleSet
from ninety.rulebook.cards import names_of, total_says, turn_says
from ninety.rulebook.values import escape, keeps, moves_away, plain, ranks_at_bound, ranks_in_play
from ninety.wording import rank_name

type Entry = tuple[str, str]


def tips(rules: RuleSet) -> list[Entry]:
    """List the tips that hold under a rule set, each as a heading and its text, in the language that is active."""
    found = [
        _count(rules),
        _way_out(rules),
        _two_values(rules),
        _jump(rules),
        _passes(rules),
        _half_gone(rules),
        _back_steps(rules),
        _last_help(rules),
        _leave_little(rules),
        _duel(rules),
        _whole_ten(rules),
    ]
    return [tip for tip in found if tip is not None]


def _ranks(rules: RuleSet, *, escapes: bool = False) -> tuple[str, ...]:
    """Return the ranks that are more than a number, or just those that are a way out; plain tens are neither."""
    if escapes:
        return tuple(rank for rank in ranks_in_play(rules) if escape(rules, rank))
    return tuple(rank for rank in ranks_in_play(rules) if escape(rules, rank) or _twists(rules, rank))


def _twists(rules: RuleSet, rank: str) -> bool:
    return rules.effect(rank).skip or rules.effect(rank).reverse


def _near(rules: RuleSet) -> int | None:
    """Return the round number from which the end is near (80 of 99, 20 in a countdown), None where there is no room."""
    distance = 19 if rules.limit >= 50 else rules.limit // 3
    total = (distance + 5) // 10 * 10 if rules.countdown else (rules.limit - distance + 5) // 10 * 10
    return total if min(rules.start_total, rules.target) < total < max(rules.start_total, rules.target) else None


def _count(rules: RuleSet) -> Entry | None:
    special = _ranks(rules)
    if not special:
        return None
    return (
        gettext("Count the special cards"),
        gettext(
            "Keep in mind which of these have been played: %(cards)s. They come back only when the cards are shuffled."
        )
        % {"cards": names_of(special)},
    )


def _way_out(rules: RuleSet) -> Entry | None:
    near, ways = _near(rules), _ranks(rules, escapes=True)
    if near is None or not ways:
        return None
    words = {"total": near, "cards": names_of(ways)}
    if rules.countdown:
        text = gettext("Once the total is below %(total)d, hold on to a card that helps you out: %(cards)s.")
    else:
        text = gettext("Once the total is above %(total)d, hold on to a card that helps you out: %(cards)s.")
    return gettext("Keep a way out"), text % words


def _two_values(rules: RuleSet) -> Entry | None:
    """Advise on the ace, wherever it offers a small and a large step."""
    effect = rules.effect("A")
    if not (effect.offers_choice and min(effect.amounts) > 0):
        return None
    words = {"small": min(effect.amounts), "large": max(effect.amounts), "card": rank_name("A")}
    if rules.countdown:
        text = gettext("Take it as %(large)d while the total is high, and as %(small)d when it is low.")
    else:
        text = gettext("Take it as %(large)d while the total is low, and as %(small)d when it is high.")
    return gettext("Two values: %(card)s") % words, text % words


def _jump(rules: RuleSet) -> Entry | None:
    cards = tuple(rank for rank in ranks_in_play(rules) if rules.effect(rank).to_limit)
    if not cards:
        return None
    heading = gettext("Straight to %(total)d: %(cards)s") % {"total": rules.target, "cards": names_of(cards)}
    if any(keeps(rules, rank) for rank in ranks_in_play(rules)):
        text = (
            gettext(
                "This is strongest while the total is high: the next player is at the end at once. "
                "Near %(total)d it changes little."
            )
            if rules.countdown
            else gettext(
                "This is strongest while the total is low: the next player is at the end at once. "
                "Near %(total)d it changes little."
            )
        )
    else:
        text = (
            gettext("This is strongest while the total is high, and it always fits: try to keep one.")
            if rules.countdown
            else gettext("This is strongest while the total is low, and it always fits: try to keep one.")
        )
    return heading, text % {"total": rules.target}


def _passes(rules: RuleSet) -> Entry | None:
    cards = tuple(rank for rank in ranks_in_play(rules) if keeps(rules, rank))
    if not cards:
        return None
    heading = gettext("Cards that pass: %(cards)s") % {"cards": names_of(cards)}
    if rules.countdown:
        text = gettext("Save them for low totals: they keep the total and hand the problem on.")
    else:
        text = gettext("Save them for high totals: they keep the total and hand the problem on.")
    return heading, text


def _half_gone(rules: RuleSet) -> Entry | None:
    """Warn when one of just two ranks that pass is used up: half of them are gone."""
    cards = tuple(rank for rank in ranks_in_play(rules) if keeps(rules, rank))
    if len(cards) != 2 or "X" in cards:
        return None
    words = {"one": names_of(cards[:1]), "other": names_of(cards[1:])}
    return (
        gettext("Two kinds that pass"),
        gettext("Once every card of one kind is gone (%(one)s or %(other)s), half of the passes are gone.") % words,
    )


def _last_help(rules: RuleSet) -> Entry | None:
    cards = ranks_at_bound(rules)
    if not cards:
        return None
    words = {"cards": names_of(cards), "total": rules.target}
    return (
        gettext("On exactly %(total)d") % words,
        gettext("Only these still fit there: %(cards)s. The more of them are gone, the nearer the end.") % words,
    )


def _back_steps(rules: RuleSet) -> Entry | None:
    cards = tuple(rank for rank in ranks_in_play(rules) if moves_away(rules, rank))
    near = _near(rules)
    if not cards or near is None:
        return None
    words = {"cards": names_of(cards), "total": near}
    if rules.countdown:
        text = gettext("Below %(total)d they can raise the total again, and that makes room. Keep one for then.")
    else:
        text = gettext("Above %(total)d they can lower the total again, and that makes room. Keep one for then.")
    return gettext("Cards that go back: %(cards)s") % words, text % words


def _leave_little(rules: RuleSet) -> Entry | None:
    """Advise to leave a total onto which the cards of ten no longer fit."""
    tens = tuple(rank for rank in ranks_in_play(rules) if rules.effect(rank).amounts == (10,))
    if not tens or rules.limit < 30:
        return None
    sign = -1 if rules.countdown else 1
    edge = rules.target - sign * 10
    totals = {"first": rules.target - sign * 9, "second": rules.target - sign * 6}
    words = {"cards": names_of(tens), "edge": edge, **totals}
    if rules.countdown:
        text = gettext(
            "If you must lower the total, leave %(first)d or %(second)d: below %(edge)d these no longer fit: %(cards)s."
        )
    else:
        text = gettext(
            "If you must raise the total, leave %(first)d or %(second)d: above %(edge)d these no longer fit: %(cards)s."
        )
    return gettext("Leave little room"), text % words


def _duel(rules: RuleSet) -> Entry | None:
    cards = tuple(rank for rank in ranks_in_play(rules) if _twists(rules, rank))
    if not cards:
        return None
    return (
        gettext("When only two are left"),
        gettext("After one of these it is your turn again, so be sure that another card fits: %(cards)s.")
        % {"cards": names_of(cards)},
    )


def _whole_ten(rules: RuleSet) -> Entry | None:
    """Show the way over a ten with a sum that can occur in this game."""
    if not plain(rules, "7") or rules.limit < 35:
        return None
    if rules.countdown:
        return gettext("Stop at the ten"), gettext("32 − 7 is easy in two steps: 32 − 2 = 30, 30 − 5 = 25.")
    return gettext("Stop at the ten"), gettext("28 + 7 is easy in two steps: 28 + 2 = 30, 30 + 5 = 35.")


def glossary(rules: RuleSet) -> list[Entry]:
    """List the words of the game being played, each with what it means under these rules."""
    return [
        *_words_of_the_table(rules),
        *_words_of_being_stuck(rules),
        *_words_of_cards(rules),
        *_words_of_variants(rules),
    ]


def _words_of_the_table(rules: RuleSet) -> list[Entry]:
    bound = (
        gettext("0, which the total may not go below.")
        if rules.countdown
        else gettext("The number that the total may not go past: %(limit)d.") % {"limit": rules.limit}
    )
    return [
        (gettext("total"), gettext("The number that everybody changes with every card. You say it aloud.")),
        (gettext("lowest total") if rules.countdown else gettext("limit"), bound),
        (gettext("hand"), gettext("The cards that you hold. Only you can see them.")),
        (gettext("stock"), gettext("The cards lying face down, from which you draw.")),
        (gettext("discard"), gettext("The cards that have been played, lying face up.")),
        (gettext("lead"), gettext("To play the first card of a round.")),
        (gettext("round"), gettext("From one deal of the cards to the next.")),
        (gettext("match"), gettext("From the first deal until somebody has won.")),
    ]


def _words_of_being_stuck(rules: RuleSet) -> list[Entry]:
    words = [(gettext("stuck"), gettext("Having the turn when none of your cards fits."))]
    if rules.game == "ninety-nine":
        says = gettext("What you lose when you are stuck; on a real table, a token. Without lives you are out.")
        words.append((gettext("life"), says))
    else:
        words.append((gettext("fault"), gettext("What is written down when you are stuck. Too many put you out.")))
    if rules.on_bust == "drop" and rules.length != "single":
        words.append(
            (
                gettext("reset"),
                gettext("After somebody is stuck, the total goes back to %(start)d.") % {"start": rules.start_total},
            )
        )
    ways = _ranks(rules, escapes=True)
    if ways:
        words.append(
            (
                gettext("way out"),
                gettext("A card that can save you when the end is near: %(cards)s.") % {"cards": names_of(ways)},
            )
        )
    return words


def _words_of_cards(rules: RuleSet) -> list[Entry]:
    """Explain skipping, turning round, jumping and going back, with the cards that do it here."""
    ranks = ranks_in_play(rules)
    kinds = (
        (
            gettext("skip"),
            gettext("The next player misses a turn: %(cards)s."),
            [r for r in ranks if rules.effect(r).skip],
        ),
        (
            gettext("turn round"),
            gettext("Play goes round the other way: %(cards)s."),
            [r for r in ranks if rules.effect(r).reverse],
        ),
        (
            gettext("jump"),
            gettext("A card that sets the total to %(target)d: %(cards)s."),
            [r for r in ranks if rules.effect(r).to_limit],
        ),
        (
            gettext("pass"),
            gettext("A card that can leave the total as it is: %(cards)s."),
            [r for r in ranks if keeps(rules, r)],
        ),
        (
            gettext("step back"),
            gettext("A card that can raise the total again: %(cards)s.")
            if rules.countdown
            else gettext("A card that can lower the total again: %(cards)s."),
            [r for r in ranks if moves_away(rules, r)],
        ),
    )
    return [
        (term, text % {"cards": names_of(tuple(cards)), "target": rules.target}) for term, text, cards in kinds if cards
    ]


def _words_of_variants(rules: RuleSet) -> list[Entry]:
    words = []
    if rules.countdown:
        words.append(
            (gettext("countdown"), gettext("Playing from %(start)d down instead of up.") % {"start": rules.start_total})
        )
    if rules.jokers:
        words.append((gettext("joker"), " ".join((total_says(rules, "X"), *turn_says(rules, "X", None)))))
    if rules.teams:
        words.append((gettext("partner"), gettext("The player who sits opposite and plays with you as a team.")))
    if rules.stakes != "none":
        words.append((gettext("pot"), gettext("The counters in the middle, which go to the winner of the match.")))
    return words
