"""The screen on which settings are changed; what it is left with is for the app to keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from weimar_bot.bot.rulings import load_rulings
from weimar_bot.tui import themes
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.preferences import Preferences

AS_RULED: Final = ""  # no alternative is switched on


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its values, each with a word for it and a line that explains it."""

    key: str
    title: str
    section: str
    values: Mapping[str, tuple[str, str]]
    about: str = ""


_TABLE, _SHOWN, _RULED = "At the table", "What is shown", "Where the rulebook leaves room"
SETTINGS: Final = (
    Setting(
        "dice",
        "Dice",
        _TABLE,
        {
            "app": ("the app rolls", "The app rolls, and says what fell."),
            "hand": ("you roll", "You roll your own dice and type what fell."),
        },
    ),
    Setting(
        "cards",
        "Bot cards",
        _TABLE,
        {
            "app": ("the app draws", "The app shuffles the decks of the bots and draws from them."),
            "hand": ("you draw", "You draw from the printed decks and type the number of the card."),
        },
    ),
    Setting(
        "freikorps",
        "Freikorps turned over",
        _TABLE,
        {
            "hand": ("you look", "You turn the counter over on your table and say what it is."),
            "app": ("the app draws", "The app draws what the counter is; put yours as it says."),
        },
    ),
    Setting(
        "events",
        "Events",
        _TABLE,
        {
            "ask": ("the app asks", "The app asks for the Event on the card and carries out what it knows."),
            "none": ("by hand", "You carry out every Event yourself; the bot goes on with its Actions."),
        },
    ),
    Setting(
        "pace",
        "A bot's turn",
        _SHOWN,
        {
            "steps": ("step by step", "One instruction at a time; the next comes when you have done it."),
            "all": ("all at once", "All instructions of the turn in one list."),
        },
    ),
    Setting(
        "names",
        "Names of spaces",
        _SHOWN,
        {
            "german": ("German", "As on the board: Sachsen, Bayern, München."),
            "english": ("English", "Saxony, Bavaria, Munich. Both are understood when you type."),
        },
    ),
    Setting(
        "theme",
        "Colours",
        _SHOWN,
        {
            "weimar-dark": (themes.THEME_TITLES["weimar-dark"], "Light letters on a dark ground."),
            "weimar-light": (themes.THEME_TITLES["weimar-light"], "Dark letters on a light ground."),
            "weimar-contrast": (themes.THEME_TITLES["weimar-contrast"], "The strongest difference there is."),
            "weimar-colour-blind": (
                themes.THEME_TITLES["weimar-colour-blind"],
                "Colours that can be told apart with any of the common colour blindnesses.",
            ),
        },
    ),
    *(
        Setting(
            ruling.id,
            f"{ruling.id} {ruling.title}",
            _RULED,
            {
                AS_RULED: ("as ruled", ruling.text),
                **{value: (value, text) for value, text in ruling.alternatives.items()},
            },
            f"Rulebook {', '.join(ruling.cites)}",
        )
        for ruling in load_rulings().values()
        if ruling.alternatives
    ),
)


def value_of(preferences: Preferences, setting: Setting) -> str:
    """What is set; a ruling without a switch is followed as it is."""
    if setting.section == _RULED:
        return preferences.rulings.get(setting.key, AS_RULED)
    return str(getattr(preferences, setting.key))


def with_value(preferences: Preferences, setting: Setting, value: str) -> Preferences:
    """The preferences with one of them changed."""
    if setting.section != _RULED:
        changed: dict[str, Any] = {setting.key: value}
        return replace(preferences, **changed)
    rulings = {key: other for key, other in preferences.rulings.items() if key != setting.key}
    return replace(preferences, rulings={**rulings, **({setting.key: value} if value else {})})


class SettingRow(Widget, can_focus=True):
    """One setting in a line; it holds no value, but shows the one it is given."""

    class Wanted(Message):
        """The next (or, with ``step`` -1, the previous) value is wanted."""

        def __init__(self, row: SettingRow, step: int) -> None:
            super().__init__()
            self.row = row
            self.step = step

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,enter,right",
            "change(1)",
            "Change",
            id="settings.change",
            key_display="space",
            tooltip="Take the next value of this setting",
        ),
        Binding(
            "left",
            "change(-1)",
            "Back",
            id="settings.change_back",
            show=False,
            tooltip="Take the value before",
        ),
        # Here and not on the screen, as the list would take them to scroll.
        Binding("down", "app.focus_next", "Next", id="settings.next", show=False, tooltip="The next setting"),
        Binding(
            "up",
            "app.focus_previous",
            "Previous",
            id="settings.previous",
            show=False,
            tooltip="The setting before",
        ),
    ]

    def __init__(self, setting: Setting, value: str) -> None:
        super().__init__(id=f"setting-{setting.key}")
        self.setting = setting
        self.value = value

    def render(self) -> Content:
        mark = "› " if self.has_focus else "  "
        word = self.setting.values[self.value][0]
        changed = self.value != next(iter(self.setting.values))
        shown = Content.assemble(
            (f" {word} ", "bold reverse" if self.has_focus else "bold" if changed else "")
        )
        room = max(self.content_size.width - len(mark) - shown.cell_length - 1, 8)
        title = Content(f"{mark}{self.setting.title}").truncate(room + len(mark), ellipsis=True)
        dots = "·" * max(room + len(mark) - title.cell_length, 0)
        return Content.assemble(title, (f" {dots}"[: len(dots)], "dim"), " ", shown)

    def show(self, value: str) -> None:
        """Show another value."""
        self.value = value
        self.refresh()

    def action_change(self, step: int) -> None:
        self.post_message(self.Wanted(self, step))

    def on_click(self, event: Click) -> None:
        self.focus()
        self.action_change(1)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()


