// A reader of GIFs, written from the specification, gets back what was written.
import { describe, expect, it } from "vitest";
import { gif, type Frame } from "./gif";

function read(data: Uint8Array): { width: number; height: number; frames: { delay: number; colours: number[] }[] } {
  let at = 0;
  const byte = (): number => data[at++]!;
  const short = (): number => byte() | (byte() << 8);
  const text = String.fromCharCode(...data.slice(0, 6));
  expect(text).toBe("GIF89a");
  at = 6;
  const [width, height, flags] = [short(), short(), byte()];
  at += 2;
  const table = Array.from({ length: 2 << (flags & 7) }, () => (byte() << 16) | (byte() << 8) | byte());
  const frames: { delay: number; colours: number[] }[] = [];
  let [delay, transparent] = [0, -1];
  let shown: number[] = new Array<number>(width * height).fill(-1);
  for (;;) {
    const kind = byte();
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = byte();
      if (label === 0xf9) {
        byte();
        const has = byte() & 1;
        delay = short() * 10;
        transparent = has ? byte() : -1;
        byte();
      } else for (let size = byte(); size; size = byte()) at += size;
      continue;
    }
    at += 9;
    const root = byte();
    const packed: number[] = [];
    for (let size = byte(); size; size = byte()) for (let i = 0; i < size; i++) packed.push(byte());
    shown = shown.slice();
    for (const [i, index] of unpack(packed, root).entries()) if (index !== transparent) shown[i] = table[index]!;
    frames.push({ delay, colours: shown });
  }
  expect(at).toBe(data.length);
  return { width, height, frames };
}

function unpack(packed: number[], root: number): number[] {
  const [clear, end] = [1 << root, (1 << root) + 1];
  let words: number[][] = [];
  let [size, bit] = [root + 1, 0];
  let before: number[] | null = null;
  const out: number[] = [];
  for (;;) {
    let code = 0;
    for (let i = 0; i < size; i++, bit++) code |= ((packed[bit >> 3]! >> (bit & 7)) & 1) << i;
    if (code === clear) {
      words = [];
      for (let i = 0; i < end + 1; i++) words.push([i]);
      [size, before] = [root + 1, null];
      continue;
    }
    if (code === end) return out;
    const word: number[] = words[code] ?? [...before!, before![0]!];
    out.push(...word);
    if (before && words.length < 4096) words.push([...before, word[0]!]);
    if (words.length === 1 << size && size < 12) size += 1;
    before = word;
  }
}

function frame(width: number, height: number, colour: (x: number, y: number) => number, milliseconds = 500): Frame {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const one = colour(x, y);
      pixels.set([one >> 16, (one >> 8) & 255, one & 255, 255], 4 * (y * width + x));
    }
  return { pixels, milliseconds };
}

describe("a film", () => {
  it("comes back as it was made", () => {
    const [width, height] = [64, 50];
    const board = (x: number, y: number): number => (((x >> 3) + (y >> 3)) % 2 ? 0xe0c8a0 : 0x806040);
    const frames = [
      frame(width, height, board, 1200),
      frame(width, height, (x, y) => (x > 20 && x < 40 && y > 10 && y < 30 ? 0x2040a0 : board(x, y)), 600),
      frame(width, height, board, 600),
    ];
    const found = read(gif(width, height, frames));
    expect([found.width, found.height]).toEqual([width, height]);
    expect(found.frames.map((one) => one.delay)).toEqual([1200, 600, 600]);
    for (const [i, { pixels }] of frames.entries())
      for (let at = 0; at < width * height; at++) {
        const wanted = (pixels[4 * at]! << 16) | (pixels[4 * at + 1]! << 8) | pixels[4 * at + 2]!;
        expect(found.frames[i]!.colours[at]).toBe(wanted);
      }
  });

  it("outlives a full table of codes", () => {
    let seed = 1;
    const noise = (): number => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16) % 8;
    const frames = [frame(200, 200, () => noise() * 0x202020)];
    const found = read(gif(200, 200, frames));
    const wanted = Array.from({ length: 40_000 }, (_, i) => frames[0]!.pixels[4 * i]);
    expect(found.frames[0]!.colours.map((colour) => colour & 255)).toEqual(wanted);
  });
});
