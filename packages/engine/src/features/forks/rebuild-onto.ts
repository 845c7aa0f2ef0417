// Rebuilding a journal onto another run
// Goes through the rows of one run and gives a new run each result that applies there, as a row of its own. The new run may
// have another input or definition, and may start afresh at one activation.
//
// F1. A row applies when its activation is also alive in the new run, in the same place, and had the same request: type,
//     config, inputs, conversation. What does not apply is left out, and the new run executes it itself.
// F2. Rows get new ids, and what the kernel derived from the old ones (waits, timers) is matched by its place.
// F3. Ends from outside (cancels, the run's own timeout) are not taken over; children that had not ended start afresh.
import {
  createRun,
  isOver,
  transition,
  type ActivationName,
  type ContextChange,
  type Graph,
  type NodeId,
  type NodeResult,
  type RunEvent,
  type RunState,
  type Timer,
  type Wait,
} from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { datesFor } from '../../core/run/dates.ts';
import { unplaced } from '../../core/run/draft.ts';
import { childPath } from '../../core/run/child-path.ts';
import { questionPlace } from './asked-again.ts';
import { changedContext } from './changed-context.ts';
import { findDifference, type Moment } from './same-activation.ts';

export interface ReplayOptions {
  readonly before: { readonly graph: Graph; readonly rows: readonly RunEvent[] };
  readonly graph: Graph;
  /** The first row of the new run. */
  readonly started: Extract<RunEvent, { type: 'run.started' }>;
  /** The id of the row with this number. */
  readonly idOf: (seq: number) => string;
  /** Added to the times of the old rows. */
  readonly shiftMs: number;
  /** From this activation of the node on, none of its results are taken over. */
  readonly from?: ActivationName | undefined;
  /** Results in place of recorded ones. */
  readonly changes?: readonly ResultChange[] | undefined;
  /** What is not taken over because it must be asked again (Asked again). */
  readonly again?: ReadonlySet<string> | undefined;
}

export interface ResultChange extends ActivationName {
  readonly result: NodeResult;
}

export interface Replayed {
  readonly rows: readonly RunEvent[];
  readonly state: RunState;
  readonly left: readonly LeftRow[];
  readonly unusedChanges: readonly ResultChange[];
}

/** A row that was not taken over. */
export interface LeftRow {
  readonly seq: number;
  readonly type: RunEvent['type'];
  readonly node?: NodeId;
  readonly activation?: number;
  readonly reason: string;
}

type Verdict =
  | { readonly row: RunEvent }
  | { readonly reason: string; readonly name?: ActivationName }
  /** Entries that are not a result of anything. */
  | null;

export function rebuildOnto(options: ReplayOptions): Replayed {
  const before: Moment = { graph: options.before.graph, state: createRun() };
  const after: Moment = { graph: options.graph, state: createRun() };
  const unused = new Set(options.changes ?? []);
  const rows: RunEvent[] = [];
  const left: LeftRow[] = [];
  const take = (row: RunEvent) => {
    rows.push(row);
    const { state, effects } = transition(after.graph, after.state, row, false);
    after.state = state;
    if (effects.some(({ type }) => type === 'continue')) {
      take(place(options, after, { ...unplaced, type: 'run.continued' }, row.at));
    }
  };
  take(options.started);
  for (const row of options.before.rows) {
    const verdict = judge(row, { before, after, options, unused });
    if (verdict !== null && 'row' in verdict) {
      take(place(options, after, verdict.row, row.at + options.shiftMs));
    } else if (verdict !== null) {
      left.push({ seq: row.seq, type: row.type, ...verdict.name, reason: verdict.reason });
    }
    before.state = transition(before.graph, before.state, row, false).state;
  }
  return { rows, state: after.state, left, unusedChanges: [...unused] };
}

function place(options: ReplayOptions, { graph, state }: Moment, row: RunEvent, at: number) {
  const { dates, ...rest } = row;
  const isDated = graph.zones.length > 0;
  return {
    ...(rest as RunEvent),
    seq: state.seq + 1,
    at: Math.max(at, state.updatedAt),
    id: options.idOf(state.seq + 1),
    // A date that was given to a node is part of its request.
    ...(isDated ? { dates: { ...datesFor(graph.zones, at), ...dates } } : {}),
  };
}

type NodeCompleted = Extract<RunEvent, { type: 'node.completed' }>;
type ChildFinished = Extract<RunEvent, { type: 'child.finished' }>;

interface Case {
  readonly before: Moment;
  readonly after: Moment;
  readonly options: ReplayOptions;
  readonly unused: Set<ResultChange>;
}

function judge(row: RunEvent, found: Case): Verdict {
  switch (row.type) {
    case 'run.started':
    case 'run.continued':
    case 'run.cancelled':
    case 'budget.reached':
    case 'tree.outgrown':
    case 'child.waiting':
    case 'child.resumed':
    case 'run.moved':
    case 'run.resumed':
    // The input of the new run is that of the newest start, and it waits for no other.
    case 'run.joined':
    // Whether the new run can have what it asks for is for it to see.
    case 'slot.refused':
      return null;
    case 'wait.answered':
    case 'wait.expired':
    case 'budget.raised':
      return whileAlive(found, () => judgeWait(row, found));
    case 'timer.fired':
      return whileAlive(found, () => judgeTimer(row, found));
    case 'node.retried':
      return whileAlive(found, () => judgeRetry(row, found));
    case 'node.completed':
      return judgeActivation(row, found, () => changed(row, found.unused));
    case 'node.waiting':
      return asksAgain(questionPlace(row), row, found) ?? judgeActivation(row, found, () => row);
    case 'child.finished':
      return (
        asksAgain(childPath(row), row, found) ??
        judgeActivation(row, found, () => changedChild(row, found))
      );
    case 'node.failed':
    case 'attempt.failed':
    case 'step.recorded':
    case 'slot.superseded':
      return judgeActivation(row, found, () => row);
    case 'slot.granted':
      return judgeGrant(row, found);
  }
}

