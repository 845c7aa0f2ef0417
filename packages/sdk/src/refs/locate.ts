import type { ValueRef } from './ref-data.ts';

/**
 * Where a value is for the node that is written: what belongs to a run above is handed down. `mayLack`: the reader can do without a
 * value.
 */
export type Locate = (value: ValueRef, options: { readonly mayLack: boolean }) => ValueRef;
