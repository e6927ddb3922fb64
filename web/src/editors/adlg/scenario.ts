// How a battle that we ship begins, for the editor: its text, and everybody who is in it. Asked once for each.
import { post } from "../../lib/api";
import { language } from "../../lib/i18n.svelte";
import type { Study } from "../../lib/protocol";
import { readFacts, type FieldFacts } from "../../boards/adlg/table/reading";

export interface Beginning {
  text: string;
  facts: FieldFacts;
}

const asked = new Map<string, Promise<Beginning>>();

export function beginningOf(scenario: string): Promise<Beginning> {
  let answer = asked.get(scenario);
  if (!answer) {
    const place = { game: "adlg", start: "", options: { scenario }, lang: language.now };
    answer = post<Study>("/api/study", place).then((study) => ({
      text: study.position,
      facts: readFacts(study.view),
    }));
    asked.set(scenario, answer);
    answer.catch(() => asked.delete(scenario));
  }
  return answer;
}
