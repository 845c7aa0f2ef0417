import type { RunWorkflow } from '@skein/agents';
import type { Engine } from '@skein/engine';
import { withoutUndefined } from '../without-undefined.ts';

/** Runs a workflow that is a tool of another one: as a run of its own, started once for each call, cancelled with it. */
export function runToolWorkflow(engineOf: () => Pick<Engine, 'runs'> | null): RunWorkflow {
  return async (workflow, { input, user, idempotencyKey, signal }) => {
    const engine = engineOf();
    if (engine === null) throw new Error('The engine is not open yet.');
    const { runs } = engine;
    const key = `tool:${idempotencyKey}`;
    const { id } = await runs.start(workflow, {
      input,
      idempotencyKey: key,
      ...withoutUndefined({ user }),
    });
    const { promise: given, reject } = Promise.withResolvers<never>();
    const giveUp = () => {
      void runs.cancel(id, { reason: 'The call of this tool was cancelled.' }).catch(() => {});
      reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    try {
      const { value, error } = await Promise.race([runs.responded(id), given]);
      if (error !== undefined) throw new Error(`Its run ${id} failed: ${error.message}`);
      return value;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  };
}
