"""The text of the message `friends_online`, written without a pydantic model of the whole.

Somebody's change is sent to all of their friends, and each list repeats what is known of the other
friends. So the text about each friend is made once, and a message is put together from such texts;
it costs a quarter of what encoding a model costs. A test compares the text with that of the model.
"""

from collections.abc import Sequence

from protocol.message import encode
from protocol.presence import OnlineFriend
from server.presence.roster import Activity


def friend_text(name: str, bot: bool, what: Activity) -> bytes:
    """Return what the message says of one friend, as JSON."""
    return encode(OnlineFriend(name=name, bot=bot, racing=what.racing, watch=what.watch or None))


def friends_text(request: int | None, friends: Sequence[bytes]) -> bytes:
    """Return the message that lists `friends`, each as `friend_text` returns it, in their order.
    `request` is the number of the request that the message answers; None if it answers none."""
    number = b"null" if request is None else str(request).encode()
    return b'{"type":"friends_online","id":%b,"friends":[%b]}' % (number, b",".join(friends))
