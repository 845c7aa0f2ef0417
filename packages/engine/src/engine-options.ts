import type {
  CheckAhead,
  CheckSchema,
  Clock,
  Ids,
  LanguageModel,
  Logger,
  NodeType,
  Observer,
  OnStep,
  Outbox,
  EngineStore,
  SecretSource,
  ToolSource,
} from '@skein/ports';
import type { Limits } from './core/run/call-slots.ts';
import type { Compile, Complete } from './state/definitions/compiled-workflow.ts';
import type { AnswerLog } from './features/waits/answer-log.ts';
import type { MakeLink } from './features/waits/make-link.ts';
import type { RunHost } from './cluster/run-host.ts';

export interface EngineOptions {
  readonly store: EngineStore;
  /** By the `type` of a definition. */
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  /** CallSlots a definition into a graph; default: any dialect, with the node types above. */
  readonly compile?: Compile;
  /** Fills in what definitions only name; default: they name nothing. */
  readonly complete?: Complete;
  /** The model that answers for a name; without it no node can call one. */
  readonly models?: { model(name: string | undefined, own?: LanguageModel): LanguageModel };
  /** The tools that agents and nodes of type `tool` can call; default: none. */
  readonly tools?: ToolSource;
  /** The secrets that nodes in the runs of this user may name, for the look before a run; default: it does not look for any. */
  readonly secretsFor?: (user: string | undefined) => SecretSource;
  /** Checks inputs and answers against the schemas of a definition; without it, a definition with a schema cannot run. */
  readonly checkSchema?: CheckSchema;
  /** Checks large inputs and answers where that keeps nobody waiting; default: they are checked here. */
  readonly checkAhead?: CheckAhead;
  /** Hears of what goes wrong where no caller waits for it; default: the logger, else a warning of the process. */
  readonly onProblem?: (error: unknown) => void;
  /**
   * Where the engine says what happens to it: runs that start, wait, fail, are tried again, taken over, given up or quarantined, and
   * problems. `pino()` and `console` fit. Default: it says nothing.
   */
  readonly logger?: Logger;
  /** Called after each activation has ended. Nothing waits for it, and what it throws is only reported. */
  readonly onStep?: OnStep;
  /**
   * The store outlives this process and may be shared with others: runs that wait leave memory, long journals get
   * snapshots, and the runs of a process that died are taken over.
   */
  readonly durable?: DurableOptions;
  /**
   * Whether a user can start only workflows of their own, and runs send events only to runs of the same user; default false: those that belong to nobody are everybody's, and a
   * user's own go first.
   */
  readonly isolatesUsers?: boolean;
  /** Which workflows of nobody are everybody's all the same: what the host itself offers. Default: none. */
  readonly isForEverybody?: (workflow: string) => boolean;
  /** Drives the runs instead of this process, which reads them from the store and passes on what is asked of them. */
  readonly host?: RunHost;
  /** How much is done at once. */
  readonly limits?: Limits;
  /** Measures what happens; default: nobody does. */
  readonly observer?: Observer;
  /** Writes messages for others with the appends that cause them; default: none are written, whatever a question says. */
  readonly outbox?: Outbox;
  /** Makes links that answer waits; default: this engine makes none. */
  readonly makeLink?: MakeLink;
  /** Says of every answer of a person who gave it, before they hear that it was taken; default: nothing does. */
  readonly logAnswer?: AnswerLog;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** For tests: after every append the state is rebuilt from the journal, and suspended functions are called again. */
  readonly rebuildAlways?: boolean;
}

export interface DurableOptions {
  /** Whether runs that nobody drives are taken over, at the start and later; default true. Without it only those that are asked for. */
  readonly recovers?: boolean;
  /** How many waiting runs stay in memory, because their answers may come soon; default 256, and for 10 s up to 4,096. */
  readonly residentMax?: number;
  /** Other processes use the same store. */
  readonly sharing?: SharingOptions;
}

export interface SharingOptions {
  /** How often to look for what the others ask of our runs. */
  readonly pollMs: number;
  /** How long the others wait before they take over the runs of one that is silent; default 10,000. */
  readonly leaseMs?: number;
}
