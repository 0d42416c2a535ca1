"""docs/settings.md describes every setting as the code does."""

from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from server.settings import ServerSettings

PAGE = Path(__file__).parent.parent.parent / "docs/settings.md"


def rows() -> list[str]:
    """A row of the table for every setting, in their order."""
    return [
        f"| `{_name(name, field)}` | {_usual(field)} | {field.description} |"
        for name, field in ServerSettings.model_fields.items()
    ]


def _name(name: str, field: FieldInfo) -> str:
    return str(field.validation_alias or f"PATIENCE_{name}".upper())


def _usual(field: FieldInfo) -> str:
    value: Any = field.default
    if field.default_factory is not None:
        return "your data directory"
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    if isinstance(value, bool):
        value = "on" if value else "off"
    return "" if value in (None, "") else f"`{value}`"


def test_every_setting_stands_on_its_page() -> None:
    table = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    assert table == rows()
