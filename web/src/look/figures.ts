// Small figures of our own drawing, seen from the side and a little from above: what a base carries when one looks
// closely. Each is a few outlines around its feet at the origin; a base is all of its figures in one path.
interface Kind {
  /** Outlines, with absolute commands only: M, L, Q and Z. */
  outline: string;
  /** Shields, saddles, wheels: the parts in the colour of the side. */
  detail: string;
  wide: number;
  high: number;
}

/** Round enough at this size: eight curves around a middle. */
const circle = (x: number, y: number, r: number): string => {
  const at = (part: number, far: number): string => {
    const turn = (part * Math.PI) / 8;
    return `${(x + far * Math.cos(turn)).toFixed(1)} ${(y + far * Math.sin(turn)).toFixed(1)}`;
  };
  const curves = Array.from({ length: 8 }, (_, i) => `Q${at(2 * i + 1, r * 1.08)} ${at(2 * i + 2, r)}`);
  return `M${at(0, r)}${curves.join("")}Z`;
};

const HEAD = `${circle(0.5, -24, 3.6)}M-3.6 -25L0.5 -31L4.6 -25Z`;
const HAT = circle(0.5, -24, 3.4);
const LEGS = "M-5 0L-4 -10L3 -10L7 -1L4 0L0.5 -6L-2 0Z";
const BODY = "M-4.5 -9L-5 -19Q0 -22.5 5 -19L4 -9Z";
const MAN = LEGS + BODY + HEAD;
const LIGHT = LEGS + BODY + HAT;
const SPEAR = "M6 3L7.3 3L13.8 -36L12 -39L11.6 -35Z";
const PIKE = "M2 4L3.4 4L17 -50L15.6 -54L14.4 -50Z";
const SWORD = "M4 -14L6 -12L16 -24L17 -27L14.4 -26Z";
const AXE = "M4 -8L5.6 -8L10 -33L8.4 -33ZM9 -34Q16 -33 15 -24L9.4 -27Z";
const BOW = "M8 -32Q19 -18 7 -3Q14.5 -18 8 -32ZM8 -32L8.8 -32L7.6 -3L6.8 -3Z";
const CROSSBOW = "M3 -17L17 -20L17.4 -18L3.4 -14.6ZM14 -27Q21 -19 16 -11L14.6 -12Q18 -19 12.8 -26Z";
const GUN = "M2 -15L20 -22L20.8 -19.6L3 -12Z";
const JAVELIN = "M-10 -20L12 -31L15 -33.6L13 -29.4L-9.4 -18.4Z";
const ROUND = circle(4.5, -14, 5.6);
const SMALL = circle(5, -14, 4.2);
const OVAL = "M5.5 -22Q11.5 -20 11.5 -13Q11.5 -5 5.5 -3Q0 -5 0 -13Q0 -20 5.5 -22Z";

const HORSE = [
  "M-17 0L-16 -10Q-18 -19 -11 -20L5 -20Q8 -24 10 -31L12.4 -30L13 -33L15 -29L20 -23L17.6 -20",
  "L13 -21.4Q12.4 -14 9 -11L15 -3L12.4 -1L6 -8.6L5 0L2 0L2 -9L-7 -9.4L-11 0L-14 0L-12 -8L-14.4 0Z",
  "M-16 -18Q-23 -15 -20 -5Q-18.4 -12 -14 -15Z",
].join("");
const CAMEL = [
  "M-17 0L-16 -13Q-17 -21 -11 -22Q-6 -31 -1 -22L6 -21Q10 -25 9 -34L14 -37L20 -34L19 -31L14 -31",
  "Q14 -20 9 -13L11 0L8 0L5 -12L-8 -12L-12 0L-14.4 0L-13 -11L-15 0Z",
].join("");
const RIDER = "M-6 -18L-6 -29Q-2 -32.6 2.4 -29L3 -18Z" + circle(-1.6, -35, 3.5);
const HELM = "M-5.8 -36L-1.6 -42L2.6 -36Z";
const LANCE = "M-10 -18L24 -39L27 -42L25 -37.4L-9 -16.4Z";
const SADDLE = "M-5 -20L3 -20L5 -10L2 -9.4L0 -15L-5 -15Z";
const BARDING = "M-16 -18L-11 -19.4L5 -19.4L9 -23L13 -20L9 -11L4 -9L-7 -9L-15 -8Z";
const WHEEL = (x: number, r: number): string => circle(x, -r, r);

const foot = (weapon: string, shield: string, man = MAN): Kind => ({
  outline: man + weapon,
  detail: shield,
  wide: 15,
  high: 34,
});
const horse = (weapon: string, detail: string, mount = HORSE, helm = HELM): Kind => ({
  outline: mount + RIDER + helm + weapon,
  detail,
  wide: 30,
  high: 42,
});
const chariot = (armed: string): Kind => ({
  outline: [
    `${shifted(HORSE, 14, 0)}M-30 -6L-10 -6L-10 -17L-13 -17L-13 -11L-30 -11Z${shifted(MAN, -21, -9)}`,
    `${shifted(armed, -21, -9)}${WHEEL(-21, 9)}`,
  ].join(""),
  detail: circle(-21, -9, 5.6),
  wide: 50,
  high: 46,
});

