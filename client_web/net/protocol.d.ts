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
  | PlayTable
  | NextFrame
  | Look
  | Rematch
  | GetRecord
  | GetAnalysis
  | GetTraveller
  | GetReplay
  | GetGhost
  | ChangeSettings
  | Kick
  | SeatBot
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
  | GetTogether
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
  | NewLeisureRace
  | JoinLeisureRace
  | InviteToLeisureRace
  | ClaimLeisureEntry
  | QuitLeisureRace
  | GetLeisureRace
  | ListLeisureRaces
  | PlayLeisureDeal
  | Ring
  | GetCalls
  | HearCalls
  | AnswerCall
  | MuteCalls
  | GoOnline
  | FollowFriends
  | UnfollowFriends
  | Challenge
  | DeclineChallenge
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
 * An action of an organiser about the account `name`. `admit`: let the account enter without an
 * invitation, or late. `hand_over`: make the account the organiser in your place.
 */
export interface AccountVerb {
  verb: "admit" | "hand_over";
  name: string;
}

/**
 * The action of an organiser that adds `ms` milliseconds to a time that has not ended yet: to
 * the lobby, to the showing of the table, or to the time in which deals can be begun. Before the
 * tournament it postpones the start. `round` is the number of the round whose lobby or table is
 * meant, 0 before the start, None for whichever is present. The request is refused if that time is
 * up.
 */
export interface AddTime {
  verb: "add_time";
  round?: number | null;
  ms: number;
}

/** The action of an organiser that sends a text to everybody who follows the tournament. */
export interface Announce {
  verb: "announce";
  text: string;
}

/**
 * Answer a call that you received with one of a few set sentences. If you answer the same call
 * again, the later answer replaces the earlier one.
 */
export interface AnswerCall {
  id: number;
  type: "answer_call";
  call: number;
  answer: "congratulations" | "rotten_luck" | "show_me";
}

/**
 * Log in with the token of a session that began earlier. From then on the server treats
 * requests on this connection as those of the account.
 */
export interface Authenticate {
  id: number;
  type: "authenticate";
  session: string;
}

/**
 * Change your relation to another account, `name`: ask to be friends (`add`), accept such a
 * request, remove a friend, block or unblock the account.
 */
export interface Befriend {
  id: number;
  type: "befriend";
  name: string;
  what: "add" | "accept" | "remove" | "block" | "unblock";
}

/**
 * Take a break from your run. The server hides the board that you play on this connection, and
 * refuses moves until you send `end_break`.
 */
export interface BeginBreak {
  id: number;
  type: "begin_break";
}

/**
 * Invite a friend who is on line to the room in which you have a seat. The friend gets the
 * message `challenged` on every connection that has sent `go_online`. A friend who hides counts as
 * not on line.
 */
export interface Challenge {
  id: number;
  type: "challenge";
  name: string;
}

/** Change the password of your account. All other sessions of the account end. */
export interface ChangePassword {
  id: number;
  type: "change_password";
  password: string;
  new_password: string;
}

/**
 * Replace all settings of the room. Settings that you leave out get their default values. Only
 * the host may send this.
 */
export interface ChangeSettings {
  id: number;
  type: "change_settings";
  settings: AskedSettings;
}

/**
 * Replace the plan of a draft of a tournament. Only its organisers may send this. Answered by
 * `done`.
 */
export interface ChangeTournament {
  id: number;
  type: "change_tournament";
  code: string;
  plan: AskedTournamentPlan;
}

/**
 * Say that you are present at a tournament that you have entered. `nonce` is your random number
 * for the deals. `token` becomes the token of your seat in the present and all later rooms of the
 * tournament. To continue on another device, check in there with another token. Answered by
 * `done`.
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
 * A race as a client chooses it, as the next one of a room or as a deal of a leisure race: its
 * game with options, its terms and its bell.
 */
export interface ChosenRace {
  game: string;
  options?: { [key: string]: boolean | number | string };
  terms?: AskedTerms;
  bell_ms: number;
}

/**
 * Make your part in a leisure race as a guest a part of the account that is logged in. `guest`
 * is the token of the guest, which cannot be used afterwards. Answered by `done`.
 */
export interface ClaimLeisureEntry {
  id: number;
  type: "claim_leisure_entry";
  code: string;
  guest: string;
}

/**
 * Attach seats that you took as a guest to your account. The races that you play on these seats
 * then appear in `get_my_races`, earlier and later ones. But none of them counts for a leaderboard
 * or a head-to-head record.
 */
export interface ClaimSeats {
  id: number;
  type: "claim_seats";
  seats: HeldSeat[];
}

/**
 * Make the entry of a guest, with its results, an entry of your account. You can also do this
 * after the tournament. `guest` is the token of the entry, which is not valid any more afterwards.
 * The races of the entry change no rating. Answered by `done`.
 */
export interface ClaimTournamentEntry {
  id: number;
  type: "claim_tournament_entry";
  code: string;
  guest: string;
}

/**
 * Open a room, take its first seat and become its host. If `aside` is true, you take no part in
 * its races.
 */
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

/**
 * Decline the challenge of the friend `name` to the room `code`. The friend gets the message
 * `challenge_declined`.
 */
export interface DeclineChallenge {
  id: number;
  type: "decline_challenge";
  name: string;
  code: string;
}

/**
 * Delete your account. The races that it took part in stay stored, with the name it had in each
 * race.
 */
export interface DeleteAccount {
  id: number;
  type: "delete_account";
  password: string;
}

/**
 * End the break that you began with `begin_break`. Before it answers, the server sends your
 * board again.
 */
export interface EndBreak {
  id: number;
  type: "end_break";
}

/**
 * Enter a tournament, or change your team. `team` is required if the plan has teams. `guest` is
 * for somebody without an account, whose connection must not be logged in. Answered by `done`.
 */
export interface EnterTournament {
  id: number;
  type: "enter_tournament";
  code: string;
  team?: string | null;
  guest?: GuestEntry | null;
}

/**
 * An action of an organiser about an entrant. `remove`: the entrant no longer takes part, and
 * counts as if they had never entered. `withdraw`: the entrant no longer takes part, and their
 * results stay. `reinstate`: the entrant takes part again.
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

/**
 * Get part of a leaderboard as the message `board`, and then each change of that part as
 * `board_changed`. This goes on until you send `unfollow` or follow another leaderboard.
 */
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
  winnable?: boolean;
  difficulty?: 1 | 2 | 3 | 4 | 5 | null;
  type: "follow_board";
}

/** Get the state of your run as the message `crown`, at once and again after every change. */
export interface FollowCrown {
  id: number;
  type: "follow_crown";
}

/**
 * Get the state of a crown race as the message `crown_race`, at once and again after every
 * change. This goes on until you send `unfollow_crown_race` or follow another crown race.
 */
export interface FollowCrownRace {
  id: number;
  type: "follow_crown_race";
  code: string;
}

/**
 * Get the list of your friends who are on line as the message `friends_online`, at once and
 * again after every change, until you send `unfollow_friends`. Changes come a few seconds late.
 */
export interface FollowFriends {
  id: number;
  type: "follow_friends";
}

/**
 * Get the state of a tournament as the message `tournament`, and then each change of it as
 * `tournament_changed`. This goes on until you send `unfollow_tournament` or follow another
 * tournament.
 */
export interface FollowTournament {
  id: number;
  type: "follow_tournament";
  code: string;
  guest?: string | null;
}

/** Get the data of your account. */
export interface GetAccount {
  id: number;
  type: "get_account";
}

/**
 * Get the analysis of a finished race. `race` is a race id; a room code alone means the latest
 * race of the room. Everybody who may get the record of the race may send this.
 */
export interface GetAnalysis {
  id: number;
  type: "get_analysis";
  race: string;
}

/** Get part of a leaderboard once. Answered by `board`. */
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
  winnable?: boolean;
  difficulty?: 1 | 2 | 3 | 4 | 5 | null;
  type: "get_board";
}

/** Get the calls you made and received, latest first. */
export interface GetCalls {
  id: number;
  type: "get_calls";
  offset?: number;
  count?: number;
}

/** Get the state of your run as the message `crown`. You are sent no later changes. */
export interface GetCrown {
  id: number;
  type: "get_crown";
}

/**
 * Get the results of all who have tried a daily deal. The request is refused until you have
 * finished the deal or its secret is public.
 */
export interface GetDailyBoard {
  id: number;
  type: "get_daily_board";
  name: string;
}

/**
 * Ask whether the server has given your account another name, and what its name was before.
 * Answered by `former_name`.
 */
export interface GetFormerName {
  id: number;
  type: "get_former_name";
}

/**
 * Get your relations to other accounts: friends, unanswered requests to be friends, and
 * accounts that you have blocked.
 */
export interface GetFriends {
  id: number;
  type: "get_friends";
}

/**
 * Get the standings that one contestant had in the course of a finished race. `race` is a race
 * id; a room code alone means the latest race of the room. Everybody who may get the record of the
 * race may send this. Answered by `ghost`.
 */
export interface GetGhost {
  id: number;
  type: "get_ghost";
  race: string;
  seat: number;
}

/**
 * Get a leisure race. It is shown to those who take part, and also to others if it has places
 * for people who know the code. Answered by `leisure_race`.
 */
export interface GetLeisureRace {
  id: number;
  type: "get_leisure_race";
  code: string;
  guest?: string | null;
}

/**
 * Get the races of your account, latest first. Races that you played as a guest are included if
 * the account has claimed the seat.
 */
export interface GetMyRaces {
  id: number;
  type: "get_my_races";
  offset?: number;
  count?: number;
}

/**
 * Get the seats of your account in rooms. Seats that you took as a guest are included if the
 * account has claimed them.
 */
export interface GetMySeats {
  id: number;
  type: "get_my_seats";
  offset?: number;
  count?: number;
}

/**
 * Get the record of a finished race, a document with which anybody can check its deal, its
 * moves and its results. A room code alone means the latest race of the room.
 */
export interface GetRecord {
  id: number;
  type: "get_record";
  race: string;
}

/**
 * Get a part of a finished game that was played at seat `seat`: the part that contains move
 * number `offset`, counted from 0. `race` is a race id; a room code alone means the latest race of
 * the room. Everybody who may get the record of the race may send this.
 */
export interface GetReplay {
  id: number;
  type: "get_replay";
  race: string;
  seat: number;
  offset?: number;
}

/**
 * Get a page of the accounts that your account has raced against. The account of the most
 * recent race comes first.
 */
export interface GetRivals {
  id: number;
  type: "get_rivals";
  offset?: number;
  count?: number;
}

/**
 * Get a page of the roll of honour, the list of all crowns won. The oldest entry comes
 * first.
 */
export interface GetRoll {
  id: number;
  type: "get_roll";
  offset?: number;
  count?: number;
}

/**
 * Get the winning streaks of the account `name`. If `name` is None, your own account is
 * meant.
 */
export interface GetStreaks {
  id: number;
  type: "get_streaks";
  name?: string | null;
}

/**
 * Get what your account and the accounts `names` have raced together: all races in which all of
 * you were, or, with `nobody_else`, only those in which no other account was. `offset` and `count`
 * choose which of the races are listed, the latest first.
 */
export interface GetTogether {
  id: number;
  type: "get_together";
  names: string[];
  nobody_else?: boolean;
  offset?: number;
  count?: number;
}

/** Get the state of a tournament once. Answered by `tournament`. */
export interface GetTournament {
  id: number;
  type: "get_tournament";
  code: string;
  guest?: string | null;
}

/** Get the results of all entrants in a round that is over. Answered by `tournament_round`. */
export interface GetTournamentRound {
  id: number;
  type: "get_tournament_round";
  code: string;
  round: number;
}

/**
 * Get part of the table of a tournament, starting with row `offset`. Its numbers are exact, not
 * rounded. Answered by `tournament_table`.
 */
export interface GetTournamentTable {
  id: number;
  type: "get_tournament_table";
  code: string;
  offset?: number;
  count?: number;
}

/**
 * Get the traveller of a deal that everybody has finished. `offset` and `count` say which of
 * the tries that count are listed, best first. Everybody who may get the record of a race may get
 * the traveller of its deal; that of a daily deal can be had when its secret is public.
 */
export interface GetTraveller {
  id: number;
  type: "get_traveller";
  deal: string;
  offset?: number;
  count?: number;
}

/**
 * Get the head-to-head record of the accounts `one` and `other`. If `one` is None, your own
 * account is meant.
 */
export interface GetVersus {
  id: number;
  type: "get_versus";
  one?: string | null;
  other: string;
}

/** End your run of great games won in a row. A game in progress continues. */
export interface GiveUpRun {
  id: number;
  type: "give_up_run";
}

/**
 * Let your friends see that you are on line, unless you hide, and get their challenges on this
 * connection, until it closes or you log out.
 */
export interface GoOnline {
  id: number;
  type: "go_online";
}

/**
 * What a guest sends to enter a tournament or a leisure race. `token` is a random secret that
 * the device of the guest makes and keeps, and with which the guest proves later that the entry is
 * theirs. It can be used to enter one tournament or leisure race only. A program that plays (a
 * bot) sets `bot`.
 */
export interface GuestEntry {
  name: string;
  token: string;
  bot?: boolean;
}

/** Say that you have heard the calls that you received, up to call number `up_to`. */
export interface HearCalls {
  id: number;
  type: "hear_calls";
  up_to: number;
}

/** A seat that you took without an account. The token of the seat proves that it is yours. */
export interface HeldSeat {
  code: string;
  token: string;
}

/**
 * The first message of a connection. `protocol` lists the versions of the protocol that the
 * client knows.
 */
export interface Hello {
  id: number;
  type: "hello";
  protocol: number[];
  client: string;
}

/**
 * The action of an organiser that invites more accounts to a tournament that can be entered by
 * invitation only.
 */
export interface InviteEntrants {
  verb: "invite";
  names: string[];
}

