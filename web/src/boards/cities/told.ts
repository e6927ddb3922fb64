// What this game tells of views, previews, events and overlays beside their texts.
// Made by `make protocol` from src/triarii/games/cities/forms.py; change it there.
import type { Seat } from "../../lib/protocol";

export type Preview = {
  path: string[];
  captures: string[];
  /** Own pieces that would fall. */
  losses: string[];
  /** The square of a city, if one is taken. */
  takes: string;
  promotes: string;
  /** The rule by which the game would end, if it would. */
  ends: string;
  /** The two ends of each line that encloses something. */
  lines: string[][];
};

/** Where a piece could go if its side were to move now. */
export type Reach = {
  kind: "reach";
  seat: Seat;
  square: string;
  /** Its own square among them: there it could become a hero. */
  goals: string[];
};

export type Begins = {
  kind: "begins";
  seat: Seat;
};

export type Passed = {
  kind: "passed";
  seat: Seat;
};

export type Claimed = {
  kind: "claimed";
  seat: Seat;
};

export type Moved = {
  from: string;
  to: string;
  kind: "moved";
  seat: Seat;
  piece: "fighter" | "hero";
  path: string[];
};

export type Promoted = {
  kind: "promoted";
  seat: Seat;
  square: string;
};

export type CityTaken = {
  kind: "city_taken";
  seat: Seat;
  from_seat: Seat;
  square: string;
};

export type Captured = {
  kind: "captured";
  /** Whose pieces fall. */
  seat: Seat;
  squares: string[];
  ends: string[];
  line: "row" | "column" | "diagonal";
  count: number;
};

export type Drawn = {
  kind: "drawn";
  rule: string;
};

export type Won = {
  kind: "won";
  seat: Seat;
  rule: string;
};

export type Told = Begins | Passed | Claimed | Moved | Promoted | CityTaken | Captured | Drawn | Won;
