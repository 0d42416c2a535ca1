"""HTTP responses for browsers, byte by byte."""

import asyncio
import gzip
import json
import re
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from engine.games import GAMES
from server.web.export import export
from server.web.static_files import (
    FOLDERS,
    STATIC,
    TEMPLATES,
    TYPES,
    read_tree,
    without_comments,
)
from tests.harness import LIMIT_S, ServerProcess

ROOT = re.compile(rb"/static/[0-9a-f]{16}")
SOURCES = FOLDERS[-1]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


async def asked(server: ServerProcess, head: str, *lines: str) -> Answer:
    """The answer to a request written by hand, such as `GET /`."""
    return await asked_at(urlsplit(server.url).netloc, head, *lines)


async def asked_at(
    address: str, head: str, *lines: str, trust: ssl.SSLContext | None = None
) -> Answer:
    """The same at any address, such as `127.0.0.1:80`; by TLS where it is said whom to trust."""
    request = [f"{head} HTTP/1.1", f"Host: {address}", "Connection: close", *lines, "", ""]
    return (await said_at(address, "\r\n".join(request).encode(), trust))[0]


async def said(server: ServerProcess, data: bytes) -> list[Answer]:
    """All answers to these bytes, until the server closes."""
    return await said_at(urlsplit(server.url).netloc, data)


async def said_at(address: str, data: bytes, trust: ssl.SSLContext | None = None) -> list[Answer]:
    """The same at any address."""
    host, _, port = address.rpartition(":")
    async with asyncio.timeout(LIMIT_S):
        reader, writer = await asyncio.open_connection(host, int(port), ssl=trust)
        writer.write(data)
        got = await reader.read()
        writer.close()
    answers: list[Answer] = []
    while got:
        head, _, rest = got.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        named = (line.split(":", 1) for line in lines)
        headers = {name.lower(): value.strip() for name, value in named}
        if headers.get("transfer-encoding") == "chunked":
            return [*answers, Answer(int(first.split(" ")[1]), headers, _joined(rest))]
        length = 0 if data.startswith(b"HEAD") else int(headers.get("content-length", 0))
        answers.append(Answer(int(first.split(" ")[1]), headers, rest[:length]))
        got = rest[length:]
    return answers


def _joined(chunks: bytes) -> bytes:
    """A body that came in chunks, and is the last."""
    size, _, rest = chunks.partition(b"\r\n")
    length = int(size, 16)
    return rest[:length] + _joined(rest[length + 2 :]) if length else b""


async def root_of(server: ServerProcess) -> str:
    found = ROOT.search((await asked(server, "GET /")).body)
    assert found is not None
    return found[0].decode()


OWN = """/ /j/KQ7-4TX /w/KQ74TX /t/ABCDEF/wall /r/KQ74TX-2 /play /play/aces_up /host /rooms /daily
/boards /crowns /crowns/roll /crowns/races /crowns/races/AB12 /calls /rules /rules/demon /options
/live /live/aces_up.best.day?clear /against
/leisure /leisure/new /l/KQ7-4TX
/me /history /rivals /tournaments /tournaments/new /boards?game=usk"""


async def test_the_client_has_its_own_addresses(server: ServerProcess) -> None:
    for path in OWN.split():
        is_the_page(server, await asked(server, f"GET {path}"))


def is_the_page(server: ServerProcess, answer: Answer) -> None:
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = dict(one.strip().split(" ", 1) for one in _policy(answer).split(";"))
    here = urlsplit(server.url).netloc
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://{here} wss://{here}"
    assert policy["trusted-types"] == "worker"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in _policy(answer)
    assert b"{{" not in answer.body


async def test_other_sites_may_frame_what_is_made_for_it_and_nothing_else(
    server: ServerProcess,
) -> None:
    for path, framers in (
        ("/embed/live/aces_up.best.day?clear", "*"),
        ("/embed/t/KQ74TX", "*"),
        ("/embed", "'none'"),
        ("/live/aces_up.best.day?/embed/", "'none'"),
        ("/t/KQ74TX", "'none'"),
    ):
        answer = await asked(server, f"GET {path}", "Accept: text/html")
        assert f"frame-ancestors {framers};" in _policy(answer), path


def _policy(answer: Answer) -> str:
    return answer.headers["content-security-policy"]


async def test_no_host_gets_into_the_policy_unless_it_is_one(server: ServerProcess) -> None:
    for host in (
        "localhost:1; script-src *",
        "localhost:1 script-src",
        "[::1]:80",
        "localhost:a,b",
    ):
        lines = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        (answer,) = await said(server, lines)
        assert "connect-src 'self';" in _policy(answer)
        assert "script-src *" not in _policy(answer)