/**
 * Invite further friends to a leisure race that you have made, until it closes. They take part
 * at once; for those who take part already, nothing changes. Answered by `leisure_race`.
 */
export interface InviteToLeisureRace {
  id: number;
  type: "invite_to_leisure_race";
  code: string;
  invited: string[];
}

/**
 * Take a new seat in a room. `invite` is the invitation word; it is needed if the room can be
 * entered by invitation only. A program sets `bot`.
 */
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

/**
 * Take part in a crown race that has not started. `nonce` is your random number for the
 * deals.
 */
export interface JoinCrownRace {
  id: number;
  type: "join_crown_race";
  code: string;
  nonce: string;
}

/**
 * Take part in a leisure race whose code you know, until it closes. `guest` is for somebody
 * without an account, whose connection must not be logged in. Answered by `leisure_race`.
 */
export interface JoinLeisureRace {
  id: number;
  type: "join_leisure_race";
  code: string;
  guest?: GuestEntry | null;
}

/**
 * Take part in a race that has begun, if the settings of the room let newcomers join late. Your
 * clock has been running since the start of the race, like that of all contestants.
 */
export interface JoinRace {
  id: number;
  type: "join_race";
  race: number;
}

/**
 * Remove somebody from the room. Their seat is given up, and the server refuses its token from
 * then on. Only the host may send this.
 */
export interface Kick {
  id: number;
  type: "kick";
  seat: number;
}

/**
 * The settings of a knockout. A heat has two or four entrants (`heats`), of whom `go_on` play
 * in the next round. If entrants tie for the last of these places, they play an additional race,
 * the `sprint`, whose game and terms are given here. `seeds` says how entrants are put into the
 * bracket: at random (`drawn`), or in the order in which they entered (`entered`).
 */
export interface AskedKnockout {
  heats?: 2 | 4;
  go_on?: 1 | 2;
  seeds?: "drawn" | "entered";
  sprint?: AskedRoundPlan;
}

/** Give up your seat for good. If you are playing a game, it counts as resigned. */
export interface Leave {
  id: number;
  type: "leave";
}

/** Get the daily deals of today and tomorrow. */
export interface ListDailies {
  id: number;
  type: "list_dailies";
}

/**
 * Get the leisure races of your account: those that you can play, and those that were told.
 * Answered by `leisure_races`.
 */
