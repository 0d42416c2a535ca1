"""Every Redis key, with what it holds and how long it lives. No other file spells one.

A key carries the hash tag of its shard, so that all keys of a room lie on one node of a cluster and
no script ever touches two tags:

    cp:{r3}:KQ74TX:log            list    the room's events; its length is the next event's number
    cp:{r3}:KQ74TX:race           hash    what a move is judged by: race number, status, times
    cp:{r3}:KQ74TX:1:seats        hash    by seat: the standing its last stored move left
    cp:{r3}:KQ74TX:1:moves:0      list    a seat's moves in race 1; its length is the next ply
    cp:{r3}:KQ74TX:1:frames       hash    by seat: the frame of a watched deal it has come to
    cp:{r3}:KQ74TX:watchers       hash    by process: how many follow the room without a seat
    cp:{r3}:KQ74TX:talk           stream  what is said in the room, for a minute
    cp:{r3}:KQ74TX:1:marks:0      hash    by pile and index: how a seat has tilted the card there
    cp:{r3}:KQ74TX:1:kept         string  the whole race once it is over, compressed
    cp:{r3}:over                  zset    races that are over and not kept so yet, by their end
    cp:{r3}:due                   zset    rooms by the server time of their next deadline
    cp:{r3}:listed                zset    rooms on the public list by the time of their last event
    cp:{r3}:feed                  stream  what has been stored, for every process that follows
    cp:{daily}:NAME               hash    a daily deal: its secret, drawn days before; "try ACCOUNT"
                                          to a code, and "end CODE" to how its race ended
    cp:{daily}:NAME:names         hash    by digest of a name: the account that has tried the deal
                                          under it
    cp:{begun}:9f..:h490000       string  how many races somebody has begun in an hour, or a day
    cp:{crown_races}:KQ74TX       hash    a crown race: step, and the race with its secret
    cp:{crown_races}:of:9f..      zset    crown races an account takes part in, by when it came
    cp:{crown_races}:due          zset    crown races by when they have to be looked at
    cp:{crown_races}:feed         stream  which have changed, for every process that follows
    cp:{tournaments}:KQ74TX       hash    a tournament: step, what of it stands on the list, itself
                                          with its secret, and "round 3" and so on
    cp:{tournaments}:by:9f..      set     tournaments an account has made, till they are over
    cp:{tournaments}:due          zset    tournaments by when they have to be looked at
    cp:{tournaments}:listed       zset    those that are told to everybody, by their last change
    cp:{tournaments}:feed         stream  which have changed, for every process that follows
    cp:{clock}:beat               string  server time at which some process was last alive and could
                                          store
    cp:{clock}:outages            list    "since until": times when none could
    cp:{clock}:unable             hash    by process that cannot store now: its last beat before
    cp:{clock}:processes          hash    by process: server time of its last beat
    cp:{clock}:schema             hash    "number" of the schema it is kept in, "reader": the oldest
                                          program that may serve it, "cursor" of a step on its way
    cp:{clock}:programs           hash    by process: the schema it knows, and when it came
    cp:{clock}:migrating          string  the process that takes the step to the next schema
    cp:{clock}:leaving            hash    by process: since when it lets everybody go, for a day
    cp:{house}:orders             stream  what processes are told to do by whoever runs the server
    cp:{house}:bans               hash    by "account 9f.." or "network 10.0.0.0/8": a ban, as JSON
    cp:{house}:bans:book          list    who was banned, and who no more
    cp:{house}:process:9f..       string  what a process says of itself, for half a minute
    cp:{house}:backup             hash    the last backup: when it was made, and how large it is
    cp:{accounts}:name:rnara      string  whose name this is, or one that looks like it: an id
    cp:{accounts}:was:rnara       set     accounts that had this name, or one that looks like it,
                                          until it became an older account's
    cp:{accounts}:9f..            hash    an account: name, its keys, what its secrets are kept as;
                                          "former": the name it had until that became another's
    cp:{accounts}:9f..:sessions   hash    by number: digest of the token, and when it ends
    cp:{accounts}:9f..:devices    zset    digests of devices it was used on, by last time
    cp:{accounts}:9f..:preferences  hash  by name: when it was chosen, and the choice as JSON
    cp:{accounts}:9f..:friends    hash    by other id: how it stands to them
    cp:{accounts}:9f..:seats      zset    seats it has taken, "KQ74TX 0", by server time
    cp:{accounts}:9f..:claimed    hash    by seat, "KQ74TX 0", that it has claimed: what it raced
                                          there as a guest, as JSON
    cp:{accounts}:seat:KQ74TX:0   string  whose seat this is
    cp:{accounts}:gone            set     accounts that are no more, until all is gone with them
    cp:{accounts}:rewrite:wanted  string  the last of them, until the append-only file is rewritten
    cp:{accounts}:rewrite:asked   string  when the store was asked to rewrite it, for a day
    cp:{accounts}:tries:...       hash    tries at passwords, and when the next is heard
    cp:{book}:log                 stream  the results of races, numbered from 1: entry 7 is "7-0"
    cp:{book}:withheld            zset    results of deals that are not told yet, by when
    cp:{book}:withheld:void       hash    by race id: what voids a withheld result when it is told
    cp:{book}:feed                stream  which boards have changed, for every process that follows
    cp:{book}:rebuilding          string  who makes what is derived anew, for a minute
    cp:{book}:held                string  who alone may change the book meanwhile, for a minute
    cp:{book}:races               hash    by race id: its entry's number, and when it ended
    cp:{book}:voided              hash    by an entry's number: that of the entry that voids it
    cp:{book}:placed              hash    by an entry's number: the accounts that raced each other
    cp:{book}:of:9f..             list    an account's races: entry, race, end, game, place
    cp:{book}:cursor              string  the last entry the boards and ratings have in them
    cp:{book}:rows:people:...     hash    by account: all it has on the boards of a period
    cp:{book}:board:best:...      zset    a board: accounts by their score
    cp:{book}:ratings:overall     hash    by account: its rating
    cp:{crown}:of:9f..            hash    a candidate: step, run, how far each room was heard;
                                          or "gone", where the account is no more
    cp:{crown}:due                zset    candidates by the server time of their next deadline
    cp:{crown}:seen:9f..          hash    by deal: the race it was raced in, "watched" or "replayed"
    cp:{crown}:awards             hash    by name: a crown that was won, and by whom
    cp:{crown}:roll               zset    names of crowns by when they were won
    cp:{crown}:closed:9f..        hash    by step: facts of old runs that hold crowns
    cp:{crown}:cursor             string  the last entry of the results log candidates have heard of
    cp:{crown}:feed               stream  crowns won, changed and withdrawn, and runs that ended
    cp:{crown}:calls              string  how many telephone calls there have been
    cp:{crown}:calls:everybody    zset    calls to everybody by their number
    cp:{crown}:calls:of:9f..      zset    calls an account has made, or was chosen for
    cp:{crown}:calls:ear:9f..     hash    up to which call an account has heard, and if it is muted
    cp:{crown}:calls:rung:9f..    hash    by crown: the call its owner has made about it
    cp:{crown}:calls:feed         stream  calls and answers, for every process that follows
    cp:{crown}:calls:webhook      zset    calls a chat room is to be told of, by when to try
    cp:{crown}:call:17            hash    a call
    cp:{crown}:call:17:answers    zset    accounts by when they answered it, and how

A room in which nothing has been played lives for LOBBY_S after its last event, any other for as
long as the settings say (`keep_days`); `append_events.lua` says what counts as played. So does a
race in the form in which it is kept; its logs go a day after it is. Until then the moves of a race
live a little longer than its record is given, and so does its room while it is under way. The feed
keeps about FEED_LENGTH entries. Whose a seat is, is known as long as its room; tries are forgotten
as `accounts/login_throttle.py` says. A daily deal is kept for `keep_days` from when it is told to
everybody, digests of the names of those who have tried it until its day ends. A crown race that has
not started lives for LOBBY_S after its last change, any other for `keep_days`; so long does a
tournament, after it was to be looked at next where that is later, but for one that is over and was
never begun. The others live for ever and stay small. Accounts share one tag, since what befalls one
may befall another in the same instant; so do results, since one result stands on many boards.
Boards of a day, a week, a month or a year go as the settings say (`keep_periods`). All of `{book}`
from `races` on follows from its log, and is made under `cp:{book}:anew` when it is made anew. Of
`{crown}` go, when so long (`keep_days`) nothing was added, seen deals and candidates who hold no
crown. The telephone is under the same tag, since it rings for crowns; a call lives as long as it
stands in a list, and lists have an end."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from protocol.codes import ALPHABET

SHARDS = 8
LOBBY_S = 3 * 86_400
LONGER_S = 2 * 86_400
"""So much longer a race is kept while it is under way, and its moves: it may last for a day."""
FEED_LENGTH = 10_000

ALL = "cp:*"
"""The pattern of every key."""

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
BAN_BOOK = "cp:{house}:bans:book"
BACKUP = "cp:{house}:backup"


def process(name: str) -> str:
    return f"cp:{{house}}:process:{name}"


def shard(code: str) -> int:
    """A room's shard, carried by the first character of its code: 0 to SHARDS - 1."""
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


