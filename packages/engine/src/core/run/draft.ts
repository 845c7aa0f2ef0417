import type { EventBase, RunEvent } from '@skein/kernel';

/**
 * An event that has no place in a journal yet. `seq`, `at` and `id` are set when it gets one, in place (`Placing`): a copy
 * for each event would cost as much as the rest of a step.
 */
export type Draft<Type extends RunEvent['type'] = RunEvent['type']> = Extract<
  RunEvent,
  { readonly type: Type }
>;

export type Placing = { -readonly [Field in keyof EventBase]: EventBase[Field] };

/**
 * The time of an event that has no place yet. Not 0: where a field of an object is known to hold numbers only, the engine
 * of the language gives every object a copy of its own, and every reader another one.
 */
export const noTime = null as unknown as number;

/** The fields that are set later, for drafts off the hot path. */
export const unplaced = { seq: 0, at: noTime, id: '' } as const;
