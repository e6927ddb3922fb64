// Which puzzles there are, which one is today's, and what this browser knows of the person who solves them.
import { ask } from "../lib/api";
import { keep, recall } from "../lib/keeping";
import type { Puzzle, PuzzleEntry, Puzzles, PuzzleWay } from "../lib/protocol";
import { share } from "../study/curve";

/** No level of ours finds such a puzzle every second time. */
export const NOBODY = "nobody";
const LEVELS = ["beginner", "casual", "club", "strong", "expert", "master", NOBODY];
const DAY = 86_400_000;

const lists = new Map<string, Promise<PuzzleEntry[]>>();

/** All puzzles of a game in short, asked once. */
export function puzzlesOf(game: string): Promise<PuzzleEntry[]> {
  let list = lists.get(game);
  if (!list) {
    list = ask<Puzzles>(`/api/games/${encodeURIComponent(game)}/puzzles`).then((found) => found.puzzles);
    list.catch(() => lists.delete(game));
    lists.set(game, list);
  }
  return list;
}

export const puzzleOf = (game: string, id: string): Promise<Puzzle> =>
  ask<Puzzle>(`/api/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(id)}`);

/** The number of a day as its calendar has it here, counted from 1970-01-01. */
export const dayOf = (now: Date): number => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);

export const ofDay = (list: PuzzleEntry[], day: number): PuzzleEntry | undefined => list[day % list.length];

/** From easy to hard; equal ones stay in order. */
export const byLevel = (list: PuzzleEntry[]): PuzzleEntry[] =>
  [...list].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));

/** What a move is worth, 0 to 1. */
export const worth = (way: PuzzleWay): number => share(way.value);

// Courses: chapters of tactics, each with puzzles about one thing, from easy to hard

export interface Chapter {
  id: string;
  themes: readonly string[];
}

const CHAPTERS: Record<string, readonly Chapter[]> = {
  cities: [
    { id: "capture", themes: ["capture", "hunt", "diagonal"] },
    { id: "double", themes: ["double", "win"] },
    { id: "escape", themes: ["escape", "trade", "city", "hero", "quiet"] },
  ],
  towar: [
    { id: "fight", themes: ["fight", "flank", "crown"] },
    { id: "breakthrough", themes: ["breakthrough", "defence"] },
    { id: "chain", themes: ["chain", "detour", "trade", "place"] },
  ],
};
const LONGEST = 12;

export const chaptersOf = (game: string): readonly Chapter[] => CHAPTERS[game] ?? [];

/** The puzzles of a chapter: spread evenly over how hard they are. */
export function chapterList(list: PuzzleEntry[], chapter: Chapter): PuzzleEntry[] {
  const fit = byLevel(list.filter((one) => chapter.themes.includes(one.theme)));
  if (fit.length <= LONGEST) return fit;
  return Array.from({ length: LONGEST }, (_, i) => fit[Math.floor((i * fit.length) / LONGEST)]!);
}

// What was solved

export interface Progress {
  /** Ids, the latest last. */
  solved: string[];
  /** Solved one after the other at the first try. */
  streak: number;
  longest: number;
  /** The last day whose puzzle was solved, and how many days in a row that was. */
  day: number;
  days: number;
}

const NEW: Progress = { solved: [], streak: 0, longest: 0, day: 0, days: 0 };
const nameOf = (game: string): string => `puzzles.${game}`;

export const progressOf = (game: string): Progress => ({ ...NEW, ...recall<Partial<Progress>>(nameOf(game), {}) });

/** After a puzzle was solved; `clean`: at the first try, and nobody showed how. */
export function afterSolving(was: Progress, id: string, clean: boolean, day: number | null): Progress {
  const streak = clean ? was.streak + 1 : was.streak;
  const next = { ...was, solved: [...was.solved.filter((one) => one !== id), id], streak };
  next.longest = Math.max(was.longest, streak);
  if (day !== null && day !== was.day) {
    next.days = day === was.day + 1 ? was.days + 1 : 1;
    next.day = day;
  }
  return next;
}

/** After a wrong move, or a look at the solution. */
export const afterMissing = (was: Progress): Progress => ({ ...was, streak: 0 });

export const keepProgress = (game: string, progress: Progress): void => keep(nameOf(game), progress);

/** How many days in a row count today: one that was missed ends them. */
export const daysInRow = (progress: Progress, today: number): number => (progress.day >= today - 1 ? progress.days : 0);

/** The next one to solve: of those that fit, the first that was not solved; if all were, the one after this. */
export function nextOf(list: PuzzleEntry[], now: string, solved: readonly string[]): PuzzleEntry | undefined {
  const at = list.findIndex((one) => one.id === now);
  const round = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))];
  return round.find((one) => !solved.includes(one.id)) ?? round[0];
}
