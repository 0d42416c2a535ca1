"""Admin command `halls`: lists the halls. A hall is an address from which many people take part in
a tournament, so that its limits on connections and requests are raised until the tournament
ends."""

import json

from server.access.halls import HallAddress, HallList
from server.ops.admin.status import span
from server.ops.admin.store_access import DONE, StoreAccess, columns


async def list_halls(at: StoreAccess, *, as_json: bool) -> int:
    """Print the halls that are open; return the exit code."""
    now = at.clock.now()
    halls = [hall for hall in await HallList(at.store.others).load() if now < hall.until_ms]
    names = await at.accounts.names({hall.organiser for hall in halls}) if halls else {}

    def organiser(hall: HallAddress) -> str | None:
        return names.get(hall.organiser, (None, False))[0]

    if as_json:
        for hall in halls:
            print(json.dumps({"type": "hall", **hall._asdict(), "organiser": organiser(hall)}))
    elif not halls:
        print("No limits are raised.")
    else:
        rows = [("address", "people", "tournament", "organiser", "closes at the latest")]
        for hall in halls:
            left = f"in {span(hall.until_ms - now)}"
            who = organiser(hall) or "(deleted)"
            rows.append((hall.address, str(hall.people), hall.tournament, who, left))
        print(columns(rows))
    return DONE
