// What clients and servers say to each other. Written by: patience protocol types
// It is not edited by hand; a test compares it with the protocol.

// What a client may say.

export type FromClient =
  | Hello
  | Create
  | PlayAlone
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
  | ChangeSettings
  | Kick
  | Silence
  | StandAside
  | TakeHost
  | JoinRace
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
  | PlayTournamentDeal
  | RunTournament
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
  | Unwatch
  | Ping;

/**
 * The lobby, the table, the window or the start is later by this; `round` as with start, and
 * refused where that one's clock has run out.
 */
export interface AddTime {
  verb: "add_time";
  round?: number | null;
  ms: number;
}

/** Something all who follow are told. */
export interface Announce {
  verb: "announce";
  text: string;
}

/** Answer a call; another answer takes the place of the first. */
export interface AnswerCall {
  id: number;
  type: "answer_call";
  call: number;
  answer: "congratulations" | "rotten_luck" | "show_me";
}

/** Go on with a session: this connection is the account's. */
export interface Authenticate {
  id: number;
  type: "authenticate";
  session: string;
}

/** Ask somebody to be friends, accept, part, block or unblock them. */
export interface Befriend {
  id: number;
  type: "befriend";
  name: string;
  what: "add" | "accept" | "remove" | "block" | "unblock";
}

/** Cover the board one plays on this connection: no move is taken until `end_break`. */
export interface BeginBreak {
  id: number;
  type: "begin_break";
}

/** Another password; all other sessions end. */
export interface ChangePassword {
  id: number;
  type: "change_password";
  password: string;
  new_password: string;
}

/** The host: from now on these settings, all of them; what is not named is as usual. */
export interface ChangeSettings {
  id: number;
  type: "change_settings";
  settings: AskedSettings;
}

/** The organiser: another plan, while it is a draft. Answered by `done`. */
export interface ChangeTournament {
  id: number;
  type: "change_tournament";
  code: string;
  plan: { [key: string]: any };
}

/**
 * One is there. The nonce is for its deals, as that of `ready` is for a race's; the token is
 * that of one's seat in every room from now on, and in the present one. Again with another token,
 * the seat is another device's. Answered by `done`.
 */
export interface CheckInTournament {
  id: number;
  type: "check_in_tournament";
  code: string;
  nonce: string;
  token: string;
}

/**
 * Seats taken as a guest become the account's, and their races part of its history
 * (`get_my_races`). They stand on no leaderboard and in no book of rivals.
 */
export interface ClaimSeats {
  id: number;
  type: "claim_seats";
  seats: HeldSeat[];
}

/** Open a room and take its first seat; `aside`: as a host who takes no part in races. */
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

/** Forget the account. Races it took part in stay, with the name it had there. */
export interface DeleteAccount {
  id: number;
  type: "delete_account";
  password: string;
}

/** Back from a break: the table follows, before the answer. */
export interface EndBreak {
  id: number;
  type: "end_break";
}

/** Take part, in this team where there are teams; or change the team. Answered by `done`. */
export interface EnterTournament {
  id: number;
  type: "enter_tournament";
  code: string;
  team?: string | null;
}

/** All that is kept of one's account. */
export interface ExportAccount {
  id: number;
  type: "export_account";
}

/** A part of a leaderboard now, and how it changes from now on, until another is followed. */
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

/** How one's run stands now, as `crown`, and again whenever that changes. */
export interface FollowCrown {
  id: number;
  type: "follow_crown";
}

/**
 * How a crown race stands, as `crown_race`, and again whenever that changes; until another is
 * followed.
 */
export interface FollowCrownRace {
  id: number;
  type: "follow_crown_race";
  code: string;
}

/** The same, and then what changes, as `tournament_changed`; until another is followed. */
export interface FollowTournament {
  id: number;
  type: "follow_tournament";
  code: string;
}

/** One's account as it is now. */
export interface GetAccount {
  id: number;
  type: "get_account";
}

/** A part of a leaderboard. */
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

/** The calls one has had and made, the latest first. */
export interface GetCalls {
  id: number;
  type: "get_calls";
  offset?: number;
  count?: number;
}

/** How one's run stands now. */
export interface GetCrown {
  id: number;
  type: "get_crown";
}

/** How everybody did: for those who have finished the deal, and for all when it is told. */
export interface GetDailyBoard {
  id: number;
  type: "get_daily_board";
  name: string;
}

/** Whether the server has given one's account another name than it was claimed under. */
export interface GetFormerName {
  id: number;
  type: "get_former_name";
}

/** How one stands to others. */
export interface GetFriends {
  id: number;
  type: "get_friends";
}

/**
 * The races one's account has been in, the latest first; also as a guest, on seats that it has
 * claimed.
 */
export interface GetMyRaces {
  id: number;
  type: "get_my_races";
  offset?: number;
  count?: number;
}

/** The seats one's account has taken, and those of a guest it has claimed. */
export interface GetMySeats {
  id: number;
  type: "get_my_seats";
  offset?: number;
  count?: number;
}

/** The record of a finished race; a bare code means the room's latest. */
export interface GetRecord {
  id: number;
  type: "get_record";
  race: string;
}

/**
 * What somebody did in a race that is over: the part in which move number `offset` stands,
 * counted from 0. A bare code means the room's latest. Whoever may have the record may have it.
 */