async def test_every_file_of_the_client_is_served_as_what_it_is(server: ServerProcess) -> None:
    root = await root_of(server)
    tree = read_tree()
    assert root == tree.root
    assert {"catalogue.json", "main.js", "icon.svg", "rules/kings.json"} <= tree.files.keys()
    for name, file in tree.files.items():
        answer = await asked(server, f"GET {root}/{name}")
        assert (answer.status, answer.body) == (200, file.plain), name
        if (SOURCES / name).exists():
            source = (SOURCES / name).read_bytes()
            served = without_comments(source) if name.endswith(".js") else source
            assert answer.body in (source, served)
        assert answer.headers["content-type"] == TYPES[Path(name).suffix]
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "content-encoding" not in answer.headers


def test_scripts_are_served_without_their_comments_and_with_their_lines() -> None:
    script = b"""// The head.
/**
 * A function. @param {string} a
 */
export function f(a) {
  /* one line */ const b = `${a}
    https://example.org/* not a comment */`; // stays
  // gone
  return b;
}
"""
    assert (
        without_comments(script)
        == b"""



export function f(a) {
  /* one line */ const b = `${a}
    https://example.org/* not a comment */`; // stays

  return b;
}
"""
    )
    scripts = {n: f.plain for n, f in read_tree().files.items() if n.endswith(".js")}
    for name, served in scripts.items():
        source = (SOURCES / name).read_bytes()
        assert served.count(b"\n") == source.count(b"\n"), name
        assert name.startswith("vendor/") == (served == source), name
        assert b"\n/**" not in served or name.startswith("vendor/"), name


def test_no_template_of_the_client_has_a_line_that_reads_as_a_comment() -> None:
    for path in SOURCES.rglob("*.js"):
        if "vendor" not in path.parts:
            for template in re.findall(r"(?:html|css)`[^`]*`", path.read_text()):
                assert not re.search(r"(?m)^\s*(//|/\*)", template), (path, template)


async def test_what_the_page_names_is_there(server: ServerProcess) -> None:
    page = (await asked(server, "GET /")).body.decode()
    named = re.findall(r'(?:href|src)="(/[^"]*)"', page)
    assert len(named) > 3
    for path in named:
        assert (await asked(server, f"GET {path}")).status == 200, path


ACCEPTED = [
    ("gzip, deflate, br", True),
    ("br;q=1, GZIP;q=0.5", True),
    ("*", True),
    ("gzip;q=0", False),
    ("gzip; q=0.000", False),
    ("br", False),
    ("", False),
]


async def test_packed_for_those_who_take_it(server: ServerProcess) -> None:
    root = await root_of(server)
    for accepted, packed in ACCEPTED:
        for path in ("/", f"{root}/catalogue.json"):
            plain = await asked(server, f"GET {path}")
            answer = await asked(server, f"GET {path}", f"Accept-Encoding: {accepted}")
            assert (answer.headers.get("content-encoding") == "gzip") is packed
            assert (gzip.decompress(answer.body) if packed else answer.body) == plain.body
            assert answer.headers["vary"] == "Accept-Encoding"


async def test_a_page_that_is_known_is_not_sent_again(server: ServerProcess) -> None:
    etag = (await asked(server, "GET /")).headers["etag"]
    for known in (etag, etag.removeprefix("W/"), f'"other", {etag}'):
        answer = await asked(server, "GET /rooms", f"If-None-Match: {known}")
        assert (answer.status, answer.body) == (304, b"")
        assert answer.headers["etag"] == etag
        assert "content-length" not in answer.headers
        assert answer.headers["cache-control"] == "no-cache"
    assert (await asked(server, "GET /rooms", 'If-None-Match: "other"')).status == 200
    line = f"If-None-Match: {etag}"
    assert (await asked(server, "GET /nowhere", line, "Accept: text/html")).status == 404


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/j/KQ7-4TX", "You are invited to race"),
        ("/r/no-such-race", "The result of a race"),
        ("/t/KQ74TX", "A patience tournament"),
        ("/daily", "Today&#x27;s deals"),
        ("/daily?from=a", "Today&#x27;s deals"),
        ("/", "Crown Patience"),
        ("/play/klondike", "Crown Patience"),
    ],
)
async def test_a_link_is_previewed_by_the_kind_of_its_address(
    server: ServerProcess, path: str, title: str
) -> None:
    plain = await asked(server, f"GET {path}")
    assert f'<meta property="og:title" content="{title}">'.encode() in plain.body
    assert re.search(rb'<meta property="og:description" content="[^"{]+">', plain.body)
    assert b'<meta name="twitter:card" content="summary">' in plain.body
    assert b"{{" not in plain.body
    packed = await asked(server, f"GET {path}", "Accept-Encoding: gzip")
    assert gzip.decompress(packed.body) == plain.body


