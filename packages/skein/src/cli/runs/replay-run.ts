// `skein runs replay`
import type { ReplayReport } from '@skein/engine';
import { isObject, type Json } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { count } from '../output/count.ts';
import { formatUsage } from '../output/format-usage.ts';
import { printJson } from '../output/print-json.ts';
import { readChanges } from '../inputs/read-changes.ts';
import { readInput } from '../inputs/read-input.ts';
import { runExitCode } from '../run/run-exit-code.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withEngine } from './with-engine.ts';

export async function replayRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [run = ''] = given.positionals;
  const change = await readChanges(given.all('with'));
  const written = given.one('input');
  const input = written === undefined ? {} : { input: await readInput(written, terminal) };
  return withEngine(call, async ({ runs }) => {
    const report = await runs.replay(run, {
      with: { ...change, ...input },
      onStarted: (id) => terminal.note(`Run ${id} replays ${visibleLine(run)}.\n`),
    });
    if (isJson) printJson(terminal, report);
    else for (const line of describe(report)) terminal.foreignData(`${line}\n`);
    const { status, error } = await runs.get(report.id);
    const isOther = report.divergence !== null || !report.output.equal;
    if (given.has('exit-code') && isOther && status === 'completed') return 1;
    return runExitCode({ status, error });
  });
}

function describe(report: ReplayReport): readonly string[] {
  const { calls, status } = report;
  const was = status.before === status.after ? '' : `, and was ${status.before}`;
  return [
    `${count(calls.reused, 'call')} reused, ${calls.made.length} made; the run is ${status.after}${was}.`,
    ...describeDivergence(report),
    ...calls.made.map(({ path, node, activation, request }) => {
      const place = `${path === '' ? '' : `${path}/`}${node}#${activation}`;
      return `  made: ${describeCall(request)} of ${visibleLine(place)}`;
    }),
    ...describeUsage(report),
    ...describeOutput(report),
  ];
}

function describeDivergence({ divergence }: ReplayReport): readonly string[] {
  if (divergence === null) return ['The runs do not diverge.'];
  const { path, node, activation, what, pointer, before, after } = divergence;
  const place = visibleLine(`${path === '' ? '' : `${path}/`}${node}#${activation}`);
  return [
    `They diverge at ${place}: ${visibleLine(what)}`,
    ...(divergence.kind === 'ran' ? [] : [`  at ${pointer || 'the top'}`, ...sides(before, after)]),
  ];
}

function describeCall(request: Json): string {
  if (!isObject(request)) return 'a call';
  if (request['type'] === 'tool')
    return `a call of the tool ${visibleLine(JSON.stringify(request['name']))}`;
  return request['type'] === 'model' ? 'a model call' : 'a request';
}

function describeUsage({ usage }: ReplayReport): readonly string[] {
  return (['before', 'after', 'spent'] as const).map((which) => {
    const label = which === 'spent' ? 'actually spent' : which;
    return `  ${label}: ${formatUsage(usage[which])}`;
  });
}

function describeOutput({ output }: ReplayReport): readonly string[] {
  if (output.equal) return ['The output is the same.'];
  return [
    'The output differs:',
    ...output.differences.flatMap(({ pointer, before, after }) => [
      `  at ${pointer || 'the top'}`,
      ...sides(before, after),
    ]),
  ];
}

function sides(before: Json | undefined, after: Json | undefined): readonly string[] {
  return [`    - ${shown(before)}`, `    + ${shown(after)}`];
}

function shown(value: Json | undefined): string {
  return value === undefined ? '(nothing)' : visibleLine(JSON.stringify(value), 300);
}
