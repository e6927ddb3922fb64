// Pictures to show around: a position as the server draws it (SVG), as PNG, and a whole game as a film. The browser
// turns drawings into pixels; the film is put together in a worker, so that the page stays at hand.
import { ask } from "../lib/api";
import type { Frame } from "../lib/gif";
import { language } from "../lib/i18n.svelte";
import type { Seat } from "../lib/protocol";
import { at, home } from "../lib/root";
import { theme } from "../lib/theme.svelte";
import { askStudy, type Place } from "../study/asking";

/** Pixels of the longer side. */
const LARGE = 1200;
const SMALL = 480;
/** Pictures of a film; of a longer game some are left out. */
const MOST_FRAMES = 160;
const EACH = 900;
const LAST = 3000;

/** How a film is cut: which positions it shows, how long each, and how large. */
export interface Cut {
  versions: readonly number[];
  milliseconds: (version: number) => number;
  size: number;
}

export const plainCut = (versions: readonly number[]): Cut => ({
  versions: chosen(versions),
  milliseconds: () => EACH,
  size: SMALL,
});

/** A position as SVG, by its number in a game. */
export type Draws = (number: number) => Promise<string>;

/** Positions of a room; the token opens the game as its holder may see it, and is empty where all may watch. */
export const roomDraws =
  (room: string, token: string): Draws =>
  async (version) => {
    const path = `/api/rooms/${room}/picture?theme=${theme.now}&lang=${language.now}&version=${version}`;
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await fetch(at(path), { credentials: "omit", headers });
    if (!answer.ok) await ask(path, { headers }); // which says why
    return answer.text();
  };

/**
 * Positions of a line of play outside of any room, after so many of its actions. All are seen from one seat: from that
 * of whoever acts, a film would turn the table over with every move.
 */
export const lineDraws =
  (place: Place, actions: string[], eye: Seat): Draws =>
  async (number) =>
    (await askStudy<{ svg: string }>("/picture", place, actions.slice(0, number), { eye, theme: theme.now })).svg;

/** What shows a game in the page of another site. */
export const embedLine = (what: string, title: string): string =>
  `<iframe src="${home()}/embed/${what}" title="${title}" width="100%" height="640" loading="lazy"></iframe>`;

async function image(svg: string): Promise<HTMLImageElement> {
  const found = new Image();
  found.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await found.decode();
  return found;
}

/** Of the longer side, how high the line with the names is. */
const CAPTION = 1 / 16;

/** How large a drawing is drawn: as wide and high as it is by itself, its longer side as given, and the names below. */
function canvasFor(svg: string, longest: number): HTMLCanvasElement {
  const box = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg);
  const [width, height] = box ? [Number(box[1]), Number(box[2])] : [1, 1];
  const scale = longest / Math.max(width, height);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale + longest * CAPTION)];
  return canvas;
}

/** A drawing with the line of names below it, in the colours of the page. */
async function paint(canvas: HTMLCanvasElement, svg: string, names: string): Promise<CanvasRenderingContext2D> {
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  const line = Math.max(canvas.width, canvas.height) * CAPTION;
  const page = getComputedStyle(document.documentElement);
  context.fillStyle = page.getPropertyValue("--surface").trim() || "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(await image(svg), 0, 0, canvas.width, Math.round(canvas.height - line));
  context.fillStyle = page.getPropertyValue("--ink").trim() || "#000";
  const font = (size: number): string => `600 ${Math.floor(size)}px system-ui, sans-serif`;
  context.font = font(line * 0.5);
  const [wide, room] = [context.measureText(names).width, canvas.width * 0.96];
  // Long names are written smaller: a canvas would squeeze their letters.
  if (wide > room) context.font = font((line * 0.5 * room) / wide);
  [context.textAlign, context.textBaseline] = ["center", "middle"];
  context.fillText(names, canvas.width / 2, canvas.height - line / 2, room);
  return context;
}

export async function png(svg: string, names: string): Promise<Blob> {
  const canvas = canvasFor(svg, LARGE);
  await paint(canvas, svg, names);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

/** Which of many positions a film shows: the first, the last and as many between as it takes. */
export function chosen(versions: readonly number[], most = MOST_FRAMES): number[] {
  if (versions.length <= most) return [...versions];
  const step = (versions.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => versions[Math.round(i * step)]!);
}

/** The film of a game. */
export async function film(
  draws: Draws,
  { versions: shown, milliseconds, size }: Cut,
  names: string,
  progress: (done: number, all: number) => void,
): Promise<Blob> {
  const frames: Frame[] = [];
  let canvas: HTMLCanvasElement | null = null;
  for (const [number, version] of shown.entries()) {
    const svg = await draws(version);
    canvas ??= canvasFor(svg, size);
    const context = await paint(canvas, svg, names);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    frames.push({ pixels: data, milliseconds: number === shown.length - 1 ? LAST : milliseconds(version) });
    progress(number + 1, shown.length);
  }
  return assembled(canvas!.width, canvas!.height, frames);
}

function assembled(width: number, height: number, frames: Frame[]): Promise<Blob> {
  const worker = new Worker(new URL("./film.worker.ts", import.meta.url), { type: "module" });
  return new Promise<Blob>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) =>
      done(new Blob([data], { type: "image/gif" }));
    worker.onerror = (wrong) => fail(new Error(wrong.message));
    worker.postMessage(
      { width, height, frames },
      frames.map(({ pixels }) => pixels.buffer as ArrayBuffer),
    );
  }).finally(() => worker.terminate());
}
