// The schema port
// Checks a value against a JSON schema that a user wrote. Synchronous, because an answer is accepted or refused before
// anything else can happen to its wait.
import type { Json } from '@skein/kernel';

export type CheckSchema = (schema: Json, value: Json) => SchemaCheck;

/**
 * Finds out elsewhere what `CheckSchema` will then say at once about this very value; undefined where it is quick enough here. To be
 * called before values that may be large are checked: `CheckSchema` takes few steps only.
 */
export type CheckAhead = (
  schema: Json,
  value: Json,
  options: CheckAheadOptions,
) => Promise<void> | undefined;

export interface CheckAheadOptions {
  /** Whose value it is: users take turns. */
  readonly user?: string | undefined;
  /** For a run, which waits however many others do; a caller is told SERVER_BUSY then. */
  readonly isPatient?: boolean;
}

export type SchemaCheck =
  | { readonly result: 'fits' }
  | { readonly result: 'misfit'; readonly problems: readonly string[] }
  /** The schema itself cannot be used. */
  | { readonly result: 'bad-schema'; readonly message: string }
  /** It would take too long to find out. */
  | { readonly result: 'too-costly'; readonly message: string };
