"""The first screen: go on, begin, open, learn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from weimar_bot import __version__
from weimar_bot.game.journal import Save
from weimar_bot.tui.command_screen import CommandScreen
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.saves import save_words, saves

TITLE: Final = "W E I M A R - B O T"
SUBTITLE: Final = "runs the Non-player factions of The Weimar Republic"
# Ident, words, what it leads to.
ENTRIES: Final = (
    ("new", "New game", "any scenario, any mix of people and bots"),
    ("open", "Open a game", "all saved games"),
    ("desk", "Ruling desk", "any position, any card: what does the bot do?"),
    ("learn", "Learn", "the printed example, step by step"),
    ("check", "Check my board", "confirm what is printed on it, once and for all"),
    ("settings", "Settings", "dice, cards, rulings, colours"),
    ("quit", "Quit", ""),
)


class HomeScreen(CommandScreen[None]):
    """Lists what can be done. The last game stands first, if there is one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "Choose", id="home.choose", tooltip="Do what is marked"),
        Binding("f1,question_mark", "help", "Help", id="home.help", tooltip="What can be done here"),
        Binding("q,ctrl+q", "app.quit", "Quit", id="home.quit", tooltip="Leave the program"),
    ]
    DEFAULT_CSS = """
    HomeScreen { align: center middle; }
    HomeScreen #home { width: 76; max-width: 96%; height: auto; }
    HomeScreen #home-title { text-align: center; text-style: bold; color: $primary; }
    HomeScreen #home-subtitle { text-align: center; color: $text-muted; margin-bottom: 1; }
    HomeScreen OptionList { height: auto; max-height: 18; border: round $primary; padding: 0 1; }
    HomeScreen #home-version { text-align: right; color: $text-muted; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[str] = []
        self._last: Save | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            yield Static(TITLE, id="home-title", markup=False)
            yield Static(SUBTITLE, id="home-subtitle", markup=False)
            yield OptionList(markup=False)
            yield Static(__version__, id="home-version", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.look()

    def on_screen_resume(self) -> None:
        self.look()

    def look(self) -> None:
        """List the entries anew: a game may have been begun or left."""
        good = [save for save in saves(self.weimar.saves) if save.fault is None]
        self._last = good[0] if good else None
        self._list("")
        if self._last is not None:
            self._look_into(self._last)

    def _list(self, standing: str) -> None:
        lines = self.query_one(OptionList)
        marked = lines.highlighted
        entries = [(ident, words, about) for ident, words, about in ENTRIES]
        if self._last is not None:
            entries.insert(0, ("continue", "Continue", standing or save_words(self._last)))
        self._entries = [ident for ident, _, _ in entries]
        lines.clear_options()
        lines.add_options(
            [
                Option(Content.assemble((f"{at}  {words:<16}", "bold"), (about, "dim")))
                for at, (_, words, about) in enumerate(entries, 1)
            ]
        )
        lines.highlighted = marked or 0
        lines.focus()

    @work(thread=True, exclusive=True)
    def _look_into(self, save: Save) -> None:
        """Read where the last game stands; the list is there already meanwhile."""
        standing = self.weimar.standing_of(save)
        if standing:
            self.call_later(self._tell_standing, save, standing)

    def _tell_standing(self, save: Save, standing: str) -> None:
        if self._last == save and self.is_current:
            self._list(standing)

    def palette(self) -> Iterable[SystemCommand]:
        for ident, words, about in ENTRIES:
            yield SystemCommand(words, about, partial(self._choose, ident))

    # -- choosing ----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        char = event.character
        if char is not None and char.isdecimal() and 0 < int(char) <= len(self._entries):
            event.stop()
            self._choose(self._entries[int(char) - 1])

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choose(self._entries[event.option_index])

    def action_go(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self._choose(self._entries[at])

    def _choose(self, entry: str) -> None:
        app = self.weimar
        if not self.is_active:  # a key typed ahead, before what the last one opened was drawn
            return
        match entry:
            case "continue":
                if self._last is not None:
                    app.open_game(self._last.path)
            case "new":
                app.new_game()
            case "open":
                app.push_screen(OpenScreen(saves(app.saves)), self._opened)
            case "desk":
                app.show_desk(None)
            case "quit":
                app.exit()
            case _:
                self.call_next(app.run_action, f"app.{entry}")

    def _opened(self, path: Path | None) -> None:
        if path is not None:
            self.weimar.open_game(path)

    def action_help(self) -> None:
        from weimar_bot.tui.list_screen import ListScreen

        lines = [f"{words}: {about}" for _, words, about in ENTRIES if about]
        self.app.push_screen(ListScreen("What can be done here", lines))


class OpenScreen(Screen[Path | None]):
    """All saved games; dismissed with the file to open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="open.close", tooltip="Back to the first screen"),
        Binding("tab", "app.focus_next", "File name", id="open.file", tooltip="Name a file yourself"),
    ]
    DEFAULT_CSS = """
    OpenScreen #open-title { text-style: bold; color: $primary; padding: 0 1; }
    OpenScreen OptionList { height: 1fr; border: round $primary; }
    """

    def __init__(self, found: list[Save]) -> None:
        super().__init__()
        self._saves = found

    def compose(self) -> ComposeResult:
        yield Static("Saved games, the last played first", id="open-title", markup=False)
        yield OptionList(
            *[Option(Text(save_words(save)), disabled=save.fault is not None) for save in self._saves],
            markup=False,
        )
        yield Input(placeholder="or the name of a file, then Enter")
        yield KeyLine()

    def on_mount(self) -> None:
        (self.query_one(OptionList) if self._saves else self.query_one(Input)).focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._saves[event.option_index].path)

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            return
        try:
            path = Path(event.value.strip()).expanduser()
        except RuntimeError as error:  # ~name, and nobody is called so
            self.notify(f"That is no file: {error}", severity="warning", markup=False)
        else:
            self.dismiss(path)

    def action_leave(self) -> None:
        self.dismiss(None)
