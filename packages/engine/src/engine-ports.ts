// What an engine is given
// Its ports and settings, as its parts see them. A part asks for those that it needs: `Ports<'store' | 'clock'>`.
import type { RunId } from '@skein/kernel';
import type {
  CheckAhead,
  CheckSchema,
  Clock,
  Ids,
  LanguageModel,
  Logger,
  NodeType,
  Observer,
  Outbox,
  EngineStore,
  SecretSource,
  ToolSource,
} from '@skein/ports';
import type { Ceilings } from './limits/ceilings.ts';
import type { Compile } from './state/definitions/compiled-workflow.ts';

export interface EnginePorts {
  readonly store: EngineStore;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  readonly models: { model(name: string | undefined, own?: LanguageModel): LanguageModel };
  readonly tools: ToolSource;
  /** Null when nobody knows. */
  readonly secretsFor: ((user: string | undefined) => SecretSource) | null;
  readonly checkSchema: CheckSchema;
  readonly checkAhead: CheckAhead;
  readonly compile: Compile;
  readonly clock: Clock;
  /** What no definition can exceed. */
  readonly ceilings: Ceilings;
  /** How many runs may be started in trees of hosted runs before they are counted again. */
  readonly treeRooms: Map<RunId, number>;
  readonly ids: Ids;
  readonly observer: Observer | null;
  /** Null when nobody reads it. It never throws. */
  readonly log: Logger | null;
  /** Null when nobody is told of anything. */
  readonly outbox: Outbox | null;
  /** Hears of what goes wrong where no caller waits for it. */
  readonly onProblem: (error: unknown) => void;
  /** The engine is being closed: nothing new is begun, and what is in flight may still be recorded (Drain). */
  readonly isDraining: boolean;
  /** The engine was closed: all runs are given up. */
  readonly isClosed: boolean;
  /** Rebuild the state from the journal after every append, and call suspended functions again: for tests. */
  readonly rebuildAlways: boolean;
  /** Whether users have nothing to do with each other: neither workflows nor events. */
  readonly isolatesUsers: boolean;
  /** The store outlives this process. */
  readonly isDurable: boolean;
  /** Whether long journals get snapshots. */
  readonly takesSnapshots: boolean;
  /** Whether runs that nobody drives are taken over. */
  readonly recovers: boolean;
  /** Null when no other process uses the store. */
  readonly sharing: { readonly pollMs: number; readonly leaseMs: number } | null;
}

/** Some of them. */
export type Ports<Name extends keyof EnginePorts> = Pick<EnginePorts, Name>;