export interface GetReplay {
  id: number;
  type: "get_replay";
  race: string;
  seat: number;
  offset?: number;
}

/** Everybody one's account has raced, those met last first. */
export interface GetRivals {
  id: number;
  type: "get_rivals";
  offset?: number;
  count?: number;
}

/** A page of the roll of honour, the oldest first. */
export interface GetRoll {
  id: number;
  type: "get_roll";
  offset?: number;
  count?: number;
}

/** The games somebody has won or got out in a row; oneself where `name` is None. */
export interface GetStreaks {
  id: number;
  type: "get_streaks";
  name?: string | null;
}

/** All about a tournament, as `tournament`. */
export interface GetTournament {
  id: number;
  type: "get_tournament";
  code: string;
}

/** Who did what on the same cards, once the round is over. Answered by `tournament_round`. */
export interface GetTournamentRound {
  id: number;
  type: "get_tournament_round";
  code: string;
  round: number;
}

/** The exact table, deal by deal, from the row at `offset` on: `tournament_table`. */
export interface GetTournamentTable {
  id: number;
  type: "get_tournament_table";
  code: string;
  offset?: number;
  count?: number;
}

/** What two people have done against each other; `one` is oneself where it is None. */
export interface GetVersus {
  id: number;
  type: "get_versus";
  one?: string | null;
  other: string;
}

/** Give up the run; a game in progress goes on. */
export interface GiveUpRun {
  id: number;
  type: "give_up_run";
}

/** Calls up to this number are missed no more. */
export interface HearCalls {
  id: number;
  type: "hear_calls";
  up_to: number;
}

/** A seat one has taken without an account, shown to be one's own by its token. */
export interface HeldSeat {
  code: string;
  token: string;
}

/** The first message of a connection: the protocol versions the client speaks. */
export interface Hello {
  id: number;
  type: "hello";
  protocol: number[];
  client: string;
}

/** These may enter too, where it is by invitation. */
export interface InviteEntrants {
  verb: "invite";
  names: string[];
}

/** Take a new seat in a room, with the word of the invitation where one is needed. */
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

/** Take part; only before it starts. */
export interface JoinCrownRace {
  id: number;
  type: "join_crown_race";
  code: string;
  nonce: string;
}

/** A board in a race that has begun, where newcomers may join late. The clock runs from zero. */
export interface JoinRace {
  id: number;
  type: "join_race";
  race: number;
}

/** The host: send somebody away. Their seat is left and its token refused. */
export interface Kick {
  id: number;
  type: "kick";
  seat: number;
}

/** Give the seat up for good; a game in play is resigned. */
export interface Leave {
  id: number;
  type: "leave";
}

/** The daily deals of today and tomorrow. */
export interface ListDailies {
  id: number;
  type: "list_dailies";
}

/** Tournaments that are open or running, and those that have finished lately. */
export interface ListTournaments {
  id: number;
  type: "list_tournaments";
}

/** Come back to one's account. */
export interface LogIn {
  id: number;
  name: string;
  remember?: boolean;
  device?: string | null;
  type: "log_in";
  password: string;
}

/** End this session, or all of the account's. */
export interface LogOut {
  id: number;
  type: "log_out";
  everywhere?: boolean;
}

/** The whole table of one's own seat again. */
export interface Look {
  id: number;
  type: "look";
}

/**
 * Tilt a card or a pile of one's own table; 0 puts it upright. Nobody else is told. A mark is
 * gone when its card has left its place.
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
 * Let the telephone not ring here, or ring again. Calls are still kept, and missed. It is so on
 * all devices of an account, and until the line ends for a guest.
 */
export interface MuteCalls {
  id: number;
  type: "mute_calls";
  muted: boolean;
}

/** Draft a tournament. Answered by `tournament`; the commitment in it is for all its deals. */
export interface NewTournament {
  id: number;
  type: "new_tournament";
  plan: { [key: string]: any };
}

/** The next frame of a deal that is watched step by step, or the current one again. */
export interface NextFrame {
  id: number;
  type: "next_frame";
  race: number;
  frame: number;
}

/** admit: somebody may enter, invited or not, late or not. hand_over: they organise it. */
export interface OfAccount {
  verb: "admit" | "hand_over";
  name: string;
}

/**
 * remove: somebody is out, as if never there. withdraw: they are out, and what they played
 * stays. reinstate: they take part again.
 */
export interface OfEntrant {
  verb: "remove" | "withdraw" | "reinstate";
  entrant: number;
}

/** This round counts for nothing; or is played again as well. */
export interface OfRound {
  verb: "void_round" | "replay_round";
  round: number;
}

/**
 * Open a crown race, and take part: the five great games in this order, or in the book's. The
 * nonce is for its deals, as that of `ready` is for a race's.
 */
export interface OpenCrownRace {
  id: number;
  type: "open_crown_race";
  nonce: string;
  games?: string[] | null;
}

/** Answered by `pong`: browsers cannot send protocol pings. */
export interface Ping {
  id: number;
  type: "ping";
}

/** open: whoever may, enters from now on. pause, resume: nothing begins meanwhile. */
export interface Plain {
  verb: "open" | "pause" | "resume";
}

