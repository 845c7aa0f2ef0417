import type { RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { listAll } from '../../state/records/list-all.ts';
import type { Ports } from '../../engine-ports.ts';
import type { RunHost } from '../../cluster/run-host.ts';

/**
 * Cancels the runs below one that was cancelled. Their parent has told them so, but nobody awaits that; the caller of the cancel may
 * rely on nothing starting once it is acknowledged.
 */
export async function cancelBelow(
  runtime: Ports<'store'>,
  host: RunHost,
  { run, reason }: { readonly run: RunId; readonly reason?: string },
): Promise<void> {
  const children = await listAll(runtime, { parent: run, isUnfinished: true });
  const why = reason === undefined ? {} : { reason };
  await Promise.all(
    children.map(async ({ id }) => {
      await host.send(id, { do: 'cancel', ...why }).catch(ignoreEnded);
      await cancelBelow(runtime, host, { run: id, ...why });
    }),
  );
}

function ignoreEnded(error: unknown): void {
  if (error instanceof EngineError && error.code === 'RUN_ENDED') return;
  throw error;
}
