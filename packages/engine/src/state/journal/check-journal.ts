// The invariants of one journal
// What must hold of every run at every moment, whatever happened to the process that drives it.
import {
  canonicalJson,
  carriesState,
  createRun,
  dumpState,
  isOver,
  standingRows,
  transition,
  type ActivationName,
  type Graph,
  type RunEvent,
  type RunState,
} from '@skein/kernel';

/** Sentences about what does not hold; empty when all is well. */
export function checkJournal(graph: Graph, rows: readonly RunEvent[], live?: RunState): string[] {
  const wrong = [...checkNumbers(rows), ...checkOnce(standingRows(rows))];
  if (wrong.length > 0) return wrong;
  const { state, complaints } = rebuildRows(graph, rows);
  if (live === undefined) return complaints;
  const isSame = textOf(graph, state, live) === textOf(graph, live, live);
  return isSame ? complaints : [...complaints, 'The live state differs from the replayed one.'];
}

/** Without the messages that the live state has left in the journal. */
function textOf(graph: Graph, state: RunState, { contexts }: RunState): string {
  const dump = dumpState(graph, state, undefined, ({ id, unread, atHand }) =>
    atHand.slice((contexts.get(id)?.unread ?? 0) - unread),
  );
  return canonicalJson(dump);
}

function checkNumbers(rows: readonly RunEvent[]): string[] {
  const wrong: string[] = [];
  rows.forEach(({ seq, at }, i) => {
    if (seq !== i + 1) wrong.push(`Row ${i + 1} has the number ${seq}.`);
    const before = rows[i - 1];
    if (before !== undefined && before.at > at) wrong.push(`Time goes back at row ${seq}.`);
  });
  return wrong;
}

/** One committed result per activation, per recorded step and per wait. */
function checkOnce(rows: readonly RunEvent[]): string[] {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const row of rows) {
    for (const name of triedAgain(row)) forgetAttempts(seen, name);
    const what = onceOnly(row);
    if (what === null) continue;
    if (seen.has(what)) wrong.push(`Row ${row.seq} repeats ${what}.`);
    seen.add(what);
  }
  return wrong;
}

/** Activations whose attempts count from one again. */
function triedAgain(row: RunEvent): readonly ActivationName[] {
  return row.type === 'run.resumed' ? row.activations : [];
}

function forgetAttempts(seen: Set<string>, name: ActivationName): void {
  for (let attempt = 1; seen.delete(endOfAttempt(attempt, name)); attempt++);
}

function endOfAttempt(attempt: number, name: ActivationName): string {
  return `the end of attempt ${attempt} of ${nameOf(name)}`;
}

function onceOnly(row: RunEvent): string | null {
  switch (row.type) {
    case 'node.completed':
    case 'node.failed':
      return `the end of ${nameOf(row)}`;
    case 'step.recorded':
      return `the step ${row.key} of ${nameOf(row)}`;
    case 'wait.answered':
    case 'wait.expired':
      return `the end of the wait ${row.wait}`;
    case 'timer.fired':
      return `the timer ${row.timer}`;
    case 'slot.granted':
    case 'slot.superseded':
      return `the slots of ${nameOf({ node: row.node ?? '', activation: row.activation ?? 0 })}`;
    case 'child.finished':
      return `the end of child ${row.index} of ${nameOf(row)}`;
    case 'attempt.failed':
      return endOfAttempt(row.attempt, row);
    case 'run.started':
      return 'the start of the run';
    case 'run.cancelled':
      return 'the cancel of the run';
    case 'node.waiting':
    case 'child.waiting':
    case 'child.resumed':
    case 'budget.reached':
    case 'tree.outgrown':
    case 'budget.raised':
    case 'run.continued':
    case 'node.retried':
    case 'run.moved':
    case 'run.resumed':
    case 'run.joined':
    case 'slot.refused':
      return null;
  }
}

function nameOf({ node, activation }: ActivationName): string {
  return `${node}#${activation}`;
}

function rebuildRows(
  graph: Graph,
  rows: readonly RunEvent[],
): { readonly state: RunState; readonly complaints: string[] } {
  let state = createRun();
  let finishes = 0;
  const complaints: string[] = [];
  // Other versions have decided about what came before.
  const isMove = (row: RunEvent) => carriesState(row) && row.from !== undefined;
  const first = Math.max(0, rows.findLastIndex(isMove));
  state.seq = (rows[first]?.seq ?? 1) - 1;
  for (const row of rows.slice(first)) {
    if (row.type === 'run.resumed') finishes = 0;
    else if (isOver(state)) complaints.push(`Row ${row.seq} comes after the run has ended.`);
    const next = transition(graph, state, row);
    ({ state } = next);
    finishes += next.effects.filter(({ type }) => type === 'finish').length;
  }
  if (finishes > 1) complaints.push(`The run has ended ${finishes} times.`);
  if (isOver(state) && finishes === 0) complaints.push('The run is over but never finished.');
  return { state, complaints };
}
