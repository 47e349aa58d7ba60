"""Help: what has the focus, the keys that work now, and the sections behind what is pending."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich.text import Text
from textual.screen import Screen
from textual.widget import Widget

from weimar_bot.bot.rulings import load_rulings, sections
from weimar_bot.game.entry import examples
from weimar_bot.game.pending import Pending
from weimar_bot.table.board import Board
from weimar_bot.tui.list_screen import ListScreen

# What each part of a screen is for, by the id of the part or of one it stands in, and a section for it.
ABOUT: Final[Mapping[str, tuple[str, str]]] = {
    "now": (
        "The one thing to do now. An instruction is carried out on your real table; Enter says that it is "
        "done. A question is answered by a digit, by the arrow keys and Enter, or by typing.",
        "8.5",
    ),
    "map": (
        "The map. The colour and letter at a tile's edge tell Dominance, the badge Supremacy. The arrow keys "
        "go from space to space, Enter shows all that lies there. What the instruction is about stands out.",
        "5.9",
    ),
    "tracks": (
        "All tracks, holding boxes and mats. A piece is lit where it is Available, that is where the marker "
        "beside it has reached its box.",
        "5.1",
    ),
    "log": ("What has happened, turn by turn, with the sections.", "8.5"),
    "line": (
        "The command line: corrections of the table in any unique beginning of words, several with ; between "
        "them, and every command of the program. ? at the end lists what may follow.",
        "8.1",
    ),
}


class HelpScreen(ListScreen):
    """Explains a screen, the part of it that has the focus, and what is pending there."""

    def __init__(
        self, screen: Screen[Any], focused: Widget | None, pending: Pending | None, board: Board
    ) -> None:
        super().__init__("Help", [*_lines(screen, focused, pending, board)], ok="Close")


def _lines(
    screen: Screen[Any], focused: Widget | None, pending: Pending | None, board: Board
) -> Iterator[Text]:
    about = _about(focused)
    if about is not None:
        words, section = about
        yield Text(words)
        yield from _section(section)
    if pending is not None and pending.cites:
        yield Text("\nBehind what is asked of you now", "bold")
        for cite in pending.cites:
            yield from _section(cite)
    yield Text("\nKeys", "bold")
    yield from _keys(screen)
    yield Text("\nThe command line takes, for example", "bold")
    for example in examples(board):
        yield Text(f"  {example}")


def _about(focused: Widget | None) -> tuple[str, str] | None:
    while focused is not None:
        if focused.id is not None and focused.id in ABOUT:
            return ABOUT[focused.id]
        parent = focused.parent
        focused = parent if isinstance(parent, Widget) else None
    return ABOUT["now"]


def _section(cite: str) -> Iterator[Text]:
    found = sections().get(cite)
    ruling = load_rulings().get(cite)
    if found is not None:
        yield Text.assemble((f"  {found.id} {found.title}. ", "italic"), found.text)
    elif ruling is not None:
        yield Text.assemble((f"  {ruling.id} {ruling.title}. ", "italic"), ruling.text)


def _keys(screen: Screen[Any]) -> Iterator[Text]:
    told: set[str] = set()
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.action in told or not binding.tooltip:
            continue
        told.add(binding.action)
        key = screen.app.get_key_display(binding)
        yield Text.assemble((f"  {key:>10}  ", "bold"), f"{binding.description}: {binding.tooltip}")
