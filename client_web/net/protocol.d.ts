// What clients and servers say to each other. Written by: patience protocol types
// It is not edited by hand; a test compares it with the protocol.

// What a client may say.

export type FromClient =
  | Hello
  | Create
  | PlayAlone
  | RaceGhost
  | Join
  | Resume
  | Watch
  | Ready
  | Unready
  | Start
  | Play
  | NextFrame
  | Look
  | Rematch
  | GetRecord
  | GetReplay
  | GetGhost
  | ChangeSettings
  | Kick
  | Silence
  | StandAside
  | TakeHost
  | JoinRace
  | Vote
  | Rooms
  | Say
  | SayPhrase
  | Leave
  | ListDailies
  | TryDaily
  | GetDailyBoard
  | GetBoard
  | FollowBoard
  | Unfollow
  | GetMyRaces
  | GetMySeats
  | GetRivals
  | GetVersus
  | GetStreaks
  | FollowCrown
  | UnfollowCrown
  | GetCrown
  | BeginBreak
  | EndBreak
  | GiveUpRun
  | GetRoll
  | OpenCrownRace
  | JoinCrownRace
  | StartCrownRace
  | PlayCrownDeal
  | QuitCrownRace
  | FollowCrownRace
  | UnfollowCrownRace
  | Ring
  | GetCalls
  | HearCalls
  | AnswerCall
  | MuteCalls
  | NewTournament
  | ChangeTournament
  | EnterTournament
  | CheckInTournament
  | WithdrawFromTournament
  | ClaimTournamentEntry
  | PlayTournamentDeal
  | RunTournament
  | OrganiseTournament
  | GetTournament
  | FollowTournament
  | UnfollowTournament
  | GetTournamentTable
  | GetTournamentRound
  | ListTournaments
  | SignUp
  | LogIn
  | Recover
  | Authenticate
  | LogOut
  | GetAccount
  | GetFormerName
  | Rename
  | ChangePassword
  | RenewRecovery
  | ExportAccount
  | DeleteAccount
  | ClaimSeats
  | SavePreferences
  | Befriend
  | GetFriends
  | Mark
  | WatchBoard
  | WatchBoards
  | Unwatch
  | Ping;

/**
 * `admit`: let somebody enter without an invitation, or late. `hand_over`: make somebody the
 * organiser.
 */
export interface AccountVerb {
  verb: "admit" | "hand_over";
  name: string;
}

/**
 * Extend the lobby, the table or the window, or postpone the start. `round` is the round this
 * refers to; refused if its time is up.
 */
export interface AddTime {
  verb: "add_time";
  round?: number | null;
  ms: number;
}

/** Send a text to everybody who follows the tournament. */
export interface Announce {
  verb: "announce";
  text: string;
}

/** Answer a call. A later answer replaces an earlier one. */
export interface AnswerCall {
  id: number;
  type: "answer_call";
  call: number;
  answer: "congratulations" | "rotten_luck" | "show_me";
}

/** Continue a session on this connection: it acts for the account from now on. */
export interface Authenticate {
  id: number;
  type: "authenticate";
  session: string;
}

/**
 * Change how you relate to somebody: ask to be friends (`add`), accept, remove, block or
 * unblock.
 */
export interface Befriend {
  id: number;
  type: "befriend";
  name: string;
  what: "add" | "accept" | "remove" | "block" | "unblock";
}

/**
 * Take a break: the board you play on this connection is covered, and moves are refused until
 * `end_break`.
 */
export interface BeginBreak {
  id: number;
  type: "begin_break";
}

/** Change the password. Ends all other sessions. */
export interface ChangePassword {
  id: number;
  type: "change_password";
  password: string;
  new_password: string;
}

/** Replace all settings of the room; fields left out get their defaults. Host only. */
export interface ChangeSettings {
  id: number;
  type: "change_settings";
  settings: AskedSettings;
}

/** Replace the plan of a draft. Organiser only. Answered by `done`. */
export interface ChangeTournament {
  id: number;
  type: "change_tournament";
  code: string;
  plan: AskedTournamentPlan;
}

/**
 * Say that you are present. The nonce goes into the seeds of the deals, as the one in `ready`
 * does for a race. The token becomes that of your seat in the present and all later rooms;
 * checking in again with another token moves the seat to another device. Answered by `done`.
 */
export interface CheckInTournament {
  id: number;
  type: "check_in_tournament";
  code: string;
  nonce: string;
  token: string;
  guest?: string | null;
}

/**
 * Attach seats that you took as a guest to your account. Their races then appear in
 * `get_my_races`; they count for no leaderboard and no head-to-head record.
 */
export interface ClaimSeats {
  id: number;
  type: "claim_seats";
  seats: HeldSeat[];
}

/**
 * Make the entry of a guest that of your account, with its results; also after the tournament.
 * It stays unrated. From then on the guest's token is of no use. Answered by `done`.
 */
export interface ClaimTournamentEntry {
  id: number;
  type: "claim_tournament_entry";
  code: string;
  guest: string;
}

/** Open a room and take its first seat. `aside`: the host takes no part in races. */
export interface Create {
  id: number;
  token: string;
  legal?: boolean;
  type: "create";
  game: string;
  options?: { [key: string]: boolean | number | string };
  terms?: AskedTerms;
  bell_ms: number;
  settings?: AskedSettings;
  aside?: boolean;
  name: string;
}

/** Delete your account. Races it took part in stay, under the name it had there. */
export interface DeleteAccount {
  id: number;
  type: "delete_account";
  password: string;
}

/** End the break. The table is sent before the answer. */
export interface EndBreak {
  id: number;
  type: "end_break";
}

/**
 * Enter a tournament, or change your team. `team` is needed where there are teams. `guest`
 * enters somebody who has no account; the connection must not be logged in. Answered by `done`.
 */
export interface EnterTournament {
  id: number;
  type: "enter_tournament";
  code: string;
  team?: string | null;
  guest?: GuestEntry | null;
}

/**
 * `remove`: the entrant is out, as if they had never entered. `withdraw`: they are out, and
 * their results stay. `reinstate`: they take part again.
 */
export interface EntrantVerb {
  verb: "remove" | "withdraw" | "reinstate";
  entrant: number;
}

/** Get everything the server stores about your account. */
export interface ExportAccount {
  id: number;
  type: "export_account";
}

/** Get part of a leaderboard, and its changes until you follow another one. */
export interface FollowBoard {
  id: number;
  game: string;
  options?: { [key: string]: boolean | number | string };
  side?: "people" | "bots";
  measure?: "fastest" | "best" | "outs" | "streak" | "longest" | "rating";
  period?: "day" | "week" | "month" | "year" | "all";
  which?: string | null;
  part?: "all" | "around_me" | "friends";
  offset?: number;
  count?: number;
  type: "follow_board";
}

/** Get the state of your run as `crown`, and again after every change. */
export interface FollowCrown {
  id: number;
  type: "follow_crown";
}

/**
 * Get the state of a crown race as `crown_race`, and again after every change. Ends when you
 * follow another one.
 */
export interface FollowCrownRace {
  id: number;
  type: "follow_crown_race";
  code: string;
}

/** Get a tournament, and its changes as `tournament_changed` until you follow another. */
export interface FollowTournament {
  id: number;
  type: "follow_tournament";
  code: string;
  guest?: string | null;
}

/** Get your account. */
export interface GetAccount {
  id: number;
  type: "get_account";
}

/** Get part of a leaderboard. */
export interface GetBoard {
  id: number;
  game: string;
  options?: { [key: string]: boolean | number | string };
  side?: "people" | "bots";
  measure?: "fastest" | "best" | "outs" | "streak" | "longest" | "rating";
  period?: "day" | "week" | "month" | "year" | "all";
  which?: string | null;
  part?: "all" | "around_me" | "friends";
  offset?: number;
  count?: number;
  type: "get_board";
}

/** Get the calls you made and received, latest first. */
export interface GetCalls {
  id: number;
  type: "get_calls";
  offset?: number;
  count?: number;
}

/** Get the state of your run. */
export interface GetCrown {
  id: number;
  type: "get_crown";
}

/**
 * Get everybody's results of a daily deal. Refused until you have finished the deal or its
 * secret is public.
 */
export interface GetDailyBoard {
  id: number;
  type: "get_daily_board";
  name: string;
}

/** Ask whether the server has renamed your account. Answered by `former_name`. */
export interface GetFormerName {
  id: number;
  type: "get_former_name";
}

/** Get everybody you have a relation to. */
export interface GetFriends {
  id: number;
  type: "get_friends";
}

/**
 * Get the figures over time of a contestant of a finished race. A room code alone means the
 * latest race of the room. Allowed to everybody who may get the record.
 */
export interface GetGhost {
  id: number;
  type: "get_ghost";
  race: string;
  seat: number;
}

/**
 * Get the races of your account, latest first, including those on guest seats that it has
 * claimed.
 */
export interface GetMyRaces {
  id: number;
  type: "get_my_races";
  offset?: number;
  count?: number;
}

/** Get the seats of your account, including guest seats that it has claimed. */
export interface GetMySeats {
  id: number;
  type: "get_my_seats";
  offset?: number;
  count?: number;
}

/** Get the record of a finished race. A room code alone means the latest race of the room. */
export interface GetRecord {
  id: number;
  type: "get_record";
  race: string;
}

/**
 * Get the part of a finished game that contains move number `offset`, counted from 0. A room
 * code alone means the latest race of the room. Allowed to everybody who may get the record.
 */
export interface GetReplay {
  id: number;
  type: "get_replay";
  race: string;
  seat: number;
  offset?: number;
}

/** Get everybody your account has raced, most recent first. */
export interface GetRivals {
  id: number;
  type: "get_rivals";
  offset?: number;
  count?: number;
}

/** Get a page of the roll of honour, oldest first. */
export interface GetRoll {
  id: number;
  type: "get_roll";
  offset?: number;
  count?: number;
}

/** Get the streaks of somebody. `name` None means you. */
export interface GetStreaks {
  id: number;
  type: "get_streaks";
  name?: string | null;
}

/** Get a tournament. Answered by `tournament`. */
export interface GetTournament {
  id: number;
  type: "get_tournament";
  code: string;
  guest?: string | null;
}

/** Get everybody's results in a round that is over. Answered by `tournament_round`. */
export interface GetTournamentRound {
  id: number;
  type: "get_tournament_round";
  code: string;
  round: number;
}

/** Get the exact table, starting with row `offset`. Answered by `tournament_table`. */
export interface GetTournamentTable {
  id: number;
  type: "get_tournament_table";
  code: string;
  offset?: number;
  count?: number;
}

/** Get the head-to-head record of two people. `one` None means you. */
export interface GetVersus {
  id: number;
  type: "get_versus";
  one?: string | null;
  other: string;
}

/** Give up your run. A game in progress continues. */
export interface GiveUpRun {
  id: number;
  type: "give_up_run";
}

/**
 * A guest who enters: the name, and a random secret that the device keeps. One token has one
 * entry. A bot sets `bot`.
 */
export interface GuestEntry {
  name: string;
  token: string;
  bot?: boolean;
}

/** Mark calls up to this number as heard. */
export interface HearCalls {
  id: number;
  type: "hear_calls";
  up_to: number;
}

/** A seat that was taken without an account. Its token proves that it is yours. */
export interface HeldSeat {
  code: string;
  token: string;
}

/**
 * The first message of a connection. `protocol` lists the protocol versions the client
 * speaks.
 */
export interface Hello {
  id: number;
  type: "hello";
  protocol: number[];
  client: string;
}

/** Invite more accounts to a tournament that is by invitation. */
export interface InviteEntrants {
  verb: "invite";
  names: string[];
}

/** Take a new seat in a room. `invite` is the invitation word, where one is needed. */
export interface Join {
  id: number;
  token: string;
  legal?: boolean;
  type: "join";
  code: string;
  invite?: string | null;
  name: string;
  bot?: boolean;
}

/** Take part in a crown race that has not started. */
export interface JoinCrownRace {
  id: number;
  type: "join_crown_race";
  code: string;
  nonce: string;
}

/**
 * Get a board in a race that has begun, if the room lets newcomers join late. The clock started
 * at the start of the race.
 */
export interface JoinRace {
  id: number;
  type: "join_race";
  race: number;
}

/**
 * Remove somebody from the room. The seat is given up and its token refused from then on. Host
 * only.
 */
export interface Kick {
  id: number;
  type: "kick";
  seat: number;
}

/**
 * Heats of two or four entrants, of whom `go_on` advance. Ties for advancing are broken by a
 * `sprint` in a heat of its own. `seeds`: the bracket is drawn at random, or seeded in the order
 * of entry.
 */
export interface AskedKnockout {
  heats?: 2 | 4;
  go_on?: 1 | 2;
  seeds?: "drawn" | "entered";
  sprint?: AskedRoundPlan;
}

/** Give up your seat for good. A game in play counts as resigned. */
export interface Leave {
  id: number;
  type: "leave";
}

/** Get the daily deals of today and tomorrow. */
export interface ListDailies {
  id: number;
  type: "list_dailies";
}

/** Get the tournaments that are open or running, and those that finished recently. */
export interface ListTournaments {
  id: number;
  type: "list_tournaments";
}

/** Log in to an account by name and password. */
export interface LogIn {
  id: number;
  name: string;
  remember?: boolean;
  device?: string | null;
  type: "log_in";
  password: string;
}

/** End this session, or with `everywhere` all sessions of the account. */
export interface LogOut {
  id: number;
  type: "log_out";
  everywhere?: boolean;
}

/**
 * Get your board again, complete. Answered by `table` or, while the deal is watched, by
 * `frame`.
 */
export interface Look {
  id: number;
  type: "look";
}

/**
 * Tilt a card or a pile of your own table; 0 removes the mark. Nobody else sees it. A mark
 * disappears when its card moves.
 */