/**
 * A move in race number `race` of the room; `ply` is the number of moves made before it.
 *
 * Sent again with the same ply it is answered again and applied once.
 */
export interface Play {
  id: number;
  type: "play";
  race: number;
  ply: number;
  move: { [key: string]: any } | string;
}

/**
 * A race for one, in a room that is closed to others, which begins at once. Moves may be taken
 * back, unless `terms` say otherwise. Asked again with the same token it is the same room.
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

/** Be dealt the deal one has come to, or sit down at it again. Answered by `room`. */
export interface PlayCrownDeal {
  id: number;
  token: string;
  legal?: boolean;
  type: "play_crown_deal";
  code: string;
}

/**
 * In an arena or a crown tournament: be dealt the next deal, or sit down again at the one in
 * progress. Answered by `room`.
 */
export interface PlayTournamentDeal {
  id: number;
  token: string;
  legal?: boolean;
  type: "play_tournament_deal";
  code: string;
}

/** Take part no more: deals not yet reached are never shown. A game in progress goes on. */
export interface QuitCrownRace {
  id: number;
  type: "quit_crown_race";
  code: string;
}

/** Ready for the next race, with 16 random bytes for its deal. */
export interface Ready {
  id: number;
  type: "ready";
  nonce: string;
}

/**
 * Come back without the password: a new one for the recovery code, which serves once. All
 * sessions end.
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

/** The host: another race in the same room, with a new deal. */
export interface Rematch {
  id: number;
  type: "rematch";
}

/** Another name for the same account. */
export interface Rename {
  id: number;
  type: "rename";
  name: string;
}

/** Another recovery code in the place of the one that was printed. */
export interface RenewRecovery {
  id: number;
  type: "renew_recovery";
  password: string;
}

/** Return to a seat; the connection that held it until now is closed. */
export interface Resume {
  id: number;
  token: string;
  legal?: boolean;
  type: "resume";
  code: string;
}

/**
 * Ring with a line about a crown of one's own, once a crown: `to` these people, or, where it is
 * None, everybody. Answered by `call`, as one's own.
 */
export interface Ring {
  id: number;
  type: "ring";
  award: string;
  line: string;
  to?: string[] | null;
}

/** Which rooms are on the public list. */
export interface Rooms {
  id: number;
  type: "rooms";
}

/**
 * The organiser: do this. Answered by `done`. `once` is a word of the client's own, made anew
 * for each thing to be done: whoever got no answer says it again with the same, and it is done
 * once.
 */
export interface RunTournament {
  id: number;
  type: "run_tournament";
  code: string;
  do:
    | Plain
    | StartOf
    | AddTime
    | OfRound
    | OfEntrant
    | OfAccount
    | InviteEntrants
    | Announce
    | Stop;
  once?: string | null;
}

/** Keep these; where the server has something newer, that stays. */
export interface SavePreferences {
  id: number;
  type: "save_preferences";
  preferences: Preference[];
}

/** Write to the room. Not while one's own race runs, and nothing is heard by those who race. */
export interface Say {
  id: number;
  type: "say";
  text: string;
}

/** One of the set phrases, to everybody. */
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
    | "same_again";
}

/**
 * What the host of a room chooses. `boards` says who may see boards while a race runs: nobody;
 * contestants who have finished this deal; those and spectators, the latter so many milliseconds
 * later. `late` lets newcomers into a race that runs already; then nobody sees boards, for whoever
 * sees one may be the next newcomer.
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

/** Claim a name. Bots say that they are bots. */
export interface SignUp {
  id: number;
  name: string;
  remember?: boolean;
  device?: string | null;
  type: "sign_up";
  password: string;
  bot?: boolean;
}

/** The host: nothing that this seat writes is heard, or it is again. */
export interface Silence {
  id: number;
  type: "silence";
  seat: number;
  silent: boolean;
}

/** Keep the seat and take no part in races, nor be waited for; or take part again. */
export interface StandAside {
  id: number;
  type: "stand_aside";
  aside: boolean;
}

/** The host: begin with those who are ready. */
export interface Start {
  id: number;
  type: "start";
}

/** Whoever opened it: let everybody set off. */
export interface StartCrownRace {
  id: number;
  type: "start_crown_race";
  code: string;
}

/**
 * It begins, or the lobby or the table it is at is over. `round` says of which round it is
 * meant, so that it may be said again where no answer came: 0 for the start of all. What was of an
 * earlier one is done.
 */
export interface StartOf {
  verb: "start";
  round?: number | null;
}

/** It is over, at once or when those have ended who play; `for_good`: nor is there a next. */
export interface Stop {
  verb: "stop";
  for_good?: boolean;
}

/** Take the rights of a host who has been away for a minute. */
export interface TakeHost {
  id: number;
  type: "take_host";
}

/** How a race is to be ended and won; what is None is as usual for the game. */
export interface AskedTerms {
  format?: "first_out" | "best" | "score" | "caller" | null;
  winners?: "time" | "moves" | null;
  take_back?: "none" | "until_card" | "free" | "practice" | null;
  call_ms?: number | null;
}

/** One's one try of a daily deal: a race for one, which begins at once. */
export interface TryDaily {
  id: number;
  token: string;
  legal?: boolean;
  type: "try_daily";
  name: string;
}

