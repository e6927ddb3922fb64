// Whole orders that are tried while somebody drags: those that may be given, or why the first of them may not. Of one
// that goes too far the most that is allowed is found, and what stops it there.
import { Refused } from "../../../lib/api";
import type { AimsAnswer } from "../../../lib/protocol";
import { numberWord, within } from "../../../room/aim";
import type { Foresight } from "../../../room/foresight";

/** One step to a side, with its number: the server tells how far it can go. */
const MEASURED = /^(\S+ (?:wheel|slide) (?:left|right)) ([\d.]+)$/;

export async function tryAll(actions: string[], foresight: Foresight): Promise<AimsAnswer> {
  let refused: Refused | null = null;
  const aims: AimsAnswer["aims"] = [];
  for (const action of actions) {
    try {
      aims.push({ ...(await foresight.previewOf(action)), action, snap: "free" });
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
      refused ??= wrong;
    }
  }
  if (aims.length) return { aims, refused: null, short: null };
  const less = await farthest(actions[0]!, foresight);
  if (!less) throw refused;
  return {
    aims: [{ ...(await foresight.previewOf(less)), action: less, snap: "full" }],
    refused: null,
    short: refused?.refusal ?? null,
  };
}

/** The same order as far as it is allowed; null where it is not at all. */
async function farthest(action: string, foresight: Foresight): Promise<string | null> {
  const found = MEASURED.exec(action);
  if (!found) return null;
  const told = await foresight.ask(found[1]!.split(" ")).catch(() => null);
  if (!told?.span) return null;
  const most = within(told.span, Number(found[2]) * told.span.scale);
  const less = `${found[1]} ${numberWord(most, told.span.scale)}`;
  return less === action ? null : less;
}
