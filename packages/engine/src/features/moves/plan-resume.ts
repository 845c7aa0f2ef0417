// Planning to resume a run
// A failed run has lost everything that was in flight when it failed. So it goes back behind the entry that ended it, and goes
// on from there: what failed is tried again, what was cut short goes on. Nothing is written here.
//
// R1. Only the entry that ended the run is gone back behind. If it says more than that something failed, it is repeated.
// R2. What was spent stays spent.
import {
  dumpState,
  isObject,
  isOver,
  moveState,
  ownValue,
  rebuildState,
  restartActivations,
  transition,
  type ActivationName,
  type Graph,
  type Json,
  type RunEvent,
  type RunState,
  type VersionId,
} from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { datesFor } from '../../core/run/dates.ts';

/** How a run goes on. */
export interface ResumePlan {
  readonly rows: readonly RunEvent[];
  /** After these rows. */
  readonly state: RunState;
  /** Before the entry that ended it. */
  readonly before: RunState;
  readonly activations: readonly ActivationName[];
}

export interface ResumeWish {
  readonly graph: Graph;
  readonly rows: readonly RunEvent[];
  readonly target: { readonly graph: Graph; readonly version: VersionId };
  readonly from: VersionId;
  readonly input?: { readonly value: Json };
  readonly by?: string;
  /** Activations whose child runs are resumed, so that they only wait on. */
  readonly waitOn: (name: ActivationName) => boolean;
  readonly now: number;
  readonly idOf: (seq: number) => string;
}

/** A text says why it cannot go on. */
export function planResume(wish: ResumeWish): ResumePlan | string {
  const { graph, rows, target, from, input } = wish;
  const ended = rebuildState(graph, rows);
  const found = beforeEnd(graph, rows);
  if (found === null) return 'it never ran.';
  const { before, last } = found;
  const failed = failedIn(ended);
  const isFailure = last.type === 'run.cancelled' || isFailureOf(last, before, failed);
  const seq = (rows.at(-1)?.seq ?? 0) + 1;
  const at = Math.max(wish.now, ended.updatedAt);
  const changed = rebuildState(graph, rows.slice(0, rows.indexOf(last)));
  const activations = restartActivations(graph, changed, {
    activations: failed.filter((name) => !wish.waitOn(name)),
    event: { at, id: wish.idOf(seq) },
    ...withoutUndefined({ input }),
  });
  if (input !== undefined && activations.length !== 1) {
    return `an input can be given to one failed activation, and ${activations.length} are tried again.`;
  }
  if (isFailure) changed.usage = { ...ended.usage };
  const isMoved = target.version !== from;
  const moved = isMoved
    ? moveState(changed, graph, target)
    : { state: dumpState(graph, changed), obstacles: [] };
  const [obstacle] = moved.obstacles;
  if (obstacle !== undefined) return `${obstacle.node}: ${obstacle.reason} (${target.version}).`;
  const resumed: RunEvent = {
    ...base(wish, seq, at),
    type: 'run.resumed',
    after: last.seq - 1,
    activations,
    ...withoutUndefined({
      from: isMoved ? from : undefined,
      to: isMoved ? target.version : undefined,
      by: wish.by,
    }),
    state: moved.state,
  };
  // R1.
  const repeated = isFailure ? [] : [{ ...last, ...base(wish, seq + 1, at) }];
  const added = [resumed, ...repeated];
  let state = ended;
  for (const row of added) ({ state } = transition(target.graph, state, row, false));
  if (state.status === 'failed' || state.status === 'stalled') {
    const { code = state.status, message = '' } = state.error ?? {};
    return `it would fail at once again (${code}): ${message}`;
  }
  return { rows: added, state, before, activations };
}

function base({ target, idOf }: ResumeWish, seq: number, at: number) {
  const { zones } = target.graph;
  const dates = zones.length === 0 ? undefined : datesFor(zones, at);
  return { seq, at, id: idOf(seq), ...withoutUndefined({ dates }) };
}

function beforeEnd(
  graph: Graph,
  rows: readonly RunEvent[],
): { readonly before: RunState; readonly last: RunEvent } | null {
  for (let count = rows.length - 1; count > 0; count--) {
    const before = rebuildState(graph, rows.slice(0, count));
    const last = rows[count];
    if (!isOver(before) && last !== undefined) return { before, last };
  }
  return null;
}

/** What the run failed because of: one activation, or several where it continued after failures. */
function failedIn({ error }: RunState): readonly ActivationName[] {
  const details = error?.details ?? null;
  const several = isObject(details) ? ownValue(details, 'failures') : undefined;
  const failures: readonly unknown[] = Array.isArray(several) ? several : [error];
  return failures.flatMap((failure) => {
    // Written by the kernel: an error of a run, or a part of its details.
    const { node, activation } = (failure ?? {}) as Partial<ActivationName>;
    return typeof node === 'string' && typeof activation === 'number' ? [{ node, activation }] : [];
  });
}

/** Whether the entry says nothing else than that one of them failed. */
function isFailureOf(
  row: RunEvent,
  { timers, waits }: RunState,
  failed: readonly ActivationName[],
): boolean {
  const isOne = (name: ActivationName) =>
    failed.some(({ node, activation }) => node === name.node && activation === name.activation);
  if (row.type === 'node.failed' || row.type === 'attempt.failed') return isOne(row);
  if (row.type === 'child.finished') return row.status !== 'completed' && isOne(row);
  if (row.type === 'timer.fired') {
    const activation = timers.get(row.timer)?.activation ?? null;
    return activation !== null && isOne({ node: activation.node.id, activation: activation.n });
  }
  if (row.type !== 'wait.expired') return false;
  const { node = null, activation = 0 } = waits.get(row.wait) ?? {};
  return node !== null && isOne({ node: node.id, activation });
}
