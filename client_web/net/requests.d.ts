// Types of requests without their id, and of the answer to each. A request not listed here is
// answered by `done`.

import type * as P from "./protocol";

type Without<M> = M extends P.FromClient ? Omit<M, "id"> : never;

/** A request, before the connection adds its id. */
export type Request = Without<P.FromClient>;

/** Any message of the server, answers included. */
export type ServerMessage = P.FromServer;

interface Answers {
  hello: P.Welcome;
  ping: P.Pong;
  create: P.Room;
  join: P.Room;
  resume: P.Room;
  watch: P.Room;
  play_alone: P.Room;
  race_ghost: P.Room;
  try_daily: P.Room;
  play_crown_deal: P.Room;
  play_leisure_deal: P.Room;
  new_leisure_race: P.LeisureRace;
  join_leisure_race: P.LeisureRace;
  invite_to_leisure_race: P.LeisureRace;
  quit_leisure_race: P.LeisureRace;
  get_leisure_race: P.LeisureRace;
  list_leisure_races: P.LeisureRaces;
  play_tournament_deal: P.Room;
  play: P.Moved | P.DealCounts;
  next_frame: P.Frame;
  play_table: P.TablePlayed;
  look: P.Table | P.Frame | P.CommonTable;
  watch_board: P.WatchedTable;
  rooms: P.OpenRooms;
  get_record: P.Record;
  get_analysis: P.Analysis;
  get_traveller: P.Traveller;
  get_replay: P.Replay;
  get_ghost: P.Ghost;
  list_dailies: P.Dailies;
  get_daily_board: P.DailyBoard;
  get_board: P.Board;
  follow_board: P.Board;
  get_my_races: P.MyRaces;
  get_my_seats: P.MySeats;
  get_rivals: P.Rivals;
  get_versus: P.Versus;
  get_together: P.Together;
  get_streaks: P.Streaks;
  follow_friends: P.FriendsOnline;
  get_crown: P.Crown;
  follow_crown: P.Crown;
  get_roll: P.Roll;
  open_crown_race: P.CrownRace;
  join_crown_race: P.CrownRace;
  start_crown_race: P.CrownRace;
  quit_crown_race: P.CrownRace;
  follow_crown_race: P.CrownRace;
  ring: P.Rang;
  get_calls: P.Calls;
  new_tournament: P.Tournament;
  get_tournament: P.Tournament;
  follow_tournament: P.Tournament;
  get_tournament_table: P.TournamentTable;
  get_tournament_round: P.TournamentRound;
  list_tournaments: P.Tournaments;
  sign_up: P.SignedIn;
  log_in: P.SignedIn;
  recover: P.SignedIn;
  authenticate: P.SignedIn;
  get_account: P.AccountNow;
  get_former_name: P.FormerName;
  rename: P.AccountNow;
  change_password: P.AccountNow;
  renew_recovery: P.AccountNow;
  save_preferences: P.AccountNow;
  claim_seats: P.SeatsClaimed;
  befriend: P.Friends;
  get_friends: P.Friends;
  export_account: P.AccountData;
}

export type Answer<R extends Request> = R["type"] extends keyof Answers
  ? Answers[R["type"]]
  : P.Done;

/** A request that is answered by the room it enters. */
export type EntryRequest = Extract<
  Request,
  {
    type:
      | "create"
      | "join"
      | "resume"
      | "watch"
      | "play_alone"
      | "race_ghost"
      | "try_daily"
      | "play_crown_deal"
      | "play_leisure_deal"
      | "play_tournament_deal";
  }
>;
