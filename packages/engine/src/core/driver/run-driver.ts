// The driver of one run
// Takes events from outside to the kernel, the kernel's decisions into the journal, and only then does what it decided.
// Owns: the run's live state and its place in the journal. Does not own: what is in flight (`inFlight`), who
// watches (`watchers`), when it advances (Pump).
//
// R1. Append before act: effects of an event are performed, and whoever posted it is told, when the event is in the journal.
// R2. What is in the inbox together is applied and appended together; what arrives during an append waits for the next one.
// R3. An event whose source is no longer live is dropped and never written.
// R4. Time in a journal never goes back.
// R6. A full store is waited for, whatever that takes; callers from outside hear of it soon, and what they wanted is not done.
// R5. A run whose append is refused is lost to this process: its state is ahead of the journal and is thrown away.
import type { DialectName, Projector } from '@skein/dialects';
import {
  createRun,
  isOver,
  transition,
  type ActivationName,
  type Effect,
  type ExecuteEffect,
  type Graph,
  type JsonObject,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import { withoutUndefined, type EngineError, type PaidCall, type RunOrigin } from '@skein/ports';
import { eventBase, eventId } from '../../state/journal/event-ids.ts';
import { beginProjection } from '../../state/projections/begin-projection.ts';
import { Snapshots } from '../../state/snapshots/snapshots.ts';
import { UnreadMessages } from '../../state/snapshots/unread-messages.ts';
import { spentBy } from '../budgets/spent-by.ts';
import { lookAtBudget, reserveRoom } from '../budgets/tree-budget.ts';
import { datesFor } from '../run/dates.ts';
import type { Draft, Placing } from '../run/draft.ts';
import type {
  BudgetLevel,
  MovedDriver,
  OpenExecution,
  ParentLink,
  Reuse,
  Source,
  Task,
} from '../run/driven-run.ts';
import { RunWatchers } from '../run/run-watchers.ts';
import { AppendBatch, type InboxItem } from './append/append-batch.ts';
import { ChangeLog } from './append/change-log.ts';
import type { DriverOptions } from './driver-options.ts';
import type { DriverRuntime } from './driver-runtime.ts';
import { followRow } from './follow-row.ts';
import { InFlight } from './in-flight.ts';
import { planEffect, planExecution } from './plan-effect.ts';
import type { PlannedRun } from './planned-run.ts';
import type { Pumped } from './pump.ts';
import { Rebuilder } from './rebuilder.ts';
import { isFromOutside, nextTry, refuseOutsiders, type FailedTry } from './append/next-try.ts';
import { goneError, isFinal, lateError, lostError } from './run-errors.ts';
import { settleSource } from './settle-source.ts';
import { takeChanges } from './take-changes.ts';
import { tellParent } from './tell-parent.ts';
import { tellAppended } from './tell-appended.ts';
import { updateSettled } from './update-settled.ts';

export class RunDriver implements PlannedRun, Pumped {
  readonly id: DriverOptions['id'];
  graph: Graph;
  dialect: DialectName;
  origin: RunOrigin;
  readonly runtime: DriverRuntime;
  readonly inFlight = new InFlight();
  readonly changes: ChangeLog;
  readonly watchers = new RunWatchers();
  readonly rebuilder: Rebuilder | null;
  /** Null where the store keeps whole journals at hand. */
  readonly snapshots: Snapshots | null;
  /** What the ids of its events begin with. */
  readonly #idBase: string | null;
  /** Null when no table is about this run. */
  projector: Projector | null;
  parent: ParentLink | null = null;
  readonly trace: string | null;
  budget: BudgetLevel | null = null;
  state: RunState = createRun();
  unread: UnreadMessages | null = null;
  readonly epoch: number;
  isQueued = false;
  unmeasured = 0;
  isGone = false;
  isAboutToEnd = false;
  /** Null when it is empty. */
  #inbox: InboxItem[] | null = null;
  /** What is on its way into the journal. */
  #appending: AppendBatch | null = null;
  /** Null at first, so that all rows and states of one moment share one number (Draft). */
  #lastAt: number | null = null;
  #appendsAtOnce = false;
  #isReleased = false;
  #cancelRetry: (() => void) | null = null;
  /** Why nothing can be written at present (R6). */
  #full: EngineError | null = null;
  /** Who waits for an append to end; null when nobody does. */
  #unwritten: (() => void)[] | null = null;

  constructor(runtime: DriverRuntime, options: DriverOptions) {
    const { id, workflow, origin, trace = null, epoch = 1, ...keys } = options;
    this.runtime = runtime;
    this.id = id;
    this.#idBase = eventBase(id);
    this.graph = workflow.graph;
    this.dialect = workflow.dialect;
    this.origin = origin;
    this.trace = trace;
    this.epoch = epoch;
    const { owner } = runtime.ownership;
    this.changes = new ChangeLog(id, { ...origin, owner, ...withoutUndefined(keys) });
    this.rebuilder = runtime.rebuildAlways ? new Rebuilder() : null;
    this.snapshots = runtime.takesSnapshots ? new Snapshots() : null;
    this.projector = beginProjection(runtime.store, workflow);
  }

  get reuse(): Reuse | undefined {
    const { reuses } = this.runtime;
    return reuses.size === 0 ? undefined : reuses.get(this.origin.root ?? this.id);
  }

  /** Continues with a state that was rebuilt from the journal. */
  adopt(state: RunState): void {
    this.state = state;
    this.#lastAt = state.updatedAt;
    this.changes.resume(state);
  }

  /** Messages of its conversations stay in the journal until somebody needs them. */
  leaveUnread(snapshots: Snapshots): void {
    this.unread = new UnreadMessages(this, snapshots, () => void (this.unread = null));
  }

  joinParent(link: ParentLink): void {
    this.parent = link;
  }

  callAgain(effect: ExecuteEffect): OpenExecution {
    return planExecution(this, effect);
  }

  /** Takes a row that is in the journal already; gives back what it asks for. */
  follow(row: RunEvent, source: Source | null): readonly Task[] {
    return followRow(this, row, source);
  }

  /** From the entry on that is being applied, it follows another version; what is in flight has its place there. */
  moveTo(moved: MovedDriver): void {
    this.inFlight.moveTo(moved.graph);
    this.changes.move(moved.origin.workflow.version);
    Object.assign(this, moved);
  }

  post(
    draft: Draft,
    source: Source | null,
    done?: () => void,
    refused?: (error: unknown) => void,
    prepare?: InboxItem['prepare'],
  ): void {
    if (this.isGone) {
      refused?.(this.#goneError());
      return;
    }
    const item: InboxItem = { draft, source, done, refused, prepare };
    if (this.#full !== null && isFromOutside(item)) return refused?.(this.#full);
    if (this.#inbox === null) this.#inbox = [item];
    else this.#inbox.push(item);
    if (draft.type === 'run.cancelled') this.isAboutToEnd = true;
    if (!this.isQueued) this.runtime.pump.wake(this);
  }

  record(draft: Draft, source: Source | null, prepare?: InboxItem['prepare']): Promise<void> {
    return new Promise((done, refused) => this.post(draft, source, done, refused, prepare));
  }

  /** One batch: what is in the inbox, one append, what follows from it (Pump P1). */
  advance(): boolean {
    const items = this.#inbox;
    if (items === null || this.isGone || this.#appending !== null) return false;
    this.#inbox = null;
    this.isAboutToEnd = false;
    const now = this.runtime.clock.now();
    if (this.#lastAt === null || now > this.#lastAt) this.#lastAt = now;
    let batch: AppendBatch | null = null;
    try {
      for (let i = 0; i < items.length; i++) batch = this.#apply(items[i] as InboxItem, batch);
    } catch (error) {
      // A bug of ours: nothing of this batch was written, so the journal is still right.
      this.runtime.onProblem(error);
      this.lose(error, items);
      return false;
    }
    if (batch !== null) this.#append(batch);
    return this.#inbox !== null && this.#appending === null;
  }

  get isBusy(): boolean {
    return this.#inbox !== null || this.#appending !== null;
  }

  written(): Promise<void> {
    if (!this.isBusy) return Promise.resolve();
    return new Promise((resolve) => void (this.#unwritten ??= []).push(resolve));
  }

  tellWatchers({ node, activation }: ActivationName, data: JsonObject): void {
    this.watchers.tell({ type: 'transient', node, activation, after: this.state.seq, data });
  }

  reserve(execution: OpenExecution, cost: () => PaidCall): Promise<() => void> {
    return reserveRoom(execution, cost);
  }

  get isOverrun(): boolean {
    return this.budget?.tree.isOverrun(this) === true;
  }

  lose(reason: unknown, unwritten: readonly InboxItem[] = []): void {
    if (this.isGone) return;
    const error = lostError(this, reason);
    this.#leave();
    const unheard = [...unwritten, ...(this.#appending?.heard ?? []), ...(this.#inbox ?? [])];
    // What the unwritten batch would have ended is no longer among what is in flight.
    for (const task of this.#appending?.tasks ?? []) {
      if (task.type === 'abort' || task.type === 'disarm') this.runtime.enact(this, task);
    }
    this.#appending = null;
    this.#inbox = null;
    for (const item of unheard) item.refused?.(error);
    this.watchers.fail(error);
    this.#tellWritten();
  }

  #apply(item: InboxItem, before: AppendBatch | null): AppendBatch | null {
    const { draft, source } = item;
    if (source !== null && !source.live) {
      item.refused?.(lateError(this.id));
      return before;
    }
    const problem = isOver(this.state) ? this.#goneError() : (item.prepare?.() ?? null);
    if (problem !== null) {
      item.refused?.(problem);
      return before;
    }
    this.#place(draft);
    const isWatched = before === null ? this.#isWatched : before.derived !== null;
    const { state, effects, derived } = transition(this.graph, this.state, draft, isWatched);
    this.state = state;
    this.projector?.take({ event: draft, state, derived, effects });
    const batch = before ?? new AppendBatch(draft, isWatched ? derived : null);
    if (before !== null) before.addEvent(draft, derived);
    if (item.done !== undefined) (batch.heard ??= []).push(item);
    settleSource(this, draft, source);
    const spent = spentBy(draft);
    if (spent !== undefined) this.changes.spend(spent);
    for (let i = 0; i < effects.length; i++) planEffect(this, effects[i] as Effect, batch);
    return batch;
  }

  /** Someone may begin to watch during an append, unless appends take no time. */
  get #isWatched(): boolean {
    if (this.projector !== null || this.runtime.observer !== null) return true;
    return this.watchers.isWatched || !this.#appendsAtOnce;
  }

  #place(draft: Placing): void {
    draft.seq = this.state.seq + 1;
    draft.at = this.#lastAt ?? 0;
    draft.id =
      (this.#idBase === null ? null : eventId(this.#idBase, draft.seq)) ?? this.runtime.ids.next();
    if (this.graph.zones.length > 0) draft.dates = datesFor(this.graph.zones, draft.at);
  }

  #append(batch: AppendBatch, tries = 1, changes = takeChanges(this, batch.events)): void {
    const expectedSeq = (batch.events[0] as RunEvent).seq - 1;
    const { runs } = this.runtime.store;
    let written: void | Promise<void>;
    try {
      written = runs.append(this.id, expectedSeq, batch.events, changes, this.epoch);
    } catch (error) {
      this.#appending = batch;
      this.#appendFailed(batch, { error, tries, changes });
      return;
    }
    this.#appendsAtOnce = written === undefined;
    if (written === undefined) {
      this.#appended(batch);
      this.#tellWritten();
      return;
    }
    this.#appending = batch;
    written.then(
      () => this.#appendedLater(batch),
      (error: unknown) => this.#appendFailed(batch, { error, tries, changes }),
    );
  }

  #appendedLater(batch: AppendBatch): void {
    if (this.isGone) return;
    this.#appending = null;
    this.runtime.pump.timed(this, () => this.#appended(batch));
    if (this.#inbox !== null) this.runtime.pump.wake(this);
    this.#tellWritten();
  }

  #tellWritten(): void {
    const waiting = this.#unwritten;
    this.#unwritten = null;
    if (waiting !== null) for (const tell of waiting) tell();
  }

  #appendFailed(batch: AppendBatch, { error, tries, changes }: FailedTry): void {
    if (this.isGone) return;
    const next = nextTry(error, tries);
    if (next === null) return this.refuse(error);
    if (next.full !== null) this.#tellFull(batch, next.full);
    const { clock } = this.runtime;
    if (this.isGone) return;
    this.#cancelRetry = clock.setTimer(clock.now() + next.delayMs, () => {
      this.#appending = null;
      this.#append(batch, tries + 1, changes);
      if (this.#inbox !== null) this.runtime.pump.wake(this);
    });
  }

  #tellFull(batch: AppendBatch, error: EngineError): void {
    this.#full = error;
    // A run that begins with the batch does not exist: whoever started it can start it again.
    if (batch.events[0]?.seq === 1 && this.parent === null) return this.lose(error);
    batch.heard = refuseOutsiders(batch.heard, error);
    this.#inbox = refuseOutsiders(this.#inbox, error);
    this.isAboutToEnd = this.#inbox?.some(({ draft }) => draft.type === 'run.cancelled') ?? false;
  }

  refuse(error: unknown): void {
    this.lose(error);
    // A store that was away comes back. Whoever else has written to the journal drives the run now, unless that was one of
    // our own calls, which came to its end long after we had stopped waiting for it.
    if (!isFinal(error)) this.runtime.ownership.lookAgain(this);
  }

  #appended(batch: AppendBatch): void {
    this.#full = null;
    try {
      this.#actOn(batch);
    } catch (error) {
      // A bug of ours. The journal is right, and whoever recovers the run acts on it again.
      this.runtime.onProblem(error);
      this.lose(error, batch.heard ?? []);
    }
  }

  #actOn({ events, tasks, heard, derived }: AppendBatch): void {
    if (this.rebuilder !== null) this.state = this.rebuilder.rebuild(this, events);
    this.runtime.observer?.rows(this, events, derived ?? []);
    tellAppended(this, events, derived ?? []);
    if (heard !== null) for (const item of heard) item.done?.();
    if (tasks !== null) for (const task of tasks) this.runtime.enact(this, task);
    // What the tasks have brought about may be on its way already: then the state is ahead of the journal (R1), and whoever
    // waits hears of it when that is written.
    if (this.#appending !== null || this.isGone) return;
    if (isOver(this.state)) this.#end();
    if (this.budget !== null) lookAtBudget(this, this.budget);
    if (this.parent !== null) tellParent(this, this.parent);
    if (this.parent !== null || this.watchers.isAwaited) updateSettled(this);
    this.runtime.residents?.look(this);
  }

  async release(wakeAt: number | null): Promise<void> {
    this.#isReleased = true;
    this.#leave();
    const { seq } = this.state;
    await this.runtime.store.runs.append(this.id, seq, [], { release: true, wakeAt }, this.epoch);
  }

  #end(): void {
    this.#leave();
    this.runtime.endedRuns.add(this);
    for (const item of this.#inbox ?? []) item.refused?.(this.#goneError());
    this.#inbox = null;
    this.watchers.finish();
  }

  #leave(): void {
    this.isGone = true;
    if (this.runtime.drivers.delete(this.id)) this.runtime.treeSizes.left(this);
    this.runtime.observer?.left(this.id);
    this.runtime.reuses.delete(this.id);
    this.#cancelRetry?.();
    this.inFlight.dropAll();
  }

  #goneError(): Error {
    return goneError(this, { isReleased: this.#isReleased, isClosed: this.runtime.isClosed });
  }
}
