import { isOver, textOf, type Json, type RunWarning } from '@skein/kernel';
import { hintFor } from './failure-hints.ts';
import type { ShownFailure } from './activations-of.ts';
import type { Entry } from './conversation.ts';
import type { Replay } from './rebuild-run.ts';

/** How a run ended. */
export interface Outcome {
  readonly status: string;
  readonly output: Json;
  readonly failure: ShownFailure | null;
  /** The last message is the output. */
  readonly isSaid: boolean;
  /** What people should know although the run continued. */
  readonly warnings: readonly RunWarning[];
}

/** Null while the run is in flight. */
export function outcomeOf({ state }: Replay, entries: readonly Entry[]): Outcome | null {
  if (!isOver(state)) return null;
  const { status, error } = state;
  const output = state.output ?? null;
  const last = entries.at(-1);
  const failure =
    error === null
      ? null
      : { code: error.code, message: error.message, hint: hintFor({ code: error.code }) };
  const isSaid = last?.kind === 'reply' && last.depth === 0 && last.text === textOf(output);
  return { status, output, failure, isSaid, warnings: state.warnings };
}