class SettingsScreen(Screen[Preferences | None]):
    """Dismissed with the changed preferences, or with None if they are to stay as they were."""

    TITLE = "Settings"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape",
            "leave",
            "Keep and leave",
            id="settings.leave",
            tooltip="Keep what is set here, for good",
        ),
        Binding(
            "ctrl+z",
            "discard",
            "Discard",
            id="settings.discard",
            tooltip="Leave with everything as it was before",
        ),
    ]
    CSS = """
    SettingsScreen { background: $background; layout: vertical; }
    SettingsScreen > #settings-title { height: 1; padding: 0 1; text-style: bold; color: $primary; }
    SettingsScreen #settings-body { height: 1fr; layout: vertical; }
    SettingsScreen.-wide #settings-body { layout: horizontal; }
    SettingsScreen #settings-list { height: 1fr; width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    SettingsScreen .section { height: 1; margin: 1 0 0 0; color: $accent; text-style: bold; }
    SettingsScreen .first { margin: 0; }
    SettingsScreen SettingRow { height: 1; }
    SettingsScreen SettingRow:focus { background: $surface; }
    SettingsScreen SettingRow:hover { background: $panel; }
    SettingsScreen #settings-about {
        height: 9; padding: 0 1; border-top: solid $panel; color: $foreground;
    }
    SettingsScreen.-wide #settings-about {
        width: 1fr; max-width: 62; height: 1fr; padding: 1 2; border-top: none; border-left: solid $panel;
    }
    """

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.before = preferences
        self.preferences = preferences
        self._theme_before: str | None = None

    def compose(self) -> ComposeResult:
        yield Static("Settings", id="settings-title", markup=False)
        with Container(id="settings-body"):
            with VerticalScroll(id="settings-list", can_focus=False):
                section = ""
                for setting in SETTINGS:
                    if setting.section != section:
                        classes = "section" if section else "section first"
                        section = setting.section
                        yield Static(section, classes=classes, markup=False)
                    yield SettingRow(setting, value_of(self.preferences, setting))
            yield Static(id="settings-about", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self._theme_before = self.app.theme
        for one in themes.THEMES:
            if one.name not in self.app.available_themes:
                self.app.register_theme(one)
        self.query(SettingRow).first().focus()

    @on(SettingRow.Wanted)
    def change(self, event: SettingRow.Wanted) -> None:
        """Take the next value; colours are shown at once."""
        setting = event.row.setting
        values = list(setting.values)
        at = values.index(value_of(self.preferences, setting)) + event.step
        value = values[at % len(values)]
        self.preferences = with_value(self.preferences, setting, value)
        event.row.show(value)
        if setting.key == "theme":
            self.app.theme = value
        self._explain(event.row)

    def on_descendant_focus(self, event: Any) -> None:
        if isinstance(event.widget, SettingRow):
            self._explain(event.widget)

    def _explain(self, row: SettingRow) -> None:
        """Every value of the setting with what it means, the one that is set marked."""
        setting, chosen = row.setting, value_of(self.preferences, row.setting)
        parts: list[Content] = []
        for value, (word, meaning) in setting.values.items():
            mark, style = ("● ", "bold") if value == chosen else ("○ ", "")
            parts.append(Content.assemble((f"{mark}{word}", style), ": ", meaning))
        if self.has_class("-wide"):
            parts = [Content.styled(setting.title, "bold $primary"), *parts]
            if setting.about:
                parts.append(Content.styled(setting.about, "dim"))
        between = "\n\n" if self.has_class("-wide") else "\n"
        self.query_one("#settings-about", Static).update(Content(between).join(parts))

    def on_resize(self) -> None:
        if isinstance(self.focused, SettingRow):
            self.call_after_refresh(self._explain, self.focused)

    def action_leave(self) -> None:
        self.dismiss(self.preferences)

    def action_discard(self) -> None:
        if self._theme_before is not None:
            self.app.theme = self._theme_before
        self.dismiss(None)
