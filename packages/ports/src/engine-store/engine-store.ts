// What an engine needs of a store
// Where journals, definitions and waits live. A store of one's own offers this and no more; what a server keeps beside it is
// `ServerRecords`. Small, and the same for every store; what must be found without reading a
// journal (status, open waits, the next timer) is an index that the engine sends along with the append that changes it.
//
// S1. An append is all or nothing: its events and its changes are committed together, or none of them.
// S2. An append whose `expectedSeq` is not the journal's length is refused with STORE_CONFLICT, except when the journal
//     holds exactly these events there already: then it was written before and the caller did not hear of it.
// S3. A store keeps values as they are, in key order too; rows of a journal are never changed.
// S4. A method that gives back no promise has already done its work.
// S5. An append that names an epoch is refused with STORE_FENCED when the run has another one: its writer lost the run.
// S6. Nothing is acknowledged before it is committed, also when the appends of many runs are committed together.
import type { EngineError } from '../problems/engine-error.ts';
import type { BudgetStore } from './budget-store.ts';
import type { DefinitionStore } from './definition-store.ts';
import type { DrawnStore } from './drawn-store.ts';
import type { FileStore } from './file-store.ts';
import type { InboxStore } from './inbox-store.ts';
import type { LeaseStore } from './lease-store.ts';
import type { RememberedStore } from './remembered-store.ts';
import type { RunStore } from './run-store.ts';
import type { SignalStore } from './signal-store.ts';
import type { SlotStore } from './slot-store.ts';
import type { TableStore } from './table-store.ts';
import type { KeptEventStore, WaitStore } from './wait-store.ts';

export interface EngineStore {
  readonly runs: RunStore;
  readonly definitions: DefinitionStore;
  readonly waits: WaitStore;
  readonly keptEvents: KeptEventStore;
  readonly leases: LeaseStore;
  readonly inbox: InboxStore;
  readonly budgets: BudgetStore;
  readonly tables: TableStore;
  /** Absent: runs have no files. */
  readonly files?: FileStore;
  /** Absent: nothing is remembered across runs. */
  readonly remembered?: RememberedStore;
  /** Absent: limits across runs hold in one process. */
  readonly slots?: SlotStore;
  /** Absent where the database is no graph. */
  readonly drawn?: DrawnStore;
  /** Absent where no other process can use the store, or hear of anything. */
  readonly signals?: SignalStore;
  /** What was found when it was opened, and did not keep it from being opened. */
  readonly notice?: EngineError;
}
