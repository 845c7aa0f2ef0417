import type { RunId } from '@skein/kernel';
import type { Claim, EngineError, SignalStore, StoreFinding } from '@skein/ports';
import type { Commit } from '../groups/group-commit.ts';
import type { Flavour } from './flavour.ts';
import type { Script } from './script.ts';

/** A connection to any relational database. Its errors are already converted to ours. */
export interface RelationalDatabase {
  readonly flavour: Flavour;
  /** Whether several processes may use it at once. */
  readonly isShared: boolean;
  /** Its address, without a password. */
  readonly place: string;
  /** Runs a script without a transaction: one that only reads, or a single statement. */
  look<T>(script: () => Script<T>): Promise<T>;
  /** Runs a script in a transaction of its own; retried when it conflicts with another one. */
  write<T>(script: () => Script<T>): Promise<T>;
  /** The same for what must not share one queue with everything else; absent: nothing queues for long. */
  writeAside?<T>(script: () => Script<T>): Promise<T>;
  readonly commit: Commit;
  /** Where one process owns all runs, claims need no transaction of their own. */
  readonly claims?: {
    take(run: RunId, claimer: { readonly owner: string; readonly now: number }): Claim | undefined;
    /** A claim that a read of the tables does not show yet. */
    find(run: RunId): { readonly owner: string; readonly epoch: number } | undefined;
  };
  /** Where the database forwards signals between its clients. */
  readonly signals?: SignalStore;
  /** Turns what the driver throws into an error with a code. */
  readonly toError: (error: unknown) => Error;
  /** Findings from opening it that did not prevent it from being opened. */
  readonly notice?: EngineError;
  /** Health findings that only this database has. */
  inspect(): Promise<readonly StoreFinding[]>;
  close(): Promise<void>;
}
