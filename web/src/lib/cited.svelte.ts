// From which sentence a person came to a rule, so that the page of the rules can say it again and lead back.

export interface Citation {
  rule: string;
  /** What was said: a refusal, a task. */
  words: string;
  /** The address on which it was said. */
  back: string;
}

class Cited {
  now = $state.raw<Citation | null>(null);
}

export const cited = new Cited();
