// Jsonify
// Everything that a workflow passes on goes through a journal, as JSON. The types say so, instead of promising a Date that will be a text.
import type { Json } from '@skein/kernel';

type Primitive = string | number | boolean | null;
type Callable = (...args: never[]) => unknown;
type Unjournalable =
  | Callable
  | symbol
  | bigint
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | PromiseLike<unknown>;

declare const notJson: unique symbol;

/** Stands where a value cannot be journaled, and says why. */
export interface NotJson<Why extends string> {
  readonly [notJson]: Why;
}

/** What a value is after it went through the journal: a Date is its ISO text, methods are gone, interfaces stay. */
export type Jsonify<T> =
  IsAny<T> extends true
    ? T
    : unknown extends T
      ? Json
      : T extends Primitive | undefined
        ? T
        : T extends { toJSON(): infer Written }
          ? Jsonify<Written>
          : T extends Unjournalable
            ? NotJson<'a journal holds JSON: no functions, symbols, bigints, promises, Map or Set'>
            : T extends readonly unknown[]
              ? { [Index in keyof T]: Jsonify<T[Index]> }
              : T extends object
                ? { [Key in keyof T as T[Key] extends Callable ? never : Key]: Jsonify<T[Key]> }
                : T extends void
                  ? undefined
                  : never;

type IsAny<T> = 0 extends 1 & T ? true : false;
