// What the verbs of a graph take and give, as types. Mistakes are sentences where the compiler would show its workings.
import type { SureRef } from '../refs/may-be-missing.ts';
import type { RefTo, Unref } from '../refs/ref.ts';
import type { GraphNode } from './node.ts';

declare const why: unique symbol;

/** Stands where a node was given instead of its output, and says what to do. */
export interface NotAValue<Hint extends string> {
  readonly [why]: Hint;
}

/** The arguments, with a sentence where a reference may have no value: it would fail the node. */
export type Sure<Given> = {
  readonly [Key in keyof Given]: SurePart<Given[Key]>;
};

type SurePart<Part> =
  Part extends RefTo<unknown>
    ? SureRef<Part>
    : Part extends GraphNode & { readonly output: unknown }
      ? NotAValue<'this is a node: write its output, node.output'>
      : Part extends object
        ? Sure<Part>
        : Part;

declare const stopped: unique symbol;

/** Nothing comes behind it. */
export interface Stopped {
  readonly [stopped]: true;
}

/** What a branch or a body gives; nothing is null. */
export type BranchValue<Value> = [Value] extends [Stopped]
  ? never
  : [Value] extends [void]
    ? null
    : Unref<Exclude<Value, Stopped>>;