/** Follow no board any more. */
export interface Unfollow {
  id: number;
  type: "unfollow";
}

/** Be told of one's run no more. */
export interface UnfollowCrown {
  id: number;
  type: "unfollow_crown";
}

/** Follow no crown race any more. */
export interface UnfollowCrownRace {
  id: number;
  type: "unfollow_crown_race";
}

/** Follow no tournament any more. Answered by `done`. */
export interface UnfollowTournament {
  id: number;
  type: "unfollow_tournament";
}

/** Not ready after all. */
export interface Unready {
  id: number;
  type: "unready";
}

/** See nobody's board any more. */
export interface Unwatch {
  id: number;
  type: "unwatch";
}

/** Follow a room without a seat: its lobby, standings and results. */
export interface Watch {
  id: number;
  type: "watch";
  code: string;
  invite?: string | null;
}

/** See the board of a seat of the current race from now on, instead of any other. */
export interface WatchBoard {
  id: number;
  type: "watch_board";
  seat: number;
}

/** Take part no more; what was played stays. Answered by `done`. */
export interface WithdrawFromTournament {
  id: number;
  type: "withdraw_from_tournament";
  code: string;
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
  | WatchedTable
  | Progress
  | Record
  | Replay
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

/** All that is kept of the reader's own account, but for what secrets are kept as. */
export interface AccountData {
  type: "account_data";
  id: number;
  data: { [key: string]: any };
}

/** One's own account. `sessions` are those that last, `made_ms` is since 1970. */
export interface AccountInfo {
  name: string;
  bot: boolean;
  made_ms: number;
  sessions: number;
  preferences: Preference[];
}

/** One's account after a change, or as it is; a new `recovery` code is told once. */
export interface AccountNow {
  type: "account";
  id: number;
  account: AccountInfo;
  recovery: string | null;
}

/** How somebody answered a call. */
export interface Answered {
  name: string;
  answer: "congratulations" | "rotten_luck" | "show_me";
}

/**
 * How far somebody has come in a round that goes on: `best` progress of `goal`, and in a game
 * that is played for points these, while no card that counts is face down.
 */
export interface Bar {
  entrant: number;
  round: number;
  progress: number;
  best: number;
  goal: number;
  result: "won" | "lost" | "complete" | null;
  ended_ms: number | null;
  points: number | null;
}

/** A rating: its middle, what is to be shown after a ±, and whether it rests on few races. */
export interface Believed {
  rating: number;
  uncertainty: number;
  races: number;
  provisional: boolean;
}

/**
 * A part of a leaderboard, from the row at `offset` on; `total` are on the whole of it. Of
 * those around somebody who is not on it, and of friends where none is, there is none.
 *
 * `seq` numbers what is told of a board that is followed.
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
 * The board that is followed is another: its part is as it was as far as row `first`, counted
 * from 0, and from there on these `places`. Whoever has missed a number asks again, unless `first`
 * is 0: then this is all of it.
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
 * A place on a board; shared by those who have done the same. `name` is None of an account that
 * is no more.
 *
 * `amount` is the time in milliseconds on boards of the fastest, progress or points on boards of
 * the best, of ratings what they are at least, else how many. Of a best result: whether the game
 * was `out`, the game's tie-break, and when it was reached, `ms`. `clean`: nothing was taken back.
 */
export interface BoardPlace {
  place: number;
  name: string | null;
  amount: number;
  clean: boolean;
  out: boolean;
  tie_break: number;
  ms: number | null;
  believed: Believed | null;
}

/**
 * A break of the ledger. `ago_ms` since it began; `ms` of it count: what the server was away
 * for does not.
 */
export interface BreakTaken {
  kind: "between" | "declared" | "line_lost";
  ago_ms: number;
  ms: number;
}

/**
 * A call. `mine`: one made it oneself; then `answers` are those so far, the first first, and
 * otherwise only one's own. `missed`: one has not heard it yet. `name` is who rang, None of an
 * account that is no more; then there is no `line` either. `withdrawn`: the crown was, since. Of
 * answers there are the first fifty.
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

/** Somebody has answered a call of one's own. */
export interface CallAnswered {
  type: "call_answered";
  call: number;
  answered: Answered;
}

/**
 * A card was called: place it within so many milliseconds, or it is placed for you. The table
 * with it follows.
 */
export interface Called {
  seq: number;
  type: "called";
  race: number;
  call: number;
  call_ms: number;
}

/** A page of them, of `total`; `missed` is how many of all are. */
export interface Calls {
  type: "calls";
  id: number;
  total: number;
  missed: number;
  muted: boolean;
  calls: Call[];
}

/**
 * Until it starts by itself; until deals begin, and until none does any more, where everybody
 * goes on at their own pace.
 */
export interface Clocks {
  starts_in_ms: number | null;
  opens_in_ms: number | null;
  closes_in_ms: number | null;
}

/** The race begins in so many milliseconds for these seats; no card is sent before. */
export interface Countdown {
  seq: number;
  type: "countdown";
  race: number;
  starts_in_ms: number;
  racing: number[];
}

/**
 * A contestant has declared a break: their board is covered, and no move is taken until they
 * are back. Their clock runs on.
 */
export interface Covered {
  seq: number;
  type: "covered";
  seat: number;
  covered: boolean;
}

/**
 * How a candidate stands. Without `won` there is no run, and nothing is metered.
 *
 * `won` are games on the trot, the first first. `breaks` are over; `pause` is the one that goes
 * on, with what counts of it so far, and `covered` says that the board was covered by the
 * candidate. `waiting`: the candidate is kept waiting, and it is still free. `spent_ms`
 * is of all breaks together. `left_ms` is how much longer may pass like this before a limit is
 * overstepped, the `limit` that comes first; None of both where none is near. `triple_after` is
 * how many more wins in a row make a Triple Crown, `quintuple_after` a Quintuple.
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

/** One of the five that is in progress. `counts`: getting it out would count. */
export interface CrownGame {
  game: string;
  race: string;
  counts: boolean;
}

/** What a run may spend, in seconds; `refusals` is how many untouched deals may be refused. */
export interface CrownLimits {
  between_s: number;
  within_s: number;
  total_s: number;
  idle_s: number;
  refusals: number;
}

/**
 * A crown race. `games` are in the order of the deals; `mine` is the place in `racers` of the
 * reader. `commitment` is published before anybody starts, and `opened`, told when it is over, has
 * the secret of the session: the secret of deal k is made from it.
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
 * A candidate. `games` are those reached, in the order of the race. `crown` is the greatest won
 * within this race, `quit` says that they take part no more. `place` is shared by equals: the
 * greater crown is first, then more games won, then less time for them.
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

/** Somebody has won a crown, or it is theirs no more: `withdrawn`. Told to everybody. */
export interface CrownWon {
  type: "crown_won";
  award: string;
  crown: "triple" | "quintuple";
  name: string;
  withdrawn: boolean;
}

/** The deals of today, which may be tried, and those of tomorrow, only committed to. */
export interface Dailies {
  type: "dailies";
  id: number;
  today: DailyInfo[];
  tomorrow: DailyInfo[];
}

/**
 * How everybody did who has finished a daily deal: people and bots, each with places of their
 * own. Once it is `closed`, every try has ended, and its secret is told.
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
 * A daily deal. `name` stands for the race id in its seed, which has no nonces. Who has tried
 * it finds their race under `code`; `done` says that it is over. It is told to everybody, secret,
 * board and records, some time after it closes: when the last try must have ended.
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

/** Somebody's place on a daily board; their race is found under `code`. */
export interface DailyResult {
  place: number;
  name: string;
  code: string;
  standing: SeatStanding;
}

/** A request was carried out; what it changed follows as events. */
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
 * Somebody who takes part, or did. `name` is None of an account that is no more. `since` is the
 * first turn they play, None while they play in none.
 */
export interface Entrant {
  number: number;
  name: string | null;
  bot: boolean;
  team: string | null;
  checked_in: boolean;
  since: number | null;
  gone: "withdrawn" | "removed" | null;
}

/**
 * The name one's account had until the server gave it another, because an older account has a
 * name that looks the same, or because nobody may have that name any more. None for most accounts,
 * and after the next `rename`.
 */
export interface FormerName {
  type: "former_name";
  id: number;
  name: string | null;
}

/**
 * A frame of a deal that is watched step by step, before one's own table can be played.
 *
 * `laid` and `matches` are pairs of place and card in the order of the deal, `blank` says that a
 * card nobody sees was laid last, `view` is the table after it. The table itself follows the last.
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
  view: { [key: string]: any };
}

/** Somebody, and how one stands to them: `asked` and `asks` wait for an answer. */
export interface Friend {
  name: string;
  bot: boolean;
  state: "friend" | "asked" | "asks" | "blocked";
}

/** Everybody one stands in any way to, by name. */
export interface Friends {
  type: "friends";
  id: number;
  friends: Friend[];
}

/**
 * A place with all it is made of: of each round None where it was missed, of each tie-break
 * None where it was not needed.
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

/** A team's place, exactly. */
export interface FullTeam {
  place: number;
  team: string;
  total: string;
  shown: string;
  counting: number[];
  tie_breaks: (string | null)[];
}

/**
 * How a candidate has fared with one of the games: `playing`, or how it ended; one that was
 * declared `void` counts for nothing. `code` is the room it was played in, told to others once the
 * crown race is over. `progress` is the best of it.
 */
export interface GameRaced {
  game: string;
  result: "playing" | "won" | "lost" | "resigned" | "timeout" | "abandoned" | "void";
  progress: number;
  took_ms: number | null;
  code: string | null;
}

/** Games out in a row at one game with its options as usual: now, and at most so far. */
export interface GameStreak {
  game: string;
  streak: number;
  longest: number;
}

/** Races between two at one game. */
export interface GameTally {
  game: string;
  tally: Tally;
}

/**
 * A game of a run. `race` is the one it was won in; its record, while it is kept, has the deal
 * and the moves.
 * `took_ms` is by the game's own clock, `ago_ms` since it was won.
 */
export interface GameWon {
  game: string;
  race: string;
  took_ms: number;
  ago_ms: number;
}

/**
 * One race: the code of its room, and who is seated there, in the order of the seats. `over`:
 * its results are known, and `absent` are those who were not there; they have none. `void`:
 * whoever runs the server has said that it counts for nothing, as if nobody had been there.
 */
export interface HeatInfo {
  room: string;
  entrants: number[];
  over: boolean;
  absent: number[];
  void: boolean;
}

/** The server was away; race time and bell have been put off by so much. */
export interface Held {
  seq: number;
  type: "held";
  race: number;
  held_ms: number;
  starts_in_ms: number | null;
  clock_ms: number | null;
}

/**
 * A crown on the roll. The one of the text has no `award`, no name and no races: it was not
 * played here, and `text` is what the book says of it. `name` is None also of an account that is
 * no more. `took_ms` is from the first deal to the last card, `breaks` are those between the end
 * of the first game and the end of the last. `day` is that of the last card, as 2026-11-21.
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

/** The host was away for long; this seat has the host's rights now. */
export interface HostPassed {
  seq: number;
  type: "host_passed";
  host: number;
}

export interface Joined {
  seq: number;
  type: "joined";
  seat: number;
  name: string;
  bot: boolean;
  claimed: boolean;
}

/**
 * A seat was given up, or (`kicked`) taken away by the host; `host` is who has the host's
 * rights now. Whoever goes before zero is no contestant any more.
 */
export interface Left {
  seq: number;
  type: "left";
  seat: number;
  host: number | null;
  kicked: boolean;
}

/**
 * Somebody with a seat. `racing`: they have a board in the current race; `aside`: they take no
 * part in races; `silent`: the host has silenced them; `covered`: they have
 * declared a break, and their board is covered; `claimed`: the name is that of an
 * account; `left`: they are gone for good, and named for the race they are in.
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
 * A move was stored and made: the piles and facts it changed, and race time when it counted.
 *
 * `id` is None where the server made it, because the time for a called card had run out.
 */
export interface Moved {
  type: "moved";
  id: number | null;
  race: number;
  ply: number;
  ms: number;
  changed: { [key: string]: any };
  progress: number;
  points: number | null;
  over: Ended | null;
  legal: { [key: string]: any }[] | null;
}

/** A page of them, of `total`. */
export interface MyRaces {
  type: "my_races";
  id: number;
  total: number;
  races: PastRace[];
}

/** A seat in a room. The records of the room have what was raced there. */
export interface MySeat {
  code: string;
  seat: number;
}

/** A page of them, of `total`. */
export interface MySeats {
  type: "my_seats";
  id: number;
  total: number;
  seats: MySeat[];
}

/** What the organiser has announced, so long ago. */
export interface News {
  ago_ms: number;
  text: string;
}

/** A rematch: the room's next race, waiting for everybody to be ready. */
export interface NextRace {
  seq: number;
  type: "next_race";
  race: RaceInfo;
}

/** Something about the server itself: `storage_away`, `storage_back`, `closing`, `banned`. */
export interface Notice {
  type: "notice";
  code: string;
  text: string;
}

/**
 * A room that anybody may enter: `here` people are in it, of `size`; with `late` also while its
 * race runs.
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

/** The newest fifty at most, those that changed last first. */
export interface OpenRooms {
  type: "open_rooms";
  id: number;
  rooms: OpenRoom[];
}

/** What a finished race discloses, so that anybody can make its deal again. */
export interface Opened {
  secret: string;
  nonces: { [key: string]: string };
}

/**
 * The race is over: the results, and what makes its deal checkable. A daily deal is opened when
 * its day is over.
 */
export interface Over {
  seq: number;
  type: "over";
  race: number;
  ended_ms: number;
  results: Result[];
  opened: Opened | null;
}

/**
 * A race of one's own: its record has the rest. `daily` is the name of a deal that
 * others have in rooms of their own: of a daily deal, or `crown-KQ74TX-3`. `voided`: whoever runs
 * the server has let it count no more.
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

export interface Pong {
  type: "pong";
  id: number;
}

/** Something one has chosen, and when (milliseconds since 1970); None: as usual again. */
export interface Preference {
  name: string;
  value: boolean | number | string | null;
  at: number;
}

/** A seat's connection came or went. The seat, its board and its clock stay. */
export interface Presence {
  seq: number;
  type: "presence";
  seat: number;
  here: boolean;
}

/** The numbers of the seats that changed since the last one; at most four a second. */
export interface Progress {
  type: "progress";
  race: number;
  clock_ms: number;
  standings: SeatStanding[];
}

/**
 * The current race of a room. `id` is what its deal seed is made with.
 *
 * `starts_in_ms` is there during the countdown, `clock_ms` (race time) while it runs and after.
 * Where cards are called, `call` counts them from 1, and `call_ms` is what is left to place it.
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
}

/** A newcomer has a board in the race under way: the deal and the clock are everybody's. */
export interface RaceJoined {
  seq: number;
  type: "race_joined";
  race: number;
  seat: number;
}

/** The answer to `ring`. */
export interface Rang {
  type: "rang";
  id: number;
  call: Call;
}

export interface ReadyChanged {
  seq: number;
  type: "ready_changed";
  seat: number;
  ready: boolean;
}

export interface Record {
  type: "record";
  id: number;
  record: { [key: string]: any };
}

/**
 * A request changed nothing. `code` is for programs, `error` a sentence for people.
 *
 * For a refused move `ply` is the number of moves the server has.
 */
export interface Refused {
  type: "refused";
  id: number | null;
  code: string;
  error: string;
  ply: number | null;
}

/**
 * The board of a seat after `offset` of its `total` moves, and the moves from there on: all
 * that are left, or as many as go into one message.
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
  view: { [key: string]: any };
  progress: number;
  points: number | null;
  over: Ended | null;
  moves: ReplayedMove[];
}

/**
 * A move or an `undo`, when it counted, and what could be seen then: the piles and facts that
 * changed, as in `moved`. `by` is who made it: the seat, or the server for one who was silent or
 * had left.
 */
export interface ReplayedMove {
  ms: number;
  by: string;
  text: string;
  changed: { [key: string]: any };
  progress: number;
  points: number | null;
  over: Ended | null;
}

/** A place in the results; equal standings share it. */
export interface Result {
  place: number;
  standing: SeatStanding;
}

/**
 * The telephone rings, on every line of somebody who is called and has not muted it. Whoever is
 * in a game shows only a small sign until it is over.
 */
export interface Ringing {
  type: "ringing";
  call: Call;
}

/** Somebody one has raced. `name` is None of an account that is no more. */
export interface Rival {
  name: string | null;
  bot: boolean;
  tally: Tally;
  ago_ms: number;
}

/** A page of them, of `total`. */
export interface Rivals {
  type: "rivals";
  id: number;
  total: number;
  rivals: Rival[];
}

/** A page of the roll of honour, of `total`. */
export interface Roll {
  type: "roll";
  id: number;
  total: number;
  honours: Honour[];
}

/**
 * A whole room, as the answer to create, join, resume and watch. `seat` is the reader's own.
 *
 * `invite` is the word that lets people in where one is needed; only the host is told.
 *
 * Whoever resumes finds everything here: `table` is their own board, `frame` the frame of the deal
 * they had come to, where it is still to be watched or no move has been made, and `unread` what
 * has happened since their last line ended, oldest first. All of that is folded into the rest.
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
  unread: (Joined | Left | Presence | Covered | ReadyChanged | Countdown | Started | Called | Held |
    Over | NextRace | SettingsChanged | HostPassed | Silenced | StoodAside | RaceJoined | Skip)[];
}

/**
 * A round: all its heats are dealt the same cards, those of deal `number` of the session.
 *
 * `turn` says which of the evening it is, for one may be played again; a sprint `decides` the ties
 * of the round with that number. Whoever has a bye does not play; of each heat of a knockout
 * `through` go on, and `groups` is the bracket, byes with it.
 *
 * `heats` are told once their rooms are there, from the lobby on; where everybody goes on at their
 * own pace by `tournament_round` alone, when the tournament is over. `ends_in_ms`: how long the
 * lobby, the table or at most the race lasts. `starts_in_ms`: until all its races begin.
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

/**
 * How somebody ended a round, and where. Times are race time; `counts` is what it is worth,
 * None where the round does not count, or they do not.
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
 * Why the last run is over: how a game was lost (`lost`, `resigned`, `timeout`, `abandoned`),
 * the limit that was overstepped (`between`, `within`, `total`, `idle`), `gave_up`, or
 * `quintuple`.
 */
export interface RunEnded {
  why: string;
  ago_ms: number;
}

/** What somebody in the room said. `phrase` is the id of a set phrase. */
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
}

