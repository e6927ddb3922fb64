// The reference sheet as the server tells it: sections of rows for two pages.
import { ask } from "../../lib/api";
import { language } from "../../lib/i18n.svelte";

export interface Row {
  cells: string[];
  rule: string;
  /** The troop that it is about. */
  of?: string;
  /** Options whose value it tells. */
  reads?: string[];
  /** Whether the profiles read it differently. */
  differs?: boolean;
}

export interface Section {
  id: string;
  page: number;
  title: string;
  columns: string[];
  rows: Row[];
  lines: Row[];
}

export interface Reading {
  name: string;
  about: string;
  words: string;
  rule: string;
}

export interface SheetTold {
  profile: { id: string; name: string };
  /** What was set against the profile. */
  unusual: Reading[];
  legend: string[];
  sections: Section[];
}

/** The sheet for these options, as an address asks for them. */
export function sheetOf(options: URLSearchParams): Promise<SheetTold> {
  const asked = new URLSearchParams(options);
  asked.set("lang", language.now);
  return ask<SheetTold>(`/api/games/adlg/reference?${asked}`);
}

const LARGEST = 8.4;
const SMALLEST = 4.5;
const STEP = 0.05;
const STRIDE = 0.5;
/** Print may set type a little wider than the screen does. */
const SLACK = 0.985;

/** The largest type, in points, in which a page keeps everything on one sheet of paper; measured as it is printed. */
export function fittingSize(page: HTMLElement): number {
  const before = page.style.getPropertyValue("--fit");
  page.classList.add("exact");
  const fits = (size: number): boolean => {
    page.style.setProperty("--fit", String(size));
    const inside = page.querySelector<HTMLElement>(".inside");
    const room = page.clientHeight - 2 * (inside?.offsetTop ?? 0);
    return !!inside && inside.offsetHeight <= room * SLACK && inside.scrollWidth <= inside.clientWidth + 1;
  };
  const shrunk = (from: number, step: number): number => {
    let size = from;
    while (size > SMALLEST && !fits(size)) size = Math.max(SMALLEST, Math.round((size - step) * 100) / 100);
    return size;
  };
  // Sections are not broken between columns, so a smaller type now and then needs more room: sizes are tried from
  // above, at first in strides, because each try lays out the whole page.
  const size = shrunk(Math.min(LARGEST, shrunk(LARGEST, STRIDE) + STRIDE - STEP), STEP);
  page.classList.remove("exact");
  page.style.setProperty("--fit", before);
  return size;
}
