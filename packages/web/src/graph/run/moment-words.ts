import type { RunEvent } from '@skein/kernel';

/** What happened at a moment of a run, as people say it. */
const words: Readonly<Record<RunEvent['type'], string>> = {
  'run.started': 'The run started',
  'run.joined': 'Another start joined',
  'node.completed': 'Completed',
  'node.failed': 'Failed',
  'attempt.failed': 'An attempt failed',
  'node.waiting': 'Waits',
  'step.recorded': 'A call was answered',
  'wait.answered': 'A question was answered',
  'wait.expired': 'A question expired',
  'timer.fired': 'A timer fired',
  'child.waiting': 'A run below waits',
  'child.resumed': 'A run below goes on',
  'child.finished': 'A run below ended',
  'budget.reached': 'The budget was reached',
  'budget.raised': 'The budget was raised',
  'tree.outgrown': 'Too many runs below',
  'run.continued': 'The run went on',
  'run.cancelled': 'The run was cancelled',
  'node.retried': 'Tried again',
  'slot.granted': 'Got its turn',
  'slot.refused': 'Got no turn',
  'slot.superseded': 'Gave way to a newer one',
  'run.moved': 'Moved to another version',
  'run.resumed': 'The run was resumed',
};

export function momentWords(event: RunEvent, titles: ReadonlyMap<string, string>): string {
  const node = 'node' in event ? (event.node ?? '') : '';
  return node === '' ? words[event.type] : `${titles.get(node) ?? node}: ${words[event.type]}`;
}
