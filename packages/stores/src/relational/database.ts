import type { RunId } from '@skein/kernel';
import type { Claim, EngineError, SignalStore, StoreFinding } from '@skein/ports';
import type { Commit } from '../groups/group-commit.ts';
import type { Flavour } from './flavour.ts';
import type { Script } from './script.ts';

/** A connection to a relational database, whichever it is. Its errors are ours already. */
export interface RelationalDatabase {
  readonly flavour: Flavour;
  /** Whether several processes may work on it at once. */
  readonly isShared: boolean;
  /** Where it is, without a password. */
  readonly place: string;
  /** Runs a script without a transaction: one that only reads, or a single statement. */
  look<T>(script: () => Script<T>): Promise<T>;
  /** Runs a script in a transaction of its own; again when another one was in its way. */
  write<T>(script: () => Script<T>): Promise<T>;
  /** The same for what must not wait in one queue with everything else; absent: nothing waits long. */
  writeAside?<T>(script: () => Script<T>): Promise<T>;
  readonly commit: Commit;
  /** Where one process has all runs, claims need no transaction of their own. */
  readonly claims?: {
    take(run: RunId, claimer: { readonly owner: string; readonly now: number }): Claim | undefined;
    /** A claim that a read of the tables does not show yet. */
    find(run: RunId): { readonly owner: string; readonly epoch: number } | undefined;
  };
  /** Where the database passes words on between its clients. */
  readonly signals?: SignalStore;
  /** Turns what the driver throws into an error with a code. */
  readonly toError: (error: unknown) => Error;
  /** What was found when it was opened, and did not keep it from being opened. */
  readonly notice?: EngineError;
  /** What only this database has to say about its health. */
  inspect(): Promise<readonly StoreFinding[]>;
  close(): Promise<void>;
}