export interface Mark {
  id: number;
  type: "mark";
  race: number;
  pile: string;
  index?: number | null;
  tilt: number;
}

/**
 * Stop the telephone from ringing here, or let it ring again. Muted calls are still stored as
 * missed. Applies to all devices of an account; for a guest, until the connection ends.
 */
export interface MuteCalls {
  id: number;
  type: "mute_calls";
  muted: boolean;
}

/**
 * Create a draft of a tournament. Answered by `tournament`; the commitment in it covers all
 * deals of the tournament.
 */
export interface NewTournament {
  id: number;
  type: "new_tournament";
  plan: AskedTournamentPlan;
}

/**
 * Get frame number `frame` of a deal that you watch step by step before you play it. `frame` is
 * the number of the next frame, or of the current one to get that again.
 */
export interface NextFrame {
  id: number;
  type: "next_frame";
  race: number;
  frame: number;
}

/**
 * Open a crown race and take part. `games` are the five great games in the order to be played;
 * None for the usual order. The nonce goes into the seeds of its deals, as the one in `ready` does
 * for a race.
 */
export interface OpenCrownRace {
  id: number;
  type: "open_crown_race";
  nonce: string;
  games?: string[] | null;
}

/**
 * Raise the limits of the address from which many take part, for this many people, until the
 * tournament is over, for half a day at most. `address` is that of this connection if None. A hall
 * that the organiser has opened before is closed.
 */
export interface OpenHall {
  verb: "open_hall";
  people?: number;
  address?: string | null;
}

/**
 * Become an organiser of the tournament, besides the one who has given you the word. Answered
 * by `done`.
 */
export interface OrganiseTournament {
  id: number;
  type: "organise_tournament";
  code: string;
  word: string;
}

/** Ask for `pong`. Browsers cannot send the ping frames of the websocket protocol. */
export interface Ping {
  id: number;
  type: "ping";
}

/**
 * How a race ends and who wins it. The values are explained in `docs/protocol.md`. `show_grids`
 * and `safe_play` are sent only if they are set, so that programs which do not know them
 * understand all other terms.
 */
export interface PlanTerms {
  format?: "first_out" | "best" | "score" | "caller" | null;
  winners?: "time" | "moves" | null;
  take_back?: "none" | "until_card" | "free" | "practice" | null;
  call_ms?: number | null;
  show_grids?: "each_card" | "end" | null;
  safe_play?: boolean | null;
}

/**
 * Make a move in race number `race` of the room. `ply` is the number of moves made before it.
 * `move` is an object or a text, as `protocol/rooms/boards.py` describes.
 *
 * A move sent again with the same `ply` is answered again and made only once.
 */
export interface Play {
  id: number;
  type: "play";
  race: number;
  ply: number;
  move: Move | string;
}

/**
 * Start a race for one in a room that is closed to others. It begins at once, and moves may be
 * taken back unless `terms` forbid it. Sent again with the same token, it returns to the same
 * room.
 */
export interface PlayAlone {
  id: number;
  token: string;
  legal?: boolean;
  type: "play_alone";
  game: string;
  options?: { [key: string]: boolean | number | string };
  terms?: AskedTerms;
  bell_ms: number;
  name: string;
  nonce: string;
}

/** Get the deal you have reached, or return to it. Answered by `room`. */
export interface PlayCrownDeal {
  id: number;
  token: string;
  legal?: boolean;
  type: "play_crown_deal";
  code: string;
}

/**
 * Get the next deal of an arena or crown tournament, or return to the deal in progress.
 * Answered by `room`.
 */
export interface PlayTournamentDeal {
  id: number;
  token: string;
  legal?: boolean;
  type: "play_tournament_deal";
  code: string;
  guest?: string | null;
}

/**
 * Stop taking part. Deals you have not reached are never shown to you. A game in progress
 * continues.
 */
export interface QuitCrownRace {
  id: number;
  type: "quit_crown_race";
  code: string;
}

/**
 * Start a race for one on the deal of a finished race, against a contestant of it. It begins at
 * once, with the terms and the bell of that race. Sent again with the same token, it returns to
 * the same room.
 */
export interface RaceGhost {
  id: number;
  token: string;
  legal?: boolean;
  type: "race_ghost";
  race: string;
  seat: number;
  name: string;
}

/** Say that you are ready for the next race. The nonce goes into the seed of its deal. */
export interface Ready {
  id: number;
  type: "ready";
  nonce: string;
}

/**
 * Log in with the recovery code and set a new password. The code works once. Ends all other
 * sessions.
 */
export interface Recover {
  id: number;
  name: string;
  remember?: boolean;
  device?: string | null;
  type: "recover";
  recovery: string;
  password: string;
}

/** Add another race with a new deal to the room. Host only. */
export interface Rematch {
  id: number;
  type: "rematch";
}

/** Change the name of your account. */
export interface Rename {
  id: number;
  type: "rename";
  name: string;
}

/** Replace the recovery code. */
export interface RenewRecovery {
  id: number;
  type: "renew_recovery";
  password: string;
}

/** Return to your seat on this connection. The connection that held the seat is closed. */
export interface Resume {
  id: number;
  token: string;
  legal?: boolean;
  type: "resume";
  code: string;
}

/**
 * Call people with a line about a crown of yours, once for each crown. `to` None means
 * everybody. Answered by `rang`.
 */
export interface Ring {
  id: number;
  type: "ring";
  award: string;
  line: string;
  to?: string[] | null;
}

/** Get the public list of rooms. */
export interface Rooms {
  id: number;
  type: "rooms";
}

/** One deal: the game with its options, the terms of the race and its time limit. */
export interface AskedRoundPlan {
  game: string;
  options?: { [key: string]: boolean | number | string };
  terms?: PlanTerms;
  bell_ms?: number;
}

/**
 * Declare that a round counts for nothing; with `replay_round` it is also played again, with a
 * new deal.
 */
export interface RoundVerb {
  verb: "void_round" | "replay_round";
  round: number;
}

/**
 * Do something with the tournament. Organiser only. Answered by `done`. `once` is a random
 * text, new for each action: if no answer came, send the request again with the same text, and it
 * is carried out only once.
 */
export interface RunTournament {
  id: number;
  type: "run_tournament";
  code: string;
  do:
    | SimpleVerb
    | StartOf
    | AddTime
    | RoundVerb
    | EntrantVerb
    | AccountVerb
    | InviteEntrants
    | Announce
    | OpenHall
    | ShareOrganising
    | Stop;
  once?: string | null;
}

/** Store preferences. For each one the newer of the sent and the stored value is kept. */
export interface SavePreferences {
  id: number;
  type: "save_preferences";
  preferences: Preference[];
}

/** Write to the room. Refused during your own race. Contestants who are racing do not get it. */
export interface Say {
  id: number;
  type: "say";
  text: string;
}

/**
 * Say a set phrase to everybody in the room.
 *
 * `ace_please`, said by a contestant during the countdown or before they deal again, is answered
 * once with `thank_you` in their name, if the deal has what it asks for. Only contestants of the
 * race are sent that answer. After `counting`, a contestant whose deal is being shown is sent what
 * others say only when the deal has ended.
 */
export interface SayPhrase {
  id: number;
  type: "phrase";
  phrase:
    | "ace_please"
    | "thank_you"
    | "rotten_cards"
    | "defeated_cards"
    | "superstition"
    | "cheating"
    | "skill"
    | "frightfully_complicated"
    | "grinds_to_a_halt"
    | "appalling_jumble"
    | "cock_up"
    | "golden_rule"
    | "good_news"
    | "clever_and_lucky"
    | "on_the_trot"
    | "telephone"
    | "drink"
    | "congratulations"
    | "same_again"
    | "counting"
    | "black_on_red";
}

/**
 * When the tournament starts by itself: at `starts_at` (milliseconds since 1970), and again as
 * `repeat` says, at the same local time in `zone`, `times` times altogether or until it is
 * stopped. Entrants are reminded `remind_ms` before each start.
 */
export interface AskedSchedule {
  starts_at: number;
  zone?: string;
  repeat?: "daily" | "weekly" | "fortnightly" | "monthly" | null;
  times?: number | null;
  remind_ms?: number[];
}

/**
 * How the table is computed: see `engine/tournaments/table_input.py`. Fields left out get their
 * defaults.
 */
export interface AskedScoring {
  way?: string;
  tie_breaks?: string[];
  missed?: "zero" | "average";
  places?: number[];
  team_best?: number;
  team_tie_breaks?: string[];
}

/**
 * The settings of a room. `size` is the maximum number of seats. `locked`: nobody may take a
 * new seat. `invite_only`: people need the invitation word to enter. `bots`: bots may take seats.
 * `listed`: the room is on the public list.
 *
 * `boards` says who may see the boards of others during a race: `nobody`; `done`, contestants who
 * have finished this deal; `everybody`, those and spectators, who see them `delay_ms` later.
 * `late` lets newcomers join a running race; `boards` is then `nobody`, because somebody who sees
 * a board could join afterwards.
 */
export interface AskedSettings {
  size?: number;
  locked?: boolean;
  invite_only?: boolean;
  late?: boolean;
  bots?: boolean;
  boards?: "nobody" | "done" | "everybody";
  delay_ms?: number;
  listed?: boolean;
}

/**
 * Let whoever sends `organise_tournament` with this word, a random text, organise the
 * tournament too. It replaces the word before. Without a word, nobody but the organiser organises
 * it any more.
 */
export interface ShareOrganising {
  verb: "share";
  word?: string | null;
}

/** Create an account under an unused name. A bot sets `bot`. */
export interface SignUp {
  id: number;
  name: string;
  remember?: boolean;
  device?: string | null;
  type: "sign_up";
  password: string;
  bot?: boolean;
}

/** Stop passing on what a seat writes, or allow it again. Host only. */
export interface Silence {
  id: number;
  type: "silence";
  seat: number;
  silent: boolean;
}

/**
 * `open`: let people enter. `pause`: begin nothing new until `resume`. `close_hall`: the limits
 * of the hall's address are as before.
 */
export interface SimpleVerb {
  verb: "open" | "pause" | "resume" | "close_hall";
}

/**
 * Keep your seat without taking part in races, so that no race waits for you; or take part
 * again.
 */
export interface StandAside {
  id: number;
  type: "stand_aside";
  aside: boolean;
}

/** Begin the countdown of the race, with those who are ready as its contestants. Host only. */
export interface Start {
  id: number;
  type: "start";
}

/** Start the crown race. Only the account that opened it may. */
export interface StartCrownRace {
  id: number;
  type: "start_crown_race";
  code: string;
}

/**
 * Start the tournament, or end the present lobby or table early. `round` is the round this
 * refers to, 0 for the start of the tournament: a repeated request about an earlier round succeeds
 * without effect.
 */
export interface StartOf {
  verb: "start";
  round?: number | null;
}

/**
 * End the tournament: at once, or when the games in progress have ended. With `for_good` the
 * rest of the series is cancelled as well.
 */
export interface Stop {
  verb: "stop";
  for_good?: boolean;
}

/** Become host after the present host has been away for a minute. */
export interface TakeHost {
  id: number;
  type: "take_host";
}

/**
 * Entrants join teams: those of `names`, or of any name if it is empty. `most` is the maximum
 * size of a team. The scoring says how many members count.
 */
export interface AskedTeams {
  names?: string[];
  most?: number | null;
}

/**
 * How a race ends and who wins it; None means the default of the game. The values are explained
 * in `docs/protocol.md`. `show_grids` and `safe_play` are sent only if they are chosen, so that
 * servers which do not know them open all other races.
 */
export interface AskedTerms {
  format?: "first_out" | "best" | "score" | "caller" | null;
  winners?: "time" | "moves" | null;
  take_back?: "none" | "until_card" | "free" | "practice" | null;
  call_ms?: number | null;
  show_grids?: "each_card" | "end" | null;
  safe_play?: boolean;
}

/**
 * The definition of a tournament.
 *
 * `rounds` are the deals. A series plays each once, in this order; the other formats repeat the
 * list as often as needed. `turns` is the number of rounds of a Swiss tournament; None means as
 * many as the number of entrants requires. `window_ms` is how long after the start of an arena or
 * crown tournament deals can be begun. `queue` says whether an arena deals `rounds` in order or at
 * random.
 *
 * `most` is the maximum number of entrants. `late` is the last round in which latecomers can
 * start, 0 for none and None for any. `invited` are names of accounts, None if anybody may enter.
 * `guests` says whether people may enter without an account; left out, they may not.
 * Between rounds the table is shown for `table_ms`, then a lobby for `lobby_ms`. Spectators see
 * boards `delay_ms` later.
 */
export interface AskedTournamentPlan {
  title: string;
  format?: "series" | "knockout" | "swiss" | "round_robin" | "arena" | "crowns";
  rounds?: (AskedRoundPlan | string)[];
  scoring?: AskedScoring;
  teams?: AskedTeams | null;
  knockout?: AskedKnockout | null;
  turns?: number | null;
  window_ms?: number | null;
  queue?: "in_order" | "drawn";
  most?: number;
  bots?: boolean;
  late?: number | null;
  invited?: string[] | null;
  guests?: boolean;
  schedule?: AskedSchedule | null;
  lobby_ms?: number;
  table_ms?: number;
  delay_ms?: number;
}

/**
 * Use your one try of a daily deal: a race for one, which begins at once. Answered by
 * `room`.
 */
export interface TryDaily {
  id: number;
  token: string;
  legal?: boolean;
  type: "try_daily";
  name: string;
}

/** Stop following the leaderboard. */
export interface Unfollow {
  id: number;
  type: "unfollow";
}

/** Stop following your run. */
export interface UnfollowCrown {
  id: number;
  type: "unfollow_crown";
}

/** Stop following the crown race. */
export interface UnfollowCrownRace {
  id: number;
  type: "unfollow_crown_race";
}

/** Stop following the tournament. Answered by `done`. */
export interface UnfollowTournament {
  id: number;
  type: "unfollow_tournament";
}

