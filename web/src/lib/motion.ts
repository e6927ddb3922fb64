// How long things take on the board (the same numbers as in tokens.css), and a way to stop waiting at once.
import { pace, speed } from "./settings.svelte";

export const MOTION = { move: 220, moreStep: 60, step: 320, flip: 260, line: 140, sink: 280, read: 350 };

/** The system asks for less motion. That holds whatever was chosen here. */
export const systemStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const lessMotion = (): boolean => speed.now === "off" || systemStill();

/** A replay may go faster or slower than the board does by itself: 0.5 is twice as fast. */
export const tempo = { now: 1 };

/** Runs `draw` with 0 to 1 over so many milliseconds at the usual pace; ends at 1 at once when the signal says so. */
export function tween(usual: number, signal: AbortSignal, draw: (done: number) => void): Promise<void> {
  const length = usual * pace() * tempo.now;
  return new Promise((resolve) => {
    const start = performance.now();
    let frame = 0;
    const end = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(late);
      signal.removeEventListener("abort", end);
      draw(1);
      resolve();
    };
    if (signal.aborted || length <= 0) {
      draw(1);
      return resolve();
    }
    // A hidden tab draws no frames; the game goes on all the same.
    const late = setTimeout(end, length + 400);
    signal.addEventListener("abort", end);
    const next = (now: number): void => {
      const done = (now - start) / length;
      if (done >= 1) return end();
      draw(ease(Math.max(0, done)));
      frame = requestAnimationFrame(next);
    };
    frame = requestAnimationFrame(next);
  });
}

export function pause(length: number, signal: AbortSignal): Promise<void> {
  return tween(length, signal, () => undefined);
}

function ease(part: number): number {
  return 1 - (1 - part) ** 3;
}
