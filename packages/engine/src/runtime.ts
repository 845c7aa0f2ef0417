// The runtime
// What all runs of one engine share: the ports it was given, the runs it drives, and the one pump that gives them turns.
import type { Json } from '@skein/kernel';
import type {
  CheckSchema,
  Clock,
  Ids,
  LanguageModel,
  NodeType,
  Observer,
  EngineStore,
  ToolSource,
} from '@skein/ports';
import type { EndedRuns } from './driver/ended-runs.ts';
import type { OpenChild, Emission, OpenWait, Task } from './driver/open-things.ts';
import type { Pump } from './driver/pump.ts';
import type { RunDriver } from './driver/run-driver.ts';
import type { Turns } from './driver/turns.ts';
import type { Compile } from './engine-options.ts';
import type { RunHost } from './hosting/run-host.ts';
import type { LiveSignals } from './live/live-signals.ts';
import type { Ownership } from './ownership/ownership.ts';
import type { RemoteCommand } from './ownership/remote-commands.ts';
import type { Residents } from './ownership/residents.ts';
import type { Trees } from './ownership/trees.ts';
import type { Reuse } from './replays/reuse.ts';
import type { WorkflowCache } from './workflows/workflow-cache.ts';

export interface Runtime {
  readonly store: EngineStore;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  readonly models: { model(name: string | undefined): LanguageModel };
  readonly tools: ToolSource;
  readonly checkSchema: CheckSchema;
  readonly compile: Compile;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Rebuild the state from the journal after every append, and call suspended functions again: for tests. */
  readonly replayAlways: boolean;
  /** Whether users have nothing to do with each other: neither workflows nor events. */
  readonly isolatesUsers: boolean;
  readonly pump: Pump;
  readonly turns: Turns;
  readonly workflows: WorkflowCache;
  /** What replays may still use of the runs that they replay, by their own ids. */
  readonly reuses: Map<string, Reuse>;
  /** Unfinished runs, by id. */
  readonly drivers: Map<string, RunDriver>;
  readonly endedRuns: EndedRuns;
  isClosed: boolean;
  readonly observer: Observer | null;
  /** Hears of what goes wrong where no caller waits for it. */
  readonly onProblem: (error: unknown) => void;
  readonly ownership: Ownership;
  readonly trees: Trees;
  /** Null when runs stay in memory until they end. */
  readonly residents: Residents | null;
  /** The store outlives this process. */
  readonly isDurable: boolean;
  /** Null when no other process uses the store. */
  readonly sharing: { readonly pollMs: number; readonly leaseMs: number } | null;
  /** Whether runs that nobody drives are taken over. */
  readonly recovers: boolean;
  /** Whether long journals get snapshots. */
  readonly takesSnapshots: boolean;
  /** Who drives the runs instead of this process; null when it drives them itself. */
  readonly host: RunHost | null;
  /** Null where nothing of a run that is driven elsewhere can be heard. */
  readonly live: LiveSignals | null;
  /** Does what reaches outside, once its event is in the journal. */
  readonly enact: (driver: RunDriver, task: Task) => void;
  /** Does what another process was asked of one of our runs. */
  readonly perform: (run: string, command: RemoteCommand) => Promise<Json>;
  readonly startChild: (parent: RunDriver, child: OpenChild) => void;
  readonly sendEmission: (from: RunDriver, emission: Emission) => void;
  readonly deliverKeptEvents: (driver: RunDriver, wait: OpenWait) => void;
}
