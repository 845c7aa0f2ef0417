import type { ManyDone } from '../../data/debugging/many-runs.ts';
import { countWords } from '../../text/time-words.ts';

interface DoneToast {
  readonly tone: 'ok' | 'bad';
  readonly text: string;
  readonly detail?: string;
}

/** What became of several runs: how many were done, and what stood in the way of the others, each reason once. */
export function doneToast(verb: string, { done, refused }: ManyDone): DoneToast {
  const text = done === 0 ? `${verb} no run.` : `${verb} ${countWords(done, 'run')}.`;
  if (refused.length === 0) return { tone: 'ok', text };
  const reasons = [...Map.groupBy(refused, (reason) => reason)].map(
    ([reason, { length }]) => `${countWords(length, 'run')}: ${reason.replace(/\.$/u, '')}.`,
  );
  return { tone: 'bad', text, detail: reasons.join(' ') };
}
