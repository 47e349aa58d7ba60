"""The keys that work now, in the last line of a screen.

Textual's own footer makes a widget of every key, and all of them anew with every change of focus; this one
draws a line, which keeps a key press far below what can be felt.
"""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList


class KeyLine(Widget):
    """Shows each key with what it does; a click does it. What does not fit is left out from the end."""

    DEFAULT_CSS = """
    KeyLine { height: 1; dock: bottom; background: $panel; color: $foreground; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._spans: list[tuple[int, int, str]] = []  # from, to, action

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        self.refresh()

    def _shown(self) -> list[tuple[str, Binding]]:
        """The keys that have a place here and can be used now, each action once."""
        found: dict[str, tuple[str, Binding]] = {}
        for binding in () if self._enter_taken() else self.screen._bindings.key_to_bindings.get("enter", ()):
            # A list that has the focus takes Enter itself, and says the same to the screen.
            if binding.show and self.screen.check_action(binding.action.partition("(")[0], ()):
                found[binding.action] = (self.app.get_key_display(binding), binding)
        for active in self.screen.active_bindings.values():
            binding = self._meant(active)
            if self._typed(binding):
                continue
            if binding.show and active.enabled and binding.action not in found:
                found[binding.action] = (self.app.get_key_display(binding), binding)
        return list(found.values())

    def _enter_taken(self) -> bool:
        """Whether what has the focus says itself what Enter does there, as the map does."""
        active = self.screen.active_bindings.get("enter")
        return (
            active is not None
            and active.binding.show
            and active.enabled
            and active.node is not self.screen
            and not isinstance(active.node, OptionList)
        )

    def _typed(self, binding: Binding) -> bool:
        """Whether a key is only a letter for the field that has the focus (Textual misses the slash)."""
        focused, key = self.screen.focused, self.app.get_key_display(binding)
        letter = len(key) == 1 and key.isascii() and not binding.priority
        return letter and focused is not None and focused.check_consume_key(binding.key, key)

    def _meant(self, active: ActiveBinding) -> Binding:
        """What a key does: Enter in a list hands on to the screen, whose words say what comes of it."""
        if isinstance(active.node, OptionList) and active.binding.key == "enter":
            for binding in self.screen._bindings.key_to_bindings.get("enter", ()):
                return binding
        return active.binding

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        base = self.rich_style
        key_style = base + Style(color=self.app.theme_variables.get("accent"), bold=True)
        text = Text(" ", base)
        self._spans = []
        for key, binding in self._shown():
            part = Text.assemble((key, key_style), (f" {binding.description}", base))
            if len(text) + len(part) + 1 > width:
                break
            self._spans.append((len(text), len(text) + len(part), binding.action))
            text.append_text(part)
            text.append("  ", base)
        return Strip(text.render(self.app.console), len(text)).crop_extend(0, width, base)

    async def on_click(self, event: events.Click) -> None:
        for start, end, action in self._spans:
            if start <= event.x < end:
                await self.app.run_action(action, self.screen)
