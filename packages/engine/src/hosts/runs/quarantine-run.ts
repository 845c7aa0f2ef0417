import type { RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';

const triesMax = 20;

/** Lists the tree of a hosted run as quarantined: a call of it has killed processes, and is held by the host. */
export async function quarantineRun(
  { store, clock, onProblem }: Ports<'store' | 'clock' | 'onProblem'>,
  run: RunId,
  deaths: number,
): Promise<void> {
  const record = await store.runs.get(run);
  const root = record?.root ?? run;
  for (let tries = 1; ; tries++) {
    const top = await store.runs.get(root);
    if (top === undefined || top.quarantinedAt !== undefined) return;
    try {
      const suspicion = { quarantinedAt: clock.now() };
      await store.runs.append(root, top.seq, [], { suspicion });
      onProblem(new EngineError('RUN_QUARANTINED', { run: root, deaths }));
      return;
    } catch (error) {
      // Other parts of the run go on, and may have written meanwhile.
      const isConflict = error instanceof EngineError && error.code === 'STORE_CONFLICT';
      if (!isConflict || tries === triesMax) throw error;
    }
  }
}
