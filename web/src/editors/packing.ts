// A thing of one's own in the address of a page: as JSON, deflated, in letters that an address may hold. It stands
// behind the #, so no server sees it.

export async function pack(value: unknown): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What was packed, or null if it can't be read. */
export async function unpack(text: string): Promise<unknown> {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return JSON.parse(
      new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))),
    ) as unknown;
  } catch {
    return null;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  way: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());
}

/** A position with the options that it is played by. */
export interface Place {
  start: string;
  options: Record<string, unknown>;
}

/** A packed position, if it is one. */
export async function unpackPlace(text: string): Promise<Place | null> {
  const found = await unpack(text);
  if (!isTable(found) || typeof found.start !== "string" || !isTable(found.options)) return null;
  return { start: found.start, options: found.options };
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