export interface ListLeisureRaces {
  id: number;
  type: "list_leisure_races";
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

/**
 * End the session of your account on this device. With `everywhere`, end all sessions of the
 * account.
 */
export interface LogOut {
  id: number;
  type: "log_out";
  everywhere?: boolean;
}

/**
 * Get your complete board again. The answer is `table`, or `frame` while you are still watching
 * your deal step by step. At a common table, on which all contestants play, it is
 * `common_table`.
 */
export interface Look {
  id: number;
  type: "look";
}

/**
 * Tilt a card or a pile of your own table as a reminder. The tilt 0 removes the mark. Nobody
 * else sees the mark. It disappears when the card moves. `index` is the position of the card in
 * the pile as in `Tilt`, None for the whole pile.
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
 * Stop the telephone from ringing for you, or let it ring again. While it does not ring, calls
 * are stored as missed. For an account this applies to all its devices; for a guest, to this
 * connection only.
 */
export interface MuteCalls {
  id: number;
  type: "mute_calls";
  muted: boolean;
}

/**
 * Make a leisure race and take part in it. All its `deals` have the same game, terms and time
 * limit (`bell_ms`), unless `rounds` has one race for each deal: then `deals` is their number, and
 * the game, the options, the terms and the time limit are those of the first. A client leaves out
 * `rounds` if all deals are alike, because older servers refuse it. `invited` are names of your
 * friends. `by_code` is the number of other people who may take part because they know the code of
 * the race. The race opens after `opens_in_ms`, and closes `lasts_ms` later. Answered by
 * `leisure_race`.
 */
export interface NewLeisureRace {
  id: number;
  type: "new_leisure_race";
  title: string;
  game: string;
  options?: { [key: string]: boolean | number | string };
  terms?: AskedTerms;
  bell_ms: number;
  deals?: number;
  rounds?: ChosenRace[];
  invited?: string[];
  by_code?: number;
  opens_in_ms?: number;
  lasts_ms: number;
}

/**
 * Create a draft of a tournament, and become its organiser. Answered by `tournament`, which has
 * the commitment: the hash of a secret from which all deals of the tournament are computed.
 */
export interface NewTournament {
  id: number;
  type: "new_tournament";
  plan: AskedTournamentPlan;
}

/**
 * Get one frame of a watched deal, a deal that you see step by step before you play; a frame is
 * one step. `frame` is the number of the next frame. If it is the number of the current frame, you
 * get that frame again.
 */
export interface NextFrame {
  id: number;
  type: "next_frame";
  race: number;
  frame: number;
}

/**
 * Open a crown race and take part in it. `games` lists the five great games in the order in
 * which they are played; None means the usual order. `nonce` is your random number for the
 * deals.
 */
export interface OpenCrownRace {
  id: number;
  type: "open_crown_race";
  nonce: string;
  games?: string[] | null;
}

/**
 * The action of an organiser that opens a hall, which is a network address from which many
 * people take part. For `people` people the limits of the address are raised until the tournament
 * is over, for half a day at most. If `address` is None, the address of this connection is meant.
 * A hall that was opened for the tournament before is closed.
 */
export interface OpenHall {
  verb: "open_hall";
  people?: number;
  address?: string | null;
}

/**
 * Become one of those who organise the tournament. `word` is the text that the organiser has
 * set with the action `share`. Answered by `done`.
 */
export interface OrganiseTournament {
  id: number;
  type: "organise_tournament";
  code: string;
  word: string;
}

/**
 * Ask the server for `pong`, to test the connection. It is a message because browsers cannot
 * send the ping frames of the websocket protocol.
 */
export interface Ping {
  id: number;
  type: "ping";
}

/**
 * The terms of a race, or of the races of a tournament round: when they end, how their
 * contestants are ordered, and which help they have, such as take-backs. `docs/protocol.md`
 * explains the values. `winnable` says how the deal is searched for, if it is a winnable deal.
 * `show_grids`, `safe_play` and `winnable` are left out if they are not set, because older
 * programs do not know the fields.
 */
export interface PlanTerms {
  format?: "first_out" | "best" | "score" | "caller" | null;
  winners?: "time" | "moves" | null;
  take_back?: "none" | "until_card" | "free" | "practice" | null;
  call_ms?: number | null;
  show_grids?: "each_card" | "end" | null;
  safe_play?: boolean | null;
  winnable?: AskedSearchTerms | boolean | null;
  difficulty?: 1 | 2 | 3 | 4 | 5 | null;
}

/**
 * Make a move in race number `race` of the room. `ply` is the number of moves that you have
 * made before it. `move` is an object or a text, as `protocol/rooms/boards.py` describes.
 *
 * You may send a move again with the same `ply`. Then the server answers again, but the move is
 * made only once.
 */
export interface Play {
  id: number;
  type: "play";
  race: number;
  ply: number;
  move: Move | string;
}

/**
 * Start a race with you as the only contestant, in a room that nobody else can enter. The race
 * begins at once, and moves may be taken back unless `terms` forbid it. If you send the request
 * again with the same `token`, you return to the same room.
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

/**
 * Enter the room in which you play the deal that you have reached in the crown race, or return
 * to it. Answered by `room`.
 */
export interface PlayCrownDeal {
  id: number;
  token: string;
  legal?: boolean;
  type: "play_crown_deal";
  code: string;
}

/**
 * Begin your try of a deal of a leisure race. If `deal` is None, this is the first deal that
 * you have not played. If a try of yours is in progress, you return to it. Answered by `room`.
 */
export interface PlayLeisureDeal {
  id: number;
  token: string;
  legal?: boolean;
  type: "play_leisure_deal";
  code: string;
  deal?: number | null;
  guest?: string | null;
}

/**
 * Make a move at the common table of race number `race`. `move` is an object or a text. `key`
 * is a number that the client gives to no other command of its seat in this race. If you send a
 * command again with the same `key`, the server answers again but carries it out only once.
 *
 * The answer is `table_played` or `refused`. A claim of a place that another contestant has taken
 * first is refused with the code `overtaken`.
 */
export interface PlayTable {
  id: number;
  type: "play_table";
  race: number;
  key: number;
  move: RacingDemonAnyMove | string;
}

/**
 * Get your next deal of a tournament in which everybody plays at their own pace (an arena or a
 * tournament for crowns). If you are playing a deal, return to it. Answered by `room`.
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
 * Stop taking part in the crown race. The deals that you have not reached are never shown to
 * you. If you are playing a deal, you may play it to its end.
 */
export interface QuitCrownRace {
  id: number;
  type: "quit_crown_race";
  code: string;
}

/**
 * Stop taking part in a leisure race. Your results so far count. If a try is in progress, you
 * may play it to its end. While the race is open you may take part again. Answered by
 * `leisure_race`.
 */
export interface QuitLeisureRace {
  id: number;
  type: "quit_leisure_race";
  code: string;
  guest?: string | null;
}

/**
 * Start a race with you as the only contestant, on the deal of the finished race `race`,
 * against the contestant who had the seat `seat` in it. The new race begins at once, with the
 * terms and the time limit of the finished race. If you send the request again with the same
 * `token`, you return to the same room.
 *
 * With `practice` the new race has no time limit to speak of, and every move may be taken back; a
 * client can make the first moves of the contestant by itself, so that you play on from there. It
 * is left out otherwise, because older servers do not know the field.
 */
export interface RaceGhost {
  id: number;
  token: string;
  legal?: boolean;
  type: "race_ghost";
  race: string;
  seat: number;
  name: string;
  practice?: boolean;
}

/**
 * Say that you are ready for the next race. `nonce` is your random number for the deal of that
 * race.
 */
export interface Ready {
  id: number;
  type: "ready";
  nonce: string;
}

/**
 * Log in with the recovery code of the account and set a new password. A recovery code works
 * once. All other sessions of the account end.
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

/**
 * Add another race to the room, with a new deal. It is the next race of the room. Without
 * `race` it has the game, options, terms and bell of the last race. If `race` is set, it has
 * these, and a race of Racing Demon begins a new series. Only the host may send this.
 *
 * A client leaves out `race` unless the host has chosen, because older servers refuse messages
 * with fields that they do not know.
 */
export interface Rematch {
  id: number;
  type: "rematch";
  race?: ChosenRace | null;
}

/** Change the name of your account. */
export interface Rename {
  id: number;
  type: "rename";
  name: string;
}

/** Replace the recovery code of your account by a new one, which the answer contains. */
export interface RenewRecovery {
  id: number;
  type: "renew_recovery";
  password: string;
}

/**
 * Return to your seat and use this connection for it. The server closes the connection that was
 * used for the seat before.
 */
export interface Resume {
  id: number;
  token: string;
  legal?: boolean;
  type: "resume";
  code: string;
}

/**
 * Call people with a line of text about a crown that you have won. You can do this once for
 * each crown; `award` is the id of the crown. `to` lists the names of the people; None means
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

/**
 * The plan of one round of a tournament: a game with its options, the terms of the race and its
 * time limit. An author who wants a winnable deal writes `true` as the `winnable` of the terms,
 * and may write the class of difficulty that it must have as their `difficulty`. Both are replaced
 * by how the present version of the solver searches.
 */
export interface AskedRoundPlan {
  game: string;
  options?: { [key: string]: boolean | number | string };
  terms?: PlanTerms;
  bell_ms?: number;
}

/**
 * An action of an organiser about a round. `void_round`: declare that the round counts for
 * nothing. `replay_round`: declare this, and play the round again with a new deal.
 */
export interface RoundVerb {
  verb: "void_round" | "replay_round";
  round: number;
}

/**
 * Carry out `do`, an action of an organiser. Only those who organise the tournament may send
 * this. Answered by `done`. `once` is a random text, new for each action: if no answer came, send
 * the request again with the same text, and the action is carried out only once.
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

/**
 * Store preferences of your account. If another device has stored a newer value for one of
 * them, the newer value is kept.
 */
export interface SavePreferences {
  id: number;
  type: "save_preferences";
  preferences: Preference[];
}

/**
 * Write a text to everybody in the room who may read texts now. Nobody may write or read texts
 * while they are racing, nor while newcomers may join the running race. Somebody who takes no part
 * in the race may not do so either while others may still play its deal in other rooms.
 */
export interface Say {
  id: number;
  type: "say";
  text: string;
}

/**
 * Say a set phrase to everybody in the room.
 *
 * The phrase `ace_please` asks for an ace. If a contestant says it during the countdown or before
 * dealing again, and the deal brings an ace, the server says `thank_you` once in the name of the
 * contestant. It sends this answer only to contestants of the race. In some games contestants
 * watch their deal step by step before they play. A contestant who says `counting` during that
 * time gets the texts and phrases of others only when the deal has ended.
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
    | "black_on_red"
    | "good_luck"
    | "well_played";
}

/**
 * When a tournament starts by itself. The first start is at `starts_at` (milliseconds since
 * 1970).
 *
 * With `repeat` a new tournament starts each day, week, two weeks or month, at the same local time
 * in the time zone `zone`. `times` is the number of these tournaments; None means that they go on
 * until the organiser stops them. `remind_ms` lists how long before each start entrants are
 * reminded.
 */
export interface AskedSchedule {
  starts_at: number;
  zone?: string;
  repeat?: "daily" | "weekly" | "fortnightly" | "monthly" | null;
  times?: number | null;
  remind_ms?: number[];
}

/**
 * How the table of a tournament is computed. `engine/tournaments/table_input.py` explains the
 * fields. Fields that the author of the plan leaves out get their default values.
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
 * How a winnable deal is searched for: the version of the solver, the number of nodes for each
 * pack, and the number of the last pack that is searched. `difficulty` is the class of difficulty
 * that the deal must have, from 1, very easy, to 5, very hard; it is left out if any class will
 * do. `docs/solver.md` explains the search.
 */
export interface AskedSearchTerms {
  solver: number;
  nodes: number;
  last_pack: number;
  difficulty?: 1 | 2 | 3 | 4 | 5 | null;
}

/**
 * Give a computer player a seat in the room. It is ready for every race from then on, and can
 * be removed with `kick`. Only the host, the member who may change the settings of the room, may
 * send this.
 */
export interface SeatBot {
  id: number;
  type: "seat_bot";
  strength?: "greedy" | "tips" | "ahead";
  pace?: "slow" | "steady" | "quick";
}

/**
 * The settings of a room.
 *
 * - `size`: the maximum number of seats.
 * - `locked`: nobody may take a new seat.
 * - `invite_only`: people need the invitation word to enter.
 * - `bots`: bots may take seats.
 * - `listed`: the room is on the public list.
 * - `boards`: who may see the boards of others during a race: `nobody`, those contestants who have
 *   finished this deal (`done`), or `everybody`. With `everybody`, spectators may see the boards
 *   too, `delay_ms` later.
 * - `late`: newcomers may join a running race. `boards` must be `nobody` then, because somebody
 *   who has seen a board could join afterwards.
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
 * The action of an organiser that lets other accounts organise the tournament too. Each account
 * that sends `organise_tournament` with `word`, a random text, may do so from then on. A new word
 * replaces the previous one. If `word` is None, only the organiser may organise the tournament
 * from then on.
 */
export interface ShareOrganising {
  verb: "share";
  word?: string | null;
}

/**
 * Create an account under a name that nobody uses, and log in to it. A program that plays (a
 * bot) sets `bot`.
 */
export interface SignUp {
  id: number;
  name: string;
  remember?: boolean;
  device?: string | null;
  type: "sign_up";
  password: string;
  bot?: boolean;
}

/**
 * Silence a seat (`silent` is true), or let its holder write again. As long as a seat is
 * silenced, the server refuses what its holder writes to the room. Only the host may send this.
 */
export interface Silence {
  id: number;
  type: "silence";
  seat: number;
  silent: boolean;
}

/**
 * An action of an organiser that needs no values. `open`: let people enter. `pause`: begin no
 * new round until `resume`. `close_hall`: end what `open_hall` began, the raised limits for the
 * network address of a hall.
 */
export interface SimpleVerb {
  verb: "open" | "pause" | "resume" | "close_hall";
}

/**
 * Keep your seat without taking part in races, so that no race waits for you (`aside` is true),
 * or take part again (`aside` is false).
 */
export interface StandAside {
  id: number;
  type: "stand_aside";
  aside: boolean;
}

/**
 * Begin the countdown of the race. The seats that are ready become its contestants. Only the
 * host may send this.
 */
export interface Start {
  id: number;
  type: "start";
}

/**
 * Start the crown race. Only its host may send this: the account that opened it or, if that
 * account has quit, the candidate who joined next.
 */
export interface StartCrownRace {
  id: number;
  type: "start_crown_race";
  code: string;
}

/**
 * The action of an organiser that starts the tournament, or ends the present lobby or the
 * showing of the table before its time. `round` is the number of the round whose lobby or table is
 * meant, 0 for the start of the tournament, None for whichever is present. A repeated request
 * about an earlier round succeeds and changes nothing.
 */
export interface StartOf {
  verb: "start";
  round?: number | null;
}

/**
 * The action of an organiser that ends the tournament: at once, or if games are in progress,
 * when they have ended. With `for_good`, the later tournaments of a repeated tournament are
 * cancelled as well.
 */
export interface Stop {
  verb: "stop";
  for_good?: boolean;
}

/**
 * Become host of the room. The request is refused unless the present host has been away for a
 * minute.
 */
export interface TakeHost {
  id: number;
  type: "take_host";
}

/**
 * The settings of a tournament with teams. Entrants join one of the teams in `names`; if the
 * list is empty, they may name a team as they like. `most` is the maximum size of a team. How many
 * members of a team count is not set here, but in `team_best` of the scoring.
 */
export interface AskedTeams {
  names?: string[];
  most?: number | null;
}

/**
 * The terms of a race: when it ends, how its contestants are ordered, and which help they have,
 * such as take-backs. For a term that is None, the default of the game applies. `docs/protocol.md`
 * explains the values. If `winnable` is true, the server searches for a winnable deal; it knows
 * how. Only then can `difficulty` be a class of difficulty, from 1, very easy, to 5, very hard. A
 * client leaves out `show_grids`, `safe_play`, `winnable` and `difficulty` unless they are chosen,
 * because older servers refuse messages with fields that they do not know.
 */
export interface AskedTerms {
  format?: "first_out" | "best" | "score" | "caller" | null;
  winners?: "time" | "moves" | null;
  take_back?: "none" | "until_card" | "free" | "practice" | null;
  call_ms?: number | null;
  show_grids?: "each_card" | "end" | null;
  safe_play?: boolean;
  winnable?: boolean;
  difficulty?: 1 | 2 | 3 | 4 | 5 | null;
}

/**
 * The definition of a tournament.
 *
 * `rounds` are the deals, each with its game and its terms. A series plays each of them once, in
 * this order; the other formats repeat the list as often as needed. `turns` is the number of
 * rounds of a Swiss tournament; None means as many as the number of games and entrants requires.
 * `window_ms` is how long after the start of an arena or a tournament for crowns an entrant can
 * begin deals. `queue` says whether an arena deals `rounds` in order or at random.
 *
 * `most` is the maximum number of entrants. `late` is the last round in which somebody who enters
 * late can start, 0 for none and None for any. `invited` are the names of accounts that may enter,
 * None if anybody may. `guests` says whether people may enter without an account; left out, they
 * may not. Between rounds the table is shown for `table_ms`, and then the entrants wait in a lobby
 * for `lobby_ms`. Spectators see boards `delay_ms` later.
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
 * Use your one try of a daily deal. You play the try alone, in a room for you only, and it
 * begins at once. Answered by `room`. To return to that room later, send `resume`.
 */
export interface TryDaily {
  id: number;
  token: string;
  legal?: boolean;
  type: "try_daily";
  name: string;
}

/** Stop getting the changes of the leaderboard that you follow with `follow_board`. */
export interface Unfollow {
  id: number;
  type: "unfollow";
}

/** Stop getting the state of your run after every change, which `follow_crown` began. */
export interface UnfollowCrown {
  id: number;
  type: "unfollow_crown";
}

/** Stop getting the state of the crown race that you follow with `follow_crown_race`. */
export interface UnfollowCrownRace {
  id: number;
  type: "unfollow_crown_race";
}

/** Stop getting `friends_online`. */
export interface UnfollowFriends {
  id: number;
  type: "unfollow_friends";
}

/** Stop getting the changes of the tournament that you follow. Answered by `done`. */
export interface UnfollowTournament {
  id: number;
  type: "unfollow_tournament";
}

/** Say that you are no longer ready for the next race. */
export interface Unready {
  id: number;
  type: "unready";
}

/** Stop watching the boards of others. */
export interface Unwatch {
  id: number;
  type: "unwatch";
}

/**
 * Vote for the game of the race that follows race number `race`. A second vote replaces your
 * first.
 *
 * The voters are the people with a seat who are connected and take part in races. The next race is
 * opened as soon as more than half of them want the same game, or all of them have voted. The game
 * with the most votes is played; of several such games, the one that was voted for first. If it is
 * the same game again, the next race also has the options, terms and time limit of the race
 * `race`.
 */
export interface Vote {
  id: number;
  type: "vote";
  race: number;
  game: string;
}

/**
 * Follow a room without a seat. The server then sends you its members, standings and results.
 * `invite` is the invitation word; it is needed if the room can be entered by invitation only.
 */
export interface Watch {
  id: number;
  type: "watch";
  code: string;
  invite?: string | null;
}

/**
 * Watch the board of one seat of the current race. You no longer get the boards that you
 * watched before.
 */
export interface WatchBoard {
  id: number;
  type: "watch_board";
  seat: number;
}

/**
 * Watch the boards of several seats of the current race side by side. You no longer get other
 * boards that you watched before. The answer is `done`. Before it, the server sends a
 * `watched_table` without an `id` for each board that you did not watch already. If you may not
 * see one of the boards, the request is refused.
 */
export interface WatchBoards {
  id: number;
  type: "watch_boards";
  seats: number[];
}

/**
 * Stop taking part in a tournament. Your results so far stay in the table. Answered by
 * `done`.
 */
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
  | CommonTable
  | TableChanged
  | TableLegal
  | TablePlayed
  | Progress
  | Record
  | Analysis
  | Traveller
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
  | Together
  | Streaks
  | Crown
  | Roll
  | CrownWon
  | CrownRace
  | LeisureRace
  | LeisureRaces
  | LeisureNews
  | Rang
  | Ringing
  | CallAnswered
  | Calls
  | FriendsOnline
  | Challenged
  | ChallengeDeclined
  | ChallengeWithdrawn
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
 * Everything that the server stores about your account, except hashes of passwords and tokens,
 * and other values that protect the account.
 */
export interface AccountData {
  type: "account_data";
  id: number;
  data: { [key: string]: Json };
}

/**
 * The data of your account. `sessions` is the number of its sessions (log-ins) that have not
 * expired. `made_ms` is when the account was created, in milliseconds since 1970.
 */
export interface AccountInfo {
  name: string;
  bot: boolean;
  made_ms: number;
  sessions: number;
  preferences: Preference[];
}

/**
 * The data of your account: the answer to `get_account` and to requests that change the
 * account. `recovery` is a new recovery code, which is sent only once; None if there is no new
 * one.
 */
export interface AccountNow {
  type: "account";
  id: number;
  account: AccountInfo;
  recovery: string | null;
}

/**
 * What an analysis says about one contestant. `won_until` is the highest number of moves after
 * which the game is known to have been winnable, 0 for the deal; None if no such number is known.
 * `lost_from` is the lowest number of moves after which it is known to have been winnable no more;
 * None if no such number is known. Take-backs and hints count as moves.
 *
 * If no position between the two is undecided, move number `lost_from` lost the game. `line` has
 * the moves that would have won after the first `won_until` moves. It is None if `won_until` is.
 */
export interface AnalysedContestant {
  seat: number;
  won_until: number | null;
  lost_from: number | null;
  line: string[] | null;
}

/**
 * The answer to `get_analysis`. `status` is `done`; `waiting` if the server has still to make
 * the analysis; or `none` if it will not make one, because it makes none at all, nobody moved, or
 * the game has no solver. `analysis` is None unless `status` is `done`.
 */
export interface Analysis {
  type: "analysis";
  id: number;
  status: "done" | "waiting" | "none";
  analysis: AnalysisDocument | null;
}

/** An analysis as a JSON document. `docs/solver.md` explains the fields. */
export interface AnalysisDocument {
  format: number;
  race: string;
  analysed: string;
  verdict: "won" | "lost" | "unknown" | "exact";
  best: number;
  line: string[] | null;
  contestants: AnalysedContestant[];
  nodes: number;
  searched: number;
  solver: number;
  difficulty?: 1 | 2 | 3 | 4 | 5 | null;
}

/** An answer to a call, and the name of the person who gave it. */
export interface Answered {
  name: string;
  answer: "congratulations" | "rotten_luck" | "show_me";
}

/**
 * The vote of a seat for the game of the next race. `title` is the title of the game in
 * English.
 */
export interface Ballot {
  seat: number;
  game: string;
  title: string;
}

/**
 * Part of a leaderboard, starting with row `offset`. `total` is the number of rows of the whole
 * leaderboard. `places` has the rows of the part. It is empty if you asked for the rows around
 * your own and you have none, or for your friends and none of them has a row.
 *
 * `seq` numbers the messages about a leaderboard that you follow. `winnable` is sent only for a
 * leaderboard of winnable deals, and `difficulty` only if it is that of a chosen class.
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
  winnable: boolean;
  difficulty: 1 | 2 | 3 | 4 | 5 | null;
}

/**
 * The leaderboard that you follow has changed. Keep the first `first` rows of the part that you
 * have, and replace the rows after them by `places`. If you missed a `seq`, send `follow_board`
 * again. That is not needed if `first` is 0, because `places` is then the whole part.
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
 * `amount` depends on the measure: milliseconds for `fastest`, progress or points for `best`, and
 * otherwise a count. For `rating` it is the lower bound of the rating, its estimate less three
 * times its uncertainty, and `believed` is the rating itself. For a best result, `out` says
 * whether the game was won, `tie_break` is the figure by which the game orders equal results, and
 * `ms` is the race time at which the result was reached. `clean` says that no move was taken back
 * and no hint asked for.
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
 * A break in a run. `kind` is `between` (between two games), `declared` (begun with
 * `begin_break` during a game) or `line_lost` (no connection during a game). `ago_ms` is how long
 * ago the break began. `ms` is how much of it counts towards the limits of the run; an outage of
 * the server does not count.
 */
export interface BreakTaken {
  kind: "between" | "declared" | "line_lost";
  ago_ms: number;
  ms: number;
}

/**
 * A telephone call.
 *
 * - `mine` says that you made the call.
 * - `answers`: if you made the call, up to fifty answers, oldest first; otherwise only your own
 *   answer.
 * - `missed` says that you have not heard the call.
 * - `name` is the caller. If the account of the caller was deleted, `name` is None and `line` is
 *   empty.
 * - `withdrawn` says that the crown no longer counts.
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

/** Somebody answered a call that you made; `call` is its number. */
export interface CallAnswered {
  type: "call_answered";
  call: number;
  answered: Answered;
}

/**
 * Card number `call` of the race was called. You have `call_ms` to place it; otherwise the
 * server places it for you. The server sends a `table` with the card after this message.
 */
export interface Called {
  seq: number;
  type: "called";
  race: number;
  call: number;
  call_ms: number;
}

/**
 * The answer to `get_calls`: a page of the calls that you made and received. `total` is the
 * number of calls on all pages, and `missed` how many of them you missed. `muted` says that you
 * have muted the telephone.
 */
export interface Calls {
  type: "calls";
  id: number;
  total: number;
  missed: number;
  muted: boolean;
  calls: Call[];
}

export type Card = string;

/** The friend `name` has declined your challenge to the room `code`. */
export interface ChallengeDeclined {
  type: "challenge_declined";
  name: string;
  code: string;
}

/**
 * The challenge of the friend `name` to the room `code` is over, because the friend has left
 * the room or, if `begun` is true, because the race has begun without you.
 */
export interface ChallengeWithdrawn {
  type: "challenge_withdrawn";
  name: string;
  code: string;
  begun: boolean;
}

/**
 * The friend `name` invites you to a race of `game` in the room `code`. To accept, join it,
 * with the word `invite` if it is not None.
 */
export interface Challenged {
  type: "challenged";
  name: string;
  code: string;
  invite: string | null;
  game: string;
  format: string;
}

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
 * What commands have changed for one seat. `changed` has the piles that are different now. The
 * other fields have the same meaning as in `TableSeat`, and are sent whether they have changed or
 * not.
 */
export interface ChangedTableSeat {
  seat: number;
  changed: RacingDemonChanged;
  progress: number;
  points: number;
  present: boolean;
  resigned: boolean;
  stuck: boolean;
}

/**
 * The times of a tournament, as milliseconds from now. `starts_in_ms` is the time until the
 * tournament starts by itself. If everybody plays at their own pace, entrants can begin deals
 * after `opens_in_ms` and until `closes_in_ms`. A time that does not apply is None.
 */
export interface Clocks {
  starts_in_ms: number | null;
  opens_in_ms: number | null;
  closes_in_ms: number | null;
}

/**
 * The race in which the first two of several people to win the game were closest together:
 * `second` was `gap_ms` behind `first`.
 */
export interface ClosestFinish {
  race: string;
  game: string;
  ago_ms: number;
  first: string;
  second: string;
  gap_ms: number;
}

/**
 * A foundation of a common table. `index` counts the foundations from 0 in the order in which
 * they were begun; it is the number in pile names such as `foundation.0`. `owners` has the seat
 * that laid each card, the ace first. `closed` says that the foundation is complete, with a king
 * on top, and was taken away.
 */
export interface CommonFoundation {
  index: number;
  suit: "S" | "H" | "D" | "C";
  height: number;
  owners: number[];
  closed: boolean;
}

/**
 * The whole common table after `number` commands, at race time `clock_ms`. Spectators see the
 * table `delay_ms` late; for contestants `delay_ms` is 0. When nobody can play, the table may
 * shift: all wastes go back to their stocks, and the top card of each stock to its bottom.
 * `shifts` counts how often it has shifted since a card was played. `emptied` are the seats that
 * have used up their demons, in the order in which they did. `legal` are your legal moves if you
 * asked for them when you took the seat; otherwise None.
 */
export interface CommonTable {
  type: "common_table";
  id: number | null;
  race: number;
  number: number;
  clock_ms: number;
  delay_ms: number;
  foundations: CommonFoundation[];
  seats: TableSeat[];
  shifts: number;
  emptied: number[];
  over: TableOver | null;
  legal: RacingDemonAnyMove[] | null;
}

/**
 * A computer player. `strength` says how it chooses its moves: `greedy` makes the move that
 * brings most at once, `tips` follows the tips in the rules of the game, and `ahead` looks some
 * moves ahead, knowing only the cards that a person would see. `pace` says how fast it moves.
 */
export interface ComputerPlayer {
  strength: "greedy" | "tips" | "ahead";
  pace: "slow" | "steady" | "quick";
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
 * A contestant began or ended a break (`covered` says which). During a break their board is
 * hidden from them and their moves are refused, and race time goes on.
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
 * `won` are the games won in the run, oldest first. `breaks` are the finished breaks. `pause` is
 * the break in progress, with the time counted so far; `covered` says that you began it with
 * `begin_break`, so that your board is hidden. `waiting` says that you are waiting for others or
 * for the server, and that this time has not counted so far. `spent_ms` is the counted time of all
 * breaks together. `limit` is the limit of `limits` that will be exceeded next if nothing changes,
 * and `left_ms` the time until then; both are None if no time is being counted. `triple_after` and
 * `quintuple_after` are how many more wins in a row make a Triple or a Quintuple Crown. `ended`
 * says why your previous run ended.
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
 * The great game that the candidate is playing. `race` is the id of the race in which it is
 * played. `counts` says whether a win would count for the run.
 */
export interface CrownGame {
  game: string;
  race: string;
  counts: boolean;
}

/**
 * The time limits of a run, in seconds; a candidate who exceeds one of them loses the run.
 * `between_s` is for the time from the end of a game to the next deal, `within_s` for one break
 * during a game, `total_s` for all breaks together, and `idle_s` for thinking about one move.
 * `refusals` is how many deals of a run the candidate may refuse, which means to leave or resign a
 * game before the first move.
 */
export interface CrownLimits {
  between_s: number;
  within_s: number;
  total_s: number;
  idle_s: number;
  refusals: number;
}

/**
 * The state of a crown race. `games` lists the five games in the order of the deals. `mine` is
 * your index in `racers`, None if you take no part. `closes_in_ms` is the time until the crown
 * race closes and games still in progress are ended. `opened` has the secret from which the secret
 * of each deal is computed; it is None until the crown race is over.
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
 * The standing of a candidate in a crown race. `games` lists the games that the candidate has
 * reached, in order. `crown` is the highest crown won in this crown race. `quit` says that the
 * candidate has stopped taking part.
 *
 * Candidates are ordered by the higher crown, then by more games won, then by less time used for
 * the won games. If all three are equal they share a `place`.
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

/**
 * Somebody has won a crown. If `withdrawn` is true, the message says instead that a crown which
 * was won earlier no longer counts. The server sends this to everybody. `award` is the id of the
 * crown.
 */
export interface CrownWon {
  type: "crown_won";
  award: string;
  crown: "triple" | "quintuple";
  name: string;
  withdrawn: boolean;
}

/**
 * The answer to `list_dailies`: the daily deals of today, which can be tried, and the daily
 * deals of tomorrow, whose commitments are already published.
 */
export interface Dailies {
  type: "dailies";
  id: number;
  today: DailyInfo[];
  tomorrow: DailyInfo[];
}

/**
 * The answer to `get_daily_board`: the results of a daily deal. Those of people (`results`) and
 * those of `bots` are two lists, each with its own places. `closed` says that every try has ended;
 * then `opened` has the secret of the deal.
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
 * A daily deal. The seed with which its pack is shuffled is computed from the secret and
 * `name`. For an ordinary race it is computed from the secret, the race id and random numbers of
 * the contestants.
 *
 * A try can begin after `opens_in_ms` and until `closes_in_ms`. `told_in_ms` is the time until the
 * secret, the results and the records become public; the last try must have ended by then. `code`
 * is the room code of your try, None if you have not begun one. `done` says whether your try is
 * over. `winnable` is sent only for a winnable deal; it says how the deal was searched for.
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
  winnable: SearchTerms | null;
}

/** The result of one account in a daily deal. `code` is the room code of its try. */
export interface DailyResult {
  place: number;
  name: string;
  code: string;
  standing: SeatStanding;
}

/**
 * The streaks of an account with daily deals. `played` counts the days in a row on which it
 * made a move in a daily deal, and `won` the days in a row on which it won one.
 *
 * A try counts once its deal is public. A streak ends when all deals of a day are public and the
 * account has not played (or won) any of them.
 */
export interface DailyStreaks {
  played: DayStreak;
  won: DayStreak;
}

/**
 * The present and the longest streak of an account with daily deals, in days. The day of a
 * daily deal is the date in its name, whenever it was played.
 */
export interface DayStreak {
  streak: number;
  longest: number;
}

/**
 * The answer to the move `hint` while you are still watching a deal. In such a deal (that of
 * Kings), the cards are counted as they are laid, and a card whose rank is the number just counted
 * is put aside on the heap of that number. `counts` lists, for each number from 1, how many
 * cards the frames so far have laid on its heap. `ply` is the number of your moves including the
 * hint. `stopped_counting` says that the game could count for a crown before this hint.
 */
export interface DealCounts {
  type: "deal_counts";
  id: number;
  race: number;
  ply: number;
  counts: number[];
  stopped_counting: boolean;
}

/**
 * The pack of a winnable deal: its number `k`, None if the solver has won no pack. Then pack 0
 * was dealt.
 */
export interface DealtPack {
  k: number | null;
}

/**
 * The answer to a request that was carried out and needs no other answer. If the request
 * changed the room, the server also sends the events that describe the change.
 */
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
 * Somebody who takes or took part in a tournament. `name` is None if the account was deleted.
 * `since` says in which round they play first, as its turn (its position among the rounds of the
 * tournament); it is None if they play none. `gone` says how they left. `guest` says that they
 * entered without an account; their races are not rated.
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
 * The progress of an entrant in a race of the current round. `best` is the highest progress so
 * far, and `goal` the progress at which the game is won. In a game with points, `points` has them;
 * it is None while a card that counts lies face down.
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
 * A move in the tree of first choices. `depth` is the number of choices before it; the branches
 * below it follow it. `tries` is the number of tries that made this move, after the moves above
 * it. `won` of them won the game, and `percent` is the mean of their percentiles. `move` is None
 * for all other moves at this place together.
 */
export interface FirstChoice {
  depth: number;
  move: string | null;
  tries: number;
  won: number;
  percent: number;
}

/**
 * The name that your account had before the server renamed it. The server renames an account if
 * its name looks the same as that of an older account, or is no longer allowed. `name` is None if
 * the server has not renamed your account, or if you have sent `rename` since then.
 */
export interface FormerName {
  type: "former_name";
  id: number;
  name: string | null;
}

/**
 * One frame of a watched deal: number `frame`, from 1, of `of` frames. After the last frame the
 * server sends a `table`, and you can play.
 *
 * In such a deal the dealer counts while laying down cards. A frame is one round of counting.
 * `laid` lists the cards that stayed on the table. `matches` lists the cards whose rank was the
 * number counted, which are put aside. Both are lists of pairs of number and card, in the order of
 * the deal. `blank` says that one more card was laid face down and ended the round. `view` is the
 * table after this frame. `ply` is the number of your moves, which before the last frame can only
 * be hints; it is left out if it is 0.
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
 * Another account and your relation to it. With the relation `asked` you asked the account to
 * be friends, and it has not answered yet. With `asks` it asked you, and you have not answered
 * yet.
 */
export interface Friend {
  name: string;
  bot: boolean;
  state: "friend" | "asked" | "asks" | "blocked";
}

/**
 * The answer to `get_friends`: friends, unanswered requests to be friends, and blocked
 * accounts, sorted by name.
 */
export interface Friends {
  type: "friends";
  id: number;
  friends: Friend[];
}

/**
 * The friends who are on line, sorted by name: the answer to `follow_friends`, with its `id`,
 * and later, without an `id`, after every change.
 */
export interface FriendsOnline {
  type: "friends_online";
  id: number | null;
  friends: OnlineFriend[];
}

/**
 * The row of one entrant in the table of a tournament, with all scores and tie-breaks from
 * which it is computed. `total` and `average` are exact numbers as texts, and `shown` is the row
 * in the form that people read. `rounds` has a score for each round, None if the entrant missed
 * it. `tie_breaks` has a value for each tie-break, None if it was not needed.
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

/**
 * The row of one team in the table of teams, with exact numbers as texts. `shown` is the total
 * rounded for people. `counting` lists the entrants of the team whose totals add up to the total
 * of the team.
 */
export interface FullTeam {
  place: number;
  team: string;
  total: string;
  shown: string;
  counting: number[];
  tie_breaks: (string | null)[];
}

/**
 * The result of a candidate in one game of a crown race. `result` is `playing` while the game
 * is not over, and `abandoned` if the game was never dealt. A game is `void` if the operator of
 * the server has declared that it counts for nothing. `code` is the code of the room in which the
 * candidate plays; other people get None until the crown race is over. `progress` is the best
 * progress that the candidate reached.
 */
export interface GameRaced {
  game: string;
  result: "playing" | "won" | "lost" | "resigned" | "timeout" | "abandoned" | "void";
  progress: number;
  took_ms: number | null;
  code: string | null;
}

/**
 * How many games in a row an account has won at one game with its default options: now, and at
 * most so far.
 */
export interface GameStreak {
  game: string;
  streak: number;
  longest: number;
}

/**
 * How many of the races between two people at one game the first person has won, lost and
 * tied.
 */
export interface GameTally {
  game: string;
  tally: Tally;
}

/**
 * A great game that was won in a run. `race` is the id of the race in which it was won; the
 * record of that race, as long as it is stored, has the deal and the moves. `took_ms` is how long
 * the game took on the clock of the race. `ago_ms` is how long ago the game was won.
 */
export interface GameWon {
  game: string;
  race: string;
  took_ms: number;
  ago_ms: number;
}

/**
 * The answer to `get_ghost`, about one contestant of a finished race. `steps` are the standings
 * of the contestant as others saw them during the race, oldest first and starting with the deal.
 * `final` is the standing at the end. A race against this ghost has the `terms` and the time limit
 * `bell_ms` given here. The message contains no cards.
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

/**
 * The finished game against which a practice game was raced (its ghost), in the JSON of a
 * record: the id of its race, the seat and the name of its player.
 */
export interface GhostGame {
  race: string;
  seat: number;
  name: string;
}

/**
 * The finished game against which a race is played alone. The contestant `name` played it on
 * the seat `seat` in the race with the id `race`.
 */
export interface GhostInfo {
  race: string;
  seat: number;
  name: string;
}

/**
 * The standing that the ghost had from the race time `ms` until the race time of the next
 * step.
 */
export interface GhostStep {
  ms: number;
  standing: SeatStanding;
}

/**
 * The boards of all contestants of a race with called cards, in order of seat. During the race
 * they are shown as they were when everybody who still played had placed card number `placed`;
 * after the race, as they were at its end. The server sends this only if the terms of the race say
 * that grids are shown after each card. Each message replaces the previous one.
 */
export interface Grids {
  type: "grids";
  race: number;
  placed: number;
  grids: SeatGrid[];
}

/**
 * One heat of a tournament round. `room` is the code of the room in which it is played, and
 * `entrants` are in the order of their seats in that room. `over` says that the results of the
 * race are known. `absent` lists the entrants who were not there and have no result. `void` says
 * that the operator of the server has declared that the race counts for nothing, as if nobody had
 * been there.
 */
export interface HeatInfo {
  room: string;
  entrants: number[];
  over: boolean;
  absent: number[];
  void: boolean;
}

/**
 * After an outage, in which the server could store no moves, the race got back `held_ms`
 * milliseconds. Before the start, the start is later by that time. After the start, the race time
 * is put back by it. The bell rings later by it in both cases. `starts_in_ms` (before the start)
 * or `clock_ms` (the race time, after the start) has the new value.
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
 * The most promising legal move, and the reason as a sentence in which `{n}` stands for the
 * number `n`.
 *
 * `tilts` are the tilt marks that the rules of the game advise for cards in sight; most games have
 * none. `counts` is set only right after a watched deal, before any other move. It has, for each
 * number that the dealer counted, from 1, how many cards were laid on its pile.
 */
export interface Hint {
  move: Move;
  reason: string;
  n: number;
  tilts: Tilt[];
  counts: number[];
}

/**
 * An entry of the roll of honour: a crown and who won it. `award` is the id of the crown, with
 * which its winner can call others (`ring`).
 *
 * One entry is quoted from the book of the five great games and was not played on the server. It
 * has no `award`, no `name` and no `games`, and `text` is what the book says of it. `name` is also
 * None if the account was deleted. `took_ms` is the time from the first deal to the last card.
 * `breaks` are the breaks between the end of the first game and the end of the last game. `day` is
 * the day of the last card, such as 2026-11-21.
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

/**
 * Another seat became host with `take_host`, because the host had been away for a minute.
 * `host` is the number of the new host's seat.
 */
export interface HostPassed {
  seq: number;
  type: "host_passed";
  host: number;
}

/**
 * Somebody took a seat in the room. `bot` says that it is a program, and `claimed` that the
 * name belongs to an account. `player` is set for a computer player of the server.
 */
export interface Joined {
  seq: number;
  type: "joined";
  seat: number;
  name: string;
  bot: boolean;
  claimed: boolean;
  player: ComputerPlayer | null;
}

export type Json = boolean | number | string | Json[] | { [key: string]: Json } | null;

/**
 * The settings of a knockout. A heat has two or four entrants (`heats`), of whom `go_on` play
 * in the next round. If entrants tie for the last of these places, they play an additional race,
 * the `sprint`, whose game and terms are given here. `seeds` says how entrants are put into the
 * bracket: at random (`drawn`), or in the order in which they entered (`entered`).
 */
export interface Knockout {
  heats: 2 | 4;
  go_on: 1 | 2;
  seeds: "drawn" | "entered";
  sprint: RoundPlan;
}

/** A card that was placed on the grid, and its cell, as a view shows them. */
export interface LaidCard {
  cell: [number, number];
  card: Card;
}

/**
 * Somebody gave up their seat, or, if `kicked` is true, the host removed them. `host` is the
 * seat that is host from now on, None if there is no host. A contestant who leaves during the
 * countdown takes no part in the race.
 */
export interface Left {
  seq: number;
  type: "left";
  seat: number;
  host: number | null;
  kicked: boolean;
}

/**
 * A contestant of a leisure race. `name` is None if the account was deleted. `has_played` says
 * whether the contestant has played all deals; it is None unless the race is told or you have
 * played them all yourself, and for somebody who has stopped taking part. `place` and `points`,
 * the sum of all deals, are None until the race is told; `place` stays None for somebody who has
 * played no deal. `results` has the tries of the contestant in the order of the deals; until the
 * race is told, you only get your own.
 */
export interface LeisureContestant {
  name: string | null;
  is_guest: boolean;
  has_played: boolean | null;
  place: number | null;
  points: number | null;
  results: LeisureResult[];
}

/**
 * A leisure race of your account in the list of them. `game` is the game of the first deal, and
 * `games` are those of all deals in order, left out if all deals are alike. `played` is the number
 * of deals of which your try has ended. `your_turn` says that you can play a deal now. `is_news`
 * says that the race was told and you have not got it since then.
 */
export interface LeisureEntry {
  code: string;
  title: string;
  organiser: string | null;
  game: string;
  games?: string[];
  status: "planned" | "open" | "closed" | "told";
  deals: number;
  played: number;
  opens_in_ms: number;
  closes_in_ms: number;
  your_turn: boolean;
  is_news: boolean;
}

/**
 * There is news of a leisure race of your account: you can play it now (`your_turn`), because
 * you were invited or because it has opened, or it was told (`told`). Sent on every connection of
 * the account that has sent `go_online`, unless the account has muted the telephone. A race that
 * you have got since it was told is no news.
 */
export interface LeisureNews {
  type: "leisure_news";
  code: string;
  title: string;
  game: string;
  news: "your_turn" | "told";
}

/**
 * The answer to a request about one leisure race. It is `planned` until it opens, `closed` from
 * its close until the last try has ended, and then `told`. `mine` is your index in `contestants`,
 * None if you do not take part. `has_quit` says that you have stopped taking part. `places_left`
 * is the number of people who may still come by the code. `rounds` has the game and the terms of
 * each deal; it is left out if all deals are alike. `game`, `options`, `terms` and `bell_ms` are
 * those of the first deal. `opened` has the secret from which the
 * secret of each deal is computed; it is None until the race is told. Then the contestants are in
 * the order of their places.
 */
export interface LeisureRace {
  type: "leisure_race";
  id: number;
  code: string;
  title: string;
  status: "planned" | "open" | "closed" | "told";
  organiser: string | null;
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: Terms;
  bell_ms: number;
  deals: number;
  rounds?: LeisureRound[];
  commitment: string;
  opened: Opened | null;
  opens_in_ms: number;
  closes_in_ms: number;
  places_left: number;
  mine: number | null;
  has_quit: boolean;
  contestants: LeisureContestant[];
}

/**
 * The answer to `list_leisure_races`: the race that you joined last comes first. At most a
 * hundred are listed.
 */
export interface LeisureRaces {
  type: "leisure_races";
  id: number;
  races: LeisureEntry[];
}

/**
 * The try of a contestant at one deal of a leisure race. `code` is the code of the room in
 * which it was played, and `standing` its final figures. While the try is in progress, and if it
 * ended before its room was made, `standing` is None. `place` and `points` are None until the race
 * is told, and for a try that does not count because the operator of the server has declared it
 * void.
 *
 * `points` are matchpoints: one for each other contestant with a worse result or without one, and
 * half for each with an equal result.
 */
export interface LeisureResult {
  deal: number;
  code: string;
  is_playing: boolean;
  void: boolean;
  standing: SeatStanding | null;
  place: number | null;
  points: number | null;
}

/**
 * The game of one deal of a leisure race with its options, and the terms and the time limit of
 * a try.
 */
export interface LeisureRound {
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: Terms;
  bell_ms: number;
}

/**
 * The points of each row, beginning at the top, and of each column, beginning at the left. The
 * value is None for a line that is not full, and for a line whose points are not known yet. If the
 * place of the square is not fixed from the start (`GridGame.fixed`), only lines with a card are
 * listed.
 */
export interface LineScores {
  rows: (number | null)[];
  columns: (number | null)[];
}

/**
 * Somebody with a seat in the room.
 *
 * - `here` says that they are connected.
 * - `ready` says that they are ready for the next race.
 * - `racing` says that they have a board in the current race.
 * - `aside` says that they take no part in races.
 * - `silent` says that the host has silenced them.
 * - `covered` says that they are on a break and their board is hidden.
 * - `claimed` says that the name belongs to an account.
 * - `left` says that they gave up the seat. They are listed because they took part in the current
 *   race.
 * - `player` is set for a computer player of the server.
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
  player: ComputerPlayer | null;
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
  height?: number;
  [field: string]: Json | string | undefined | number | [number, number] | number[] | string[];
}

/**
 * A move on your board has been stored. `ply` is the number of moves including this one.
 * `changed` is the part of the view that the move changed, and `ms` is the race time at which the
 * move counted. The docstring of `protocol/rooms/boards.py` explains `changed`, `legal`, `finish`,
 * `safe`, `redo` and `stopped_counting`.
 *
 * `id` is None for a move that the server made because the time for a called card ran out. `hint`
 * is the advice if the move was `hint`, otherwise None.
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

/** A page of the races of your account. `total` is the number of races on all pages. */
export interface MyRaces {
  type: "my_races";
  id: number;
  total: number;
  races: PastRace[];
}

/** A seat of your account in a room. `code` is the room code. */
export interface MySeat {
  code: string;
  seat: number;
}

/** A page of the seats of your account. `total` is the number of seats on all pages. */
export interface MySeats {
  type: "my_seats";
  id: number;
  total: number;
  seats: MySeat[];
}

/**
 * An announcement that the organiser made to everybody who follows the tournament. `ago_ms` is
 * how long ago that was.
 */
export interface News {
  ago_ms: number;
  text: string;
}

/**
 * The room has a new race, which has not begun. It begins when everybody is ready or the host
 * starts it.
 */
export interface NextRace {
  seq: number;
  type: "next_race";
  race: RaceInfo;
}

/**
 * News about the server itself. `code` is `storage_away` (an outage began), `storage_back` (the
 * outage is over), `closing` (the server stops) or `banned` (the operator has banned you). `text`
 * is a sentence for people.
 */
export interface Notice {
  type: "notice";
  code: string;
  text: string;
}

/**
 * A friend who is on line. `racing` says that the friend is playing in a race with others; in
 * any other case the friend can be challenged. `watch` is the code of the room in which the friend
 * races, if the friend allows friends to watch and the room is open to spectators; None
 * otherwise.
 */
export interface OnlineFriend {
  name: string;
  bot: boolean;
  racing: boolean;
  watch: string | null;
}

/**
 * A room on the public list, which anybody may enter. `here` is the number of people connected,
 * and `size` the maximum number of seats. `late` says that newcomers may also join a running
 * race.
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

/**
 * The answer to `rooms`, the public list: at most fifty rooms, the most recently changed
 * first.
 */
export interface OpenRooms {
  type: "open_rooms";
  id: number;
  rooms: OpenRoom[];
}

/**
 * What anybody needs to compute the deal of a finished race: the server's secret, and the
 * random numbers (nonces) that were used. In an ordinary race `nonces` has the nonce of each
 * contestant by seat number. In a tournament or a crown race it has the nonces of all who take
 * part, by their number there. A daily deal has none. `winnable` is sent only for a winnable
 * deal.
 */
export interface Opened {
  secret: string;
  nonces: { [key: string]: string };
  winnable: DealtPack | null;
}

/**
 * The race is over. `results` are its results. `opened` has the secret with which anybody can
 * check the deal. It is None while others may still play the same deal in other rooms, as with a
 * daily deal, which each account may play once on its day. `wins` lists everybody who has raced
 * others in this room, most wins first. `series` is sent after a round of Racing Demon: it has the
 * points of the contestants in all rounds so far, this round included.
 */
export interface Over {
  seq: number;
  type: "over";
  race: number;
  ended_ms: number;
  results: Result[];
  opened: Opened | null;
  wins: RoomScore[];
  series: SeriesInfo | null;
}

/**
 * Why a claim was refused as `overtaken`: the seat `seat` was quicker to take the place on the
 * foundation number `foundation`. This foundation has `height` cards by now, and `top` is its top
 * card.
 */
export interface OvertakenClaim {
  foundation: number;
  seat: number;
  height: number;
  top: string;
}

/**
 * A finished race of your account. `race` is its id, with which you can get its record. If
 * others play the same deal in rooms of their own, `daily` is the name of the deal. Such a deal is
 * a daily deal, or a deal of a crown race (several accounts play the same five deals) such as
 * `crown-KQ74TX-3`. `voided` says that the operator of the server has declared that the race
 * counts for nothing.
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
 * A preference of an account, and when it was set, in milliseconds since 1970. If `value` is
 * None, the preference has its default value.
 */
export interface Preference {
  name: string;
  value: boolean | number | string | null;
  at: number;
}

/**
 * Somebody with a seat connected (`here` is true) or lost their connection. The seat keeps its
 * board, and race time goes on.
 */
export interface Presence {
  seq: number;
  type: "presence";
  seat: number;
  here: boolean;
}

/**
 * The standings (result, progress, time and moves) of those seats whose standing has changed
 * since the last message `progress`. The server sends this at most four times a second.
 */
export interface Progress {
  type: "progress";
  race: number;
  clock_ms: number;
  standings: SeatStanding[];
}

/**
 * The current race of a room. `id` is the id from which, with the server's secret and other
 * values, its deal is computed; `n` is its number in the room. `bell_ms` is its time limit.
 *
 * `starts_in_ms` is set during the countdown, and `clock_ms` (the time since the start) from the
 * start on. If cards are called, `call` is the number of the current call, from 1, and `call_ms`
 * the time left to place the card. `votes` are the votes for the game of the next race, in the
 * order in which they were cast. `ghost` is sent only in a race against a ghost. `series` is sent
 * only for a round of Racing Demon; it has the rounds at the same table that belong together.
 *
 * `ranked_by` says how contestants are ordered. It is None from older servers.
 *
 * - `progress`: winners first, then the others by their best progress.
 * - `tie_break`: in the same way, but a figure of the game, the tie-break, orders winners before
 *   their time does.
 * - `points`: by points.
 * - `reach`: by the best progress; contestants with equal progress share a place.
 * - `round`: by the points of a round at a common table; contestants who have left the table come
 *   last.
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
  ranked_by: "progress" | "tie_break" | "points" | "reach" | "round" | null;
  votes: Ballot[];
  ghost: GhostInfo | null;
  series: SeriesInfo | null;
}

/**
 * A newcomer joined the running race. They play the same deal, and their clock has been running
 * since the start of the race.
 */
export interface RaceJoined {
  seq: number;
  type: "race_joined";
  race: number;
  seat: number;
}

/**
 * The record of a race as a JSON document, with its digest. It has everything that is needed to
 * check the deal, the moves and the results. `docs/records.md` explains the fields.
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
  winnable?: RecordedWinnableDeal;
  digest: string;
}

export type RacingDemonAnyMove =
  | RacingDemonTurn
  | RacingDemonClaim
  | RacingDemonPack
  | RacingDemonMove
  | RacingDemonFill
  | RacingDemonOut
  | RacingDemonStuck
  | RacingDemonResign;

export interface RacingDemonChanged {
  piles: { [key in RacingDemonPile]?: PileView };
}

/**
 * The move that puts a free card of the pile `src` on the foundation `dst`, which all
 * contestants share. `height` is the number of cards that the contestant saw on the foundation, so
 * that the server notices when somebody else was quicker. An ace goes to `foundation.new`, with
 * the height 0.
 */
export interface RacingDemonClaim {
  kind: "claim";
  src: RacingDemonPlace;
  dst: RacingDemonPlace;
  height: number;
}

/**
 * The move that puts the top card of the reserve (called the demon) or of the waste on an empty
 * tableau pile.
 */
export interface RacingDemonFill {
  kind: "fill";
  src: RacingDemonPlace;
  dst: RacingDemonPlace;
}

/** Move the top `n` cards of the column `src` to the column `dst`. */
export interface RacingDemonMove {
  kind: "move";
  src: RacingDemonPlace;
  dst: RacingDemonPlace;
  n: number;
}

/**
 * The move with which a contestant whose reserve (demon) is used up ends the round. It is legal
 * only with the option `play_on`.
 */
export interface RacingDemonOut {
  kind: "out";
}

/** Put one card of the pile `src` on the column `dst`. */
export interface RacingDemonPack {
  kind: "pack";
  src: RacingDemonPlace;
  dst: RacingDemonPlace;
}

export type RacingDemonPile =
  | "reserve"
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "stock"
  | "waste"
  | "tab.4";

export type RacingDemonPlace =
  | "reserve"
  | "tab.0"
  | "tab.1"
  | "tab.2"
  | "tab.3"
  | "stock"
  | "waste"
  | "tab.4"
  | "foundation.0"
  | "foundation.1"
  | "foundation.2"
  | "foundation.3"
  | "foundation.4"
  | "foundation.5"
  | "foundation.6"
  | "foundation.7"
  | "foundation.8"
  | "foundation.9"
  | "foundation.10"
  | "foundation.11"
  | "foundation.12"
  | "foundation.13"
  | "foundation.14"
  | "foundation.15"
  | "foundation.16"
  | "foundation.17"
  | "foundation.18"
  | "foundation.19"
  | "foundation.20"
  | "foundation.21"
  | "foundation.22"
  | "foundation.23"
  | "foundation.24"
  | "foundation.25"
  | "foundation.26"
  | "foundation.27"
  | "foundation.28"
  | "foundation.29"
  | "foundation.30"
  | "foundation.31"
  | "foundation.new";

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface RacingDemonResign {
  kind: "resign";
}

/** The move with which a contestant tells the table that they cannot play any card. */
export interface RacingDemonStuck {
  kind: "stuck";
}

/** Turn up the next card of the stock, or the next cards if the game turns several at a time. */
export interface RacingDemonTurn {
  kind: "turn";
}

export interface RacingDemonView {
  piles: { [key in RacingDemonPile]?: PileView };
}

/** The answer to `ring`: the call was made. */
export interface Rang {
  type: "rang";
  id: number;
  call: Call;
}

/**
 * Somebody with a seat said that they are ready for the next race, or that they no longer
 * are.
 */
export interface ReadyChanged {
  seq: number;
  type: "ready_changed";
  seat: number;
  ready: boolean;
}

/**
 * The record of a finished race: a document with everything that is needed to check its deal,
 * its moves and its results.
 */
export interface Record {
  type: "record";
  id: number;
  record: RaceRecord | RecordedTable;
}

/**
 * How a round ended, in the JSON of its record: the fields of `RoundEnd`. `out` is a seat by
 * its number in the room.
 */
export interface RecordedEnd {
  reason: "out" | "blocked" | "bell" | "deserted";
  out: number | null;
}

/**
 * The result of one contestant in the JSON of a record: the place, from 1, and the fields of
 * `Standing` (`engine/races/ranking.py`).
 */
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

/**
 * A contestant in the JSON of a record: the number of the seat, the name, and all moves in
 * order.
 */
export interface RecordedSeat {
  seat: number;
  name: string;
  moves: ([number, string] | [number, string, "host" | "server"])[];
}

/**
 * The session of a deal in the JSON of a record. `deal` is the number of the deal of this
 * record, from 1. `secret` is the secret of the whole session, None until the session is over.
 */
export interface RecordedSession {
  name: string;
  deal: number;
  commitment: string;
  secret: string | null;
}

/**
 * The record of a round of Racing Demon as a JSON document. `docs/racing-demon.md` explains the
 * fields.
 */
export interface RecordedTable {
  table_format: number;
  race: string;
  game: string;
  options: { [key: string]: boolean | number | string };
  deal: number | null;
  commitment: string | null;
  secret: string | null;
  nonces: { [key: string]: string };
  seed: string;
  bell_ms: number | null;
  ended_ms: number;
  seats: RecordedTableSeat[];
  commands: ([number, number, string, number | null])[];
  end: RecordedEnd;
  results: RecordedTableResult[];
  session: RecordedSession | null;
  called_off: boolean;
  digest: string;
}

/**
 * The result of one contestant in the JSON of a record: place and seat, whether the contestant
 * resigned, and the fields of `RoundScore`.
 */
export interface RecordedTableResult {
  place: number;
  seat: number;
  resigned: boolean;
  cards: number;
  kings: number;
  left: number;
  out: boolean;
  points: number;
}

/** A contestant in the record of a round. */
export interface RecordedTableSeat {
  seat: number;
  name: string;
}

/**
 * The terms of a race in its record, with all default values written out. `show_grids` is
 * missing if contestants did not see the cards that others had placed during the race, and
 * `winnable` if the deal was not a winnable one. Records from before these fields existed do not
 * have them.
 */
export interface RecordedTerms {
  format: "first_out" | "best" | "score" | "caller";
  winners: "time" | "moves";
  take_back: "none" | "until_card" | "free" | "practice";
  call_ms: number | null;
  show_grids?: "each_card";
  safe_play?: true;
  winnable?: RecordedWinnableTerms;
}

/**
 * A winnable deal in the JSON of a record: the number of the pack that was dealt, and the texts
 * of the moves that win it. Both are None if the solver won no pack; then pack 0 was dealt.
 */
export interface RecordedWinnableDeal {
  k: number | null;
  line: string[] | null;
}

/**
 * How a winnable deal was searched for, in the JSON of a record: the fields of `WinnableTerms`
 * (`engine/solver/winnable_deals.py`). `difficulty` is missing if no class of difficulty was
 * chosen.
 */
export interface RecordedWinnableTerms {
  solver: number;
  nodes: number;
  last_pack: number;
  difficulty?: 1 | 2 | 3 | 4 | 5;
}

/**
 * The answer to a request that was not carried out and changed nothing. `code` is for programs,
 * and `error` is a sentence for people. `protocol/retries.py` lists the codes after which a client
 * may repeat the request by itself.
 *
 * For a refused move, `ply` is the number of your moves that the server has stored. For a refused
 * plan of a tournament, `faults` lists all its mistakes. If a card that you lay on a foundation of
 * a common table (all contestants play on it) comes too late because somebody else was quicker,
 * `overtaken` says which card took its place.
 */
export interface Refused {
  type: "refused";
  id: number | null;
  code: string;
  error: string;
  ply: number | null;
  faults: RequestFault[];
  overtaken: OvertakenClaim | null;
}

/**
 * The answer to `get_replay`: the board of a seat after `offset` of its `total` moves, and the
 * moves after that. If these moves do not all fit into one message, only the first of them are
 * sent.
 *
 * For a round at a common table, `moves` are the commands of all seats in their common order, and
 * `table` is the whole table before them. A round may end without a command: with the bell (the
 * time limit), or because the organiser of a tournament called the round off. Then `end`, in the
 * last message of the replay, is what this end has changed at the table; it has no commands, and
 * its `ms` is the race time of the end.
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
  table: CommonTable | null;
  end: TableChanged | null;
}

/**
 * A move or take-back (`undo`) of a replayed game. `text` is the move as text, `ms` is the race
 * time at which it counted, and `changed` the part of the view that it changed. `by` is who made
 * it: `seat`, the contestant; `server`, which places a called card for a contestant who was too
 * slow, or gives up a game for a contestant; or `host`, who removed the contestant from the room.
 *
 * In a round at a common table, `text` is the command of any seat. `changed`, `progress`, `points`
 * and `over` are about the seat whose replay this is, and `table` is what the command changed at
 * the whole table.
 */
export interface ReplayedMove {
  ms: number;
  by: string;
  text: string;
  changed: Changed;
  progress: number;
  points: number | null;
  over: Ended | null;
  table: TableChanged | null;
}

/**
 * One mistake in a request. `error` is a sentence about it. `path` leads to the wrong value by
 * names of fields and positions in lists, such as `["rounds", 2, "bell_ms"]`.
 */
export interface RequestFault {
  path: (string | number)[];
  error: string;
}

/**
 * The result of a seat in a race: its standing and its place. Seats with equal standings share
 * a `place`.
 */
export interface Result {
  place: number;
  standing: SeatStanding;
}

/**
 * Somebody calls you. The server sends this on every connection of each person called who has
 * not muted the telephone. While the person plays a game, a client shows only a small sign.
 */
export interface Ringing {
  type: "ringing";
  call: Call;
}

/**
 * An account that you have raced against. `name` is None if the account was deleted. `tally`
 * counts the races that you won, lost and tied against it. `ago_ms` is how long ago your latest
 * race against it was.
 */
export interface Rival {
  name: string | null;
  bot: boolean;
  tally: Tally;
  ago_ms: number;
}

/**
 * The answer to `get_rivals`: a page of the accounts that you have raced against. `total` is
 * the number of accounts on all pages.
 */
export interface Rivals {
  type: "rivals";
  id: number;
  total: number;
  rivals: Rival[];
}

/**
 * A page of the roll of honour, the list of all crowns won. `total` is the number of entries on
 * all pages.
 */
export interface Roll {
  type: "roll";
  id: number;
  total: number;
  honours: Honour[];
}

/**
 * The whole state of a room: the answer to `create`, `join`, `resume`, `watch` and other
 * requests that enter a room. `seat` is your seat, None if you are a spectator.
 *
 * `invite` is the invitation word, which only the host gets. `table` is your board. `frame` is set
 * if you watch the deal step by step before you play. It is the step that you have reached, and is
 * set until you have made a move. `grids` is set in a race with called cards (everybody places the
 * same card at the same time): it is the latest message `grids`, if the terms of the race show the
 * grids and a card has been placed. `common_table` is the table of a race whose contestants share
 * one. `unread` lists the events since your last connection ended, oldest first; all other fields
 * already include the effects of these events. `wins` lists everybody who has raced others in this
 * room, most wins first.
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
  common_table: CommonTable | null;
  unread: (Joined | Left | Presence | Covered | ReadyChanged | Countdown | Started | Called | Held |
    Over | NextRace | SettingsChanged | HostPassed | Silenced | StoodAside | RaceJoined | Skip)[];
  wins: RoomScore[];
}

/**
 * How many races against others somebody has won in this room. `name` is the name of that
 * person, who may have left the room. The score lists everybody who has raced others, also without
 * a win.
 */
export interface RoomScore {
  seat: number;
  name: string;
  wins: number;
}

/**
 * A round of a tournament. The same deal, number `number` of the tournament, is played in all
 * its heats.
 *
 * `turn` is the position of the round in the tournament. It differs from `number` once a round has
 * been played again with a new deal. A sprint is a short extra round that breaks ties; in a
 * sprint, `decides` is the number of the round whose ties it breaks. `byes` are the entrants who
 * do not play in this round. In a knockout, `through` entrants of each heat go on to the next
 * round, and `groups` has the entrants of each heat of the bracket, including byes.
 *
 * `heats` is empty until the rooms of the heats are opened at the beginning of the lobby. In a
 * tournament in which everybody plays at their own pace it stays empty; after the tournament the
 * message `tournament_round` has the heats. `ends_in_ms` is the time until the present state ends:
 * a lobby, a race (at the latest) or the showing of the table. `starts_in_ms` is the time until
 * all races of the round start.
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
 * The plan of one round of a tournament: a game with its options, the terms of the race and its
 * time limit. An author who wants a winnable deal writes `true` as the `winnable` of the terms,
 * and may write the class of difficulty that it must have as their `difficulty`. Both are replaced
 * by how the present version of the solver searches.
 */
export interface RoundPlan {
  game: string;
  options: { [key: string]: boolean | number | string };
  terms: Terms;
  bell_ms: number;
}

/**
 * The result of one entrant in a round of a tournament. Times are race time, which runs from
 * the start of the race. `counts` is the score that the entrant gets for the result, None if the
 * round or the entrant does not count.
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
 * Why the last run of the candidate ended, and how long ago.
 *
 * - `lost`, `resigned` or `timeout` (the race ended during the game): the candidate lost a game in
 *   this way. A game that was won after a take-back or a hint counts as `lost`.
 * - `abandoned`: the candidate began another great game during one, or the host of the room
 *   removed the candidate from a game.
 * - `between`, `within`, `total` or `idle`: this limit was exceeded (see `CrownLimits`).
 * - `gave_up`: the candidate gave up the run.
 * - `quintuple`: the candidate won all five games.
 */
export interface RunEnded {
  why: string;
  ago_ms: number;
}

/**
 * Somebody in the room said something. `set_phrase` is the id of the set phrase. It is None for
 * free text, and from a server that does not send the field. A client may get an id that it does
 * not know. `phrase` is the same id if it is one of those that every client knows, otherwise
 * None.
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
 * When a tournament starts by itself. The first start is at `starts_at` (milliseconds since
 * 1970).
 *
 * With `repeat` a new tournament starts each day, week, two weeks or month, at the same local time
 * in the time zone `zone`. `times` is the number of these tournaments; None means that they go on
 * until the organiser stops them. `remind_ms` lists how long before each start entrants are
 * reminded.
 */
export interface Schedule {
  starts_at: number;
  zone: string;
  repeat: "daily" | "weekly" | "fortnightly" | "monthly" | null;
  times: number | null;
  remind_ms: number[];
}

/**
 * The score of an entrant in a round. The texts `beaten`, `progress` and `worth` are exact
 * fractions, such as `1475/19`. `place` is the place among the `of` entrants who are compared with
 * each other. `beaten` is the number of matchpoints: one for each entrant with a worse place, and
 * half for each other entrant with the same place. `progress` is the progress of the entrant in
 * hundredths of the progress at which the game is won. `out` says that the game was won. `worth`
 * is what the round adds to the total, and `shown` is `worth` rounded for people.
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
 * How the table of a tournament is computed. `engine/tournaments/table_input.py` explains the
 * fields. Fields that the author of the plan leaves out get their default values.
 */
export interface Scoring {
  way: string;
  tie_breaks: string[];
  missed: "zero" | "average";
  places: number[];
  team_best: number;
  team_tie_breaks: string[];
}

/**
 * How a winnable deal is searched for: the version of the solver, the number of nodes for each
 * pack, and the number of the last pack that is searched. `difficulty` is the class of difficulty
 * that the deal must have, from 1, very easy, to 5, very hard; it is left out if any class will
 * do. `docs/solver.md` explains the search.
 */
export interface SearchTerms {
  solver: number;
  nodes: number;
  last_pack: number;
  difficulty: 1 | 2 | 3 | 4 | 5 | null;
}

/**
 * The board of one contestant in a race with called cards, which is a grid. `view` leaves out
 * the called card if the contestant has not placed it yet.
 */
export interface SeatGrid {
  seat: number;
  view: View;
  progress: number;
  points: number | null;
}

/**
 * The standing of one seat in a race, which other contestants and spectators see too. Times are
 * race time.
 *
 * `progress` is how far the game is, such as the number of cards on the foundations, and `best`
 * its highest value so far. `tie_break` orders seats with equal `best`, the higher first; it is 0
 * in most games. `reached_ms` is when `best` and `tie_break` were reached. `result` is None while
 * the seat plays. `clean` says that no move was taken back and no hint asked for.
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

/**
 * The answer to `claim_seats`: the codes of the rooms in which the seat that you claimed now
 * belongs to your account. A room in which the seat already belonged to it is listed too.
 */
export interface SeatsClaimed {
  type: "seats_claimed";
  id: number;
  codes: string[];
}

/**
 * The commitment (the hash) to the secret of a whole series, from which the secret of each of
 * its rounds is computed. It is the same in all rounds. `name` is the name of the series in the
 * records of its rounds.
 */
export interface SeriesCommitment {
  name: string;
  commitment: string;
}

/**
 * The series that a round of Racing Demon belongs to. `round` is the number of the current
 * round, from 1. The series ends with the first round after which somebody has `target` points and
 * one contestant alone has the most, or when fewer than two contestants are left. If `target` is
 * 0, there is only one round. `seats` are the contestants in order of place, by the rounds that
 * are over. `over` says that the series has ended. `commitment` is missing for a single
 * round, and for a series that a server of an earlier version has begun.
 */
export interface SeriesInfo {
  round: number;
  target: number;
  seats: SeriesSeat[];
  over: boolean;
  commitment: SeriesCommitment | null;
}

/**
 * The points of a contestant in a series of rounds. `rounds` has the points of each round that
 * is over, 0 for a round in which the contestant did not play, and `points` is their sum. `gone`
 * says that the contestant has resigned a round and has not played a later one.
 */
export interface SeriesSeat {
  place: number;
  seat: number;
  name: string;
  rounds: number[];
  points: number;
  gone: boolean;
}

/**
 * The settings of a room.
 *
 * - `size`: the maximum number of seats.
 * - `locked`: nobody may take a new seat.
 * - `invite_only`: people need the invitation word to enter.
 * - `bots`: bots may take seats.
 * - `listed`: the room is on the public list.
 * - `boards`: who may see the boards of others during a race: `nobody`, those contestants who have
 *   finished this deal (`done`), or `everybody`. With `everybody`, spectators may see the boards
 *   too, `delay_ms` later.
 * - `late`: newcomers may join a running race. `boards` must be `nobody` then, because somebody
 *   who has seen a board could join afterwards.
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

/** The host changed the settings of the room. */
export interface SettingsChanged {
  seq: number;
  type: "settings_changed";
  settings: Settings;
}

/**
 * The rating of an account as clients show it. `rating` is the estimate, and `uncertainty` is
 * the number to show after ±. `races` is the number of rated races. `provisional` says that there
 * are too few of them for a reliable rating.
 */
export interface ShownRating {
  rating: number;
  uncertainty: number;
  races: number;
  provisional: boolean;
}

/**
 * The answer to a login: from now on this connection acts for the account. `session` is the
 * token of the session, and `recovery` is the recovery code. They are sent only when they are new,
 * and only once. `session_ms` is how long the session lasts.
 */
export interface SignedIn {
  type: "signed_in";
  id: number;
  account: AccountInfo;
  session: string | null;
  session_ms: number;
  recovery: string | null;
}

/**
 * The host silenced a seat (`silent` is true), or let its holder write again. As long as a seat
 * is silenced, the server refuses what its holder writes to the room.
 */
export interface Silenced {
  seq: number;
  type: "silenced";
  seat: number;
  silent: boolean;
}

/**
 * An event with the number `seq` happened whose content is not sent to you. The message is sent
 * so that you see no gap in the numbers. If `vote` is set, the event is a vote for the game of the
 * next race. A vote has no message of its own, because older clients would not know the
 * message.
 */
export interface Skip {
  seq: number;
  type: "skip";
  vote: Ballot | null;
}

/**
 * The race has started. Right after this message the server sends each contestant their
 * `table`.
 */
export interface Started {
  seq: number;
  type: "started";
  race: number;
}

/** Somebody with a seat no longer takes part in races, or takes part again. */
export interface StoodAside {
  seq: number;
  type: "stood_aside";
  seat: number;
  aside: boolean;
}

/**
 * The winning streaks of an account, the longest present streak first. Games that the account
 * never won are not listed. `daily` is None if the account has never played a daily deal. It is
 * also None from older servers, which do not send it.
 */
export interface Streaks {
  type: "streaks";
  id: number;
  name: string;
  streaks: GameStreak[];
  daily: DailyStreaks | null;
}

/**
 * Your complete board after `ply` moves, at the race time `clock_ms`. The docstring of
 * `protocol/rooms/boards.py` explains `view`, `legal`, `finish`, `safe`, `redo` and
 * `stopped_counting`. `legal` is None unless you asked for the legal moves when you took the seat.
 * `marks` are the tilt marks that you have set on cards and piles; the mark of a card that has
 * moved since is gone.
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
 * New commands at the common table, in order, and what they have changed. All of them count at
 * race time `ms`. `foundations` and `seats` have only the foundations and seats that are different
 * now. `shifts`, `emptied` and `over` have the same meaning as in `common_table`, and are always
 * sent.
 */
export interface TableChanged {
  type: "table_changed";
  race: number;
  ms: number;
  commands: TableCommand[];
  foundations: CommonFoundation[];
  seats: ChangedTableSeat[];
  shifts: number;
  emptied: number[];
  over: TableOver | null;
}

/**
 * A stored command: its number, the seat that gave it, its text, and the visible changes that
 * it made. The text is that of a move, `away` or `back`. With `away` the server says that nobody
 * needs to wait for the seat any longer, and with `back` that the contestant is there again.
 */
export interface TableCommand {
  number: number;
  seat: number;
  move: string;
  events: TableEvent[];
}

/**
 * One visible change of a common table, for clients that draw it. Cards of `seat` were `moved`,
 * `dealt` from a face-down pile, or `turned` up in place; `src` and `dst` are the names of the
 * piles from which and to which they went. The event `shifted` says that the whole table has
 * shifted (see `CommonTable`); it has no seat, no piles and no cards.
 */
export interface TableEvent {
  event: "moved" | "dealt" | "turned" | "shifted";
  seat: number | null;
  src: string | null;
  dst: string | null;
  cards: string[];
}

/**
 * The legal moves of your seat after `number` commands. If your seat asked for legal moves, the
 * server sends this after each `table_changed` that has changed them.
 */
export interface TableLegal {
  type: "table_legal";
  race: number;
  number: number;
  legal: RacingDemonAnyMove[];
}

/**
 * How a round ended. `reason` is `out` (a contestant with an empty demon ended it), `blocked`
 * (nobody could play), `deserted` (fewer than two contestants were left) or `bell` (the time was
 * up). `out` is the seat that counts as having ended the round with an empty demon, None if there
 * is none.
 */
export interface TableOver {
  result: "complete";
  reason: "out" | "blocked" | "deserted" | "bell";
  out: number | null;
}

/**
 * The answer to a command that was stored. `number` is the number of the command, and `ms` the
 * race time at which it counts. Before this answer the server sends a `table_changed`, which has
 * the command and what it changed.
 */
export interface TablePlayed {
  type: "table_played";
  id: number;
  race: number;
  number: number;
  ms: number;
}

/**
 * The row of one entrant in the table of a tournament. Equal entrants share a `place`. `total`
 * and `average` (the total divided by the number of rounds) are texts for people.
 */
export interface TableRow {
  place: number;
  entrant: number;
  total: string;
  average: string;
}

/**
 * The part of a common table that belongs to one seat. `progress` is the number of cards that
 * have left its demon, and `points` its score in the round so far. `present` says that the others
 * wait for the contestant, who has not left and is not away. `resigned` says that the contestant
 * has left the table, and `stuck` that the contestant has declared that they can play no card.
 */
export interface TableSeat {
  seat: number;
  view: RacingDemonView;
  progress: number;
  points: number;
  present: boolean;
  resigned: boolean;
  stuck: boolean;
}

/**
 * How many of the races between two people the first person has won, lost and tied. `run` is
 * the length of the streak that the first person has now: positive for wins in a row, negative for
 * losses in a row, 0 after a tie.
 */
export interface Tally {
  wins: number;
  losses: number;
  ties: number;
  run: number;
}

/**
 * The row of one team in the table of teams. `counting` lists the entrants of the team whose
 * totals add up to the total of the team.
 */
export interface TeamTotal {
  place: number;
  team: string;
  total: string;
  counting: number[];
}

/**
 * The settings of a tournament with teams. Entrants join one of the teams in `names`; if the
 * list is empty, they may name a team as they like. `most` is the maximum size of a team. How many
 * members of a team count is not set here, but in `team_best` of the scoring.
 */
export interface Teams {
  names: string[];
  most: number | null;
}

/**
 * How the tries that count came to one tenth of the goal: how many reached it, and the fastest,
 * the middle and the slowest race time of those that did, None if nobody did. Of an even number of
 * times the earlier of the two in the middle is given.
 */
export interface TenthReached {
  reached: number;
  fastest: number | null;
  middle: number | null;
  slowest: number | null;
}

/**
 * The terms of a race, or of the races of a tournament round: when they end, how their
 * contestants are ordered, and which help they have, such as take-backs. `docs/protocol.md`
 * explains the values. `winnable` says how the deal is searched for, if it is a winnable deal.
 * `show_grids`, `safe_play` and `winnable` are left out if they are not set, because older
 * programs do not know the fields.
 */
export interface Terms {
  format: "first_out" | "best" | "score" | "caller";
  winners: "time" | "moves";
  take_back: "none" | "until_card" | "free" | "practice";
  call_ms: number | null;
  show_grids: "each_card" | "end" | null;
  safe_play: boolean;
  winnable: SearchTerms | null;
}

/**
 * The tilt mark of a card, or of a whole pile if `index` is None. `tilt` is 0 for upright, 1
 * for 45° to the right, 2 for 90°, 3 for 45° to the left. `index` counts the cards of the pile
 * from the bottom and includes face-down cards.
 */
export interface Tilt {
  pile: string;
  index: number | null;
  tilt: number;
}

/**
 * The answer to `get_together`. `people` are you and the others, in the order of the request.
 * `games` has the most played game first. `closest` is None if there is no race in which two of
 * you have won the game. `races` are those that were asked for, of `total`, the latest first.
 */
export interface Together {
  type: "together";
  id: number;
  people: TogetherPerson[];
  total: number;
  games: TogetherGame[];
  closest: ClosestFinish | null;
  races: TogetherRace[];
}

/**
 * The races of one game that some people have raced together. `wins` has the number of races
 * that each of them has won, in the order of `Together.people`.
 */
export interface TogetherGame {
  game: string;
  races: number;
  wins: number[];
}

/**
 * How one of several people has done in the races of all of them together: `wins` counts the
 * races in which none of the others had a better place, and `longest` the longest row of such
 * races, one after the other.
 */
export interface TogetherPerson {
  name: string;
  bot: boolean;
  wins: number;
  longest: number;
}

/**
 * A race of several people together. `places` are their places among all contestants, in the
 * order of `Together.people`.
 */
export interface TogetherRace {
  race: string;
  game: string;
  ago_ms: number;
  places: number[];
}

/**
 * The complete state of a tournament. `mine` is your entrant number, None if you take no part.
 * `organised` says that you may organise the tournament. `commitment` is the hash of the secret
 * from which all deals are made. `seq` numbers the messages about a tournament that you follow.
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
 * The tournament that you follow has changed. Fields that are None have not changed.
 *
 * `entrants`, `rounds` and `bars` (the progress of entrants) hold only new and changed items. Each
 * replaces the item that you have for the same entrant number, the same round number, or, for a
 * bar, the same entrant and round. Drop a bar when its round is no longer racing, or when its
 * entrant gets a bar of another round. All other fields that are not None are complete and replace
 * what you have. If you missed a `seq`, send `follow_tournament` again.
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

/**
 * A tournament on the list of tournaments. `round` is the number of its present round. `of` is
 * the planned number of rounds, None if that is not known. `most` is the maximum number of
 * entrants.
 */
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
 * `rounds` are the deals, each with its game and its terms. A series plays each of them once, in
 * this order; the other formats repeat the list as often as needed. `turns` is the number of
 * rounds of a Swiss tournament; None means as many as the number of games and entrants requires.
 * `window_ms` is how long after the start of an arena or a tournament for crowns an entrant can
 * begin deals. `queue` says whether an arena deals `rounds` in order or at random.
 *
 * `most` is the maximum number of entrants. `late` is the last round in which somebody who enters
 * late can start, 0 for none and None for any. `invited` are the names of accounts that may enter,
 * None if anybody may. `guests` says whether people may enter without an account; left out, they
 * may not. Between rounds the table is shown for `table_ms`, and then the entrants wait in a lobby
 * for `lobby_ms`. Spectators see boards `delay_ms` later.
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

/**
 * A tournament that you have entered starts by itself in `starts_in_ms`. The server sends this
 * at the times before the start that the plan of the tournament sets.
 */
export interface TournamentReminder {
  type: "tournament_reminder";
  code: string;
  title: string;
  starts_in_ms: number;
}

/**
 * The answer to `get_tournament_round`: all results of a round, best first. If only entrants of
 * the same heat are compared with each other, the results are listed heat by heat. `goal` is the
 * progress at which the game is won.
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
 * Part of the table of a tournament, starting with row `offset`. `total` is the number of all
 * rows. `way` is the way in which rounds are scored. `rounds` are the numbers of the rounds that
 * count, and `fields` has, for each of them, the number of entrants who played it. `tie_breaks`
 * and `team_tie_breaks` are the names of the tie-breaks, which order entrants and teams with equal
 * totals.
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

/**
 * The answer to `list_tournaments`: at most fifty tournaments, the most recently changed
 * first.
 */
export interface Tournaments {
  type: "tournaments";
  id: number;
  tournaments: TournamentEntry[];
}

/**
 * The answer to `get_traveller`. `total` is the number of tries that count; `rows` are those
 * that were asked for, and `own` those of the account that is logged in. `apart` are tries that
 * count nowhere: those of programs, and those against a ghost, which are later practice. There are
 * `apart_total` of them; the answer has the first ones. `left_out` is the number of tries that
 * never got going. `goal` is the progress at which the game is won or complete, and `pace` has one
 * entry for each tenth of it.
 */
export interface Traveller {
  type: "traveller";
  id: number;
  game: string;
  options: { [key: string]: boolean | number | string };
  goal: number;
  total: number;
  rows: TravellerRow[];
  own: TravellerRow[];
  apart: TravellerRow[];
  apart_total: number;
  left_out: number;
  pace: TenthReached[];
  choices: FirstChoice[];
}

/**
 * A try. `name` is the present name of the account that made it, or the name of a guest in the
 * race; None if the account was deleted. `bot` says that the player is a program, `ghost` that the
 * race was against a ghost. `race` and `seat` say where the try was made.
 *
 * `place` is the place among all tries that count, from 1. `matchpoints` has one for each of them
 * with a worse place, and half for each other one with the same place; `percent`, the percentile,
 * is this number as a percentage of the number of other tries, 50 if there are none. All three are
 * None for a try that does not count. The fields from `result` to `clean` are those of a standing.
 * `tenths` has the race time at which each tenth of the goal of the game was reached, None if it
 * was not, in tenths of a second or, in races of hours, coarser.
 */
export interface TravellerRow {
  name: string | null;
  bot: boolean;
  ghost: boolean;
  race: string;
  seat: number;
  place: number | null;
  matchpoints: number | null;
  percent: number | null;
  result: "won" | "lost" | "complete" | null;
  reason: "stuck" | "resigned" | "timeout" | null;
  best: number;
  tie_break: number;
  reached_ms: number;
  points: number | null;
  ended_ms: number;
  moves: number;
  clean: boolean;
  tenths: (number | null)[];
}

/**
 * The head-to-head record of the accounts `one` and `other`. `tally` counts the races of all
 * games together. `games` has the races of each game, the most played game first.
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
 * The complete board of the seat that you watch, as it was at the race time `clock_ms`. That
 * moment is `delay_ms` ago.
 *
 * `view` is None as long as nothing of the board may be shown. Each message replaces the previous
 * one. The server sends at most four a second.
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

/**
 * The answer to `hello`. `protocol` is the version of the protocol that both use from now on.
 * `server` is the name and version of the server program.
 */
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

/** Put the pile `src` on `dst`, which is the next pile to its left or the third to its left. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface AccordionResign {
  kind: "resign";
}

/** Turn up the next card of the stock and put it at the end of the line of piles. */
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

/** Discard a top card that is lower than another top card of its suit. */
export interface AcesUpDiscard {
  kind: "discard";
  src: AcesUpPile;
}

/** Move the top card of a pile into a space. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Put a card of the pile `src` on the pile `dst`. */
export interface AsYouLikeItPlay {
  kind: "play";
  src: AsYouLikeItPile;
  dst: AsYouLikeItPile;
}

/**
 * Take up the next tableau pile and deal its cards again, one to each of the eight piles in
 * turn.
 */
export interface AsYouLikeItRedeal {
  kind: "redeal";
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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
 * Put a card on a pile of one of the three rows. The place that the card leaves is filled by
 * the card from the first place in `fills`. The place that this card leaves is filled by the card
 * from the next place in `fills`, and so on.
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

/**
 * Discard an ace. The place that it leaves is filled as in `Build`: `fills` has the places of
 * the cards that move, one after the other.
 */
export interface AuntieAllisDiscardAce {
  kind: "discard_ace";
  src: AuntieAllisPile;
  fills: AuntieAllisPile[];
}

/**
 * Let two or three cards change places. The card of each place in `slots` goes to the next
 * place in `slots`, and the card of the last place to the first.
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface AuntieAllisResign {
  kind: "resign";
}

export interface AuntieAllisView {
  piles: { [key in AuntieAllisPile]?: PileView };
  deals_left: number;
}

export type BakersDozenAnyMove = BakersDozenPack | BakersDozenBuild | BakersDozenResign;

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/** Put one card of the pile `src` on the column `dst`. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Move the top card of a pile into a space. This is legal only with the option `gap_moves`. */
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

/** Discard the top cards of two piles, which match. `src` is the pile further to the left. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/** Turn over the cards that were dealt from the stock, so that they can be dealt again. */
export interface CaptiveQueensRedeal {
  kind: "redeal";
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface CaptiveQueensResign {
  kind: "resign";
}

/** Turn up the next card of the stock, or the next cards if the game turns several at a time. */
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

/**
 * Let the fourth king and the lowest face-down card of the pile `dst` change places, and put
 * that card under the pile of its hour. A game with the option `exchange` allows this once.
 */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface ClockResign {
  kind: "resign";
}

/** Turn up the next card of the stock, or the next cards if the game turns several at a time. */
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

/** The move that places the next card on a cell, which is given by row and column. */
export interface CribbagePatiencePlace {
  kind: "place";
  cell: [number, number];
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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
 * Place card `n` of the last four cards on the last cell. The four cards are numbered from 0,
 * in the order in which they were turned up.
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

/** The move that places the next card on a cell, which is given by row and column. */
export interface CrosswordPlace {
  kind: "place";
  cell: [number, number];
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/** Move the top card of the waste, or the top `n` cards of a column, into an empty column. */
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
 * Use the grace, which a blocked player has once: move the top card of the foundation `src`
 * back to the column `dst`. `end` is `foot` to put it on the top card of the column, or `head` to
 * put it under the lowest.
 */
export interface DemonGrace {
  kind: "grace";
  src: DemonPlace;
  dst: DemonPlace;
  end: string;
}

/** Move the top `n` cards of the column `src` to the column `dst`. */
export interface DemonMove {
  kind: "move";
  src: DemonPlace;
  dst: DemonPlace;
  n: number;
}

/** Put one card of the pile `src` on the column `dst`. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface DemonResign {
  kind: "resign";
}

/** Turn up the next card of the stock, or the next cards if the game turns several at a time. */
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

/** Discard the top cards of two piles, which match. `src` is the pile further to the left. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface FourteensResign {
  kind: "resign";
}

export interface FourteensView {
  piles: { [key in FourteensPile]?: PileView };
}

export type GoodMeasureAnyMove = GoodMeasurePack | GoodMeasureBuild | GoodMeasureResign;

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/** Put one card of the pile `src` on the column `dst`. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/** Put one card of the pile `src` on the column `dst`. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Put a card of the pile `src` on the pile `dst`. */
export interface KingsPlay {
  kind: "play";
  src: KingsPlace;
  dst: KingsPlace;
}

/**
 * Put the fan back on the place of its heap. A fan is a heap that is spread out so that every
 * card of it can be played. `order` has the indices of its cards in the order in which they are
 * put back, bottom first.
 */
export interface KingsPutBack {
  kind: "put_back";
  order: number[];
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface KingsResign {
  kind: "resign";
}

/** Turn up the next card of the stock, or the next cards if the game turns several at a time. */
export interface KingsTurn {
  kind: "turn";
}

export interface KingsView {
  piles: { [key in KingsPile]?: PileView };
  phase: "turn" | "fan";
  fan_of: number | null;
}

export type KlondikeAnyMove = KlondikeTurn | KlondikePack | KlondikeBuild | KlondikeResign;

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/** Put the top `n` cards of a column, or the top card of the waste, on a column. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface KlondikeResign {
  kind: "resign";
}

/** Turn up the next card of the stock, or the next cards if the game turns several at a time. */
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

/**
 * Put the top card of the column `src` on the top card of the column `dst`, which has the same
 * rank.
 */
export interface PerpetualMotionJoin {
  kind: "join";
  src: PerpetualMotionPile;
  dst: PerpetualMotionPile;
}

export type PerpetualMotionPile = "tab.0" | "tab.1" | "tab.2" | "tab.3" | "stock" | "discard";

/** Turn over the cards that were dealt from the stock, so that they can be dealt again. */
export interface PerpetualMotionRedeal {
  kind: "redeal";
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** The move that places the next card on a cell, which is given by row and column. */
export interface PokerPatiencePlace {
  kind: "place";
  cell: [number, number];
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface PokerPatienceResign {
  kind: "resign";
}

export interface PokerPatienceView {
  piles: { [key in PokerPatiencePile]?: PileView };
  next: Card | null;
  grid: LaidCard[];
  line_scores: LineScores;
}

/** Racing Demon: its views, their changes, its moves. */
export interface RacingDemonGame {
  view: RacingDemonView;
  changed: RacingDemonChanged;
  move: RacingDemonAnyMove;
}

export type RosamundsBowerAnyMove =
  | RosamundsBowerBuild
  | RosamundsBowerLay
  | RosamundsBowerTurn
  | RosamundsBowerRedeal
  | RosamundsBowerResign;

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/** Put the card that was turned up last on the heap `dst`. */
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

/** Turn over the cards that were dealt from the stock, so that they can be dealt again. */
export interface RosamundsBowerRedeal {
  kind: "redeal";
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface RosamundsBowerResign {
  kind: "resign";
}

/** Turn up the next card of the stock, or the next cards if the game turns several at a time. */
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

/**
 * End the session: take up the next column and deal its cards again, one to each of the eight
 * columns in turn.
 */
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

/** Put a card of the pile `src` on the pile `dst`. */
export interface SeniorWranglerPlay {
  kind: "play";
  src: SeniorWranglerPile;
  dst: SeniorWranglerPile;
}

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/**
 * Move the whole set at the top of a column to another column, or into a space if the set
 * begins with a king. A set is cards that lie on each other in descending order and alternate
 * colours.
 */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Move the top `n` cards of the column `src` to the column `dst`. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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

/** Move the top `n` cards of the column `src` to the column `dst`. */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
export interface UncleRemusResign {
  kind: "resign";
}

export interface UncleRemusView {
  piles: { [key in UncleRemusPile]?: PileView };
  session: number;
  deals_left: number;
}

export type UskAnyMove = UskPack | UskBuild | UskRedeal | UskResign;

/** Put a card of the pile `src` on the foundation where the card belongs. */
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

/**
 * Put the top `n` cards of a column, which follow each other, on another column or into an
 * empty one.
 */
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

/**
 * Give up the game. The game counts as lost. How far the player came (the progress) still
 * counts when the players of a race are put in order.
 */
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
  racing_demon: RacingDemonGame;
}

/** The message of a type. */
export type Told<T extends FromServer["type"]> = Extract<FromServer, { type: T }>;

/** A request that has no number yet. */
export type Asked<T extends FromClient["type"] = FromClient["type"]> = FromClient extends infer M
  ? M extends { type: T }
    ? Omit<M, "id">
    : never
  : never;
