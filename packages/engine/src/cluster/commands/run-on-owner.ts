import { EngineError } from '@skein/ports';
import type { Json } from '@skein/kernel';
import type { Runtime } from '../../runtime.ts';
import { sendCommand, type RemoteCommand } from './remote-commands.ts';

/** A run may be left to the store between being found and being asked. */
const triesMax = 5;

/** Has something done by whoever drives the run: this process, which may know more about it than the command says, or another one on the same store. */
export async function runOnOwner(
  runtime: Runtime,
  run: string,
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
