import type { RunJson } from '@skein/engine';
import { answererText, type Json } from '@skein/kernel';
import { callArguments } from '../output/call-arguments.ts';
import { count } from '../output/count.ts';
import { formatUsage } from '../output/format-usage.ts';
import { jsonText } from '../output/json-text.ts';
import { describeWait } from '../progress/describe-wait.ts';
import { formatDuration } from '../progress/format-duration.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';

/** How the run ended, for people: its output on stdout unless the run was shown there, everything about it on stderr. */
export function printRun(
  terminal: Terminal,
  run: RunJson,
  { isShown, storeOption }: { readonly isShown: boolean; readonly storeOption: string | null },
): void {
  if (!isShown && run.status === 'completed' && run.output !== null) {
    terminal.foreignData(`${formatOutput(run.output)}\n`);
  }
  terminal.note(`${summaryOf(terminal, run)}\n`);
  if (run.status === 'failed' && run.parent === undefined && storeOption !== null) {
    const how = `Continue it where it failed with skein runs resume ${run.id} ${storeOption}`;
    terminal.note(`  ${terminal.paint('dim', how)}\n`);
  }
  printWaits(terminal, run, storeOption);
}

/** On stderr in every mode: not every view says who is asked. */
export function printWaits(
  terminal: Terminal,
  { id, waits }: RunJson,
  storeOption: string | null,
): void {
  const how = storeOption === null ? '--answer' : `skein runs answer ${id} ${storeOption}`;
  for (const wait of waits) terminal.note(`${formatWait(terminal, wait, how)}\n`);
}

/** A failure or limit is named on stderr in every mode. */
export function printFailure({ note, paint }: Terminal, { status, error }: RunJson): void {
  if (error === null) return;
  const at = error.node === null ? '' : ` (node "${visibleLine(error.node)}")`;
  note(`${paint('red', `${status} ${error.code}:`)} ${visibleLine(error.message)}${at}\n`);
}

function formatOutput(output: Json): string {
  return typeof output === 'string' ? output : jsonText(output);
}

function summaryOf({ paint }: Terminal, run: RunJson): string {
  const { status, usage, stopReason } = run;
  const duration = formatDuration(Date.parse(run.updatedAt) - Date.parse(run.createdAt));
  const parts = [
    `${paint(status === 'completed' ? 'green' : 'yellow', status)} after ${duration}`,
    count(usage.steps, 'step'),
    ...(usage.modelCalls === 0 ? [] : [formatUsage(usage)]),
    ...(stopReason === undefined ? [] : [`reason: ${visibleLine(stopReason)}`]),
  ];
  return parts.join(', ');
}

function formatWait({ paint }: Terminal, wait: RunJson['waits'][number], command: string): string {
  const { node, kind, prompt, who = [] } = wait;
  const args = callArguments(wait.data);
  const about = args === undefined ? '' : `\n    ${visibleLine(JSON.stringify(args))}`;
  const name = node === '' ? 'the run' : visibleLine(node);
  const question = prompt === null ? '' : `: ${visibleLine(prompt)}`;
  const asked =
    who.length === 0 ? '' : `\n    It asks ${visibleLine(who.map(answererText).join(', '))}.`;
  const as = command.includes(' --server ') ? '' : answererOptions(who);
  const how = `Answer it with ${command} '${visibleLine(node)}=${exampleAnswer(kind)}'${as}`;
  return `  ${name} waits for ${describeWait(kind)}${question}${about}${asked}\n    ${paint('dim', how)}`;
}

/** A server knows who answers; a store is told. Names that a shell would read differently are left to whoever types. */
function answererOptions([name = '']: readonly string[]): string {
  if (!/^[\w:.@+-]+$/.test(name)) return '';
  return /^(group|role):/.test(name) ? ` --as ${name}` : ` --by ${name.replace(/^user:/, '')}`;
}

function exampleAnswer(kind: string): string {
  switch (kind) {
    case 'approval':
      return '{"decision":"approve"}';
    case 'auth':
    case 'limit':
      return '{}';
    default:
      return 'JSON';
  }
}
