"""Every key can be named in a keymap and says what it does."""

from __future__ import annotations

import re
from collections import Counter

from tests.tui.bindings import all_bindings, own_bindings
from weimar_bot.tui.app import WeimarApp
from weimar_bot.tui.table_screen import TableScreen


def test_the_bindings_of_every_screen_are_found() -> None:
    owners = {owner for owner, _ in own_bindings()}
    assert {WeimarApp, TableScreen} <= owners
    assert {"table.done", "app.quit", "why.next", "map.up", "command.close"} <= {
        one.id for one in all_bindings()
    }


def test_every_binding_has_an_id_a_tooltip_and_words() -> None:
    lacking = [
        (owner.__name__, one)
        for owner, one in own_bindings()
        if isinstance(one, tuple) or not (one.id and one.tooltip and one.description)
    ]
    assert lacking == []


def test_every_id_is_a_screen_and_a_word_and_means_one_thing() -> None:
    idents = [str(one.id) for one in all_bindings()]
    assert [ident for ident in idents if not re.fullmatch(r"[a-z]+\.[a-z_]+", ident)] == []
    assert [ident for ident, number in Counter(idents).items() if number > 1] == []


def test_no_key_means_two_things_in_the_same_place() -> None:
    """Of two bindings with the same key in one class only one would ever be reached."""
    for owner in {owner for owner, _ in own_bindings()}:
        keys = [
            key
            for other, one in own_bindings()
            if other is owner and not isinstance(one, tuple)
            for key in one.key.split(",")
        ]
        assert len(keys) == len(set(keys)), owner.__name__