function whileAlive({ after }: Case, judged: () => Verdict): Verdict {
  return isOver(after.state) ? { reason: 'the new run has ended before' } : judged();
}

function asksAgain(what: string, { node, activation }: ActivationName, { options }: Case): Verdict {
  if (options.again?.has(what) !== true) return null;
  return { reason: againReason, name: { node, activation } };
}

const againReason = 'whoever wants the new run may not answer it: it is asked again';

function judgeActivation(name: ActivationName, found: Case, row: () => RunEvent): Verdict {
  const { node, activation } = name;
  const { from } = found.options;
  const shown = { node, activation };
  if (from !== undefined && node === from.node && activation >= from.activation) {
    return { reason: 'the new run begins there', name: shown };
  }
  const difference = findDifference(found.before, found.after, name);
  return difference === null ? { row: row() } : { reason: difference, name: shown };
}

/** Usage is kept: what was spent was spent for this run too. */
function changed(row: NodeCompleted, unused: Set<ResultChange>): RunEvent {
  const change = takeChange(row, unused);
  if (change === undefined) return row;
  const { seq, at, id, type, node, activation, usage } = row;
  const spent = usage === undefined ? {} : { usage };
  const said = row.context === undefined ? {} : { context: contextOf(row.context, row, change) };
  return {
    seq,
    at,
    id,
    type,
    node,
    activation,
    ...spent,
    ...said,
    ...change.result,
    changed: true,
  };
}

/** Only of a node that is one child run: of several, none is the result. */
function changedChild(row: ChildFinished, { before, unused }: Case): RunEvent {
  const node = before.graph.nodeById.get(row.node);
  const isResult = node?.kind.mode === 'subworkflow' && node.each === null;
  if (!isResult || row.status !== 'completed') return row;
  const change = takeChange(row, unused);
  if (change === undefined) return row;
  return { ...row, output: change.result.value ?? null, changed: true };
}

function takeChange(
  { node, activation }: ActivationName,
  unused: Set<ResultChange>,
): ResultChange | undefined {
  const found = [...unused].find((each) => each.node === node && each.activation === activation);
  if (found !== undefined) unused.delete(found);
  return found;
}

function contextOf(
  context: ContextChange,
  row: NodeResult,
  { result }: ResultChange,
): ContextChange {
  return changedContext(context, { was: row.value ?? null, is: result.value ?? null });
}

function judgeWait(
  row: Extract<RunEvent, { type: 'wait.answered' | 'wait.expired' | 'budget.raised' }>,
  found: Case,
): Verdict {
  // A run that was paused because of a run above it.
  if (row.wait === '') return null;
  const was = found.before.state.waits.get(row.wait);
  if (was === undefined) return { reason: 'the wait was closed already' };
  const is = [...found.after.state.waits.values()].find((wait) => isSameWait(was, wait));
  const name = waitName(was);
  if (found.options.again?.has(row.wait) === true) {
    return withoutUndefined({ reason: againReason, name: name ?? undefined });
  }
  if (is === undefined) return { reason: 'the new run does not ask that', ...(name && { name }) };
  const moved = { ...row, wait: is.id } as RunEvent;
  return name === null ? { row: moved } : judgeActivation(name, found, () => moved);
}

function isSameWait(a: Wait, b: Wait): boolean {
  return a.node?.id === b.node?.id && a.activation === b.activation && a.key === b.key;
}

function waitName({ node, activation }: Wait): ActivationName | null {
  return node === null ? null : { node: node.id, activation };
}

function judgeTimer(row: Extract<RunEvent, { type: 'timer.fired' }>, found: Case): Verdict {
  const was = found.before.state.timers.get(row.timer);
  const name = was === undefined ? null : timerName(was);
  // The time of a run is counted afresh.
  if (was === undefined || name === null) return null;
  const is = [...found.after.state.timers.values()].find((timer) => {
    const other = timerName(timer);
    const isThere = other?.node === name.node && other.activation === name.activation;
    return isThere && timer.purpose === was.purpose;
  });
  if (is === undefined) return { reason: 'the new run does not wait for that time', name };
  return judgeActivation(name, found, () => ({ ...row, timer: is.id }));
}

function timerName({ activation }: Timer): ActivationName | null {
  return activation === null ? null : { node: activation.node.id, activation: activation.n };
}

/** The new run has to ask for its slots again; what was granted for a result that is kept stays so. */
function judgeGrant(row: Extract<RunEvent, { type: 'slot.granted' }>, found: Case): Verdict {
  const { node, activation } = row;
  if (node === undefined || activation === undefined) return { row };
  return judgeActivation({ node, activation }, found, () => row);
}

function judgeRetry(row: Extract<RunEvent, { type: 'node.retried' }>, found: Case): Verdict {
  const { node, activation } = row;
  const { from } = found.options;
  const { graph, state } = found.after;
  const known = graph.nodeById.get(node);
  const failed = known === undefined ? null : (state.nodes.get(known.index)?.failed ?? null);
  const isThere = failed?.activation === activation && from?.node !== node;
  const name = { node, activation };
  return isThere ? { row } : { reason: 'it has not failed in the new run', name };
}