/** Say that you are no longer ready for the next race. */
export interface Unready {
  id: number;
  type: "unready";
}

/** Stop watching boards. */
export interface Unwatch {
  id: number;
  type: "unwatch";
}

/**
 * Vote for the game of the next race, after race number `race`; another vote replaces the one
 * before. The next race is opened as soon as more than half of the people who are here want the
 * same game, or all have voted; then the game with the most votes wins, of several the one voted
 * for first. A vote for the game of the race before is one for a rematch.
 */
export interface Vote {
  id: number;
  type: "vote";
  race: number;
  game: string;
}

/** Follow a room without a seat: its members, standings and results. */
export interface Watch {
  id: number;
  type: "watch";
  code: string;
  invite?: string | null;
}

/** Watch the board of a seat of the current race, instead of any other. */
export interface WatchBoard {
  id: number;
  type: "watch_board";
  seat: number;
}

/**
 * Watch the boards of these seats of the current race side by side, instead of any others. The
 * answer is `done`; before it comes a `watched_table` without an `id` for each board that was not
 * watched already. If one of them may not be seen, the request is refused.
 */
export interface WatchBoards {
  id: number;
  type: "watch_boards";
  seats: number[];
}

/** Stop taking part. Results so far stay. Answered by `done`. */
export interface WithdrawFromTournament {
  id: number;
  type: "withdraw_from_tournament";
  code: string;
  guest?: string | null;
}

// What a server may say.

export type FromServer =
  | Welcome
  | Done
  | Refused
  | Pong
  | Notice
  | Room
  | Joined
  | Left
  | Presence
  | Covered
  | ReadyChanged
  | Countdown
  | Started
  | Called
  | Held
  | Over
  | NextRace
  | SettingsChanged
  | HostPassed
  | Silenced
  | StoodAside
  | RaceJoined
  | Skip
  | Said
  | OpenRooms
  | Watchers
  | Table
  | Frame
  | Moved
  | DealCounts
  | WatchedTable
  | Grids
  | Progress
  | Record
  | Replay
  | Ghost
  | Dailies
  | DailyBoard
  | Board
  | BoardChanged
  | MyRaces
  | MySeats
  | Rivals
  | Versus
  | Streaks
  | Crown
  | Roll
  | CrownWon
  | CrownRace
  | Rang
  | Ringing
  | CallAnswered
  | Calls
  | Tournament
  | TournamentChanged
  | TournamentReminder
  | TournamentTable
  | TournamentRound
  | Tournaments
  | SignedIn
  | AccountNow
  | FormerName
  | SeatsClaimed
  | AccountData
  | Friends;

/**
 * Everything the server stores about your account, except password hashes, token hashes and the
 * like.
 */
export interface AccountData {
  type: "account_data";
  id: number;
  data: { [key: string]: Json };
}

/**
 * Your account. `sessions` is the number of sessions that have not expired; `made_ms` is when
 * the account was created, in milliseconds since 1970.
 */
export interface AccountInfo {
  name: string;
  bot: boolean;
  made_ms: number;
  sessions: number;
  preferences: Preference[];
}

/**
 * Your account: the answer to `get_account` and to requests that change the account. `recovery`
 * is a new recovery code, which is sent only once; None if there is no new one.
 */
export interface AccountNow {
  type: "account";
  id: number;
  account: AccountInfo;
  recovery: string | null;
}

/** An answer to a call, and the name of the person who gave it. */
export interface Answered {
  name: string;
  answer: "congratulations" | "rotten_luck" | "show_me";
}

/** The game that a seat has voted for, with its title in English. */
export interface Ballot {
  seat: number;
  game: string;
  title: string;
}

/**
 * Part of a leaderboard, starting with row `offset`; `total` counts the rows of the whole. If
 * the part asked for is around somebody who is not on the board, or friends of whom none is,
 * `places` is empty.
 *
 * `seq` numbers the messages about a board that is followed.
 */
export interface Board {
  type: "board";
  id: number;
  seq: number;
  game: string;
  options: { [key: string]: boolean | number | string };
  side: "people" | "bots";
  measure: "fastest" | "best" | "outs" | "streak" | "longest" | "rating";
  period: "day" | "week" | "month" | "year" | "all";
  which: string | null;
  total: number;
  offset: number;
  places: BoardPlace[];
}

/**
 * The followed leaderboard changed. Keep the first `first` rows of your part and replace the
 * rest by `places`. If you missed a `seq`, ask again, unless `first` is 0: then this is the whole
 * part.
 */
export interface BoardChanged {
  type: "board_changed";
  seq: number;
  which: string | null;
  total: number;
  offset: number;
  first: number;
  places: BoardPlace[];
}

/**
 * A row of a leaderboard. Equal results share a `place`. `name` is None if the account was
 * deleted.
 *
 * `amount` depends on the measure: milliseconds (fastest), progress or points (best), the lower
 * bound of the rating (rating), otherwise a count. For a best result, `out` is whether the game
 * was got out, `tie_break` the tie-break of the game, and `ms` when the result was reached.
 * `clean`: no move was taken back.
 */
export interface BoardPlace {
  place: number;
  name: string | null;
  amount: number;
  clean: boolean;
  out: boolean;
  tie_break: number;
  ms: number | null;
  believed: ShownRating | null;
}

/**
 * A break of a run: `between` two games, `declared` by `begin_break`, or `line_lost` while the
 * connection was lost. `ago_ms` is how long ago it began. `ms` is how much of it counts: time in
 * which the server was away does not.
 */
export interface BreakTaken {
  kind: "between" | "declared" | "line_lost";
  ago_ms: number;
  ms: number;
}

/**
 * A call. `mine`: you made it. `answers` are up to fifty answers, oldest first, for the caller;
 * for others only their own. `missed`: you have not heard it. `name` is None if the caller's
 * account was deleted; `line` is empty then. `withdrawn`: the crown was withdrawn later.
 */
export interface Call {
  call: number;
  name: string | null;
  award: string;
  crown: "triple" | "quintuple";
  games: GameWon[];
  line: string;
  ago_ms: number;
  everybody: boolean;
  mine: boolean;
  missed: boolean;
  withdrawn: boolean;
  answers: Answered[];
}

/** Somebody answered a call of yours. */
export interface CallAnswered {
  type: "call_answered";
  call: number;
  answered: Answered;
}

/**
 * A card was called. Place it within `call_ms`, otherwise the server places it for you. The
 * table with the card follows.
 */
export interface Called {
  seq: number;
  type: "called";
  race: number;
  call: number;
  call_ms: number;
}

/** A page of your calls. `total` counts all, `missed` the missed ones among all. */
export interface Calls {
  type: "calls";
  id: number;
  total: number;
  missed: number;
  muted: boolean;
  calls: Call[];
}

export type Card = string;

/**
 * What a move changed of a view: each changed pile whole, null for a pile that is no longer on the
 * table, and each changed fact. `passed` lists cards that came up and went down again within the
 * move, with their piles.
 */
export interface Changed {
  piles: { [key: string]: PileView | null };
  session?: number;
  deals_left?: number;
  next?: Card | null;
  grid?: LaidCard[];
  line_scores?: LineScores;
  phase?: "turn" | "fan";
  fan_of?: number | null;
  closed?: number[];
  base?: string;
  grace_left?: boolean;
  quiet?: boolean;
  barren?: boolean;
  packet?: number;
  at?: number;
  exchange_left?: number;
  redeals_left?: number;
  round?: number;
  last?: Card[];
  passed?: [string, Card][];
  [field: string]:
    | Json
    | { [key: string]: PileView | null }
    | number
    | undefined
    | Card
    | null
    | LaidCard[]
    | LineScores
    | "turn"
    | "fan"
    | number[]
    | string
    | boolean
    | Card[]
    | [string, Card][];
}

/**
 * `starts_in_ms` is the time until the tournament starts by itself. If everybody plays at their
 * own pace, deals can be begun from `opens_in_ms` until `closes_in_ms`, both counted from now.
 */
export interface Clocks {
  starts_in_ms: number | null;
  opens_in_ms: number | null;
  closes_in_ms: number | null;
}

/**
 * The race starts in `starts_in_ms`; its contestants are the seats `racing`. No card is sent
 * before the start.
 */
export interface Countdown {
  seq: number;
  type: "countdown";
  race: number;
  starts_in_ms: number;
  racing: number[];
}

/**
 * A contestant began or ended a break. During a break their board is covered and moves are
 * refused; the clock goes on.
 */
export interface Covered {
  seq: number;
  type: "covered";
  seat: number;
  covered: boolean;
}

/**
 * The state of your run. If `won` is empty there is no run, and no time is counted.
 *
 * `won` are the consecutive wins, oldest first. `breaks` are the finished ones; `pause` is the
 * present one with the time counted so far, and `covered` says that you covered the board
 * yourself. `waiting`: you are waiting for others or for the server, and this time is free so far.
 * `spent_ms` is the counted time of all breaks. `limit` is the limit that will be exceeded next if
 * nothing changes, and `left_ms` the time until then; both are None if no time is being counted.
 * `triple_after` and `quintuple_after` are how many more consecutive wins make a Triple or a
 * Quintuple Crown.
 */
export interface Crown {
  type: "crown";
  id: number | null;
  won: GameWon[];
  playing: CrownGame | null;
  breaks: BreakTaken[];
  pause: BreakTaken | null;
  covered: boolean;
  waiting: boolean;
  spent_ms: number;
  limit: "between" | "within" | "total" | "idle" | null;
  left_ms: number | null;
  triple_after: number;
  quintuple_after: number;
  limits: CrownLimits;
  ended: RunEnded | null;
}

/**
 * The game in progress, one of the five great games. `counts`: a win would count for the
 * run.
 */
export interface CrownGame {
  game: string;
  race: string;
  counts: boolean;
}

/**
 * The limits of a run. In seconds: `between_s` from the end of a game to the next deal,
 * `within_s` for one break within a game, `total_s` for all breaks together, `idle_s` for thinking
 * about one move. `refusals` is how many deals may be refused before the first move.
 */
export interface CrownLimits {
  between_s: number;
  within_s: number;
  total_s: number;
  idle_s: number;
  refusals: number;
}

/**
 * The state of a crown race. `games` are in the order of the deals; `mine` is your index in
 * `racers`, None if you take no part. `closes_in_ms` is the time until the games in progress are
 * ended. `commitment` is published before the start. `opened` is None until the race is over; it
 * has the secret from which the secret of each deal is derived.
 */
export interface CrownRace {
  type: "crown_race";
  id: number | null;
  code: string;
  status: "lobby" | "running" | "over";
  host: string | null;
  games: string[];
  commitment: string;
  opened: Opened | null;
  closes_in_ms: number | null;
  mine: number | null;
  racers: CrownRacer[];
}

/**
 * A candidate. `games` are those reached, in the order of the race. `crown` is the highest
 * crown won within this race; `quit` says that the candidate has stopped. Equal candidates share a
 * `place`; the order is: higher crown, then more games won, then less time used for them.
 */
export interface CrownRacer {
  name: string | null;
  place: number;
  crown: "triple" | "quintuple" | null;
  won: number;
  took_ms: number;
  quit: boolean;
  games: GameRaced[];
}

/** Somebody has won a crown, or (`withdrawn`) a crown was withdrawn. Sent to everybody. */
export interface CrownWon {
  type: "crown_won";
  award: string;
  crown: "triple" | "quintuple";
  name: string;
  withdrawn: boolean;
}

/**
 * The deals of today, which can be tried, and those of tomorrow, of which only the commitment
 * is known.
 */
export interface Dailies {
  type: "dailies";
  id: number;
  today: DailyInfo[];
  tomorrow: DailyInfo[];
}

/**
 * The results of a daily deal. People and bots are ranked separately. `closed`: every try has
 * ended, and `opened` has the secret.
 */
export interface DailyBoard {
  type: "daily_board";
  id: number;
  name: string;
  closed: boolean;
  results: DailyResult[];
  bots: DailyResult[];
  opened: Opened | null;
}

/**
 * A daily deal. Its seed contains `name` in the place of a race id, and no nonces. `code` is
 * the room of your try, `done` whether it is over. The deal is opened (secret, results and records
 * become public) in `told_in_ms`: after `closes_in_ms`, when the last try must have ended.
 */
export interface DailyInfo {
  name: string;
  slot: "sprint" | "long";
  game: string;
  options: { [key: string]: boolean | number | string };
  bell_ms: number;
  commitment: string;
  opens_in_ms: number;
  closes_in_ms: number;
  told_in_ms: number;
  code: string | null;
  done: boolean;
}

/** A place among the results of a daily deal. `code` is the room of the try. */
export interface DailyResult {
  place: number;
  name: string;
  code: string;
  standing: SeatStanding;
}

/**
 * On how many days in a row somebody has played a daily deal, that is made a move in one, and
 * on how many they have got one out. A try counts from when its deal is public. A streak is
 * current until a day of which all deals are public breaks it.
 */
export interface DailyStreaks {
  played: DayStreak;
  won: DayStreak;
}

/**
 * Numbers of days in a row, by the dates of the daily deals: the current streak and the longest
 * so far.
 */
export interface DayStreak {
  streak: number;
  longest: number;
}

/**
 * The answer to the move `hint` before the last frame of a deal that you watch. `counts`: how
 * many cards of each number, from 1, the frames so far have laid on the heaps. `ply` is the number
 * of moves including the hint. `stopped_counting` is as in `table`.
 */
export interface DealCounts {
  type: "deal_counts";
  id: number;
  race: number;
  ply: number;
  counts: number[];
  stopped_counting: boolean;
}

/** The request was carried out. If it changed the room, events that say so follow. */
export interface Done {
  type: "done";
  id: number;
}

/** How a game ended. */
export interface Ended {
  result: "won" | "lost" | "complete";
  reason: "stuck" | "resigned" | "timeout" | null;
}