/**
 * What somebody has of a round; numbers are exact, such as `1475/19`. `place` is among the `of`
 * with whom they are compared, `beaten` their matchpoints, `progress` hundredths of the goal.
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
 * One seat's numbers: what rivals and watchers see of a board. Times are race time.
 *
 * `tie_break` ranks those whose `best` is equal, more before less; 0 in most games. `reached_ms`
 * is when both were reached.
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

/** The rooms in which a seat became, or already was, the account's. */
export interface SeatsClaimed {
  type: "seats_claimed";
  id: number;
  codes: string[];
}

/**
 * What the host of a room chooses. `boards` says who may see boards while a race runs: nobody;
 * contestants who have finished this deal; those and spectators, the latter so many milliseconds
 * later. `late` lets newcomers into a race that runs already; then nobody sees boards, for whoever
 * sees one may be the next newcomer.
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

/** The host has changed the settings of the room. */
export interface SettingsChanged {
  seq: number;
  type: "settings_changed";
  settings: Settings;
}

/**
 * This connection is the account's from now on. A new `session` token and a new `recovery` code
 * are told once; `session_ms` is how long the session will last.
 */
export interface SignedIn {
  type: "signed_in";
  id: number;
  account: AccountInfo;
  session: string | null;
  session_ms: number;
  recovery: string | null;
}

