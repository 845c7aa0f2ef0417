import { EngineError } from '@skein/ports';
import type { Json, RunId } from '@skein/kernel';
import type { Ports } from '../../engine-ports.ts';
import type { RunHost } from '../run-host.ts';
import type { RemoteCommand } from '../remote-command.ts';
import { sendCommand, type CommandRuntime } from './remote-commands.ts';

/** How the owner of a run is reached. */
export interface OwnerRuntime extends CommandRuntime, Ports<'sharing'> {
  readonly host: RunHost | null;
}

/** A run may be released to the store between being found and being asked. */
const triesMax = 5;

/**
 * Runs a command where its run is driven: in this process, which may know more about it than the command says, or in another
 * one on the same store.
 */
export async function runOnOwner(
  runtime: OwnerRuntime,
  run: RunId,
  command: RemoteCommand,
  here: () => Promise<Json> = () => runtime.perform(run, command),
): Promise<Json> {
  for (let tries = 1; ; tries++) {
    try {
      return await here();
    } catch (error) {
      const code = error instanceof EngineError ? error.code : null;
      if (code === 'RUN_ELSEWHERE') {
        if (runtime.host !== null) return runtime.host.send(run, command);
        if (runtime.sharing !== null) return sendCommand(runtime, run, command);
      }
      if (code !== 'RUN_MOVED' || tries === triesMax) throw error;
    }
  }
}

export function isElsewhere(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'RUN_ELSEWHERE';
}
