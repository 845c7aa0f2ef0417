// The same run under other ids
// Every id that the kernel made (waits, timers) is derived from the id of a row, so new rows give new ids. The state is
// rebuilt under both names at once; what both ask for in the same place is the same thing.
import {
  createRun,
  isObject,
  runId,
  setOwn,
  transition,
  waitId,
  type Effect,
  type Graph,
  type Json,
  type RunEvent,
  type RunId,
  type RunState,
  type WaitId,
} from '@skein/kernel';

/** The new id of each thing, by the old one. */
export interface NewNames {
  readonly runs: Map<RunId, RunId>;
  readonly waits: Map<WaitId, WaitId>;
  readonly timers: Map<string, string>;
  /** Outputs are named by the rows that they came with. */
  readonly rows: Map<string, string>;
}

export function noNames(): NewNames {
  return { runs: new Map(), waits: new Map(), timers: new Map(), rows: new Map() };
}

/** Rows of the run under new ids; `names` has the new one of each run, and gets that of each wait and timer. */
export function renameRows(
  graph: Graph,
  rows: readonly RunEvent[],
  { names, idOf }: { readonly names: NewNames; readonly idOf: (seq: number) => string },
): { readonly rows: readonly RunEvent[]; readonly state: RunState } {
  let before = createRun();
  let after = createRun();
  const renamed: RunEvent[] = [];
  for (const row of rows) {
    const copy = { ...rename(row, names), id: idOf(row.seq) };
    names.rows.set(row.id, copy.id);
    renamed.push(copy);
    const old = transition(graph, before, row, false);
    const made = transition(graph, after, copy, false);
    before = old.state;
    after = made.state;
    nameAlike(old.effects, made.effects, names);
  }
  return { rows: renamed, state: after };
}

function rename(row: RunEvent, names: NewNames): RunEvent {
  const runOf = (id: RunId) => names.runs.get(id) ?? id;
  const waitOf = (id: WaitId) => names.waits.get(id) ?? id;
  switch (row.type) {
    case 'run.started': {
      const { parent } = row;
      const above = parent === undefined ? {} : { parent: { ...parent, run: runOf(parent.run) } };
      return { ...row, run: runOf(row.run), ...above };
    }
    case 'wait.answered':
    case 'wait.expired':
    case 'budget.raised':
      return { ...row, wait: waitOf(row.wait) };
    case 'timer.fired':
      return { ...row, timer: names.timers.get(row.timer) ?? row.timer };
    case 'child.waiting':
      return { ...row, waits: row.waits.map((wait) => ({ ...wait, id: waitOf(wait.id) })) };
    case 'node.completed':
    case 'node.failed':
    case 'attempt.failed':
    case 'node.waiting':
    case 'node.retried':
    case 'step.recorded':
    case 'child.resumed':
    case 'child.finished':
    case 'budget.reached':
    case 'tree.outgrown':
    case 'run.continued':
    case 'run.cancelled':
    case 'slot.granted':
    case 'slot.refused':
    case 'slot.superseded':
    case 'run.joined':
      return row;
    case 'run.moved':
    case 'run.resumed':
      return { ...row, state: renameIn(row.state, names) };
  }
}

/** Every id in a state is a text of its own. */
function renameIn(value: Json, names: NewNames): Json {
  if (typeof value === 'string') return renamedId(value, names) ?? value;
  if (Array.isArray(value)) return value.map((each: Json) => renameIn(each, names));
  if (!isObject(value)) return value;
  const renamed: { [key: string]: Json } = {};
  for (const [key, each] of Object.entries(value)) setOwn(renamed, key, renameIn(each, names));
  return renamed;
}

function renamedId(id: string, { runs, waits, timers, rows }: NewNames): string | undefined {
  return runs.get(runId(id)) ?? waits.get(waitId(id)) ?? timers.get(id) ?? rows.get(id);
}

/** Both replays decide the same, so what stands in the same place is the same thing. */
function nameAlike(old: readonly Effect[], made: readonly Effect[], names: NewNames): void {
  old.forEach((before, i) => {
    const after = made[i];
    if (before.type === 'wait' && after?.type === 'wait') names.waits.set(before.wait, after.wait);
    if (before.type === 'timer' && after?.type === 'timer')
      names.timers.set(before.timer, after.timer);
  });
}
