"""Redis keys: every key, what it holds, and how long it lives. No other file spells out keys.

The part of a key in braces is its hash tag: keys with the same tag are on the same node of a
cluster. All keys of a room have the tag of its shard, such as {r3}. No script uses keys with two
tags. In this list KQ74TX is the code of a room, crown race or tournament, and 9f.. the id of an
account or another id. "by" names the fields of a hash, or the scores of a zset.

Words of the list: a seat is the numbered place of a player in a room, and its standing is its
figures in a race. A watched deal is shown step by step (frame by frame) before play begins. "Ace,
please" is a sentence that the players of one game may say, and that the server answers. A tilt mark
is a card that a player has turned a little as a reminder. The secret of a deal, a race or an event
decides how its cards are shuffled. A try is the game of one contestant on a deal. A beat is a
heartbeat. A process that drains sends its connections to other processes. A hall is an address from
which many people take part in a tournament. A result is withheld until its deal is public. A run is
a row of games that an account, the candidate, has won on the way to a crown. A crown race is an
event in which candidates play the same deals. In a leisure race a closed circle plays the same
deals within hours or days. The winner of a crown may send messages to others, which are called
telephone calls.

    cp:{r3}:KQ74TX:log            list    the room's events, oldest first; its length is the number
                                          of the last event
    cp:{r3}:KQ74TX:race           hash    what moves are checked against: race number, status, times
    cp:{r3}:KQ74TX:1:seats        hash    by seat: its standing after its last stored move
    cp:{r3}:KQ74TX:1:moves:0      list    the moves of seat 0 in race 1, oldest first; its length is
                                          the next ply
    cp:{r3}:KQ74TX:1:frames       hash    by seat: the frame of the deal that it has reached
    cp:{r3}:KQ74TX:1:phrases      hash    by seat: "counting" if its player wants no chat until the
                                          watched deal ends; "thanked" if the server has answered
                                          its "Ace, please"
    cp:{r3}:KQ74TX:watchers       hash    by process: its number of spectators of the room
    cp:{r3}:KQ74TX:talk           stream  chat of the room, for a minute
    cp:{r3}:KQ74TX:1:marks:0      hash    by pile and index: the tilt marks of a seat
    cp:{r3}:KQ74TX:1:kept         string  a finished race in compact form
    cp:{r3}:KQ74TX:1:analysis     string  whether a finished race could be won, and where each
                                          contestant lost it, as JSON
    cp:{r3}:over                  zset    finished races that are not archived yet, by their end
    cp:{r3}:analyses              zset    archived races that are to be analysed, by the server time
                                          from which a process may take them
    cp:{r3}:analyses:tries        hash    by race in that queue: how often a process took it
    cp:{r3}:due                   zset    rooms by the server time of their next deadline
    cp:{r3}:listed                zset    rooms on the public list by the time of their last event
    cp:{r3}:feed                  stream  announces what was stored in rooms; every process reads it
    cp:{daily}:NAME               hash    a daily deal: its secret, drawn days before; of a
                                          winnable deal, how it is searched for ("winnable")
                                          and what was found ("found"); by "try ACCOUNT" the
                                          room code of a try; by "end CODE" how the try in
                                          that room ended
    cp:{daily}:NAME:names         hash    by digest of a name: the account that tried the deal with
                                          this name
    cp:{travellers}:9f..          list    by deal: the tries of it, from all finished races
    cp:{travellers}:9f..:choices  hash    by text of a move: the number that it has in these tries
    cp:{begun}:9f..:h490000       string  how many races an address or account has begun in an
                                          hour, or a day
    cp:{crown_races}:KQ74TX       hash    a crown race: number of its last change ("step"), and the
                                          race with its secret
    cp:{crown_races}:of:9f..      zset    crown races of an account, by when it joined
    cp:{crown_races}:due          zset    crown races by their next deadline
    cp:{crown_races}:feed         stream  announces changes of crown races; every process reads it
    cp:{leisure_races}:KQ74TX     hash    a leisure race: number of its last change ("step"), and
                                          the race with its secret
    cp:{leisure_races}:of:9f..    zset    leisure races of an account, by when it joined
    cp:{leisure_races}:due        zset    leisure races by their next deadline
    cp:{leisure_races}:feed       stream  announces changes of leisure races, and for which accounts
                                          they are news; every process reads it
    cp:{tournaments}:KQ74TX       hash    a tournament: number of its last change ("step"), its
                                          entry on the public list, the tournament with its secret,
                                          and its rounds as "round 3" and so on
    cp:{tournaments}:by:9f..      set     tournaments that an account organises, until their end
    cp:{tournaments}:due          zset    tournaments by their next deadline
    cp:{tournaments}:listed       zset    public tournaments by their last change
    cp:{tournaments}:feed         stream  announces changes of tournaments; every process reads it
    cp:{clock}:beat               string  server time of the last heartbeat of a process that could
                                          store
    cp:{clock}:outages            list    outages, each as "since until"
    cp:{clock}:unable             hash    by process that cannot store now: server time of the last
                                          beat that it sent when it still could
    cp:{clock}:processes          hash    by process: server time of its last heartbeat
    cp:{clock}:schema             hash    "number": the schema of the store; "reader": the least
                                          schema that a program must know to serve it; "cursor":
                                          how far a migration step has come
    cp:{clock}:programs           hash    by process: the schema it knows, and when it started
    cp:{clock}:migrating          string  the process that runs a migration step
    cp:{clock}:leaving            hash    by process: since when it drains, for a day
    cp:{house}:orders             stream  orders from the operator to processes
    cp:{house}:bans               hash    by "account 9f.." or "network 10.0.0.0/8": a ban, as JSON
    cp:{house}:bans:book          list    history of bans and of their ends
    cp:{house}:halls              hash    by code of a tournament: the address whose limits are
                                          raised for it, as JSON
    cp:{house}:process:9f..       string  status of a process, for half a minute
    cp:{house}:backup             hash    the last backup: time and size
    cp:{accounts}:name:rnara      string  the id of the account with this name or a similar one
    cp:{accounts}:was:rnara       set     accounts that had this name, or a similar one, until the
                                          server gave it to an older account
    cp:{accounts}:9f..            hash    an account: name, keys of its name, hashes of its secrets;
                                          "former": the name that the server has taken from it
    cp:{accounts}:9f..:sessions   hash    by number of a session: digest of its token, and when it
                                          expires
    cp:{accounts}:9f..:devices    zset    digests of its devices, by last use
    cp:{accounts}:9f..:preferences  hash  by name: when a preference was set, and its value (JSON)
    cp:{accounts}:9f..:friends    hash    by id of the other account: the relation
    cp:{accounts}:9f..:seats      zset    seats it has taken, "KQ74TX 0", by server time
    cp:{accounts}:9f..:claimed    hash    by seat, "KQ74TX 0", that it has claimed: its races there
                                          as a guest, as JSON
    cp:{accounts}:seat:KQ74TX:0   string  the account of this seat
    cp:{accounts}:gone            set     deleted accounts, until all their data is deleted
    cp:{accounts}:rewrite:wanted  string  the account deleted last, until the append-only file is
                                          rewritten
    cp:{accounts}:rewrite:asked   string  when the store was asked to rewrite that file, for a day
    cp:{accounts}:tries:...       hash    number of password tries, and when the next is allowed
    cp:{book}:log                 stream  the results of races, numbered from 1: entry 7 is "7-0"
    cp:{book}:withheld            zset    results of deals that are not public yet, by the time at
                                          which they become public
    cp:{book}:withheld:void       hash    by race id: what voids a withheld result once it is
                                          public
    cp:{book}:feed                stream  announces changes of leaderboards; every process reads it
    cp:{book}:rebuilding          string  the process that rebuilds the leaderboards, for a minute
    cp:{book}:held                string  the process that alone may write keys with this tag, for a
                                          minute
    cp:{book}:races               hash    by race id: number of its entry in the log, and when the
                                          race ended
    cp:{book}:voided              hash    by number of an entry: number of the entry that voids it
    cp:{book}:placed              hash    by number of an entry: the accounts that raced each other
    cp:{book}:of:9f..             list    races of an account: entry, race, end, game, place
    cp:{book}:cursor              string  the last entry that leaderboards and ratings include
    cp:{book}:rows:people:...     hash    by account: its figures for the boards of a period
    cp:{book}:board:best:...      zset    a leaderboard: accounts by score
    cp:{book}:ratings:overall     hash    by account: its rating
    cp:{crown}:of:9f..            hash    a candidate: number of its last change ("step"), run, and
                                          how far each room was read; or "gone" if the account is
                                          deleted
    cp:{crown}:due                zset    candidates by their next deadline
    cp:{crown}:seen:9f..          hash    by deal: how the account saw it first: the id of the race
                                          in which it played the deal, "watched" or "replayed"
    cp:{crown}:awards             hash    by name: a crown that was won, and its winner
    cp:{crown}:roll               zset    names of crowns by when they were won
    cp:{crown}:closed:9f..        hash    by step: a run that has ended, if a crown was won in it
    cp:{crown}:cursor             string  the last entry of the results log read for candidates
    cp:{crown}:feed               stream  announces crowns won, changed and withdrawn, and runs that
                                          have ended
    cp:{crown}:calls              string  number of telephone calls so far
    cp:{crown}:calls:everybody    zset    calls to everybody by their number
    cp:{crown}:calls:of:9f..      zset    calls that an account has made or received
    cp:{crown}:calls:ear:9f..     hash    the last call that an account has seen, and whether the
                                          account has muted calls
    cp:{crown}:calls:rung:9f..    hash    by crown: the call that its owner has made about it
    cp:{crown}:calls:feed         stream  announces calls and answers; every process reads it
    cp:{crown}:calls:webhook      zset    calls to be sent to the webhook, by when to try
    cp:{crown}:call:17            hash    a call
    cp:{crown}:call:17:answers    zset    accounts that answered the call, each with its answer, by
                                          the time of its first answer

How long keys live, if the list does not say it (`keep_days` and `keep_periods` are settings):

- A room in which nothing has been played: LOBBY_S after its last event. `append_events.lua` says
  what counts as played. A room in which something has been played: `keep_days` after its last
  event, and LONGER_S more while a race is under way.
- A finished race in compact form: LOBBY_S or `keep_days` after it was archived, by the same rule.
  The hashes and lists of the race expire a day after it was archived. Until the race is archived,
  they live for `keep_days`; the standings, moves and marks live LONGER_S more.
- The analysis of a race: as long as its compact form.
- Numbers of spectators: LOBBY_S after their last change.
- Feeds: they keep about FEED_LENGTH entries.
- The account of a seat, and the seat in the list of the account: `keep_days`.
- Tries of passwords: as `accounts/login_throttle.py` says.
- A daily deal: `keep_days` after its secret became public. Digests of names: until the day ends.
- The tries of a deal: `keep_days` after the last one was stored.
- A crown race or leisure race: `keep_days` after its last change, or after its next deadline if it
  has one; LOBBY_S if it is a crown race that has not started. The list of an account's crown races
  or leisure races: LOBBY_S longer than the race that was added last.
- A tournament: `keep_days` after its last change, or after its next deadline if it has one;
  LOBBY_S if it ended without any round. The set of an account's tournaments: `keep_days` after
  one was added.
- Leaderboards of a day, week, month or year: `keep_periods` such periods.
- Seen deals, and candidates who hold no crown: `keep_days` after their last change.
- Telephone calls: as long as they are in a list, whose length is limited.
- All other keys live for ever and stay small.

All accounts share a tag, because one script may change two accounts. So do results, because a
result changes many leaderboards. All keys of `{book}` from `races` on are computed from its log. A
rebuild writes them under `cp:{book}:anew`, and then replaces the old ones. The telephone has the
tag of crowns, because calls are about crowns.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from protocol.codes import ALPHABET

SHARDS = 8
"""The number of shards of rooms. It must never change, or stored rooms would not be found."""
LOBBY_S = 3 * 86_400
"""Seconds for which a room is stored after its last event, if nothing has been played in it."""
LONGER_S = 2 * 86_400
"""Seconds by which moves, and a room with a race under way, live longer: a race may last a day."""
FEED_LENGTH = 10_000
"""The approximate number of entries that the stream of a feed keeps."""

ALL = "cp:*"
"""The pattern that matches all keys of this program."""

BEAT = "cp:{clock}:beat"
OUTAGES = "cp:{clock}:outages"
PROCESSES = "cp:{clock}:processes"
UNABLE = "cp:{clock}:unable"
LEAVING = "cp:{clock}:leaving"
SCHEMA = "cp:{clock}:schema"
PROGRAMS = "cp:{clock}:programs"
MIGRATING = "cp:{clock}:migrating"

ORDERS = "cp:{house}:orders"
BANS = "cp:{house}:bans"
BAN_HISTORY = "cp:{house}:bans:book"
HALLS = "cp:{house}:halls"
BACKUP = "cp:{house}:backup"


def process(name: str) -> str:
    return f"cp:{{house}}:process:{name}"


def shard(code: str) -> int:
    """Return the shard of a room, from 0 to SHARDS - 1. The first character of its code decides."""
    return ALPHABET.index(code[0]) % SHARDS


def feed(shard_number: int) -> str:
    return f"cp:{{r{shard_number}}}:feed"


def listed(shard_number: int) -> str:
    return f"cp:{{r{shard_number}}}:listed"


def due(shard_number: int) -> str:
    return f"cp:{{r{shard_number}}}:due"


def log(code: str) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:log"


def race(code: str) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:race"


def seats(code: str, n: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:seats"


def kept(code: str, n: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:kept"


def analysis(code: str, n: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:analysis"


def to_analyse(shard_number: int) -> str:
    return f"cp:{{r{shard_number}}}:analyses"


def analysis_tries(shard_number: int) -> str:
    return f"cp:{{r{shard_number}}}:analyses:tries"


def over(shard_number: int) -> str:
    return f"cp:{{r{shard_number}}}:over"


def races_begun(owner: str, window: str) -> str:
    return f"cp:{{begun}}:{owner}:{window}"


def daily(name: str) -> str:
    return f"cp:{{daily}}:{name}"


def daily_names(name: str) -> str:
    return f"{daily(name)}:names"


def traveller(deal: str) -> str:
    """Return the key of the list of all tries of a deal. `deal` is a hash of what decides its
    cards."""
    return f"cp:{{travellers}}:{deal}"


def traveller_choices(deal: str) -> str:
    return f"{traveller(deal)}:choices"


CROWN_RACES_DUE = "cp:{crown_races}:due"
CROWN_RACES_FEED = "cp:{crown_races}:feed"


def crown_race(code: str) -> str:
    return f"cp:{{crown_races}}:{code}"


def crown_races_of(account_number: str) -> str:
    return f"cp:{{crown_races}}:of:{account_number}"


LEISURE_RACES_DUE = "cp:{leisure_races}:due"
LEISURE_RACES_FEED = "cp:{leisure_races}:feed"


def leisure_race(code: str) -> str:
    return f"cp:{{leisure_races}}:{code}"


def leisure_races_of(account_number: str) -> str:
    return f"cp:{{leisure_races}}:of:{account_number}"


TOURNAMENTS_DUE = "cp:{tournaments}:due"
TOURNAMENTS_LISTED = "cp:{tournaments}:listed"
TOURNAMENTS_FEED = "cp:{tournaments}:feed"


def tournaments_by(account: str) -> str:
    """Return the key of the set of tournaments that an account organises."""
    return f"cp:{{tournaments}}:by:{account}"


def tournament(code: str) -> str:
    return f"cp:{{tournaments}}:{code}"


def frames(code: str, n: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:frames"


def phrases(code: str, n: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:phrases"


def marks(code: str, n: int, seat: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:marks:{seat}"


def watchers(code: str) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:watchers"


def talk(code: str) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:talk"


def moves(code: str, n: int, seat: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:moves:{seat}"


def name(name_key: str) -> str:
    return f"cp:{{accounts}}:name:{name_key}"


def former_name(name_key: str) -> str:
    return f"cp:{{accounts}}:was:{name_key}"


def account(number: str) -> str:
    return f"cp:{{accounts}}:{number}"


def account_part(
    number: str, part: Literal["sessions", "devices", "preferences", "friends", "seats", "claimed"]
) -> str:
    return f"cp:{{accounts}}:{number}:{part}"


PRESENCE_CHANNEL = "cp:presence"
"""The channel, which is no key, by which processes tell each other who is on line."""

GONE = "cp:{accounts}:gone"
REWRITE_WANTED = "cp:{accounts}:rewrite:wanted"
REWRITE_ASKED = "cp:{accounts}:rewrite:asked"


def seat_owner(code: str, seat: int) -> str:
    return f"cp:{{accounts}}:seat:{code}:{seat}"


def tries(bucket: str) -> str:
    return f"cp:{{accounts}}:tries:{bucket}"


CROWN_DUE = "cp:{crown}:due"
CROWN_AWARDS = "cp:{crown}:awards"
CROWN_ROLL = "cp:{crown}:roll"
CROWN_CURSOR = "cp:{crown}:cursor"
CROWN_FEED = "cp:{crown}:feed"


CALLS = "cp:{crown}:calls"
CALLS_TO_EVERYBODY = "cp:{crown}:calls:everybody"
CALLS_FEED = "cp:{crown}:calls:feed"
CALLS_WEBHOOK = "cp:{crown}:calls:webhook"
CALL = "cp:{crown}:call:"
"""The key of a telephone call, without the number of the call at its end."""


def calls_of(number: str) -> str:
    return f"cp:{{crown}}:calls:of:{number}"


def ear(number: str) -> str:
    return f"cp:{{crown}}:calls:ear:{number}"


def rung_for(number: str) -> str:
    return f"cp:{{crown}}:calls:rung:{number}"


def call(number: int) -> str:
    return f"{CALL}{number}"


def call_answers(number: int) -> str:
    return f"{CALL}{number}:answers"


def candidate(number: str) -> str:
    return f"cp:{{crown}}:of:{number}"


def seen(number: str) -> str:
    return f"cp:{{crown}}:seen:{number}"


def closed_runs(number: str) -> str:
    return f"cp:{{crown}}:closed:{number}"


@dataclass(frozen=True, slots=True)
class ResultsKeys:
    """Keys of the results log, and of the leaderboards and ratings that are computed from it. The
    keys of computed data begin with `root`. A rebuild, which computes this data again from the log,
    writes it under another `root`. The `subject` of a leaderboard is a game with its options, or
    the scope of a rating (which races count for the rating)."""

    root: str = "cp:{book}"

    log: ClassVar[str] = "cp:{book}:log"
    withheld: ClassVar[str] = "cp:{book}:withheld"
    void_later: ClassVar[str] = "cp:{book}:withheld:void"
    feed: ClassVar[str] = "cp:{book}:feed"
    held: ClassVar[str] = "cp:{book}:held"
    rebuilding: ClassVar[str] = "cp:{book}:rebuilding"

    @property
    def races(self) -> str:
        return f"{self.root}:races"

    @property
    def voided(self) -> str:
        return f"{self.root}:voided"

    @property
    def placed(self) -> str:
        return f"{self.root}:placed"

    @property
    def cursor(self) -> str:
        return f"{self.root}:cursor"

    def of(self, account: str) -> str:
        return f"{self.root}:of:{account}"

    def rows(self, side: str, period: str, subject: str) -> str:
        return f"{self.root}:rows:{side}:{period}:{subject}"

    def board(self, measure: str, side: str, period: str, subject: str) -> str:
        return f"{self.root}:board:{measure}:{side}:{period}:{subject}"

    def ratings(self, scope: str) -> str:
        return f"{self.root}:ratings:{scope}"


RESULTS = ResultsKeys()
ANEW = ResultsKeys("cp:{book}:anew")
