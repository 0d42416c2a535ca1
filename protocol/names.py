"""Field types for names, titles, room codes and race ids. Validation converts the text that a
person typed to the form that programs use, such as `kq7-4tx` to `KQ74TX`."""

from typing import Annotated

from pydantic import AfterValidator, Field

from protocol import codes

LONGEST_NAME = 24


def _code(text: str) -> str:
    code = codes.normal(text)
    if code is None:
        raise ValueError("a code has six letters and digits")
    return code


def _race(text: str) -> str:
    parts = codes.split_race(text)
    if parts is None:
        raise ValueError("a race is a code, or a code and a number")
    code, n = parts
    return codes.race_id(code, n) if n else code


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise ValueError("a name has 1 to 24 printable characters")
    return name


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not 1 <= len(title) <= 60 or not title.isprintable():
        raise ValueError("a title has 1 to 60 printable characters")
    return title


Code = Annotated[str, Field(max_length=12), AfterValidator(_code)]
Race = Annotated[str, Field(max_length=20), AfterValidator(_race)]
Name = Annotated[str, Field(max_length=60), AfterValidator(_name)]
Title = Annotated[str, Field(max_length=200), AfterValidator(_title)]
