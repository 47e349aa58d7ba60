"""A few pictures of the app, so that a change of its looks is seen; what it does is tested elsewhere."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import textual
from textual.pilot import Pilot

from tests.tui.driving import SIZES, WIDE
from weimar_bot.table.board_file import shipped_board
from weimar_bot.tui import home_screen
from weimar_bot.tui.app import WeimarApp

# Keys from the first screen to what is pictured.
PICTURES = {
    "home": (),
    "new_game": ("enter",),
    "layout": ("enter", "2", "b"),
    "table": ("enter", "2", "b", "enter"),
    "why": ("enter", "2", "b", "enter", "w"),
    "elections": ("enter", "2", "b", "enter", "e"),
    "settings": ("6",),
    "learn": ("4",),
}
SMALL = ("home", "table")
# Another Textual may draw a border otherwise; pictures are compared with the one they were made with.
MADE_WITH = "8.2.8"

pytestmark = pytest.mark.skipif(
    textual.__version__ != MADE_WITH, reason=f"the pictures were made with Textual {MADE_WITH}"
)


@pytest.fixture(autouse=True)
def version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same number whatever version this is."""
    monkeypatch.setattr(home_screen, "__version__", "0")


def _to(keys: tuple[str, ...]) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def press(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()

    return press


@pytest.mark.parametrize("name", PICTURES)
def test_it_looks_as_it_did(name: str, snap_compare: Any) -> None:
    app = WeimarApp(shipped_board(), seed=3)
    assert snap_compare(app, terminal_size=WIDE, run_before=_to(PICTURES[name]))


@pytest.mark.parametrize("name", SMALL)
def test_it_looks_as_it_did_in_a_small_window(name: str, snap_compare: Any) -> None:
    app = WeimarApp(shipped_board(), seed=3)
    assert snap_compare(app, terminal_size=SIZES[0], run_before=_to(PICTURES[name]))
