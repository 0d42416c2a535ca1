"""Register the colour themes of this program with Textual, so that Textual's own widgets use them
too."""

import os
from typing import Any

from textual.app import App
from textual.theme import Theme as Dress

from client_cli.screens.widgets.themes import THEMES, ThemeName


def colourless() -> bool:
    """Whether the environment asks for no colour: `NO_COLOR` is set and not empty. As a side
    effect, remove an empty `NO_COLOR` from the environment, because Textual would show no colours
    even with an empty value."""
    if not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)
    return "NO_COLOR" in os.environ


def put_on(app: App[Any], name: ThemeName) -> None:
    """Make the theme `name` the theme of the app. The first call replaces all themes that the app
    knows by those of this program."""
    if name not in app.available_themes:
        for other in list(app.available_themes):
            app.unregister_theme(other)
        for each in THEMES:
            app.register_theme(_dress(each))
    if app.is_running:
        app.theme = name
    else:
        app.set_reactive(App.theme, name)
        app.stylesheet.set_variables(app.get_css_variables())


def _dress(name: ThemeName) -> Dress:
    theme = THEMES[name]
    return Dress(
        name=name,
        primary=theme.loud,
        secondary=theme.back_ground,
        accent=theme.loud,
        foreground=theme.ink,
        background=theme.ground,
        surface=theme.bar,
        panel=theme.bar,
        warning=theme.loud,
        error=theme.alarm,
        success=theme.ink,
        text_alpha=1.0,
        variables={
            "ground": theme.ground,
            "bar": theme.bar,
            "ink": theme.ink,
            "quiet": theme.quiet,
            "loud": theme.loud,
            "alarm": theme.alarm,
            "rule": theme.rule,
            "input-selection-background": f"{theme.loud} 35%",
        },
    )