def over(shard_number: int) -> str:
    return f"cp:{{r{shard_number}}}:over"


def races_begun(owner: str, window: str) -> str:
    return f"cp:{{begun}}:{owner}:{window}"


def daily(name: str) -> str:
    return f"cp:{{daily}}:{name}"


def daily_names(name: str) -> str:
    return f"{daily(name)}:names"


CROWN_RACES_DUE = "cp:{crown_races}:due"
CROWN_RACES_FEED = "cp:{crown_races}:feed"


def crown_race(code: str) -> str:
    return f"cp:{{crown_races}}:{code}"


def crown_races_of(account_number: str) -> str:
    return f"cp:{{crown_races}}:of:{account_number}"


TOURNAMENTS_DUE = "cp:{tournaments}:due"
TOURNAMENTS_LISTED = "cp:{tournaments}:listed"
TOURNAMENTS_FEED = "cp:{tournaments}:feed"


def tournaments_by(account: str) -> str:
    """Those an account has made, as far as they are not known to be over."""
    return f"cp:{{tournaments}}:by:{account}"


def tournament(code: str) -> str:
    return f"cp:{{tournaments}}:{code}"


def frames(code: str, n: int) -> str:
    return f"cp:{{r{shard(code)}}}:{code}:{n}:frames"


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
"""What the key of a call begins with; its number follows."""


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
    """The results log, and what follows from it; the latter under another root where it is made
    anew. A board's `subject` is a game with its options, or what a rating is of."""

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


BOOK = ResultsKeys()
ANEW = ResultsKeys("cp:{book}:anew")
