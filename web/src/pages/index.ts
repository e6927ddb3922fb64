// Every page of the app by its address. A page that stands here is linked where it belongs; what is not here is not
// offered.
import type { Component } from "svelte";
import { match } from "../lib/router.svelte";
import Embed from "./Embed.svelte";
import Home from "./Home.svelte";
import Join from "./Join.svelte";
import NewGame from "./NewGame.svelte";
import NotFound from "./NotFound.svelte";
import Replays from "./Replays.svelte";
import RoomPage from "./RoomPage.svelte";
import Watch from "./Watch.svelte";

// Each page has properties of its own; the patterns of the addresses name them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyPage = Component<any>;

export interface Page {
  path: string;
  /** The page; it takes the named parts of its address as properties. */
  Page?: AnyPage;
  /** Or how to fetch it when it is first opened: for pages that a game can start without. */
  load?: () => Promise<{ default: AnyPage }>;
  /** Key of the page's title. */
  title: string;
  /** Whole-height pages with their own layout have no footer. */
  bare?: boolean;
  /** It is shown within a page of others: without the bar, and without anything that is for this browser's person. */
  alone?: boolean;
  /** The page names the tab itself. */
  named?: boolean;
}

export const PAGES: readonly Page[] = [
  { path: "/", Page: Home, title: "home.title" },
  { path: "/new/:game", Page: NewGame, title: "new.title" },
  { path: "/room/:id", Page: RoomPage, title: "room.title", bare: true, named: true },
  { path: "/join/:id", Page: Join, title: "join.title" },
  { path: "/watch/:id", Page: Watch, title: "watch.title", bare: true, named: true },
  { path: "/embed/:id", Page: Embed, title: "watch.title", bare: true, named: true, alone: true },
  { path: "/people", load: () => import("./People.svelte"), title: "people.title" },
  { path: "/tournament", load: () => import("./NewTournament.svelte"), title: "tournament.title" },
  { path: "/tournament/:id", load: () => import("./Tournament.svelte"), title: "tournament.title" },
  { path: "/mine", load: () => import("./Mine.svelte"), title: "mine.title" },
  { path: "/reminders/:what", load: () => import("./ReminderLink.svelte"), title: "reminders.title" },
  { path: "/profile", load: () => import("./Profile.svelte"), title: "profile.title" },
  { path: "/replays", Page: Replays, title: "replays.title" },
  { path: "/study", load: () => import("./Study.svelte"), title: "study.title", bare: true },
  { path: "/learn/:game", load: () => import("../learn/Learn.svelte"), title: "learn.title", bare: true },
  { path: "/puzzles/:game", load: () => import("../puzzles/Puzzles.svelte"), title: "puzzles.title", bare: true },
  { path: "/local", load: () => import("../local/Local.svelte"), title: "local.here_title", bare: true },
  { path: "/editor/:game", load: () => import("../editors/Editor.svelte"), title: "editor.title" },
  { path: "/rules/:game", load: () => import("./Rules.svelte"), title: "rules.title" },
  { path: "/adlg/odds", load: () => import("./adlg/Odds.svelte"), title: "adlg_odds.title" },
  { path: "/adlg/reference", load: () => import("./adlg/Reference.svelte"), title: "adlg_reference.title" },
  { path: "/adlg/companion", load: () => import("./adlg/Companion.svelte"), title: "adlg_companion.title" },
  { path: "/adlg/armies", load: () => import("./adlg/Armies.svelte"), title: "adlg_armies.title" },
  { path: "/adlg/readings", load: () => import("./adlg/Readings.svelte"), title: "adlg_readings.title" },
  { path: "/about", load: () => import("./About.svelte"), title: "about.title" },
  { path: "/privacy", load: () => import("./Privacy.svelte"), title: "privacy.title" },
];

const NOWHERE: Page = { path: "", Page: NotFound, title: "not_found.title" };

export function pageAt(path: string): { page: Page; params: Record<string, string> } {
  for (const page of PAGES) {
    const params = match(page.path, path);
    if (params) return { page, params };
  }
  return { page: NOWHERE, params: {} };
}
