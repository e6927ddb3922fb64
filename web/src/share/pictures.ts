// Pictures to show around: a position as the server draws it (SVG), as PNG, and a whole game as a film. The browser
// turns drawings into pixels; the film is put together in a worker, so that the page stays at hand.
import { ask } from "../lib/api";
import type { Frame } from "../lib/gif";
import { language } from "../lib/i18n.svelte";
import { at } from "../lib/root";
import { theme } from "../lib/theme.svelte";

/** Pixels of the longer side. */
const LARGE = 1200;
const SMALL = 480;
/** Pictures of a film; of a longer game some are left out. */
const MOST_FRAMES = 160;
const EACH = 900;
const LAST = 3000;

export interface Shared {
  room: string;
  /** Opens the game as its holder may see it; empty where all may watch. */
  token: string;
}

/** A position of a room as SVG. */
export async function drawing({ room, token }: Shared, version: number): Promise<string> {
  const path = `/api/rooms/${room}/picture?theme=${theme.now}&lang=${language.now}&version=${version}`;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(at(path), { credentials: "omit", headers });
  if (!answer.ok) await ask(path, { headers }); // which says why
  return answer.text();
}

async function image(svg: string): Promise<HTMLImageElement> {
  const found = new Image();
  found.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await found.decode();
  return found;
}

/** How large a drawing is drawn: as wide and high as it is by itself, its longer side as given. */
function canvasFor(svg: string, longest: number): HTMLCanvasElement {
  const box = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg);
  const [width, height] = box ? [Number(box[1]), Number(box[2])] : [1, 1];
  const scale = longest / Math.max(width, height);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  return canvas;
}

export async function png(svg: string): Promise<Blob> {
  const canvas = canvasFor(svg, LARGE);
  canvas.getContext("2d")!.drawImage(await image(svg), 0, 0, canvas.width, canvas.height);
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

/** The film of a game, over these positions. */
export async function film(
  shared: Shared,
  versions: readonly number[],
  progress: (done: number, all: number) => void,
): Promise<Blob> {
  const shown = chosen(versions);
  const frames: Frame[] = [];
  let canvas: HTMLCanvasElement | null = null;
  for (const [number, version] of shown.entries()) {
    const svg = await drawing(shared, version);
    canvas ??= canvasFor(svg, SMALL);
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.drawImage(await image(svg), 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    frames.push({ pixels: data, milliseconds: number === shown.length - 1 ? LAST : EACH });
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