async def test_a_preview_tells_nothing_of_one_race(server: ServerProcess) -> None:
    for start in ("/j/", "/r/", "/t/"):
        one, other = [await asked(server, f"GET {start}{code}") for code in ("KQ74TX", "AAAAAA")]
        assert one.body == other.body


async def test_of_another_version_there_is_nothing(server: ServerProcess) -> None:
    root = await root_of(server)
    other = "/static/" + "0" * 16
    answer = await asked(server, f"GET {other}/main.js", "Accept: text/html")
    assert answer.status == 404
    assert answer.headers["content-type"].startswith("text/plain")
    assert "immutable" not in answer.headers.get("cache-control", "")
    assert (await asked(server, f"GET {root}/main.js")).status == 200


STRANGE = [
    "/../server/app.py",
    "/../../../etc/passwd",
    "/%2e%2e/%2e%2e/server/app.py",
    "/..%2f..%2fserver%2fapp.py",
    "//etc/passwd",
    "/./main.js",
    "/",
    "",
    "/index.html",
    "/look",
    "/main.js/",
    "/main.js%00",
    "/MAIN.JS",
]


async def test_nothing_else_is_among_the_files(server: ServerProcess) -> None:
    root = await root_of(server)
    for path in STRANGE:
        answer = await asked(server, f"GET {root}{path}", "Accept: text/html")
        assert answer.status == 404, path
        assert answer.headers["content-type"].startswith("text/plain")


NOWHERE = "/nowhere /play2 /index.html /../etc/passwd // /static /server/app.py *"


async def test_nothing_is_a_line_for_programs_and_a_page_for_people(server: ServerProcess) -> None:
    for path in NOWHERE.split():
        await is_nothing(server, path)


async def is_nothing(server: ServerProcess, path: str) -> None:
    line = await asked(server, f"GET {path}", "Accept: */*")
    assert (line.status, line.body) == (404, b"there is nothing here\n")
    page = await asked(server, f"GET {path}", "Accept: text/html,application/xhtml+xml,*/*;q=0.8")
    assert page.status == 404
    assert page.body == (await asked(server, "GET /")).body
    assert "content-security-policy" in page.headers


async def test_a_head_is_the_answer_without_its_body(server: ServerProcess) -> None:
    root = await root_of(server)
    for path in ("/", f"{root}/main.js", "/nowhere", "/healthz"):
        whole, head = await asked(server, f"GET {path}"), await asked(server, f"HEAD {path}")
        assert (head.status, head.body) == (whole.status, b"")
        assert head.headers["content-length"] == str(len(whole.body))


async def test_pages_are_read_and_that_is_all(server: ServerProcess) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "get"):
        answer = await asked(server, f"{method} /")
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


async def test_a_path_without_end_is_refused(server: ServerProcess) -> None:
    answer = await asked(server, "GET /j/" + "x" * 20_000)
    assert answer.status == 414
    assert (await asked(server, "GET /j/" + "x" * 7_000)).status == 200


async def test_small_things_browsers_ask_for(server: ServerProcess) -> None:
    root = await root_of(server)
    icon = await asked(server, "GET /favicon.ico")
    assert (icon.status, icon.headers["content-type"]) == (200, "image/svg+xml")
    manifest = await asked(server, "GET /manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for one in json.loads(manifest.body)["icons"]:
        assert one["src"].startswith(root)
        assert (await asked(server, f"GET {one['src']}")).status == 200
    robots = await asked(server, "GET /robots.txt")
    assert b"Disallow: /j/" in robots.body


async def test_the_catalogue_tells_of_every_game(server: ServerProcess) -> None:
    root = await root_of(server)
    catalogue = json.loads((await asked(server, f"GET {root}/catalogue.json")).body)
    assert [one["slug"] for one in catalogue["games"]] == list(GAMES)
    by_slug = {one["slug"]: one for one in catalogue["games"]}
    remus = by_slug["uncle_remus"]
    assert (remus["title"], remus["bell_ms"], remus["format"]) == ("Uncle Remus", 9_000_000, "best")
    assert (remus["family"], remus["crown"]) == ("great", True)
    (nine,) = [one for one in remus["layouts"] if one["option"] == "columns"]
    assert [pile["name"] for pile in nine["piles"]][:9] == [f"tab.{i}" for i in range(9)]
    assert by_slug["poker_patience"]["grid"] == 5
    assert catalogue["limits"]["longest_name"] == 24
    for slug, rules in GAMES.items():
        told = json.loads((await asked(server, f"GET {root}/rules/{slug}.json")).body)
        assert told["page"] == rules.rules_page()
        assert (told["slug"], told["title"]) == (slug, rules.book.title)


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("klondyke", "klondike"),
        ("bakers%20dozzen", "bakers-dozen"),
        ("Firing-Sqad", "firing-squad"),
        ("zzz", None),
        ("", None),
        ("k" * 500, None),
        ("%ff%00", None),
    ],
)
async def test_the_nearest_name_of_a_game(
    server: ServerProcess, typed: str, near: str | None
) -> None:
    answer = await asked(server, f"GET /games/nearest/{typed}")
    assert (answer.status, json.loads(answer.body)) == (200, {"near": near})


