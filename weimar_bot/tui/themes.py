"""The colours of the app. Letters carry every meaning; colour only helps.

Each theme gives every faction a background (``$coalition``) and a letter colour on it
(``$coalition-on``), and the same for what an instruction is about (``$source``, ``$goal``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.style import Style
from textual.app import App
from textual.theme import Theme

DEFAULT_THEME: Final = "weimar-dark"
# The letter that stands for a faction wherever there is room for one only.
LETTERS: Final[Mapping[str, str]] = {"coalition": "C", "kpd": "K", "nsdap": "N", "rc": "R"}

_PIECES: Final = {
    "coalition": "#e3b505",
    "coalition-on": "#1d1600",
    "kpd": "#c8102e",
    "kpd-on": "#ffffff",
    "nsdap": "#8a5a2b",
    "nsdap-on": "#ffffff",
    "rc": "#4b5563",
    "rc-on": "#ffffff",
}


def _theme(name: str, *, dark: bool, variables: Mapping[str, str], **colours: str) -> Theme:
    return Theme(name=name, dark=dark, variables=dict(variables), **colours)  # type: ignore[arg-type]


THEMES: Final = (
    _theme(
        "weimar-dark",
        dark=True,
        variables={**_PIECES, "source": "#f59e0b", "goal": "#34d399"},
        primary="#c9a227",
        secondary="#7d8ca3",
        accent="#5fb3b3",
        foreground="#e6e1d3",
        background="#14161a",
        surface="#1c1f25",
        panel="#272b33",
        success="#6fbf73",
        warning="#e0a458",
        error="#e05a5a",
    ),
    _theme(
        "weimar-light",
        dark=False,
        variables={**_PIECES, "rc": "#1f2430", "source": "#b45309", "goal": "#047857"},
        primary="#7a5c00",
        secondary="#4a5a73",
        accent="#1f6f78",
        foreground="#22201a",
        background="#f5f1e6",
        surface="#ece6d6",
        panel="#ddd5c0",
        success="#2e7d32",
        warning="#9a5b00",
        error="#b3261e",
    ),
    _theme(
        "weimar-contrast",
        dark=True,
        variables={
            "coalition": "#ffff00",
            "coalition-on": "#000000",
            "kpd": "#ff3030",
            "kpd-on": "#000000",
            "nsdap": "#ffa657",
            "nsdap-on": "#000000",
            "rc": "#ffffff",
            "rc-on": "#000000",
            "source": "#ffb000",
            "goal": "#00ff90",
        },
        primary="#ffd800",
        secondary="#00e5ff",
        accent="#00e5ff",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1a1a1a",
        success="#00ff90",
        warning="#ffb000",
        error="#ff5050",
    ),
    _theme(
        # Colours that people with any of the common colour blindnesses can tell apart (Okabe and Ito).
        "weimar-colour-blind",
        dark=True,
        variables={
            "coalition": "#f0e442",
            "coalition-on": "#000000",
            "kpd": "#d55e00",
            "kpd-on": "#ffffff",
            "nsdap": "#0072b2",
            "nsdap-on": "#ffffff",
            "rc": "#999999",
            "rc-on": "#000000",
            "source": "#e69f00",
            "goal": "#56b4e9",
        },
        primary="#e69f00",
        secondary="#999999",
        accent="#56b4e9",
        foreground="#f2f2f2",
        background="#101216",
        surface="#181b20",
        panel="#242830",
        success="#009e73",
        warning="#e69f00",
        error="#d55e00",
    ),
)

THEME_TITLES: Final[Mapping[str, str]] = {
    "weimar-dark": "dark",
    "weimar-light": "light",
    "weimar-contrast": "high contrast",
    "weimar-colour-blind": "safe for colour blindness",
}
# What a host without one of the themes goes by, so that styles never fail.
VARIABLES: Final[Mapping[str, str]] = THEMES[0].variables


def register(app: App[Any], theme: str = DEFAULT_THEME) -> None:
    """Make the themes known to an app and take one of them; an unknown name means the default."""
    for one in THEMES:
        app.register_theme(one)
    app.theme = theme if theme in THEME_TITLES else DEFAULT_THEME


def faction_style(variables: Mapping[str, str], faction: str, *, bold: bool = True) -> Style:
    """How a faction's cubes and letters are drawn; ``variables`` are an app's ``theme_variables``."""
    known = {**VARIABLES, **variables}
    return Style(color=known[f"{faction}-on"], bgcolor=known[faction], bold=bold)
