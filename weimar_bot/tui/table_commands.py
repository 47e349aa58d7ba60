"""The commands of the main screen: one list for keys, footer, command line, palette and help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.binding import Binding


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its ``ident`` for keymaps, its keys, the word that means it in the command line.

    ``action`` is what the main screen does. ``shown`` puts it into the footer; ``takes`` says what may
    follow the word.
    """

    ident: str
    keys: str
    action: str
    label: str
    about: str
    word: str = ""
    shown: bool = False
    takes: str = ""

    @property
    def binding(self) -> Binding:
        return Binding(
            self.keys,
            self.action,
            self.label,
            show=self.shown,
            id=f"table.{self.ident}",
            tooltip=self.about,
        )


COMMANDS: Final = (
    Command(
        "done", "enter", "done", "Done", "The instruction is carried out, or the answer given", shown=True
    ),
    Command("why", "w", "why", "Why", "Why the bot does this, rule by rule", "why", shown=True),
    Command("skip", "s", "skip", "Skip", "Leave this instruction undone (R48)", "skip"),
    Command(
        "undo",
        "u",
        "undo",
        "Undo",
        "Take the last input back; what to change on the table",
        "undo",
        True,
        "N",
    ),
    Command("redo", "r", "redo", "Redo", "Give what was taken back once more", "redo", takes="N"),
    Command(
        "line",
        "colon,slash",
        "line('')",
        "Correct",
        "Correct the table, or any command, in one line",
        shown=True,
    ),
    Command("history", "h", "history", "History", "All turns; go back to any; export", "turns", shown=True),
    Command("views", "v", "turn_view", "View", "Map, tracks, log", "view", shown=True),
    Command("map", "m", "view('map')", "Map", "The map, or the list of spaces", "map"),
    Command("tracks", "t", "view('tracks')", "Tracks", "The tracks and mats", "tracks"),
    Command("log", "l", "view('log')", "Log", "What has happened", "log"),
    Command("votes", "e", "elections", "PV", "Who has how many PV, space by space", "pv"),
    Command("layout", "a", "layout", "Lay-out", "Everything that lies on the table, to check it", "layout"),
    Command("events", "i", "events", "Events", "The Lingering Events in play", "events"),
    Command("desk", "d", "desk", "Ruling desk", "This table on the ruling desk", "desk"),
    Command("check", "b", "check", "Check my board", "Confirm what is printed on your board", "check"),
    Command("settings", "o", "settings", "Settings", "Colours, pace, dice, rulings", "settings"),
    Command("export", "x", "export", "Export", "Write the log as Markdown", "export", takes="FILE"),
    Command("save", "", "save", "Save as", "Go on in another file", "save", takes="FILE"),
    Command(
        "position", "", "position", "Position", "Write the table as a position file", "position", takes="FILE"
    ),
    Command("help", "f1,question_mark", "help", "Help", "What has the focus, with its rule", "help", True),
    Command("home", "q", "home", "Home", "Leave the game; it is saved as it stands", "home", shown=True),
    Command("quit", "ctrl+q", "quit", "Quit", "Leave the program; the game is saved", "quit"),
)
BY_WORD: Final = {command.word: command for command in COMMANDS if command.word}
BINDINGS: Final = [command.binding for command in COMMANDS if command.keys]