/** The host has silenced a seat, or lets it speak again. */
export interface Silenced {
  seq: number;
  type: "silenced";
  seat: number;
  silent: boolean;
}

/** Something the reader has no part in; it keeps the numbering whole. */
export interface Skip {
  seq: number;
  type: "skip";
}

/** Zero. Contestants get their `table` right after it. */
export interface Started {
  seq: number;
  type: "started";
  race: number;
}

/** A seat takes no part in races, or does again. */
export interface StoodAside {
  seq: number;
  type: "stood_aside";
  seat: number;
  aside: boolean;
}

/** Somebody's streaks by game, those longest now first; games never got out are left out. */
export interface Streaks {
  type: "streaks";
  id: number;
  name: string;
  streaks: GameStreak[];
}

/**
 * One's own board, whole. `view` is as in the contract; `legal` if asked for at the seat;
 * `marks` are those of one's own making that still mean something.
 */
export interface Table {
  type: "table";
  id: number | null;
  race: number;
  ply: number;
  clock_ms: number;
  view: { [key: string]: any };
  progress: number;
  points: number | null;
  over: Ended | null;
  legal: { [key: string]: any }[] | null;
  marks: Tilt[];
}

/**
 * A place in the table, shared by equals. `total` and `average`, the total by the number of
 * rounds, are as people read them.
 */
