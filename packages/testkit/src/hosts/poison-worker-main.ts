// A worker whose functions kill it, unless it was told that they are mended. Its parent is a test.
import process from 'node:process';
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import { startWorker } from '@skein/restate';
import { openStore } from '@skein/stores';
import type { Reported } from '../servers/forked-process.ts';
import type { PoisonOrder } from './poison-worker.ts';

process.on('disconnect', () => process.exit(0));
process.on('message', (order: PoisonOrder) => {
  work(order).then(
    () => send({}),
    (error: unknown) => send({ error: String(error) }),
  );
});

async function work({ url, place, isMended }: PoisonOrder): Promise<void> {
  const poison: RegisteredFunction = {
    run: () => {
      if (!isMended) process.kill(process.pid, 'SIGKILL');
      return isMended ? 'mended' : new Promise<never>(() => {});
    },
  };
  const healthy: RegisteredFunction = { run: () => 'healthy' };
  const functions = new Map([
    ['poison', poison],
    ['healthy', healthy],
  ]);
  const nodeTypes = nativeNodeTypes({ functions });
  // It is told to the parent by the list of runs.
  const engine = { nodeTypes, checkSchema: checkJsonSchema, onProblem: () => {} };
  await startWorker({ ...place, engine: { ...engine, store: await openStore(url) } });
}

function send(report: Reported<object>): void {
  process.send?.(report);
}