const KINDS: Record<string, Kind> = {
  li: foot(JAVELIN, SMALL, LIGHT),
  jav: foot(JAVELIN, ROUND),
  bow: foot(BOW, "", LIGHT),
  xbow: foot(CROSSBOW, ""),
  gun: foot(GUN, "", LIGHT),
  msw: foot(SWORD, ROUND),
  msp: foot(SPEAR, ROUND),
  hsw: foot(SWORD, OVAL),
  fkn: foot(AXE, "M1 -20L9 -20Q9 -10 5 -5Q1 -10 1 -20Z"),
  hsp: foot(SPEAR, OVAL),
  pike: foot(PIKE, SMALL),
  levy: foot("M6 2L7.4 2L12 -32L10.6 -32ZM8 -33L16 -32L11 -29Z", "", LIGHT),
  lh: horse(shifted(JAVELIN, -2, -7), SADDLE, HORSE, ""),
  lcam: horse("", SADDLE, CAMEL, ""),
  cv: horse(LANCE, SADDLE),
  cam: horse(LANCE, SADDLE, CAMEL),
  hcv: horse(LANCE, SADDLE + circle(-3, -24, 4.6)),
  ct: horse(LANCE, BARDING),
  ctcam: horse(LANCE, BARDING, CAMEL),
  mkn: horse(LANCE, SADDLE + "M-7 -29L0 -29Q0 -22 -3.5 -19Q-7 -22 -7 -29Z"),
  hkn: horse(LANCE, BARDING + "M-7 -29L0 -29Q0 -22 -3.5 -19Q-7 -22 -7 -29Z"),
  lch: chariot(BOW),
  hch: chariot(SPEAR),
  sch: { ...chariot(""), outline: `${chariot("").outline}M-30 -9L-42 -5L-30 -7Z` },
  el: {
    outline: [
      `M-27 0L-27 -20Q-27 -35 -10 -36L9 -35Q17 -42 24 -34Q29 -29 27 -18L30 -6L26.6 -6L23 -19L24 -10`,
      `L20 -14L17 -21Q15 -12 13 0L5 0L4 -12L-12 -12L-14 0Z M-14 -36L-12 -52L8 -52L9 -36Z`,
      `${shifted(LIGHT, -2, -41)}`,
    ].join(""),
    detail: `M-12 -46L8 -46L8 -42L-12 -42Z${circle(17, -30, 5.4)}`,
    wide: 58,
    high: 66,
  },
  wwg: {
    outline: [
      `M-28 -9L-30 -30L30 -30L28 -9Z${WHEEL(-17, 8)}${WHEEL(17, 8)}${shifted(LIGHT, -10, -22)}`,
      `${shifted(LIGHT, 10, -22)}`,
    ].join(""),
    detail: `M-26 -26L26 -26L26 -22L-26 -22ZM-26 -18L26 -18L26 -14L-26 -14Z`,
    wide: 60,
    high: 50,
  },
  art: {
    outline: `${WHEEL(-12, 8)}${WHEEL(10, 8)}M-24 -8L16 -12L30 -30L27 -32L10 -17L-24 -12Z${shifted(LIGHT, -26, 0)}`,
    detail: `${circle(-12, -8, 4)}${circle(10, -8, 4)}`,
    wide: 58,
    high: 34,
  },
};
KINDS.lh!.high = KINDS.lcam!.high = 40;

/** All numbers of a drawing scaled and moved: they come in pairs. */
export function shifted(drawing: string, x: number, y: number, size = 1, mirrored = false): string {
  let across = false;
  const short = (value: number): string => String(Math.round(value * 10) / 10);
  return drawing.replace(/-?\d+(\.\d+)?/g, (found) => {
    across = !across;
    const value = Number(found) * size;
    return across ? short(x + (mirrored ? -value : value)) : short(y + value);
  });
}

/** One row of figures; those before it are drawn over it. */
export interface Row {
  outline: string;
  detail: string;
}

const drawn = new Map<string, Row[]>();
/** Between two rows, before they are scaled. */
const BEHIND = 22;

/** The figures on a base of this size, in rows from the back to the front: many stand closer than few. */
export function figuresOn(symbol: string, width: number, depth: number, mirrored: boolean): Row[] {
  const key = `${symbol} ${width} ${depth} ${mirrored}`;
  const known = drawn.get(key);
  if (known) return known;
  const kind = KINDS[symbol.replace("tr-", "")] ?? KINDS.levy!;
  const count = depth >= 60 && kind.wide < 20 ? 2 : 1;
  const size = Math.min(1.15, (depth - 8) / (kind.high + BEHIND * (count - 1)));
  const loose = /^tr-(li|lh|lcam|jav)$/.test(symbol);
  const each = kind.wide * size * (loose ? 1.55 : 1.1);
  const most = Math.max(1, Math.floor((width - 42) / each + 0.3));
  const rows = Array.from({ length: count }, (_, row): Row => {
    const inRow = row % 2 ? most : Math.max(1, count > 1 ? most - 1 : most);
    const made: Row = { outline: "", detail: "" };
    for (let i = 0; i < inRow; i++) {
      const x = (i - (inRow - 1) / 2) * each;
      const y = depth - 3 - (count - 1 - row) * BEHIND * size - (loose && i % 2 ? 4 : 0);
      made.outline += shifted(kind.outline, x, y, size, mirrored);
      made.detail += shifted(kind.detail, x, y, size, mirrored);
    }
    return made;
  });
  drawn.set(key, rows);
  return rows;
}
