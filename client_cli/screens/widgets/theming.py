"""Register the colour themes of this program with Textual, so that Textual's own widgets use them
too."""

import os
from typing import Any

from textual.app import App
from textual.theme import BUILTIN_THEMES
from textual.theme import Theme as Dress

from client_cli.local.preferences import ThemeName
from client_cli.screens.widgets.themes import THEMES


def colourless() -> bool:
    """Whether the environment asks for no colour: `NO_COLOR` is set and not empty. As a side
    effect, remove an empty `NO_COLOR` from the environment, because Textual would show no colours
    even with an empty value."""
    if not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)
    return "NO_COLOR" in os.environ


def put_on(app: App[Any], name: ThemeName) -> None:
    """Make the theme `name` the theme of the app. The first call replaces all themes that the app
    knows by those of this program. Some of Textual's own themes have the same names."""
    if app.available_themes.keys() != THEMES.keys():
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
    named = ("ground", "bar", "ink", "quiet", "loud", "alarm", "rule")
    colours = {key: _textual(getattr(theme, key)) for key in named}
    ground, bar, ink, loud = (colours[key] for key in ("ground", "bar", "ink", "loud"))
    # The variables of Textual's own widgets that it cannot derive from colours of the terminal.
    own = BUILTIN_THEMES["ansi-dark"].variables if theme.ansi else {}
    selection = {} if theme.ansi else {"input-selection-background": f"{loud} 35%"}
    return Dress(
        name=name,
        primary=loud,
        secondary=_textual(theme.back_ground),
        accent=loud,
        foreground=ink,
        background=ground,
        surface=bar,
        panel=bar,
        warning=loud,
        error=colours["alarm"],
        success=ink,
        dark=theme.dark,
        text_alpha=1.0,
        ansi=theme.ansi,
        variables={**own, **colours, **selection},
    )


def _textual(colour: str) -> str:
    """Return a colour in the notation of Textual, which writes `ansi_red` for `red` of the
    terminal's own colours."""
    return colour if colour.startswith("#") else f"ansi_{colour}"