/**
 * Somebody who takes or took part. `name` is None if the account was deleted. `since` is the
 * first turn they play in, None if they play in none. `gone` says how they left. `guest`: they
 * have entered without an account, and are rated in no round.
 */
export interface Entrant {
  number: number;
  name: string | null;
  bot: boolean;
  team: string | null;
  checked_in: boolean;
  since: number | null;
  gone: "withdrawn" | "removed" | null;
  guest: boolean;
}

/**
 * The progress of an entrant in the current round: `best` of `goal`, and in a game ranked by
 * points also `points`, unless a card that counts is face down.
 */
export interface EntrantProgress {
  entrant: number;
  round: number;
  progress: number;
  best: number;
  goal: number;
  result: "won" | "lost" | "complete" | null;
  ended_ms: number | null;
  points: number | null;
}

/**
 * The name your account had before the server renamed it: because it looked the same as an
 * older account's name, or because the name is no longer allowed. None for most accounts, and
 * after the next `rename`.
 */
export interface FormerName {
  type: "former_name";
  id: number;
  name: string | null;
}

/**
 * One frame of a deal that you watch step by step: number `frame`, from 1, of `of`. You can
 * play after the last frame, which a `table` follows.
 *
 * A frame is a round of dealing in which cards are counted. `laid` are the cards that stayed on
 * the table, `matches` those whose rank was the number counted; both are pairs of number and card,
 * in the order of the deal. `blank`: another card was laid face down and ended the round. `view`
 * is the table after this frame. `ply` is the number of your moves, which before the last frame
 * can only be hints; it is left out if it is 0.
 */
export interface Frame {
  type: "frame";
  id: number | null;
  race: number;
  clock_ms: number;
  frame: number;
  of: number;
  laid: [number, string][];
  matches: [number, string][];
  blank: boolean;
  view: View;
  ply: number;
}

/**
 * Somebody you have a relation to. `asked`: you asked them to be friends; `asks`: they asked
 * you. Both wait for an answer.
 */
export interface Friend {
  name: string;
  bot: boolean;
  state: "friend" | "asked" | "asks" | "blocked";
}

/** Everybody you have a relation to, sorted by name. */
export interface Friends {
  type: "friends";
  id: number;
  friends: Friend[];
}

/**
 * A row of the table with everything it is computed from. `rounds` has None for each round that
 * was missed, `tie_breaks` None for each tie-break that was not needed.
 */
export interface FullRow {
  place: number;
  entrant: number;
  total: string;
  average: string;
  shown: TableRow;
  rounds: (Score | null)[];
  tie_breaks: (string | null)[];
}

/** The place of a team, with exact numbers. */
export interface FullTeam {
  place: number;
  team: string;
  total: string;
  shown: string;
  counting: number[];
  tie_breaks: (string | null)[];
}

/**
 * The result of a candidate in one of the games, or `playing`. A `void` game counts for
 * nothing. `code` is the room it was played in; others are told it when the crown race is over.
 * `progress` is the best progress reached.
 */
export interface GameRaced {
  game: string;
  result: "playing" | "won" | "lost" | "resigned" | "timeout" | "abandoned" | "void";
  progress: number;
  took_ms: number | null;
  code: string | null;
}

/**
 * How many games in a row somebody got out, at one game with its default options: the current
 * streak and the longest so far.
 */
export interface GameStreak {
  game: string;
  streak: number;
  longest: number;
}

/** The races between two people at one game. */
export interface GameTally {
  game: string;
  tally: Tally;
}

/**
 * A game won in a run. `race` is the id of its race, whose record (as long as it is stored) has
 * the deal and the moves. `took_ms` is the time on the clock of the game, `ago_ms` how long ago it
 * was won.
 */
export interface GameWon {
  game: string;
  race: string;
  took_ms: number;
  ago_ms: number;
}

/**
 * A contestant of a finished race: `steps` are their figures as rivals saw them, oldest first
 * and starting with the deal, and `final` is their result. `terms` and `bell_ms` are those of a
 * race against this ghost. There are no cards in it.
 */
export interface Ghost {
  type: "ghost";
  id: number;
  race: string;
  seat: number;
  name: string;
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: Terms;
  bell_ms: number;
  final: SeatStanding;
  steps: GhostStep[];
}

/** The finished game that a practice game was raced against. */
export interface GhostGame {
  race: string;
  seat: number;
  name: string;
}

/** The finished game that is raced against: contestant `seat` of `race`, called `name`. */
export interface GhostInfo {
  race: string;
  seat: number;
  name: string;
}

/** The ghost's figures from race time `ms` on, until its next step. */
export interface GhostStep {
  ms: number;
  standing: SeatStanding;
}

/**
 * The grids of all contestants, in order of seat, when card number `placed` of the called cards
 * had been placed by everybody who still played; after the race, the final grids. Sent only if the
 * terms say that grids are shown after each card. Each message replaces the one before.
 */
export interface Grids {
  type: "grids";
  race: number;
  placed: number;
  grids: SeatGrid[];
}

/**
 * One race of a round: its room code and its entrants in the order of their seats. `over`: its
 * results are known; `absent` are the entrants who were not there, who have no result. `void`: the
 * operator of the server has declared that the race counts for nothing, as if nobody had been
 * there.
 */
export interface HeatInfo {
  room: string;
  entrants: number[];
  over: boolean;
  absent: number[];
  void: boolean;
}

/**
 * The server could store no moves for `held_ms`, so the race was held for that time: its start,
 * its clock and its time limit have moved. `starts_in_ms` and `clock_ms` have the new values.
 */
export interface Held {
  seq: number;
  type: "held";
  race: number;
  held_ms: number;
  starts_in_ms: number | null;
  clock_ms: number | null;
}

/**
 * The most promising legal move, and why: `{n}` in the reason stands for `n`. `tilts` are those
 * that the book of the game gives to cards in sight, such as dead and danger cards; empty in most
 * games. `counts`, right after a deal that was watched and before any other move: how many cards
 * of each number, from 1, were laid on the heaps; otherwise empty.
 */
export interface Hint {
  move: Move;
  reason: string;
  n: number;
  tilts: Tilt[];
  counts: number[];
}

/**
 * A crown on the roll of honour. One entry comes from the book of rules and was not played
 * here: it has no `award`, name or races, and `text` is what the book says of it. `name` is None
 * as well if the account was deleted. `took_ms` is the time from the first deal to the last card;
 * `breaks` are those between the end of the first game and the end of the last. `day` is the day
 * of the last card, such as 2026-11-21.
 */
export interface Honour {
  award: string | null;
  crown: "triple" | "quintuple";
  name: string | null;
  day: string;
  games: GameWon[];
  breaks: BreakTaken[];
  took_ms: number | null;
  text: string | null;
}

/** The host was away too long; `host` is the new one. */
export interface HostPassed {
  seq: number;
  type: "host_passed";
  host: number;
}

/** Somebody took a seat. `claimed`: the name belongs to an account. */
export interface Joined {
  seq: number;
  type: "joined";
  seat: number;
  name: string;
  bot: boolean;
  claimed: boolean;
}

export type Json = boolean | number | string | Json[] | { [key: string]: Json } | null;

/**
 * Heats of two or four entrants, of whom `go_on` advance. Ties for advancing are broken by a
 * `sprint` in a heat of its own. `seeds`: the bracket is drawn at random, or seeded in the order
 * of entry.
 */
export interface Knockout {
  heats: 2 | 4;
  go_on: 1 | 2;
  seeds: "drawn" | "entered";
  sprint: RoundPlan;
}

/** A card of the grid and its cell. */
export interface LaidCard {
  cell: [number, number];
  card: Card;
}

/**
 * A seat was given up, or (`kicked`) removed by the host. `host` is the seat that is host now.
 * A contestant who leaves during the countdown takes no part in the race.
 */
export interface Left {
  seq: number;
  type: "left";
  seat: number;
  host: number | null;
  kicked: boolean;
}

/**
 * The points of each row and of each column, in order. In a frame that is not fixed, only lines
 * that hold cards are listed. A line that is not full, or whose points are not known yet, has
 * None.
 */
export interface LineScores {
  rows: (number | null)[];
  columns: (number | null)[];
}

/**
 * Somebody with a seat. `racing`: has a board in the current race; `aside`: takes no part in
 * races; `silent`: silenced by the host; `covered`: on a break, with the board covered; `claimed`:
 * the name belongs to an account; `left`: gone for good, and listed because they were in the
 * current race.
 */
export interface Member {
  seat: number;
  name: string;
  here: boolean;
  ready: boolean;
  racing: boolean;
  aside: boolean;
  silent: boolean;
  covered: boolean;
  bot: boolean;
  claimed: boolean;
  left: boolean;
}

/**
 * A move: its kind, and the fields that the kind has in its game. Other fields are those of games
 * that this schema does not know.
 */
export interface Move {
  kind: string;
  src?: string;
  dst?: string;
  n?: number;
  cell?: [number, number];
  order?: number[];
  fills?: string[];
  slots?: string[];
  end?: string;
  [field: string]: Json | string | undefined | number | [number, number] | number[] | string[];
}

/**
 * A move on your board has been stored. `ply` is the number of moves including it. `changed` is
 * what it changed (see `protocol/rooms/boards.py`), `ms` the race time at which it counted.
 *
 * `id` is None for a move that the server made because the time for a called card ran out. `hint`
 * is the advice, if the move was `hint`.
 */
export interface Moved {
  type: "moved";
  id: number | null;
  race: number;
  ply: number;
  ms: number;
  changed: Changed;
  progress: number;
  points: number | null;
  over: Ended | null;
  legal: Move[] | null;
  finish: Move | null;
  safe: Move | null;
  redo: Move | null;
  hint: Hint | null;
  stopped_counting: boolean;
}

/** A page of your races; `total` is the number of all. */
export interface MyRaces {
  type: "my_races";
  id: number;
  total: number;
  races: PastRace[];
}

/** A seat of yours in a room. */
export interface MySeat {
  code: string;
  seat: number;
}

/** A page of your seats; `total` is the number of all. */
export interface MySeats {
  type: "my_seats";
  id: number;
  total: number;
  seats: MySeat[];
}

/** An announcement of the organiser. */
export interface News {
  ago_ms: number;
  text: string;
}

/**
 * The room has a new current race, which begins when everybody is ready or the host starts
 * it.
 */
export interface NextRace {
  seq: number;
  type: "next_race";
  race: RaceInfo;
}

/** News about the server itself: `storage_away`, `storage_back`, `closing` or `banned`. */
export interface Notice {
  type: "notice";
  code: string;
  text: string;
}

/**
 * A room that anybody may enter. `here` people are connected, of at most `size`; with `late`
 * newcomers may also join a running race.
 */
export interface OpenRoom {
  code: string;
  game: string;
  options: { [key: string]: boolean | number | string };
  bell_ms: number;
  format: string;
  host: string | null;
  here: number;
  size: number;
  status: "lobby" | "countdown" | "running" | "over";
  late: boolean;
}

/** The public list: at most fifty rooms, most recently changed first. */
export interface OpenRooms {
  type: "open_rooms";
  id: number;
  rooms: OpenRoom[];
}

/** The secret and nonces of a finished race, from which anybody can compute its deal. */
export interface Opened {
  secret: string;
  nonces: { [key: string]: string };
}

/**
 * The race is over: the results, and (`opened`) the secret that lets anybody check the deal. A
 * daily deal is opened later, when its day is over; then `opened` is None here. `wins` are as in
 * `room`.
 */
export interface Over {
  seq: number;
  type: "over";
  race: number;
  ended_ms: number;
  results: Result[];
  opened: Opened | null;
  wins: RoomScore[];
}

/**
 * A race of your account; its record has the details. `daily` is the name of a deal that others
 * play in rooms of their own: a daily deal, or a deal of a crown race such as `crown-KQ74TX-3`.
 * `voided`: the operator of the server has declared that it no longer counts.
 */
export interface PastRace {
  race: string;
  daily: string | null;
  game: string;
  ago_ms: number;
  seat: number;
  place: number;
  voided: boolean;
}

/** The number of face-down cards of a pile, and the face-up cards on them, bottom first. */
export interface PileView {
  down: number;
  up: Card[];
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  id: number;
}

/**
 * A preference and when it was set, in milliseconds since 1970. `value` None resets it to the
 * default.
 */
export interface Preference {
  name: string;
  value: boolean | number | string | null;
  at: number;
}

/** The connection of a seat was opened or lost. The seat keeps its board and its clock. */
export interface Presence {
  seq: number;
  type: "presence";
  seat: number;
  here: boolean;
}

/**
 * The standings of the seats whose standing has changed since the last `progress`. Sent at most
 * four times a second.
 */
export interface Progress {
  type: "progress";
  race: number;
  clock_ms: number;
  standings: SeatStanding[];
}

/**
 * The current race of a room. `id` goes into the seed of its deal.
 *
 * `starts_in_ms` is set during the countdown, `clock_ms` (race time) from the start on. If cards
 * are called, `call` is the number of the current call, from 1, and `call_ms` the time left to
 * place it. `ranked_by` says what ranks the contestants: progress, the tie-break of winners before
 * their time, or points; None from a server that does not say.
 * `votes` are the votes for the game of the next race, in their order. `ghost` is sent only in a
 * race against a ghost.
 */
export interface RaceInfo {
  id: string;
  n: number;
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: Terms;
  bell_ms: number;
  commitment: string;
  status: "lobby" | "countdown" | "running" | "over";
  starts_in_ms: number | null;
  clock_ms: number | null;
  call: number | null;
  call_ms: number | null;
  ranked_by: "progress" | "tie_break" | "points" | "reach" | null;
  votes: Ballot[];
  ghost: GhostInfo | null;
}

/** A newcomer joined the running race, on the same deal and clock as everybody. */
export interface RaceJoined {
  seq: number;
  type: "race_joined";
  race: number;
  seat: number;
}

