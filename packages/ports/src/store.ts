// The store port
// Where journals, definitions and waits live. Small, and the same for every store; what must be found without reading a
// journal (status, open waits, the next timer) is an index that the engine sends along with the append that changes it.
//
// S1. An append is all or nothing: its events and its changes are committed together, or none of them.
// S2. An append whose `expectedSeq` is not the journal's length is refused with STORE_CONFLICT, except when the journal
//     holds exactly these events there already: then it was written before and the caller did not hear of it.
// S3. A store keeps values as they are, in key order too; rows of a journal are never changed.
// S4. A method that gives back no promise has already done its work.
// S5. An append that names an epoch is refused with STORE_FENCED when the run has another one: its writer lost the run.
// S6. Nothing is acknowledged before it is committed, also when the appends of many runs are committed together.
import type { Json } from '@skein/kernel';
import type { Awaitable } from './awaitable.ts';
import type { EngineError } from './problems.ts';
import type { StoreCheck } from './store-check.ts';
import type { AgentStore } from './store-agents.ts';
import type { AuditStore } from './store-audit.ts';
import type { BudgetStore } from './store-budgets.ts';
import type { DefinitionStore } from './store-definitions.ts';
import type { InboxStore } from './store-inbox.ts';
import type { KeyStore } from './store-keys.ts';
import type { LeaseStore } from './store-leases.ts';
import type { RunStore } from './store-runs.ts';
import type { SecretStore } from './store-secrets.ts';
import type { SignalStore } from './store-signals.ts';
import type { StepStore } from './store-steps.ts';
import type { TableStore } from './store-tables.ts';
import type { DeliveryStore, TriggerHistoryStore, TriggerStore } from './store-triggers.ts';
import type { ViewStore } from './store-views.ts';
import type { KeptEventStore, WaitStore } from './store-waits.ts';

export interface Store {
  readonly runs: RunStore;
  readonly definitions: DefinitionStore;
  readonly waits: WaitStore;
  readonly keptEvents: KeptEventStore;
  readonly leases: LeaseStore;
  readonly inbox: InboxStore;
  readonly budgets: BudgetStore;
  readonly tables: TableStore;
  readonly keys: KeyStore;
  readonly triggers: TriggerStore;
  readonly triggerHistory: TriggerHistoryStore;
  readonly deliveries: DeliveryStore;
  readonly agents: AgentStore;
  readonly steps: StepStore;
  readonly audit: AuditStore;
  readonly views: ViewStore;
  readonly secrets: SecretStore;
  /** Absent where no other process can use the store, or hear of anything. */
  readonly signals?: SignalStore;
  /**
   * A workflow that someone drew in the database itself, as a definition of the dialect session-graph: by name, or what
   * can be reached from a step (default `root`). Only stores that are graphs have it. Undefined: there is none.
   */
  readDrawn?(drawn: {
    readonly workflow?: string;
    readonly start?: string;
  }): Awaitable<Json | undefined>;
  /** What was found when it was opened, and did not keep it from being opened. */
  readonly notice?: EngineError;
  /** How it is with the database: for `skein doctor`. Says what is wrong instead of throwing. */
  check(): Awaitable<StoreCheck>;
  close(): Awaitable<void>;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}
