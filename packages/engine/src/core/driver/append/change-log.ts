// The change log
// Collects what an append changes in the store's indexes. Most appends change nothing there and then cost nothing here.
import type {
  EmittedEvent,
  NodeId,
  RunId,
  RunJoined,
  RunState,
  Usage,
  VersionId,
} from '@skein/kernel';
import type {
  AuditEntry,
  JoinedStart,
  RunChanges,
  RunCreation,
  RunStatus,
  Spending,
  WaitClosing,
  WaitRecord,
} from '@skein/ports';
import { tokensOf } from '../../budgets/tokens-of.ts';
import type { OpenWait } from '../../run/open-things.ts';
import { waitRecordOf } from '../../run/wait-record-of.ts';

/** What an `emit` node has sent, or a function in a step. */
export interface NodeEvent extends EmittedEvent {
  readonly node: NodeId;
}

export class ChangeLog {
  readonly #run: RunId;
  readonly #user: string | undefined;
  #created: RunCreation | null;
  #status: RunState['status'] = 'created';
  // Made with their first item: most runs have none of most.
  #opened: WaitRecord[] | null = null;
  #closed: WaitClosing[] | null = null;
  #taken: string[] | null = null;
  #emitted: NodeEvent[] | null = null;
  #spent: Spending | null = null;
  #version: VersionId | null = null;
  #joined: JoinedStart[] | null = null;
  #audit: AuditEntry[] | null = null;
  /** Starts may still join the run. */
  #isQuiet: boolean;
  readonly #root: RunId;

  constructor(run: RunId, created: RunCreation) {
    this.#run = run;
    this.#root = created.root ?? run;
    this.#user = created.user;
    this.#created = created;
    this.#isQuiet = created.debounceKey !== undefined;
  }

  /** The run is in the store already, in this state. */
  resume({ status, quiet }: RunState): void {
    this.#created = null;
    this.#status = status;
    this.#isQuiet = quiet !== null;
  }

  join({ idempotencyKey, seq }: RunJoined): void {
    if (idempotencyKey === undefined) return;
    (this.#joined ??= []).push({ user: this.#user, key: idempotencyKey, seq });
  }

  open(wait: OpenWait): void {
    const record = waitRecordOf({ run: this.#run, user: this.#user }, wait);
    (this.#opened ??= []).push(record);
  }

  close(closing: WaitClosing): void {
    (this.#closed ??= []).push(closing);
  }

  note(entry: AuditEntry): void {
    (this.#audit ??= []).push(entry);
  }

  takeKeptEvent(event: string): void {
    (this.#taken ??= []).push(event);
  }

  emit(event: NodeEvent): void {
    (this.#emitted ??= []).push(event);
  }

  /** The events that nodes have sent since. */
  takeEmitted(): readonly NodeEvent[] {
    const emitted = this.#emitted;
    this.#emitted = null;
    return emitted ?? none;
  }

  move(version: VersionId): void {
    this.#version = version;
  }

  spend(usage: Usage): void {
    const tokens = (this.#spent?.tokens ?? 0) + tokensOf(usage);
    const usd = (this.#spent?.usd ?? 0) + (usage.usd ?? 0);
    if (tokens !== 0 || usd !== 0) this.#spent = { tokens, usd };
  }

  /** What has changed since it was last taken. */
  take({ status, quiet }: RunState): RunChanges | undefined {
    const isBegun = this.#isQuiet && quiet === null;
    if (
      status === this.#status &&
      this.#opened === null &&
      this.#closed === null &&
      this.#taken === null &&
      this.#spent === null &&
      this.#version === null &&
      this.#joined === null &&
      this.#audit === null &&
      !isBegun
    ) {
      return undefined;
    }
    const changes: { -readonly [Key in keyof RunChanges]: RunChanges[Key] } = {};
    if (this.#created !== null) changes.created = this.#created;
    // A run that has an event is past the status `created`, the only one that stores do not know.
    if (status !== this.#status) changes.status = status as RunStatus;
    if (this.#version !== null) changes.version = this.#version;
    if (this.#joined !== null) changes.joined = this.#joined;
    if (this.#audit !== null) changes.audit = this.#audit;
    if (isBegun) changes.begun = true;
    if (this.#opened !== null) changes.opened = this.#opened;
    if (this.#closed !== null) changes.closed = this.#closed;
    if (this.#taken !== null) changes.taken = this.#taken;
    if (this.#spent !== null) changes.spent = { root: this.#root, ...this.#spent };
    this.#created = null;
    this.#status = status;
    this.#opened = null;
    this.#closed = null;
    this.#taken = null;
    this.#spent = null;
    this.#version = null;
    this.#joined = null;
    this.#audit = null;
    if (isBegun) this.#isQuiet = false;
    return changes;
  }
}

const none: readonly NodeEvent[] = [];