/**
 * A record as a JSON document: everything needed to check a deal, its moves and its results.
 * `docs/records.md` explains the fields.
 */
export interface RaceRecord {
  format: number;
  race: string;
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: RecordedTerms;
  deal: number | null;
  commitment: string | null;
  secret: string | null;
  nonces: { [key: string]: string };
  seed: string;
  bell_ms: number | null;
  ended_ms: number;
  seats: RecordedSeat[];
  results: RecordedResult[];
  ghost?: GhostGame;
  session?: RecordedSession;
  called_off?: boolean;
  digest: string;
}

/** The call was made. The answer to `ring`. */
export interface Rang {
  type: "rang";
  id: number;
  call: Call;
}

/** A seat declared itself ready for the next race, or no longer ready. */
export interface ReadyChanged {
  seq: number;
  type: "ready_changed";
  seat: number;
  ready: boolean;
}

/** The record of a race: everything needed to check its deal, moves and results. */
export interface Record {
  type: "record";
  id: number;
  record: RaceRecord;
}

/** A place in the results of a record: the fields of `Standing` and the place. */
export interface RecordedResult {
  place: number;
  seat: number;
  result: "won" | "lost" | "complete" | null;
  reason: "stuck" | "resigned" | "timeout" | null;
  best: number;
  tie_break: number;
  reached_ms: number;
  points: number | null;
  ended_ms: number | null;
  moves: number;
  clean: boolean;
}

/** A contestant of a record, with all their moves. */
export interface RecordedSeat {
  seat: number;
  name: string;
  moves: ([number, string] | [number, string, "host" | "server"])[];
}

/**
 * The session of a deal: several deals with a single commitment. `deal` is the number of this
 * deal, from 1. `secret` is None until the session is over.
 */
export interface RecordedSession {
  name: string;
  deal: number;
  commitment: string;
  secret: string | null;
}

/**
 * The terms of the race, with all defaults written out. Without `show_grids`, grids were not
 * shown during the race; records written before there was this term lack it.
 */
export interface RecordedTerms {
  format: "first_out" | "best" | "score" | "caller";
  winners: "time" | "moves";
  take_back: "none" | "until_card" | "free" | "practice";
  call_ms: number | null;
  show_grids?: "each_card";
  safe_play?: true;
}

/**
 * The request changed nothing. `code` is for programs, `error` is a sentence for people.
 * `protocol/retries.py` says which codes a client may try again by itself.
 *
 * For a refused move, `ply` is the number of moves the server has. For a refused plan of a
 * tournament, `faults` are all its mistakes.
 */
export interface Refused {
  type: "refused";
  id: number | null;
  code: string;
  error: string;
  ply: number | null;
  faults: RequestFault[];
}

/**
 * The board of a seat after `offset` of its `total` moves, and the moves that follow: all of
 * them, or as many as fit into one message.
 */
export interface Replay {
  type: "replay";
  id: number;
  race: string;
  seat: number;
  name: string;
  game: string;
  options: { [key: string]: boolean | number | string };
  bell_ms: number;
  ended_ms: number;
  total: number;
  offset: number;
  view: View;
  progress: number;
  points: number | null;
  over: Ended | null;
  moves: ReplayedMove[];
}

/**
 * A move or `undo`, the race time at which it counted, and what it changed (as in `moved`).
 * `by` is who made it: `seat`, or `server` for somebody who was silent or had left.
 */
export interface ReplayedMove {
  ms: number;
  by: string;
  text: string;
  changed: Changed;
  progress: number;
  points: number | null;
  over: Ended | null;
}

/**
 * What is wrong with one value of a request, as a sentence. `path` leads to the value by names
 * and positions, as `rounds`, 2, `bell_ms`.
 */
export interface RequestFault {
  path: (string | number)[];
  error: string;
}

/** A seat in the results of a race. Equal standings share a `place`. */
export interface Result {
  place: number;
  standing: SeatStanding;
}

/**
 * The telephone rings. Sent on every connection of those who are called and have not muted it.
 * During a game a client shows only a small sign until the game is over.
 */
export interface Ringing {
  type: "ringing";
  call: Call;
}

/** Somebody you have raced. `name` is None if the account was deleted. */
export interface Rival {
  name: string | null;
  bot: boolean;
  tally: Tally;
  ago_ms: number;
}

/** A page of your rivals; `total` is the number of all. */
export interface Rivals {
  type: "rivals";
  id: number;
  total: number;
  rivals: Rival[];
}

/** A page of the roll of honour; `total` is the number of all entries. */
export interface Roll {
  type: "roll";
  id: number;
  total: number;
  honours: Honour[];
}

/**
 * The whole state of a room: the answer to `create`, `join`, `resume`, `watch` and other
 * requests that enter a room. `seat` is yours, None if you watch.
 *
 * `invite` is the invitation word, which only the host is told. `table` is your board; `frame` is
 * the current frame of a deal that you are still watching or have not made a move in. `grids` are
 * those of all contestants, if the terms show them and a card has been placed. `unread` are
 * the events since your last connection ended, oldest first; all other fields already include
 * their effects. `wins` has everybody who has raced others in this room, most wins first.
 */
export interface Room {
  type: "room";
  id: number | null;
  seq: number;
  code: string;
  seat: number | null;
  host: number | null;
  settings: Settings;
  invite: string | null;
  watchers: number;
  members: Member[];
  race: RaceInfo;
  standings: SeatStanding[];
  results: Result[] | null;
  opened: Opened | null;
  frame: Frame | null;
  table: Table | null;
  grids: Grids | null;
  unread: (Joined | Left | Presence | Covered | ReadyChanged | Countdown | Started | Called | Held |
    Over | NextRace | SettingsChanged | HostPassed | Silenced | StoodAside | RaceJoined | Skip)[];
  wins: RoomScore[];
}

/**
 * How many of the room's races against others somebody has won. `name` is theirs even if they
 * have left.
 */
export interface RoomScore {
  seat: number;
  name: string;
  wins: number;
}

/**
 * A round. All its heats are dealt the same cards: deal `number` of the tournament.
 *
 * `turn` is the round's position in the tournament; it differs from `number` once a round has been
 * played again. `decides` is set for a sprint: the number of the round whose ties it breaks.
 * `byes` are the entrants who do not play. In a knockout `through` entrants of each heat advance,
 * and `groups` is the bracket, including byes.
 *
 * `heats` is filled when their rooms exist, from the lobby on; if everybody plays at their own
 * pace, only `tournament_round` has the heats, after the tournament. `ends_in_ms` is when the
 * present state (lobby, race at the latest, or table) ends. `starts_in_ms` is when all races of
 * the round start.
 */
export interface RoundInfo {
  number: number;
  turn: number;
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: Terms;
  bell_ms: number;
  state: "pairing" | "lobby" | "racing" | "table" | "closed" | "voided";
  heats: HeatInfo[];
  byes: number[];
  groups: number[][];
  through: number;
  decides: number | null;
  ends_in_ms: number | null;
  starts_in_ms: number | null;
}

/** One deal: the game with its options, the terms of the race and its time limit. */
export interface RoundPlan {
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: Terms;
  bell_ms: number;
}

/**
 * How an entrant finished a round. Times are race time. `counts` is the score of the result,
 * None if the round or the entrant does not count.
 */
export interface RoundResult {
  entrant: number;
  room: string;
  seat: number;
  result: "won" | "lost" | "complete" | null;
  reason: "stuck" | "resigned" | "timeout" | null;
  best: number;
  tie_break: number;
  reached_ms: number;
  points: number | null;
  ended_ms: number | null;
  moves: number;
  clean: boolean;
  counts: Score | null;
}

/**
 * Why the last run ended: how a game was lost (`lost`, `resigned`, `timeout`, `abandoned`),
 * which limit was exceeded (`between`, `within`, `total`, `idle`), `gave_up`, or `quintuple` for a
 * run that was completed.
 */
export interface RunEnded {
  why: string;
  ago_ms: number;
}

/**
 * Somebody in the room said something. `set_phrase` is the id of the set phrase, None for free
 * text and from a server that does not send the field; a client may not know the id yet. `phrase`
 * is the same id if it is one of the first, which every client knows, else None.
 */
export interface Said {
  type: "said";
  seat: number;
  text: string;
  phrase:
    | "ace_please"
    | "thank_you"
    | "rotten_cards"
    | "defeated_cards"
    | "superstition"
    | "cheating"
    | "skill"
    | "frightfully_complicated"
    | "grinds_to_a_halt"
    | "appalling_jumble"
    | "cock_up"
    | "golden_rule"
    | "good_news"
    | "clever_and_lucky"
    | "on_the_trot"
    | "telephone"
    | "drink"
    | "congratulations"
    | "same_again"
    | null;
  set_phrase: string | null;
}

/**
 * When the tournament starts by itself: at `starts_at` (milliseconds since 1970), and again as
 * `repeat` says, at the same local time in `zone`, `times` times altogether or until it is
 * stopped. Entrants are reminded `remind_ms` before each start.
 */
export interface Schedule {
  starts_at: number;
  zone: string;
  repeat: "daily" | "weekly" | "fortnightly" | "monthly" | null;
  times: number | null;
  remind_ms: number[];
}

/**
 * The score of an entrant in a round. Fractions are exact texts, such as `1475/19`. `place` is
 * among the `of` entrants they are compared with, `beaten` are matchpoints, `progress` is in
 * hundredths of the goal, `worth` is what the round adds to the total, and `shown` the same
 * rounded for people.
 */
export interface Score {
  place: number;
  of: number;
  beaten: string;
  progress: string;
  out: boolean;
  worth: string;
  shown: string;
}

/**
 * How the table is computed: see `engine/tournaments/table_input.py`. Fields left out get their
 * defaults.
 */
export interface Scoring {
  way: string;
  tie_breaks: string[];
  missed: "zero" | "average";
  places: number[];
  team_best: number;
  team_tie_breaks: string[];
}

/** The grid of one contestant. `view` is their board without the card in hand. */
export interface SeatGrid {
  seat: number;
  view: View;
  progress: number;
  points: number | null;
}

/**
 * The standing of one seat, which rivals and spectators see as well. Times are race time.
 *
 * `best` is the best progress so far. `tie_break` ranks seats with equal `best`, higher first; it
 * is 0 in most games. `reached_ms` is when both were reached. `clean`: no move was taken back
 * and no hint asked for.
 */
export interface SeatStanding {
  seat: number;
  result: "won" | "lost" | "complete" | null;
  reason: "stuck" | "resigned" | "timeout" | null;
  progress: number;
  best: number;
  tie_break: number;
  reached_ms: number;
  points: number | null;
  ended_ms: number | null;
  moves: number;
  clean: boolean;
}

/** The codes of the rooms in which a seat belongs to your account now, newly or from before. */
export interface SeatsClaimed {
  type: "seats_claimed";
  id: number;
  codes: string[];
}

/**
 * The settings of a room. `size` is the maximum number of seats. `locked`: nobody may take a
 * new seat. `invite_only`: people need the invitation word to enter. `bots`: bots may take seats.
 * `listed`: the room is on the public list.
 *
 * `boards` says who may see the boards of others during a race: `nobody`; `done`, contestants who
 * have finished this deal; `everybody`, those and spectators, who see them `delay_ms` later.
 * `late` lets newcomers join a running race; `boards` is then `nobody`, because somebody who sees
 * a board could join afterwards.
 */
export interface Settings {
  size: number;
  locked: boolean;
  invite_only: boolean;
  late: boolean;
  bots: boolean;
  boards: "nobody" | "done" | "everybody";
  delay_ms: number;
  listed: boolean;
}

/** The host changed the settings. */
export interface SettingsChanged {
  seq: number;
  type: "settings_changed";
  settings: Settings;
}

/**
 * A rating: its mean, the uncertainty to show after ±, and whether it is provisional because it
 * rests on few races.
 */
export interface ShownRating {
  rating: number;
  uncertainty: number;
  races: number;
  provisional: boolean;
}

/**
 * This connection now acts for the account. `session` and `recovery` are there only if they are
 * new, and are sent only once. `session_ms` is how long the session lasts.
 */
export interface SignedIn {
  type: "signed_in";
  id: number;
  account: AccountInfo;
  session: string | null;
  session_ms: number;
  recovery: string | null;
}

/** The host silenced a seat, or allowed it to write again. */
export interface Silenced {
  seq: number;
  type: "silenced";
  seat: number;
  silent: boolean;
}

/**
 * Stands for an event that you are not told, so that the numbers `seq` have no gaps; or, with
 * `vote`, for a vote for the next game, which older clients do not know.
 */
export interface Skip {
  seq: number;
  type: "skip";
  vote: Ballot | null;
}

/** The race has started. Contestants get their `table` right after this. */
export interface Started {
  seq: number;
  type: "started";
  race: number;
}

/** A seat stopped taking part in races, or takes part again. */
export interface StoodAside {
  seq: number;
  type: "stood_aside";
  seat: number;
  aside: boolean;
}

/**
 * The streaks of somebody, longest current streak first. Games they never got out are not
 * listed. `daily` is None if they have never played a daily deal, or the server is older.
 */
export interface Streaks {
  type: "streaks";
  id: number;
  name: string;
  streaks: GameStreak[];
  daily: DailyStreaks | null;
}

/**
 * Your board, complete, after `ply` moves. `view` and `legal` are described in
 * `protocol/rooms/boards.py`; `legal` is None unless the seat asked for it. `marks` are the tilt
 * marks you set on cards and piles that have not moved since.
 */
export interface Table {
  type: "table";
  id: number | null;
  race: number;
  ply: number;
  clock_ms: number;
  view: View;
  progress: number;
  points: number | null;
  over: Ended | null;
  legal: Move[] | null;
  finish: Move | null;
  safe: Move | null;
  redo: Move | null;
  stopped_counting: boolean;
  marks: Tilt[];
}

