// The readings of the sheet as the server tells them: questions, answers in words, and what each profile says.
import { ask } from "../../lib/api";
import { language } from "../../lib/i18n.svelte";

export interface Value {
  value: unknown;
  words: string;
}

export interface PointTold {
  name: string;
  about: string;
  topic: string;
  rule: string;
  /** Every answer; none where any measure between two may be chosen. */
  values: Value[];
  span?: { low: string; high: string };
  presets: Record<string, Value>;
  differs: boolean;
}

export interface Profile {
  id: string;
  name: string;
}

export interface ReadingsTold {
  profiles: Profile[];
  topics: { id: string; name: string }[];
  readings: PointTold[];
}

export const readings = (): Promise<ReadingsTold> => ask(`/api/games/adlg/readings?lang=${language.now}`);
