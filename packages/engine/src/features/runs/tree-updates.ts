// The stream of a tree of runs
// The streams of a run and the runs below it as one, in an order that readers can rely on:
//
// T1. The rows of each run are in their order.
// T2. A run comes after the row of its parent that started its activation, and all of it, with everything below it, before the row that
//     tells its parent of its end.
// T3. Each row comes with a cursor. A stream that resumes there has the rows that are missing, and no others.
// T4. What readers do not take is not read: the runs wait for room, and what the feed of a run drops meanwhile is read from its journal.
import type { RunId } from '@skein/kernel';
import { EngineError, type RunRecord } from '@skein/ports';
import { childPath, placeOfPath } from '../../core/run/child-path.ts';
import type { RunUpdate } from '../../core/run/run-update.ts';
import { beginsRuns } from '../../state/definitions/can-have-children.ts';
import { readWorkflow } from '../../state/definitions/known-workflow.ts';
import { writeCursor } from './tree-cursor.ts';
import { runUpdates, type WatchRuntime } from './run-updates.ts';

export interface TreeWatch {
  readonly read: ReadonlyMap<RunId, number>;
  readonly signal: AbortSignal | undefined;
}

/** Updates that wait for the reader. */
const queuedMax = 256;
/** How often the store is asked for new children of a run that has such nodes at work. */
const lookMs = 100;

type Branch = {
  readonly record: RunRecord;
  /** Rows up to this one were delivered to an earlier stream. */
  readonly after: number;
  /** Nodes that start runs. */
  readonly nodes: ReadonlySet<string>;
  /** Their activations that have started, and those that are at work. */
  readonly started: Set<string>;
  readonly working: Set<string>;
  /** Children that were not delivered yet, oldest first, by their place; each is read when its activation has started. */
  readonly children: Map<string, RunRecord[]>;
  readonly known: Set<RunId>;
  readonly reading: Map<RunId, Promise<void>>;
  /** Where the last page of children begins. */
  cursor: string | null;
  /** The newest row of the run that was taken. */
  seen: number;
  looking: Promise<void>;
};

