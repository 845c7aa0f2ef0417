import type { Engine, MigrationReport, MovedRun, MoveOptions } from '@skein/engine';
import { versionId } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { count } from '../output/count.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withEngine } from '../runs/with-engine.ts';

export async function migrateCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const report = await withEngine(call, (engine) => migrate(engine, given));
  if (isJson) {
    printJson(terminal, report);
    return 0;
  }
  for (const run of report.runs) terminal.data(`${formatRun(run)}\n`);
  const moved = report.runs.filter(({ isMoved }) => isMoved).length;
  if (report.runs.length === 0) terminal.note('No waiting run is on another version.\n');
  else if (!given.has('dry-run')) {
    terminal.note(`${count(moved, 'run')} moved to ${report.to}.\n`);
  }
  const staying = report.runs.filter(({ canMove }) => !canMove).length;
  if (staying > 0 && given.one('recorded') !== 'keep') {
    terminal.note(
      'With --recorded keep, results stay as they were recorded, whatever the new version says, and more runs can move.\n',
    );
  }
  return 0;
}

async function migrate(
  { runs, workflows }: Engine,
  given: CommandCall['arguments'],
): Promise<Pick<MigrationReport, 'to' | 'runs'>> {
  const run = given.one('run');
  const options = optionsOf(given);
  const workflow =
    given.one('workflow') ?? (run === undefined ? undefined : (await runs.get(run)).workflow.id);
  if (workflow === undefined) {
    throw usageError(
      '`skein migrate` needs --workflow or --run.',
      'Name the workflow whose runs should move, or one run.',
    );
  }
  const to = given.one('to') ?? (await workflows.get(workflow)).version;
  if (run === undefined) {
    const from = given.one('from');
    return workflows.migrate(
      workflow,
      to,
      from === undefined ? options : { ...options, from: versionId(from) },
    );
  }
  const moved = await runs.migrate(run, to, options);
  return { to: moved.to, runs: [moved] };
}

function optionsOf(given: CommandCall['arguments']): MoveOptions {
  const recorded = given.one('recorded') ?? 'strict';
  if (recorded !== 'keep' && recorded !== 'strict') {
    throw usageError(`--recorded is "${recorded}".`, 'Write keep or strict.');
  }
  return { recorded, dryRun: given.has('dry-run') };
}

function formatRun({ run, canMove, isMoved, obstacles }: MovedRun): string {
  if (canMove) return isMoved ? `${run}  moved` : `${run}  can move`;
  const why = obstacles.map(({ node, reason }) => (node === '' ? reason : `${node}: ${reason}`));
  return `${run}  stays: ${visibleLine(why.join('; '))}`;
}