/**
 * A row of the table. Equal entrants share a `place`. `total` and `average` (the total divided
 * by the number of rounds) are texts as people read them.
 */
export interface TableRow {
  place: number;
  entrant: number;
  total: string;
  average: string;
}

/**
 * Races between two people: wins, losses and ties of the first one. `run` is the length of the
 * current streak: positive for wins, negative for losses, 0 after a tie.
 */
export interface Tally {
  wins: number;
  losses: number;
  ties: number;
  run: number;
}

/** The place of a team. `counting` are the members whose totals make up the team's total. */
export interface TeamTotal {
  place: number;
  team: string;
  total: string;
  counting: number[];
}

/**
 * Entrants join teams: those of `names`, or of any name if it is empty. `most` is the maximum
 * size of a team. The scoring says how many members count.
 */
export interface Teams {
  names: string[];
  most: number | null;
}

/**
 * How a race ends and who wins it. The values are explained in `docs/protocol.md`. `show_grids`
 * and `safe_play` are sent only if they are set, so that programs which do not know them
 * understand all other terms.
 */
export interface Terms {
  format: "first_out" | "best" | "score" | "caller";
  winners: "time" | "moves";
  take_back: "none" | "until_card" | "free" | "practice";
  call_ms: number | null;
  show_grids: "each_card" | "end" | null;
  safe_play: boolean;
}

/**
 * The rotation of a card, or of a whole pile if `index` is None: 0 upright, 1 by 45° to the
 * right, 2 by 90°, 3 by 45° to the left. `index` counts from the bottom and includes face-down
 * cards.
 */
export interface Tilt {
  pile: string;
  index: number | null;
  tilt: number;
}

/**
 * A tournament, complete. `mine` is your entrant number; `organised`: you may organise it.
 * `seq` numbers the messages about a tournament that is followed.
 */
export interface Tournament {
  status: "draft" | "open" | "running" | "paused" | "finished";
  why: "played" | "stopped" | "too_few" | "untended" | null;
  organiser: string | null;
  plan: TournamentPlan;
  clocks: Clocks;
  entrants: Entrant[];
  rounds: RoundInfo[];
  table: TableRow[];
  teams: TeamTotal[];
  bars: EntrantProgress[];
  news: News[];
  opened: Opened | null;
  next: string | null;
  hall: number;
  helpers: string[];
  type: "tournament";
  id: number | null;
  seq: number;
  code: string;
  name: string;
  commitment: string;
  mine: number | null;
  organised: boolean;
}

/**
 * The followed tournament changed. Fields that are None have not changed. `entrants`, `rounds`
 * and `bars` hold only new and changed items: match entrants and rounds by number, bars by entrant
 * and round. Drop a bar when its round is no longer racing, or when its entrant gets another bar.
 * All other fields are complete. If you missed a `seq`, follow again.
 */
export interface TournamentChanged {
  type: "tournament_changed";
  seq: number;
  code: string;
  status: "draft" | "open" | "running" | "paused" | "finished" | null;
  why: "played" | "stopped" | "too_few" | "untended" | null;
  organiser: string | null;
  plan: TournamentPlan | null;
  clocks: Clocks | null;
  entrants: Entrant[] | null;
  rounds: RoundInfo[] | null;
  table: TableRow[] | null;
  teams: TeamTotal[] | null;
  bars: EntrantProgress[] | null;
  news: News[] | null;
  opened: Opened | null;
  next: string | null;
  hall: number | null;
  helpers: string[] | null;
}

/** A tournament on the list. `of` is the planned number of rounds, None if it is not known. */
export interface TournamentEntry {
  code: string;
  title: string;
  format: string;
  status: "draft" | "open" | "running" | "paused" | "finished";
  organiser: string | null;
  entrants: number;
  most: number;
  invited: boolean;
  round: number;
  of: number | null;
  starts_in_ms: number | null;
  ended_ago_ms: number | null;
}

/**
 * The definition of a tournament.
 *
 * `rounds` are the deals. A series plays each once, in this order; the other formats repeat the
 * list as often as needed. `turns` is the number of rounds of a Swiss tournament; None means as
 * many as the number of entrants requires. `window_ms` is how long after the start of an arena or
 * crown tournament deals can be begun. `queue` says whether an arena deals `rounds` in order or at
 * random.
 *
 * `most` is the maximum number of entrants. `late` is the last round in which latecomers can
 * start, 0 for none and None for any. `invited` are names of accounts, None if anybody may enter.
 * `guests` says whether people may enter without an account; left out, they may not.
 * Between rounds the table is shown for `table_ms`, then a lobby for `lobby_ms`. Spectators see
 * boards `delay_ms` later.
 */
export interface TournamentPlan {
  title: string;
  format: "series" | "knockout" | "swiss" | "round_robin" | "arena" | "crowns";
  rounds: RoundPlan[];
  scoring: Scoring;
  teams: Teams | null;
  knockout: Knockout | null;
  turns: number | null;
  window_ms: number | null;
  queue: "in_order" | "drawn";
  most: number;
  bots: boolean;
  late: number | null;
  invited: string[] | null;
  guests: boolean;
  schedule: Schedule | null;
  lobby_ms: number;
  table_ms: number;
  delay_ms: number;
}

/** A tournament you have entered starts by itself in `starts_in_ms`. */
export interface TournamentReminder {
  type: "tournament_reminder";
  code: string;
  title: string;
  starts_in_ms: number;
}

/**
 * All results of a round, best first. If only entrants of the same heat are compared, the
 * results are listed heat by heat.
 */
export interface TournamentRound {
  type: "tournament_round";
  id: number;
  code: string;
  round: RoundInfo;
  goal: number;
  results: RoundResult[];
}

/**
 * Part of the table, starting with row `offset`; `total` counts all rows. `rounds` are the
 * numbers of the rounds that count, and `fields` how many entrants played each. `tie_breaks` and
 * `team_tie_breaks` are the names of the tie-breaks.
 */
export interface TournamentTable {
  type: "tournament_table";
  id: number;
  code: string;
  way: string;
  tie_breaks: string[];
  team_tie_breaks: string[];
  rounds: number[];
  fields: number[];
  total: number;
  offset: number;
  rows: FullRow[];
  teams: FullTeam[];
}

/** At most fifty tournaments, most recently changed first. */
export interface Tournaments {
  type: "tournaments";
  id: number;
  tournaments: TournamentEntry[];
}

/**
 * The head-to-head record of two people: for all games together and for each one, most played
 * first.
 */
export interface Versus {
  type: "versus";
  id: number;
  one: string;
  other: string;
  tally: Tally;
  games: GameTally[];
}

/**
 * What a contestant sees of a table: the piles by name, and the facts that the game shows beside
 * them. Other facts are those of games that this schema does not know. `passed` lists cards that
 * came up and went down again, with their piles.
 */
export interface View {
  piles: { [key: string]: PileView };
  session?: number;
  deals_left?: number;
  next?: Card | null;
  grid?: LaidCard[];
  line_scores?: LineScores;
  phase?: "turn" | "fan";
  fan_of?: number | null;
  closed?: number[];
  base?: string;
  grace_left?: boolean;
  quiet?: boolean;
  barren?: boolean;
  packet?: number;
  at?: number;
  exchange_left?: number;
  redeals_left?: number;
  round?: number;
  last?: Card[];
  passed?: [string, Card][];
  [field: string]:
    | Json
    | { [key: string]: PileView }
    | number
    | undefined
    | Card
    | null
    | LaidCard[]
    | LineScores
    | "turn"
    | "fan"
    | number[]
    | string
    | boolean
    | Card[]
    | [string, Card][];
}

/**
 * The board of the seat you watch, complete, as it was at race time `clock_ms`, which is
 * `delay_ms` ago.
 *
 * `view` is None while nothing may be shown yet. Each message replaces the one before; the server
 * sends at most four a second.
 */
export interface WatchedTable {
  type: "watched_table";
  id: number | null;
  race: number;
  seat: number;
  ply: number;
  clock_ms: number;
  delay_ms: number;
  view: View | null;
  progress: number;
  points: number | null;
  over: Ended | null;
}

/** The number of people who follow the room without a seat. Sent when it has changed. */
export interface Watchers {
  type: "watchers";
  watchers: number;
}

/** The answer to `hello`: the protocol version used from now on. */
export interface Welcome {
  type: "welcome";
  id: number;
  protocol: number;
  server: string;
}

// What each game shows, and its moves.

export type AccordionAnyMove = AccordionTurn | AccordionPack | AccordionResign;

export interface AccordionChanged {
  piles: { [key in AccordionPile]?: PileView | null };
}

/** Accordion: its views, their changes, its moves. */
export interface AccordionGame {
  view: AccordionView;
  changed: AccordionChanged;
  move: AccordionAnyMove;
}

/** Lay the pile `src` on `dst`, the next or the third pile to its left. */
export interface AccordionPack {
  kind: "pack";
  src: AccordionPile;
  dst: AccordionPile;
}

export type AccordionPile =
  | "line.0"
  | "line.1"
  | "line.2"
  | "line.3"
  | "line.4"
  | "line.5"
  | "line.6"
  | "line.7"
  | "line.8"
  | "line.9"
  | "line.10"
  | "line.11"
  | "line.12"
  | "line.13"
  | "line.14"
  | "line.15"
  | "line.16"
  | "line.17"
  | "line.18"
  | "line.19"
  | "line.20"
  | "line.21"
  | "line.22"
  | "line.23"
  | "line.24"
  | "line.25"
  | "line.26"
  | "line.27"
  | "line.28"
  | "line.29"
  | "line.30"
  | "line.31"
  | "line.32"
  | "line.33"
  | "line.34"
  | "line.35"
  | "line.36"
  | "line.37"
  | "line.38"
  | "line.39"
  | "line.40"
  | "line.41"
  | "line.42"
  | "line.43"
  | "line.44"
  | "line.45"
  | "line.46"
  | "line.47"
  | "line.48"
  | "line.49"
  | "line.50"
  | "line.51"
  | "stock";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface AccordionResign {
  kind: "resign";
}

/** Turn up the next card and lay it at the end of the line. */
export interface AccordionTurn {
  kind: "turn";
}

export interface AccordionView {
  piles: { [key in AccordionPile]?: PileView };
}

export type AcesUpAnyMove = AcesUpDiscard | AcesUpFill | AcesUpDeal | AcesUpResign;

export interface AcesUpChanged {
  piles: { [key in AcesUpPile]?: PileView };
}

/** Deal the next cards from the stock. */
export interface AcesUpDeal {
  kind: "deal";
}

/** Throw out a top card that is lower than another top card of its suit. */
export interface AcesUpDiscard {
  kind: "discard";
  src: AcesUpPile;
}

/** Move a top card into a gap. */
export interface AcesUpFill {
  kind: "fill";
  src: AcesUpPile;
  dst: AcesUpPile;
}

/** Aces Up: its views, their changes, its moves. */
export interface AcesUpGame {
  view: AcesUpView;
  changed: AcesUpChanged;
  move: AcesUpAnyMove;
}

export type AcesUpPile = "tab.0" | "tab.1" | "tab.2" | "tab.3" | "stock" | "discard";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface AcesUpResign {
  kind: "resign";
}

export interface AcesUpView {
  piles: { [key in AcesUpPile]?: PileView };
}

export type AsYouLikeItAnyMove = AsYouLikeItPlay | AsYouLikeItRedeal | AsYouLikeItResign;

export interface AsYouLikeItChanged {
  piles: { [key in AsYouLikeItPile]?: PileView };
  session?: number;
}

/** As You Like It: its views, their changes, its moves. */
export interface AsYouLikeItGame {
  view: AsYouLikeItView;
  changed: AsYouLikeItChanged;
  move: AsYouLikeItAnyMove;
}

export type AsYouLikeItPile =
  | "foundation.0"
  | "foundation.1"
  | "foundation.2"
  | "foundation.3"
  | "foundation.4"
  | "foundation.5"
  | "foundation.6"
  | "foundation.7"
  | "index.0"
  | "index.1"
  | "index.2"
  | "index.3"
  | "index.4"
  | "index.5"
  | "index.6"
  | "index.7"
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7";

/** Play a card of `src` on `dst`. */
export interface AsYouLikeItPlay {
  kind: "play";
  src: AsYouLikeItPile;
  dst: AsYouLikeItPile;
}

