// What can be computed about colours: their contrast as the web's guidelines define it, and how far apart two of them
// are, also for eyes that lack one kind of cones. Only tests ask.

export type Eyes = "all cones" | "no red" | "no green" | "no blue";
type Triple = readonly [number, number, number];

/** Of eyes without one kind of cones, on linear light: Machado, Oliveira and Fernandes (2009), severity 1. */
const SEEN: Record<Eyes, readonly [Triple, Triple, Triple]> = {
  "all cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no blue": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
export const EYES = Object.keys(SEEN) as Eyes[];

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function linear(colour: string): Triple {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`no colour: ${colour}`);
  const part = (at: number): number => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** From 1 to 21, as WCAG 2 computes it. */
export function contrast(one: string, other: string): number {
  const light = (colour: string): number => dot([0.2126, 0.7152, 0.0722], linear(colour));
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** How different two colours look to these eyes: the distance in CIELAB, where 2 is just noticed. */
export function apart(one: string, other: string, eyes: Eyes): number {
  const [a, b] = [lab(one, eyes), lab(other, eyes)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function lab(colour: string, eyes: Eyes): Triple {
  const light = linear(colour);
  const [red, green, blue] = SEEN[eyes];
  const part = (row: Triple): number => Math.min(1, Math.max(0, dot(row, light)));
  const seen: Triple = [part(red), part(green), part(blue)];
  const root = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root(dot([0.4124, 0.3576, 0.1805], seen) / 0.95047);
  const y = root(dot([0.2126, 0.7152, 0.0722], seen));
  const z = root(dot([0.0193, 0.1192, 0.9505], seen) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
