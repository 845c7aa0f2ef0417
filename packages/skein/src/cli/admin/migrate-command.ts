import type { MigratedRun } from '@skein/engine';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { printJson } from '../output/print-json.ts';
import { withEngine } from '../runs/with-engine.ts';
import { visibleLine } from '../output/visible-text.ts';

export async function migrateCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const workflow = given.one('workflow');
  if (workflow === undefined) {
    throw usageError(
      '`skein migrate` needs --workflow.',
      'Name the workflow whose runs should move.',
    );
  }
  const report = await withEngine(call, async ({ workflows }) => {
    const to = given.one('to') ?? (await workflows.get(workflow)).version;
    return given.has('dry-run')
      ? workflows.migrationReport(workflow, to)
      : workflows.migrate(workflow, to);
  });
  if (isJson) {
    printJson(terminal, report);
    return 0;
  }
  for (const run of report.runs) terminal.data(`${formatRun(run)}\n`);
  if (report.runs.length === 0) terminal.note('No waiting run is on another version.\n');
  return 0;
}

function formatRun({ run, canMove, reason, movedTo }: MigratedRun): string {
  if (!canMove) return `${run}  stays: ${visibleLine(reason ?? '')}`;
  return movedTo === undefined ? `${run}  can move` : `${run}  continues as ${movedTo}`;
}
