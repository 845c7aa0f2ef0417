import type { RefTo } from './ref.ts';

declare const why: unique symbol;

/** Stands where a reference may have no value, and says what to do. */
export interface MayBeMissing<Hint extends string> {
  readonly [why]: Hint;
}

/** A sentence in the place of a reference that may have no value: it would fail the node. */
export type SureRef<Given extends RefTo<unknown>> =
  Given extends RefTo<infer T>
    ? undefined extends T
      ? MayBeMissing<'this reference may have no value: write orElse(ref, value)'>
      : Given
    : never;
