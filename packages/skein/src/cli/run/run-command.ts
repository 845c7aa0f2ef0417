import type { CommandCall } from '../arguments/command.ts';
import { executeRun } from './execute-run.ts';
import { readRunRequest } from './read-run-request.ts';

export async function runCommand(call: CommandCall): Promise<number> {
  const request = await readRunRequest(call);
  return executeRun(request, call);
}