export async function* treeUpdates(
  runtime: WatchRuntime,
  run: RunId,
  watch: TreeWatch,
): AsyncGenerator<RunUpdate, void, undefined> {
  const root = await runtime.store.runs.get(run);
  if (root === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  watch.signal?.addEventListener('abort', stop);
  if (watch.signal?.aborted === true) stop();
  const stream = new TreeStream(runtime, { read: watch.read, signal: stopped.signal });
  try {
    stream.begin(root);
    yield* stream.updates();
  } finally {
    watch.signal?.removeEventListener('abort', stop);
    stop();
    stream.giveUp();
  }
}

interface Queued {
  readonly update: RunUpdate;
  /** The run whose end this row tells its parent. */
  readonly ends: RunId | undefined;
}

class TreeStream {
  readonly #runtime: WatchRuntime;
  readonly #before: ReadonlyMap<RunId, number>;
  readonly #signal: AbortSignal;
  readonly #read: Map<RunId, number>;
  readonly #parents = new Map<RunId, RunId>();
  readonly #queue: Queued[] = [];
  #changed = Promise.withResolvers<void>();
  #end: { readonly error?: unknown } | null = null;

  constructor(runtime: WatchRuntime, { read, signal }: TreeWatch & { signal: AbortSignal }) {
    this.#runtime = runtime;
    this.#before = read;
    this.#signal = signal;
    this.#read = new Map(read);
  }

  begin(root: RunRecord): void {
    this.#follow(root).then(
      () => this.#finish({}),
      (error: unknown) => this.#finish({ error }),
    );
  }

  /** Whoever still waits for room finds that nobody reads. */
  giveUp(): void {
    this.#queue.length = 0;
    this.#finish({});
  }

  async *updates(): AsyncGenerator<RunUpdate, void, undefined> {
    for (;;) {
      const next = this.#queue.shift();
      if (next !== undefined) {
        this.#change();
        yield this.#withCursor(next);
      } else if (this.#end !== null) {
        if ('error' in this.#end) throw this.#end.error;
        return;
      } else await this.#changed.promise;
    }
  }

  #withCursor({ update, ends }: Queued): RunUpdate {
    if (update.type !== 'event' || update.run === undefined) return update;
    this.#read.set(update.run, update.seq);
    if (ends !== undefined) this.#forget(ends);
    return { ...update, cursor: writeCursor(this.#read) };
  }

  /** All of it was delivered, with everything below it. */
  #forget(run: RunId): void {
    this.#read.delete(run);
    this.#parents.delete(run);
    for (const [child, parent] of this.#parents) {
      if (parent === run) this.#forget(child);
    }
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end ??= end;
    this.#change();
  }

  #change(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }

  async #push(queued: Queued): Promise<void> {
    while (this.#queue.length >= queuedMax && this.#end === null) await this.#changed.promise;
    if (this.#end !== null) return;
    this.#queue.push(queued);
    this.#change();
  }

  async #follow(record: RunRecord): Promise<void> {
    const branch = await this.#branchOf(record);
    const hasChildren = branch.nodes.size > 0;
    const timer = setInterval(() => {
      if (branch.working.size > 0) this.#look(branch).catch((error) => this.#finish({ error }));
    }, lookMs);
    if (!hasChildren) clearInterval(timer);
    try {
      // With children all rows are needed, to know what has started.
      const after = hasChildren ? 0 : branch.after;
      const options = { after, signal: this.#signal };
      for await (const update of runUpdates(this.#runtime, record.id, options)) {
        await this.#take(branch, update);
      }
      if (hasChildren) await this.#look(branch);
      await Promise.all(branch.reading.values());
    } finally {
      clearInterval(timer);
    }
  }

  async #branchOf(record: RunRecord): Promise<Branch> {
    const { graph } = await readWorkflow(this.#runtime, record);
    const starting = graph.nodes.filter(beginsRuns);
    return {
      record,
      after: this.#before.get(record.id) ?? 0,
      nodes: new Set(starting.map(({ id }) => id)),
      started: new Set(),
      working: new Set(),
      children: new Map(),
      known: new Set(),
      reading: new Map(),
      cursor: null,
      seen: 0,
      looking: Promise.resolve(),
    };
  }

  async #take(branch: Branch, update: RunUpdate): Promise<void> {
    const run = branch.record.id;
    if (update.type === 'transient')
      return this.#push({ update: { ...update, run }, ends: undefined });
    const ends = await this.#ended(branch, update);
    if (update.seq > branch.after) await this.#push({ update: { ...update, run }, ends });
    const hasStarted = noteActivations(branch, update);
    branch.seen = update.seq;
    if (hasStarted || update.seq === branch.after) await this.#look(branch);
  }

  /** The child that the row is about, which was delivered before (T2). */
  async #ended(
    branch: Branch,
    { event, seq }: Extract<RunUpdate, { type: 'event' }>,
  ): Promise<RunId | undefined> {
    if (event.type !== 'child.finished') return undefined;
    await this.#look(branch);
    const path = childPath(event);
    const ofPlace = branch.children.get(path) ?? [];
    const child = ofPlace.shift();
    if (ofPlace.length === 0) branch.children.delete(path);
    if (child === undefined || seq <= branch.after) return undefined;
    await this.#readChild(branch, child);
    branch.reading.delete(child.id);
    return child.id;
  }

  /** Finds new children, and reads those that may come now. */
  #look(branch: Branch): Promise<void> {
    branch.looking = branch.looking.then(() => this.#lookNow(branch));
    return branch.looking;
  }

  async #lookNow(branch: Branch): Promise<void> {
    const { record, children, known } = branch;
    for (let isLast = false; !isLast && !this.#signal.aborted;) {
      const from = branch.cursor === null ? {} : { cursor: branch.cursor };
      const page = await this.#runtime.store.runs.list({ parent: record.id, ...from });
      for (const child of page.items) {
        if (known.has(child.id)) continue;
        known.add(child.id);
        const path = child.parent?.path ?? '';
        const before = children.get(path);
        if (before === undefined) children.set(path, [child]);
        else before.push(child);
      }
      isLast = page.nextCursor === null;
      if (page.nextCursor !== null) branch.cursor = page.nextCursor;
    }
    // What was delivered before is known when all rows of that time were seen.
    if (branch.seen < branch.after) return;
    for (const [path, ofPlace] of children) {
      if (!branch.started.has(activationOf(path))) continue;
      for (const child of ofPlace) {
        this.#readChild(branch, child).catch((error: unknown) => this.#finish({ error }));
      }
    }
  }

  #readChild(branch: Branch, child: RunRecord): Promise<void> {
    const known = branch.reading.get(child.id);
    if (known !== undefined) return known;
    this.#parents.set(child.id, branch.record.id);
    const reading = this.#follow(child);
    branch.reading.set(child.id, reading);
    return reading;
  }
}

/** Whether an activation that starts runs has started. */
function noteActivations(
  { nodes, started, working }: Branch,
  { derived }: Extract<RunUpdate, { type: 'event' }>,
): boolean {
  let hasStarted = false;
  for (const fact of derived) {
    if (!('node' in fact) || !('activation' in fact) || fact.node === null) continue;
    if (!nodes.has(fact.node)) continue;
    const name = `${fact.node}#${fact.activation}`;
    if (fact.type === 'activation.started') {
      started.add(name);
      working.add(name);
      hasStarted = true;
    }
    if (fact.type === 'activation.completed' || fact.type === 'activation.failed') {
      working.delete(name);
    }
  }
  return hasStarted;
}

function activationOf(path: string): string {
  const { node, activation } = placeOfPath(path);
  return `${node}#${activation}`;
}
