"""Account behaviour of simulated users: renames, friends, blocks, password changes, deletion."""

from tests.month.line import Line
from tests.month.people import PASSWORD, Person, Town


async def befriends(town: Town, one: Person, other: Person) -> None:
    """Two users become friends, or one blocks the other."""
    async with town.visit(one) as line:
        what = one.chance.choice(("add", "add", "add", "block", "unblock", "remove"))
        await line.ask("befriend", name=other.name, what=what)
        await line.ask("get_friends")
    async with town.visit(other) as line:
        await line.ask("befriend", name=one.name, what="accept")


async def renames(town: Town, one: Person) -> None:
    """Rename a user, sometimes to a name that is taken."""
    async with town.visit(one) as line:
        name = f"{one.name.split(' ')[0]} the {one.chance.randrange(10_000)}th"
        if one.chance.random() < 0.2:
            name = town.chance.choice([other for other in town.here if other.session]).name
        async with one.door:
            answer = await line.ask("rename", name=name)
            if answer["type"] == "account":
                one.name = answer["account"]["name"]
                town.diary.count("renamed")


async def forgets(town: Town, one: Person) -> None:
    """Lose the session, and log in by password or by recovery code."""
    async with one.door, town.line() as line:
        if one.gone:
            return
        if one.chance.random() < 0.5 or not one.recovery:
            wrong = await line.ask("log_in", name=one.name, password="incorrect horse")
            assert wrong["type"] == "refused", wrong
            answer = await line.ask("log_in", name=one.name, password=PASSWORD)
        else:
            asked = {"name": one.name, "password": PASSWORD, "recovery": one.recovery}
            answer = await line.ask("recover", **asked)
        if answer["type"] == "signed_in":
            one.session = answer["session"]
            one.recovery = answer["recovery"] or one.recovery
            town.diary.count("forgot")


async def leaves_town(town: Town, one: Person) -> None:
    """Delete an account with everything that belongs to it."""
    async with town.visit(one) as line:
        await line.ask("export_account")
        async with one.door:
            answer = await line.ask("delete_account", password=PASSWORD)
            one.gone = answer["type"] != "refused"
        if one.gone:
            town.diary.count("gone")
            town.diary.note(f"{one.name} has left")


async def friends_of(line: Line) -> set[str] | None:
    """The names of the friends of whoever is logged in; None if the session has ended."""
    told = await line.ask("get_friends")
    if told["type"] == "refused":
        return None
    return {each["name"] for each in told["friends"] if each["state"] == "friend"}


async def are_friends(line: Line, other: Person) -> bool:
    """Whether a user is a friend of whoever is logged in."""
    return other.name in (await friends_of(line) or ())


async def become_friends(town: Town, line: Line, one: Person, other: Person) -> None:
    """Make a user and another one friends, whatever was between them. `line` is of the first."""
    if await are_friends(line, other):
        return
    async with town.visit(other) as theirs:
        await theirs.ask("befriend", name=one.name, what="unblock")
        for what in ("unblock", "remove", "add"):
            await line.ask("befriend", name=other.name, what=what)
        await theirs.ask("befriend", name=one.name, what="accept")


async def prefers(town: Town, line: Line, name: str, value: str) -> None:
    """Choose a preference."""
    chosen = {"name": name, "value": value, "at": town.house.now_ms}
    await line.ask("save_preferences", preferences=[chosen])
