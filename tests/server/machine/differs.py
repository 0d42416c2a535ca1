"""Compare a message with the fields it must have."""


def differs(expected: object, actual: object, where: str = "") -> str:
    """Where an expected field is missing or differs; empty if none does. Additional fields are
    allowed."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            if name not in actual and value is not None:
                return f"{where}.{name} is missing"
            if found := differs(value, actual.get(name), f"{where}.{name}"):
                return found
        return ""
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return next(filter(None, (differs(*pair, f"{where}.{i}") for i, pair in pairs)), "")
    return "" if expected == actual else f"{where} is {actual!r}, not {expected!r}"
