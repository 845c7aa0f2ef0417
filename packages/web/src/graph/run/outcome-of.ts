import { isOver, textOf, type Json, type RunWarning } from '@skein/kernel';
import { hintFor, type ShownFailure } from './failure-hints.ts';
import type { Entry } from './conversation.ts';
import { failedItemsIn, failedItemWords } from './failed-items.ts';
import type { Replay } from './rebuild-run.ts';

export type ShownWarning = Pick<RunWarning, 'node' | 'activation' | 'message'>;

/** How a run ended. */
export interface Outcome {
  readonly status: string;
  readonly output: Json;
  readonly failure: ShownFailure | null;
  /** The last message is the output. */
  readonly isSaid: boolean;
  /** What people should know although the run continued. */
  readonly warnings: readonly ShownWarning[];
}

/** Null while the run is in flight. */
export function outcomeOf(replay: Replay, entries: readonly Entry[]): Outcome | null {
  const { state } = replay;
  if (!isOver(state)) return null;
  const { status, error } = state;
  const output = state.output ?? null;
  const last = entries.at(-1);
  const failure =
    error === null
      ? null
      : { code: error.code, message: error.message, hint: hintFor({ code: error.code }) };
  const isSaid = last?.kind === 'reply' && last.depth === 0 && last.text === textOf(output);
  return {
    status,
    output,
    failure,
    isSaid,
    warnings: [...state.warnings, ...itemWarnings(replay)],
  };
}

/** A run that is completed may have lost some items on its way. */
function itemWarnings(replay: Replay): readonly ShownWarning[] {
  return [...failedItemsIn(replay)].map(([node, { activation, failed, of }]) => ({
    message: `${failedItemWords({ failed, of })}.`,
    node,
    activation,
  }));
}

/** What a `respond` node has answered; undefined of other activations, and of those that came too late. */
export function answerToCaller(
  { state: { response } }: Pick<Replay, 'state'>,
  { node, activation }: { readonly node: string; readonly activation: number },
): Json | undefined {
  if (response?.node !== node || response.activation !== activation) return undefined;
  const { status, headers, value } = response;
  return { status, headers, body: value };
}
