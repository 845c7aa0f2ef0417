import { recordRun } from '../cassettes/record-run.ts';
import type { CommandCall, CommandFunction } from '../command.ts';
import { answerRun, forkRun, retryRun, tailRun } from './go-on.ts';
import { exportRun, importRuns } from './move-runs.ts';
import { replayRun } from './replay-run.ts';
import { cancelRun, diffRuns, explainRun, listRuns, showRun } from './look-at-runs.ts';

const commands: ReadonlyMap<string, CommandFunction> = new Map([
  ['runs ls', listRuns],
  ['runs show', showRun],
  ['runs tail', tailRun],
  ['runs explain', explainRun],
  ['runs diff', diffRuns],
  ['runs fork', forkRun],
  ['runs retry', retryRun],
  ['runs cancel', cancelRun],
  ['runs answer', answerRun],
  ['runs export', exportRun],
  ['runs replay', replayRun],
  ['runs record', recordRun],
  ['runs import', importRuns],
]);

export async function runsCommand(call: CommandCall): Promise<number> {
  const command = commands.get(call.command.name);
  if (command === undefined) {
    throw new Error(`The command table has "${call.command.name}", but nothing does it.`);
  }
  return command(call);
}
