"""Every binding that the app gives itself, found by looking through all of its modules."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from textual.binding import Binding, BindingType

from weimar_bot import tui


def own_bindings() -> Iterator[tuple[type, BindingType]]:
    """Each class of ``weimar_bot.tui`` with each binding in it, without those of Textual's own classes."""
    for module in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        for found in vars(importlib.import_module(module.name)).values():
            if isinstance(found, type) and found.__module__ == module.name:
                yield from ((found, one) for one in vars(found).get("BINDINGS", ()))


def all_bindings() -> Iterator[Binding]:
    """The same without the classes."""
    yield from (one for _, one in own_bindings() if isinstance(one, Binding))
