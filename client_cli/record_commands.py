"""Commands about what has been played: replay, verify."""

from pathlib import Path

import typer

from client_cli.command_line import Json, Race, Server, own_storage, visit_of, voice_of

app = typer.Typer()


@app.command()
def replay(race: Race, server: Server = None, as_json: Json = False) -> None:
    """Print the positions of a finished race or game."""
    from client_cli import offline

    document, _ = _record(race, server, as_json)
    offline.show_replay(document, voice_of(as_json))


@app.command()
def verify(race: Race, server: Server = None, as_json: Json = False) -> None:
    """Check a record: the deal, every move and the result. Needs no trust in any server."""
    from client_cli import offline

    document, address = _record(race, server, as_json)
    promised = None
    if address is not None and isinstance(document, dict):
        promised = own_storage().commitment(address, str(document.get("race")))
    offline.show_verification(document, promised, voice_of(as_json))


def _record(race: str, server: str | None, as_json: bool) -> tuple[object, str | None]:
    """The document of a file, or of a race with the server it came from."""
    from client_cli import offline

    if offline.is_file_name(race):
        return offline.read_document(Path(race)), None
    from client_cli import online

    address, name = offline.race_of(race, server)
    return online.fetch_record(visit_of(address, as_json, plain=True), name), address