async def test_many_requests_on_one_line(server: ServerProcess) -> None:
    root = await root_of(server)
    paths = ["/", f"{root}/main.js", "/nowhere", f"{root}/catalogue.json", "/healthz"]
    lines = [f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in paths]
    whole = "".join(lines) + "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    answers = await said(server, whole.encode())
    assert [answer.status for answer in answers] == [200, 200, 404, 200, 200, 200]
    assert [answer.headers["connection"] for answer in answers] == [*["keep-alive"] * 5, "close"]
    assert answers[-1].body == b"ready\n"


async def test_asking_without_end_is_answered_429(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_UNLIMITED", "192.0.2.0/24")
    monkeypatch.setenv("PATIENCE_LIMITS", "0.05")
    async with ServerProcess(tmp_path / "data") as server:
        line = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        answers = await said(server, (line * 1_000).encode())
        assert answers[0].status == 200
        assert len(answers) < 1_000
        last = answers[-1]
        assert (last.status, last.headers["connection"]) == (429, "close")
        assert b"try again" in last.body
        assert last.headers["content-type"].startswith("text/plain")


async def test_all_processes_of_a_port_answer_the_same(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start("--workers", "3")
    try:
        roots = {await root_of(server) for _ in range(20)}
        assert len(roots) == 1
        for _ in range(20):
            assert (await asked(server, f"GET {next(iter(roots))}/main.js")).status == 200
    finally:
        await server.stop()


# Written out for a proxy. ----------------------------------------------------------------------


def test_the_tree_is_written_whole_and_once(tmp_path: Path) -> None:
    tree = read_tree()
    place = export(tree, tmp_path)
    assert place == tmp_path / tree.root.lstrip("/")
    for name, file in tree.files.items():
        assert (place / name).read_bytes() == file.plain
        beside = place / f"{name}.gz"
        assert (gzip.decompress(beside.read_bytes()) if beside.exists() else None) == (
            file.packed and file.plain
        )
    for path in (place, *place.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644)
    written = (place / "main.js").stat()
    other = tree._replace(root=f"{STATIC}{'0' * 16}")
    assert export(tree, tmp_path) == place
    assert (place / "main.js").stat().st_mtime_ns == written.st_mtime_ns
    assert export(other, tmp_path) != place
    assert sorted(path.name for path in tmp_path.iterdir()) == ["static"]
    assert len([*(tmp_path / "static").iterdir()]) == 2


def test_where_two_write_it_one_is_first(tmp_path: Path) -> None:
    tree = read_tree()
    with ThreadPoolExecutor(8) as pool:
        places = {*pool.map(lambda _: export(tree, tmp_path), range(16))}
    assert len(places) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["static"]


async def test_a_folder_that_cannot_be_written_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PATIENCE_WEB_EXPORT", str(tmp_path / "file" / "web"))
    async with ServerProcess(tmp_path / "data") as server:
        assert (await asked(server, "GET /")).status == 200
        assert "web_not_exported" in server.log


def test_one_name_changes_with_any_file(tmp_path: Path) -> None:
    for name in (*TEMPLATES, "a.js", "b/a.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"{name} {{{{root}}}}")
    (tmp_path / "notes.md").write_text("not for browsers")
    first = read_tree(tmp_path)
    assert {"a.js", "b/a.js"} <= first.files.keys()
    assert "notes.md" not in first.files
    assert first.templates["index.html"].plain == f"index.html {first.root}".encode()
    assert first.files["a.js"].plain == b"a.js {{root}}", "only templates are filled in"
    roots = {first.root}
    for change in ("index.html", "a.js", "b/a.js", "new.js"):
        (tmp_path / change).write_text("1234")
        roots.add(read_tree(tmp_path).root)
        (tmp_path / change).write_text("4321")  # no longer, no shorter
        roots.add(read_tree(tmp_path).root)
    assert len(roots) == 9
    assert read_tree(tmp_path).root in roots