export interface TableRow {
  place: number;
  entrant: number;
  total: string;
  average: string;
}

/**
 * Races between two: those the first has won, lost and tied. `run` is how many of the latest
 * have gone the same way: won if above 0, lost if below, 0 where the latest was tied.
 */
export interface Tally {
  wins: number;
  losses: number;
  ties: number;
  run: number;
}

/** A team's place. `counting` are the members whose totals make up its own. */
export interface TeamTotal {
  place: number;
  team: string;
  total: string;
  counting: number[];
}

/** How a race is ended and won; see `docs/protocol.md`. */
export interface Terms {
  format: "first_out" | "best" | "score" | "caller";
  winners: "time" | "moves";
  take_back: "none" | "until_card" | "free" | "practice";
  call_ms: number | null;
}

/**
 * How a card lies, or a whole pile where `index` is null: 1 at 45° to the right, 2 at 90°, 3 at
 * 45° to the left. `index` counts from the bottom, face-down cards as well.
 */
export interface Tilt {
  pile: string;
  index: number | null;
  tilt: number;
}

/**
 * All about a tournament. `mine` is the reader's number. `organised`: the reader organises it.
 * `seq` numbers what is told of a tournament that is followed.
 */
export interface Tournament {
  status: "draft" | "open" | "running" | "paused" | "finished";
  why: "played" | "stopped" | "too_few" | "untended" | null;
  organiser: string | null;
  plan: { [key: string]: any };
  clocks: Clocks;
  entrants: Entrant[];
  rounds: RoundInfo[];
  table: TableRow[];
  teams: TeamTotal[];
  bars: Bar[];
  news: News[];
  opened: Opened | null;
  next: string | null;
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
 * The tournament that is followed has changed: what is None is as it was. `entrants`, `rounds`
 * and `bars` have those alone that are new or have changed, known by number, and bars by
 * entrant and round; bars go where `rounds` says that nobody races in that round any more, or with
 * the next bar of that entrant. The others are whole. Whoever has missed a number follows again.
 */
export interface TournamentChanged {
  type: "tournament_changed";
  seq: number;
  code: string;
  status: "draft" | "open" | "running" | "paused" | "finished" | null;
  why: "played" | "stopped" | "too_few" | "untended" | null;
  organiser: string | null;
  plan: { [key: string]: any } | null;
  clocks: Clocks | null;
  entrants: Entrant[] | null;
  rounds: RoundInfo[] | null;
  table: TableRow[] | null;
  teams: TeamTotal[] | null;
  bars: Bar[] | null;
  news: News[] | null;
  opened: Opened | null;
  next: string | null;
}

/** A tournament on the list. `of` is how many rounds its plan has, None where nobody can say. */
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

/** A tournament one has entered starts by itself so soon. */
export interface TournamentReminder {
  type: "tournament_reminder";
  code: string;
  title: string;
  starts_in_ms: number;
}

/**
 * All results of a round, best first; of the heats one after the other where only these are
 * compared.
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
 * A part of the table, of `total` rows. `rounds` are the numbers of those that count,
 * `fields` how many have played each; `tie_breaks` and `team_tie_breaks` are what those are
 * called.
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

/** Those that changed last first, fifty at most. */
export interface Tournaments {
  type: "tournaments";
  id: number;
  tournaments: TournamentEntry[];
}

/** The book of two people: all games, and each, those played most first. */
export interface Versus {
  type: "versus";
  id: number;
  one: string;
  other: string;
  tally: Tally;
  games: GameTally[];
}

/**
 * The board of a seat one watches, whole, as it was at race time `clock_ms`: `delay_ms` ago.
 *
 * `view` is None while there is nothing to be seen yet. The next one replaces it; at most four a
 * second are sent.
 */
export interface WatchedTable {
  type: "watched_table";
  id: number | null;
  race: number;
  seat: number;
  ply: number;
  clock_ms: number;
  delay_ms: number;
  view: { [key: string]: any } | null;
  progress: number;
  points: number | null;
  over: Ended | null;
}

/** So many follow the room without a seat. */
export interface Watchers {
  type: "watchers";
  watchers: number;
}

/** The answer to `hello`: the version both will speak from now on. */
export interface Welcome {
  type: "welcome";
  id: number;
  protocol: number;
  server: string;
}

/** The message of a type. */
export type Told<T extends FromServer["type"]> = Extract<FromServer, { type: T }>;

/** A request that has no number yet. */
export type Asked<T extends FromClient["type"] = FromClient["type"]> = FromClient extends infer M
  ? M extends { type: T }
    ? Omit<M, "id">
    : never
  : never;