/** Take up the next pile and deal it again over all eight places. */
export interface AsYouLikeItRedeal {
  kind: "redeal";
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface AsYouLikeItResign {
  kind: "resign";
}

export interface AsYouLikeItView {
  piles: { [key in AsYouLikeItPile]?: PileView };
  session: number;
}

export type AuntieAllisAnyMove =
  | AuntieAllisBuild
  | AuntieAllisDiscardAce
  | AuntieAllisDeal
  | AuntieAllisExchange
  | AuntieAllisResign;

/**
 * Lay a card on a pile of the rows. The first of `fills` is the place of the card that then
 * fills the gap; each later one fills the gap left by the one before.
 */
export interface AuntieAllisBuild {
  kind: "build";
  src: AuntieAllisPile;
  dst: AuntieAllisPile;
  fills: AuntieAllisPile[];
}

export interface AuntieAllisChanged {
  piles: { [key in AuntieAllisPile]?: PileView };
  deals_left?: number;
}

/** Deal the next cards from the stock. */
export interface AuntieAllisDeal {
  kind: "deal";
}

/** Throw out an ace. `fills` is as in `Build`. */
export interface AuntieAllisDiscardAce {
  kind: "discard_ace";
  src: AuntieAllisPile;
  fills: AuntieAllisPile[];
}

/**
 * Let cards change places: the card of each place in `slots` goes to the next place, and the
 * card of the last place goes to the first.
 */
export interface AuntieAllisExchange {
  kind: "exchange";
  slots: AuntieAllisPile[];
}

/** Auntie Allis: its views, their changes, its moves. */
export interface AuntieAllisGame {
  view: AuntieAllisView;
  changed: AuntieAllisChanged;
  move: AuntieAllisAnyMove;
}

export type AuntieAllisPile =
  | "op.0.0"
  | "op.0.1"
  | "op.0.2"
  | "op.0.3"
  | "op.0.4"
  | "op.0.5"
  | "op.0.6"
  | "op.0.7"
  | "op.1.0"
  | "op.1.1"
  | "op.1.2"
  | "op.1.3"
  | "op.1.4"
  | "op.1.5"
  | "op.1.6"
  | "op.1.7"
  | "op.2.0"
  | "op.2.1"
  | "op.2.2"
  | "op.2.3"
  | "op.2.4"
  | "op.2.5"
  | "op.2.6"
  | "op.2.7"
  | "rub.0"
  | "rub.1"
  | "rub.2"
  | "rub.3"
  | "rub.4"
  | "rub.5"
  | "rub.6"
  | "rub.7"
  | "stock"
  | "aces";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface AuntieAllisResign {
  kind: "resign";
}

export interface AuntieAllisView {
  piles: { [key in AuntieAllisPile]?: PileView };
  deals_left: number;
}

export type BakersDozenAnyMove = BakersDozenPack | BakersDozenBuild | BakersDozenResign;

/** Lay a card of `src` on its foundation. */
export interface BakersDozenBuild {
  kind: "build";
  src: BakersDozenPile;
}

export interface BakersDozenChanged {
  piles: { [key in BakersDozenPile]?: PileView };
}

/** Baker's Dozen: its views, their changes, its moves. */
export interface BakersDozenGame {
  view: BakersDozenView;
  changed: BakersDozenChanged;
  move: BakersDozenAnyMove;
}

/** Lay one card of `src` on the column `dst`. */
export interface BakersDozenPack {
  kind: "pack";
  src: BakersDozenPile;
  dst: BakersDozenPile;
}

export type BakersDozenPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "tab.8"
  | "tab.9"
  | "tab.10"
  | "tab.11"
  | "tab.12"
  | "foundation.S"
  | "foundation.H"
  | "foundation.D"
  | "foundation.C";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface BakersDozenResign {
  kind: "resign";
}

export interface BakersDozenView {
  piles: { [key in BakersDozenPile]?: PileView };
}

export type BaronessAnyMove =
  | BaronessPair
  | BaronessKing
  | BaronessFill
  | BaronessDeal
  | BaronessResign;

export interface BaronessChanged {
  piles: { [key in BaronessPile]?: PileView | null };
}

/** Deal the next cards from the stock. */
export interface BaronessDeal {
  kind: "deal";
}

/** Move a top card into a gap. Legal only with the option `gap_moves`. */
export interface BaronessFill {
  kind: "fill";
  src: BaronessPile;
  dst: BaronessPile;
}

/** Baroness: its views, their changes, its moves. */
export interface BaronessGame {
  view: BaronessView;
  changed: BaronessChanged;
  move: BaronessAnyMove;
}

/** Discard a king from the top of a pile. */
export interface BaronessKing {
  kind: "king";
  src: BaronessPile;
}

/** Discard two top cards that go out together. `src` is the pile further left. */
export interface BaronessPair {
  kind: "pair";
  src: BaronessPile;
  dst: BaronessPile;
}

export type BaronessPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "stock"
  | "discard";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface BaronessResign {
  kind: "resign";
}

export interface BaronessView {
  piles: { [key in BaronessPile]?: PileView };
}

export type CaptiveQueensAnyMove =
  | CaptiveQueensTurn
  | CaptiveQueensBuild
  | CaptiveQueensRedeal
  | CaptiveQueensResign;

/** Lay a card of `src` on its foundation. */
export interface CaptiveQueensBuild {
  kind: "build";
  src: CaptiveQueensPile;
}

export interface CaptiveQueensChanged {
  piles: { [key in CaptiveQueensPile]?: PileView };
  redeals_left?: number;
}

/** Captive Queens: its views, their changes, its moves. */
export interface CaptiveQueensGame {
  view: CaptiveQueensView;
  changed: CaptiveQueensChanged;
  move: CaptiveQueensAnyMove;
}

export type CaptiveQueensPile =
  | "down.S"
  | "down.H"
  | "down.D"
  | "down.C"
  | "up.S"
  | "up.H"
  | "up.D"
  | "up.C"
  | "queens"
  | "stock"
  | "waste";

/** Turn over the cards that have been dealt, to deal them again. */
export interface CaptiveQueensRedeal {
  kind: "redeal";
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface CaptiveQueensResign {
  kind: "resign";
}

/** Turn up the next card or packet of the stock. */
export interface CaptiveQueensTurn {
  kind: "turn";
}

export interface CaptiveQueensView {
  piles: { [key in CaptiveQueensPile]?: PileView };
  redeals_left: number;
}

export type ClockAnyMove = ClockTurn | ClockExchange | ClockResign;

export interface ClockChanged {
  piles: { [key in ClockPile]?: PileView };
  at?: number;
  exchange_left?: number;
}

/** Put the fourth king in place of the lowest face-down card of `dst`, and play that card. */
export interface ClockExchange {
  kind: "exchange";
  dst: ClockPile;
}

/** Clock: its views, their changes, its moves. */
export interface ClockGame {
  view: ClockView;
  changed: ClockChanged;
  move: ClockAnyMove;
}

export type ClockPile =
  | "hour.1"
  | "hour.2"
  | "hour.3"
  | "hour.4"
  | "hour.5"
  | "hour.6"
  | "hour.7"
  | "hour.8"
  | "hour.9"
  | "hour.10"
  | "hour.11"
  | "hour.12"
  | "hour.13";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface ClockResign {
  kind: "resign";
}

/** Turn up the next card or packet of the stock. */
export interface ClockTurn {
  kind: "turn";
}

export interface ClockView {
  piles: { [key in ClockPile]?: PileView };
  at: number;
  exchange_left: number;
}

export type CribbagePatienceAnyMove = CribbagePatiencePlace | CribbagePatienceResign;

export interface CribbagePatienceChanged {
  piles: { [key in CribbagePatiencePile]?: PileView };
  next?: Card | null;
  grid?: LaidCard[];
  line_scores?: LineScores;
}

/** Cribbage Patience: its views, their changes, its moves. */
export interface CribbagePatienceGame {
  view: CribbagePatienceView;
  changed: CribbagePatienceChanged;
  move: CribbagePatienceAnyMove;
}

export type CribbagePatiencePile = "stock" | "turn_up";

/** Place the next card on a cell, given by row and column. */
export interface CribbagePatiencePlace {
  kind: "place";
  cell: [number, number];
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface CribbagePatienceResign {
  kind: "resign";
}

export interface CribbagePatienceView {
  piles: { [key in CribbagePatiencePile]?: PileView };
  next: Card | null;
  grid: LaidCard[];
  line_scores: LineScores;
}

export type CrosswordAnyMove = CrosswordPlace | CrosswordChoose | CrosswordResign;

export interface CrosswordChanged {
  piles: { [key in CrosswordPile]?: PileView };
  next?: Card | null;
  grid?: LaidCard[];
  last?: Card[];
}

/**
 * Lay card `n` of the last four cards on the last cell. The cards are numbered from 0, in the
 * order in which they were turned up.
 */
export interface CrosswordChoose {
  kind: "choose";
  n: number;
}

/** Crossword: its views, their changes, its moves. */
export interface CrosswordGame {
  view: CrosswordView;
  changed: CrosswordChanged;
  move: CrosswordAnyMove;
}

export type CrosswordPile = "stock";

/** Place the next card on a cell, given by row and column. */
export interface CrosswordPlace {
  kind: "place";
  cell: [number, number];
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface CrosswordResign {
  kind: "resign";
}

export interface CrosswordView {
  piles: { [key in CrosswordPile]?: PileView };
  next: Card | null;
  grid: LaidCard[];
  last: Card[];
}

export type DemonAnyMove =
  | DemonTurn
  | DemonBuild
  | DemonPack
  | DemonMove
  | DemonFill
  | DemonGrace
  | DemonResign;

/** Lay a card of `src` on its foundation. */
export interface DemonBuild {
  kind: "build";
  src: DemonPlace;
}

export interface DemonChanged {
  piles: { [key in DemonPile]?: PileView };
  base?: string;
  grace_left?: boolean;
  quiet?: boolean;
  barren?: boolean;
  packet?: number;
}

/** Lay the waste card, or the last `n` cards of a column, into an empty column. */
export interface DemonFill {
  kind: "fill";
  src: DemonPlace;
  dst: DemonPlace;
  n: number;
}

/** The Demon: its views, their changes, its moves. */
export interface DemonGame {
  view: DemonView;
  changed: DemonChanged;
  move: DemonAnyMove;
}

/**
 * Take the top card of a foundation back to the foot or the head of a column; `end` is `foot`
 * or `head`.
 */
export interface DemonGrace {
  kind: "grace";
  src: DemonPlace;
  dst: DemonPlace;
  end: string;
}

/** Lay the top `n` cards of the column `src` on the column `dst`. */
export interface DemonMove {
  kind: "move";
  src: DemonPlace;
  dst: DemonPlace;
  n: number;
}

/** Lay one card of `src` on the column `dst`. */
export interface DemonPack {
  kind: "pack";
  src: DemonPlace;
  dst: DemonPlace;
}

export type DemonPile =
  | "reserve"
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "foundation.S"
  | "foundation.H"
  | "foundation.D"
  | "foundation.C"
  | "stock"
  | "waste";

export type DemonPlace =
  | "reserve"
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "foundation.S"
  | "foundation.H"
  | "foundation.D"
  | "foundation.C"
  | "stock"
  | "waste"
  | "waste.1";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface DemonResign {
  kind: "resign";
}

/** Turn up the next card or packet of the stock. */
export interface DemonTurn {
  kind: "turn";
}

export interface DemonView {
  piles: { [key in DemonPile]?: PileView };
  base: string;
  grace_left: boolean;
  quiet: boolean;
  barren: boolean;
  packet?: number;
}

export type FourteensAnyMove = FourteensPair | FourteensResign;

export interface FourteensChanged {
  piles: { [key in FourteensPile]?: PileView };
}

/** Fourteens: its views, their changes, its moves. */
export interface FourteensGame {
  view: FourteensView;
  changed: FourteensChanged;
  move: FourteensAnyMove;
}

/** Discard two top cards that go out together. `src` is the pile further left. */
export interface FourteensPair {
  kind: "pair";
  src: FourteensPile;
  dst: FourteensPile;
}

export type FourteensPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "tab.8"
  | "tab.9"
  | "tab.10"
  | "tab.11"
  | "discard";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface FourteensResign {
  kind: "resign";
}

export interface FourteensView {
  piles: { [key in FourteensPile]?: PileView };
}

export type GoodMeasureAnyMove = GoodMeasurePack | GoodMeasureBuild | GoodMeasureResign;

/** Lay a card of `src` on its foundation. */
export interface GoodMeasureBuild {
  kind: "build";
  src: GoodMeasurePile;
}

export interface GoodMeasureChanged {
  piles: { [key in GoodMeasurePile]?: PileView };
}

/** Good Measure: its views, their changes, its moves. */
export interface GoodMeasureGame {
  view: GoodMeasureView;
  changed: GoodMeasureChanged;
  move: GoodMeasureAnyMove;
}

/** Lay one card of `src` on the column `dst`. */
export interface GoodMeasurePack {
  kind: "pack";
  src: GoodMeasurePile;
  dst: GoodMeasurePile;
}

export type GoodMeasurePile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "tab.8"
  | "tab.9"
  | "foundation.S"
  | "foundation.H"
  | "foundation.D"
  | "foundation.C";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface GoodMeasureResign {
  kind: "resign";
}

export interface GoodMeasureView {
  piles: { [key in GoodMeasurePile]?: PileView };
}

export type GrandfathersClockAnyMove =
  | GrandfathersClockBuild
  | GrandfathersClockPack
  | GrandfathersClockResign;

/** Lay a card of `src` on its foundation. */
export interface GrandfathersClockBuild {
  kind: "build";
  src: GrandfathersClockPile;
}

export interface GrandfathersClockChanged {
  piles: { [key in GrandfathersClockPile]?: PileView };
}

/** Grandfather's Clock: its views, their changes, its moves. */
export interface GrandfathersClockGame {
  view: GrandfathersClockView;
  changed: GrandfathersClockChanged;
  move: GrandfathersClockAnyMove;
}

/** Lay one card of `src` on the column `dst`. */
export interface GrandfathersClockPack {
  kind: "pack";
  src: GrandfathersClockPile;
  dst: GrandfathersClockPile;
}

export type GrandfathersClockPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "hour.1"
  | "hour.2"
  | "hour.3"
  | "hour.4"
  | "hour.5"
  | "hour.6"
  | "hour.7"
  | "hour.8"
  | "hour.9"
  | "hour.10"
  | "hour.11"
  | "hour.12";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface GrandfathersClockResign {
  kind: "resign";
}

export interface GrandfathersClockView {
  piles: { [key in GrandfathersClockPile]?: PileView };
}

export type KingsAnyMove = KingsTurn | KingsPlay | KingsPutBack | KingsResign;

export interface KingsChanged {
  piles: { [key in KingsPile]?: PileView };
  phase?: "turn" | "fan";
  fan_of?: number | null;
}

/** Kings: its views, their changes, its moves. */
export interface KingsGame {
  view: KingsView;
  changed: KingsChanged;
  move: KingsAnyMove;
}

export type KingsPile =
  | "down.S"
  | "down.H"
  | "down.D"
  | "down.C"
  | "heap.1"
  | "heap.2"
  | "heap.3"
  | "heap.4"
  | "heap.5"
  | "heap.6"
  | "heap.7"
  | "heap.8"
  | "heap.9"
  | "heap.10"
  | "heap.11"
  | "heap.12"
  | "up.S"
  | "up.H"
  | "up.D"
  | "up.C"
  | "corner"
  | "fan";

export type KingsPlace =
  | "down.S"
  | "down.H"
  | "down.D"
  | "down.C"
  | "heap.1"
  | "heap.2"
  | "heap.3"
  | "heap.4"
  | "heap.5"
  | "heap.6"
  | "heap.7"
  | "heap.8"
  | "heap.9"
  | "heap.10"
  | "heap.11"
  | "heap.12"
  | "up.S"
  | "up.H"
  | "up.D"
  | "up.C"
  | "corner"
  | "fan"
  | "fan.0"
  | "fan.1"
  | "fan.2"
  | "fan.3"
  | "fan.4"
  | "fan.5"
  | "fan.6"
  | "fan.7"
  | "fan.8"
  | "fan.9"
  | "fan.10"
  | "fan.11"
  | "fan.12"
  | "fan.13"
  | "fan.14"
  | "fan.15";

/** Play a card of `src` on `dst`. */
export interface KingsPlay {
  kind: "play";
  src: KingsPlace;
  dst: KingsPlace;
}

/** Put the fan back on its place. `order` lists the indices of its cards, bottom first. */
export interface KingsPutBack {
  kind: "put_back";
  order: number[];
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface KingsResign {
  kind: "resign";
}

/** Turn up the next card or packet of the stock. */
export interface KingsTurn {
  kind: "turn";
}

export interface KingsView {
  piles: { [key in KingsPile]?: PileView };
  phase: "turn" | "fan";
  fan_of: number | null;
}

export type KlondikeAnyMove = KlondikeTurn | KlondikePack | KlondikeBuild | KlondikeResign;

/** Lay a card of `src` on its foundation. */
export interface KlondikeBuild {
  kind: "build";
  src: KlondikePile;
}

export interface KlondikeChanged {
  piles: { [key in KlondikePile]?: PileView };
}

/** Klondike: its views, their changes, its moves. */
export interface KlondikeGame {
  view: KlondikeView;
  changed: KlondikeChanged;
  move: KlondikeAnyMove;
}

/** Lay the top `n` cards of a column, or the top card of the waste, on a column. */
export interface KlondikePack {
  kind: "pack";
  src: KlondikePile;
  dst: KlondikePile;
  n: number;
}

export type KlondikePile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "foundation.S"
  | "foundation.H"
  | "foundation.D"
  | "foundation.C"
  | "stock"
  | "waste";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface KlondikeResign {
  kind: "resign";
}

/** Turn up the next card or packet of the stock. */
export interface KlondikeTurn {
  kind: "turn";
}

export interface KlondikeView {
  piles: { [key in KlondikePile]?: PileView };
}

export type PerpetualMotionAnyMove =
  | PerpetualMotionDeal
  | PerpetualMotionJoin
  | PerpetualMotionRedeal
  | PerpetualMotionResign;

export interface PerpetualMotionChanged {
  piles: { [key in PerpetualMotionPile]?: PileView };
  redeals_left?: number;
  round?: number;
}

/** Deal the next cards from the stock. */
export interface PerpetualMotionDeal {
  kind: "deal";
}

/** Perpetual Motion: its views, their changes, its moves. */
export interface PerpetualMotionGame {
  view: PerpetualMotionView;
  changed: PerpetualMotionChanged;
  move: PerpetualMotionAnyMove;
}

/** Lay the top card of the column `src` on the top card of `dst`, which is of its rank. */
export interface PerpetualMotionJoin {
  kind: "join";
  src: PerpetualMotionPile;
  dst: PerpetualMotionPile;
}

export type PerpetualMotionPile = "tab.0" | "tab.1" | "tab.2" | "tab.3" | "stock" | "discard";

/** Turn over the cards that have been dealt, to deal them again. */
export interface PerpetualMotionRedeal {
  kind: "redeal";
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface PerpetualMotionResign {
  kind: "resign";
}

export interface PerpetualMotionView {
  piles: { [key in PerpetualMotionPile]?: PileView };
  redeals_left: number;
  round: number;
}

export type PokerPatienceAnyMove = PokerPatiencePlace | PokerPatienceResign;

export interface PokerPatienceChanged {
  piles: { [key in PokerPatiencePile]?: PileView };
  next?: Card | null;
  grid?: LaidCard[];
  line_scores?: LineScores;
}

/** Poker Patience: its views, their changes, its moves. */
export interface PokerPatienceGame {
  view: PokerPatienceView;
  changed: PokerPatienceChanged;
  move: PokerPatienceAnyMove;
}

export type PokerPatiencePile = "stock" | "turn_up";

/** Place the next card on a cell, given by row and column. */
export interface PokerPatiencePlace {
  kind: "place";
  cell: [number, number];
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface PokerPatienceResign {
  kind: "resign";
}

export interface PokerPatienceView {
  piles: { [key in PokerPatiencePile]?: PileView };
  next: Card | null;
  grid: LaidCard[];
  line_scores: LineScores;
}

export type RosamundsBowerAnyMove =
  | RosamundsBowerBuild
  | RosamundsBowerLay
  | RosamundsBowerTurn
  | RosamundsBowerRedeal
  | RosamundsBowerResign;

/** Lay a card of `src` on its foundation. */
export interface RosamundsBowerBuild {
  kind: "build";
  src: RosamundsBowerPile;
}

export interface RosamundsBowerChanged {
  piles: { [key in RosamundsBowerPile]?: PileView };
  redeals_left?: number;
}

/** Rosamund's Bower: its views, their changes, its moves. */
export interface RosamundsBowerGame {
  view: RosamundsBowerView;
  changed: RosamundsBowerChanged;
  move: RosamundsBowerAnyMove;
}

/** Lay the turned card on the heap `dst`. */
export interface RosamundsBowerLay {
  kind: "lay";
  dst: RosamundsBowerPile;
}

export type RosamundsBowerPile =
  | "bower.0"
  | "bower.1"
  | "bower.2"
  | "bower.3"
  | "bower.4"
  | "bower.5"
  | "bower.6"
  | "bower.7"
  | "guard"
  | "stock"
  | "turned"
  | "heap.0"
  | "heap.1"
  | "heap.2"
  | "foundation"
  | "king"
  | "queen";

/** Turn over the cards that have been dealt, to deal them again. */
export interface RosamundsBowerRedeal {
  kind: "redeal";
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface RosamundsBowerResign {
  kind: "resign";
}

/** Turn up the next card or packet of the stock. */
export interface RosamundsBowerTurn {
  kind: "turn";
}

export interface RosamundsBowerView {
  piles: { [key in RosamundsBowerPile]?: PileView };
  redeals_left: number;
}

export type SeniorWranglerAnyMove =
  | SeniorWranglerPlay
  | SeniorWranglerEndSession
  | SeniorWranglerResign;

export interface SeniorWranglerChanged {
  piles: { [key in SeniorWranglerPile]?: PileView };
  session?: number;
}

/** Take up the next column and deal it again over all eight. */
export interface SeniorWranglerEndSession {
  kind: "end_session";
}

/** Senior Wrangler: its views, their changes, its moves. */
export interface SeniorWranglerGame {
  view: SeniorWranglerView;
  changed: SeniorWranglerChanged;
  move: SeniorWranglerAnyMove;
}

export type SeniorWranglerPile =
  | "col.0"
  | "col.1"
  | "col.2"
  | "col.3"
  | "col.4"
  | "col.5"
  | "col.6"
  | "col.7"
  | "key.0"
  | "key.1"
  | "key.2"
  | "key.3"
  | "key.4"
  | "key.5"
  | "key.6"
  | "key.7"
  | "pile.0"
  | "pile.1"
  | "pile.2"
  | "pile.3"
  | "pile.4"
  | "pile.5"
  | "pile.6"
  | "pile.7";

/** Play a card of `src` on `dst`. */
export interface SeniorWranglerPlay {
  kind: "play";
  src: SeniorWranglerPile;
  dst: SeniorWranglerPile;
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface SeniorWranglerResign {
  kind: "resign";
}

export interface SeniorWranglerView {
  piles: { [key in SeniorWranglerPile]?: PileView };
  session: number;
}

export type SevenAndSixesAnyMove = SevenAndSixesMove | SevenAndSixesDeal | SevenAndSixesResign;

export interface SevenAndSixesChanged {
  piles: { [key in SevenAndSixesPile]?: PileView };
  session?: number;
  closed?: number[];
  passed?: [SevenAndSixesPile, Card][];
}

/** Deal the next cards from the stock. */
export interface SevenAndSixesDeal {
  kind: "deal";
}

/** Seven and Sixes: its views, their changes, its moves. */
export interface SevenAndSixesGame {
  view: SevenAndSixesView;
  changed: SevenAndSixesChanged;
  move: SevenAndSixesAnyMove;
}

/** Move the whole set at the top of a column to another column, or a king's set into a space. */
export interface SevenAndSixesMove {
  kind: "move";
  src: SevenAndSixesPile;
  dst: SevenAndSixesPile;
}

export type SevenAndSixesPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "tab.8"
  | "tab.9"
  | "tab.10"
  | "tab.11"
  | "tab.12"
  | "stock";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface SevenAndSixesResign {
  kind: "resign";
}

export interface SevenAndSixesView {
  piles: { [key in SevenAndSixesPile]?: PileView };
  session: number;
  closed: number[];
  passed?: [SevenAndSixesPile, Card][];
}

export type SpiderAnyMove = SpiderMove | SpiderDeal | SpiderResign;

export interface SpiderChanged {
  piles: { [key in SpiderPile]?: PileView };
  session?: number;
  deals_left?: number;
}

/** Deal the next cards from the stock. */
export interface SpiderDeal {
  kind: "deal";
}

/** Spider: its views, their changes, its moves. */
export interface SpiderGame {
  view: SpiderView;
  changed: SpiderChanged;
  move: SpiderAnyMove;
}

/** Lay the top `n` cards of the column `src` on the column `dst`. */
export interface SpiderMove {
  kind: "move";
  src: SpiderPile;
  dst: SpiderPile;
  n: number;
}

export type SpiderPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "tab.8"
  | "tab.9"
  | "stock"
  | "books";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface SpiderResign {
  kind: "resign";
}

export interface SpiderView {
  piles: { [key in SpiderPile]?: PileView };
  session: number;
  deals_left: number;
}

export type UncleRemusAnyMove = UncleRemusMove | UncleRemusDeal | UncleRemusResign;

export interface UncleRemusChanged {
  piles: { [key in UncleRemusPile]?: PileView };
  session?: number;
  deals_left?: number;
}

/** Deal the next cards from the stock. */
export interface UncleRemusDeal {
  kind: "deal";
}

/** Uncle Remus: its views, their changes, its moves. */
export interface UncleRemusGame {
  view: UncleRemusView;
  changed: UncleRemusChanged;
  move: UncleRemusAnyMove;
}

/** Lay the top `n` cards of the column `src` on the column `dst`. */
export interface UncleRemusMove {
  kind: "move";
  src: UncleRemusPile;
  dst: UncleRemusPile;
  n: number;
}

export type UncleRemusPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "tab.8"
  | "tab.9"
  | "stock"
  | "books";

/** Give the game up. It counts as lost; the progress made still counts. */
export interface UncleRemusResign {
  kind: "resign";
}

export interface UncleRemusView {
  piles: { [key in UncleRemusPile]?: PileView };
  session: number;
  deals_left: number;
}

export type UskAnyMove = UskPack | UskBuild | UskRedeal | UskResign;

/** Lay a card of `src` on its foundation. */
export interface UskBuild {
  kind: "build";
  src: UskPile;
}

export interface UskChanged {
  piles: { [key in UskPile]?: PileView };
  session?: number;
}

/** Usk Patience: its views, their changes, its moves. */
export interface UskGame {
  view: UskView;
  changed: UskChanged;
  move: UskAnyMove;
}

/** Lay a sequence, the top `n` cards of a column, on another column or in an empty one. */
export interface UskPack {
  kind: "pack";
  src: UskPile;
  dst: UskPile;
  n: number;
}

export type UskPile =
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "tab.4"
  | "tab.5"
  | "tab.6"
  | "tab.7"
  | "tab.8"
  | "tab.9"
  | "foundation.S"
  | "foundation.H"
  | "foundation.D"
  | "foundation.C";

/** Take up the columns from the last to the first and deal them again without shuffling. */
export interface UskRedeal {
  kind: "redeal";
}

/** Give the game up. It counts as lost; the progress made still counts. */
export interface UskResign {
  kind: "resign";
}

export interface UskView {
  piles: { [key in UskPile]?: PileView };
  session: number;
}

/** What each game shows, and its moves. */
export interface Games {
  uncle_remus: UncleRemusGame;
  aces_up: AcesUpGame;
  cribbage_patience: CribbagePatienceGame;
  accordion: AccordionGame;
  baroness: BaronessGame;
  usk: UskGame;
  poker_patience: PokerPatienceGame;
  kings: KingsGame;
  seven_and_sixes: SevenAndSixesGame;
  senior_wrangler: SeniorWranglerGame;
  as_you_like_it: AsYouLikeItGame;
  bakers_dozen: BakersDozenGame;
  good_measure: GoodMeasureGame;
  klondike: KlondikeGame;
  auntie_allis: AuntieAllisGame;
  demon: DemonGame;
  spider: SpiderGame;
  fourteens: FourteensGame;
  clock: ClockGame;
  captive_queens: CaptiveQueensGame;
  grandfathers_clock: GrandfathersClockGame;
  perpetual_motion: PerpetualMotionGame;
  rosamunds_bower: RosamundsBowerGame;
  crossword: CrosswordGame;
}

/** The message of a type. */
export type Told<T extends FromServer["type"]> = Extract<FromServer, { type: T }>;

/** A request that has no number yet. */
export type Asked<T extends FromClient["type"] = FromClient["type"]> = FromClient extends infer M
  ? M extends { type: T }
    ? Omit<M, "id">
    : never
  : never;
