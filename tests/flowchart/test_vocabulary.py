"""Registering the words of a game."""

import pytest

from weimar_bot.flowchart.dice import Span
from weimar_bot.flowchart.vocabulary import Fact, Vocabulary, in_words, is_among, value_in_words


def test_a_decorated_function_is_registered_and_stays_as_it_is():
    words = Vocabulary()

    @words.fact("tide", cite="1.1", words="the tide", gives="number", args=["at"])
    def tide(scene, at=0):
        return at

    assert tide(None, at=3) == 3
    assert words.facts["tide"] == Fact("tide", tide, ("1.1",), "the tide", "number", frozenset({"at"}))


def test_a_name_registered_twice_is_refused():
    words = Vocabulary()
    words.ordering("near", "rank", cite=["1"], words="near")(len)
    with pytest.raises(ValueError, match="the ordering 'near' is registered already"):
        words.ordering("near", "rank", cite=["1"], words="near")(len)


def test_a_fact_and_a_verb_may_share_a_name():
    words = Vocabulary()
    words.fact("wait", cite=["1"], words="waiting", gives="truth")(lambda scene: True)

    @words.verb("wait", cite=["1"], words="wait", reads=["clock"])
    class Wait:
        @staticmethod
        def options(scene, args): ...

        @staticmethod
        def perform(scene, option, args, doing): ...

    assert words.verbs["wait"].perform is Wait.perform
    assert words.verbs["wait"].reads == {"clock"}


def test_an_argument_that_draws_on_an_unknown_set_of_names_is_refused():
    with pytest.raises(ValueError, match="'of' of 'stock' draws on unknown names 'cargo'"):
        register = Vocabulary().fact(
            "stock", cite=["1"], words="stock", gives="number", arg_values={"of": "cargo"}
        )
        register(lambda scene: 1)


def test_a_fact_whose_words_come_from_an_unknown_set_of_names_is_refused():
    with pytest.raises(ValueError, match="the fact 'sky' draws on unknown names 'weather'"):
        Vocabulary().fact("sky", cite=["1"], words="sky", gives="word", values="weather")(lambda scene: "")


def test_arguments_with_a_set_of_names_need_not_be_listed_again():
    words = Vocabulary(names={"cargo": frozenset({"grain"})})
    words.ordering(
        "near", "rank", cite=["1"], words="near", args=["at"],
        arg_values={"of": "cargo"}, arg_numbers={"by": Span(1, 3)},
    )(len)  # fmt: skip
    assert words.orderings["near"].args == {"at", "of", "by"}


@pytest.mark.parametrize(("value", "held"), [(1, True), (True, False), (1.0, False), ("1", False)])
def test_a_set_holds_values_of_their_own_type_alone(value, held):
    assert is_among(value, {1, "one"}) is held


def test_arguments_fill_their_slots_or_follow_in_brackets():
    assert in_words("stock of {of}", {"of": "grain", "at": ["a", "b"]}) == "stock of grain (at a, b)"


@pytest.mark.parametrize(("value", "shown"), [(True, "yes"), (False, "no"), (None, "nothing"), (3, "3")])
def test_values_are_shown_as_people_write_them(value, shown):
    assert value_in_words(value) == shown
