// Peers
// How a process relates to the others that share its store: which runs it owns, who else drives runs, and how they notify each other.
import type { RunId } from '@skein/kernel';
import type { StoredRun } from '@skein/ports';
import type { DrivenRun } from '../core/run/driven-run.ts';
import type { Perform } from './remote-command.ts';
import type { LiveSignals } from './live/live-signals.ts';
import type { OpenSends } from './open-sends.ts';
import type { RunHost } from './run-host.ts';

export interface Peers {
  readonly ownership: RunClaims;
  readonly trees: OpenTrees;
  /** Who drives the runs instead of this process; null when it drives them itself. */
  readonly host: RunHost | null;
  /** Null where there are no live signals of runs that are driven elsewhere. */
  readonly live: LiveSignals | null;
  readonly perform: Perform;
  /** Events on their way from this process to runs. */
  readonly sends: OpenSends;
}

/** Which runs this process owns (Ownership). */
export interface RunClaims {
  readonly owner: string;
  /** The run was given up although it is ours. */
  lookAgain(run: { readonly id: RunId }): void;
  /** A claim has failed, or its response got lost. */
  doubt(): void;
  /** A run was released to the store: perhaps it is the next one to be woken. */
  expectWake(at: number): void;
}

/** The trees of runs in memory (Trees). */
export interface OpenTrees {
  /**
   * Afterwards the drivers of its unfinished runs are in memory; null unless another process has it. `run` is one of them that
   * may have lost its place: a run above it has ended. `stored` is the root as it was just read.
   */
  open(root: RunId, run?: RunId, stored?: StoredRun): Promise<Elsewhere | null>;
  /** Releases the runs of a tree, given from the root downwards, to the store, which wakes each at its time; default: its next timer. */
  close(runs: readonly DrivenRun[], wakeAt?: (run: DrivenRun) => number | null): void;
}

/** Another process drives it; `until` is when its lease expires, unless it is renewed. */
export interface Elsewhere {
  readonly owner: string;
  readonly until: number;
}
