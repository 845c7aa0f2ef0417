// The same run under other ids
// Every id that the kernel made (waits, timers) is derived from the id of a row, so new rows give new ids. The state is
// rebuilt under both names at once; what both ask for in the same place is the same thing.
import {
  createRun,
  transition,
  type Effect,
  type Graph,
  type RunEvent,
  type RunState,
} from '@skein/kernel';

/** Rows of the run under new ids; `names` has the new id of each run, and receives those of each wait and timer. */
export function renameRows(
  graph: Graph,
  rows: readonly RunEvent[],
  { names, idOf }: { readonly names: Map<string, string>; readonly idOf: (seq: number) => string },
): { readonly rows: readonly RunEvent[]; readonly state: RunState } {
  let before = createRun();
  let after = createRun();
  const renamed: RunEvent[] = [];
  for (const row of rows) {
    const copy = { ...rename(row, names), id: idOf(row.seq) };
    renamed.push(copy);
    const old = transition(graph, before, row, false);
    const made = transition(graph, after, copy, false);
    before = old.state;
    after = made.state;
    const ids = idsIn(made.effects);
    idsIn(old.effects).forEach((id, i) => names.set(id, ids[i] ?? id));
  }
  return { rows: renamed, state: after };
}

function rename(row: RunEvent, names: ReadonlyMap<string, string>): RunEvent {
  const name = (id: string) => names.get(id) ?? id;
  switch (row.type) {
    case 'run.started': {
      const { parent } = row;
      const above = parent === undefined ? {} : { parent: { ...parent, run: name(parent.run) } };
      return { ...row, run: name(row.run), ...above };
    }
    case 'wait.answered':
    case 'wait.expired':
    case 'budget.raised':
      return { ...row, wait: name(row.wait) };
    case 'timer.fired':
      return { ...row, timer: name(row.timer) };
    case 'child.waiting':
      return { ...row, waits: row.waits.map((wait) => ({ ...wait, id: name(wait.id) })) };
    case 'node.completed':
    case 'node.failed':
    case 'attempt.failed':
    case 'node.waiting':
    case 'node.retried':
    case 'step.recorded':
    case 'child.resumed':
    case 'child.finished':
    case 'budget.reached':
    case 'run.continued':
    case 'run.cancelled':
      return row;
  }
}

function idsIn(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.type === 'wait') return [effect.wait];
    return effect.type === 'timer' ? [effect.timer] : [];
  });
}
