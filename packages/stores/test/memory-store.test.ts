import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import { memoryStore } from '@skein/stores';
import { storeContract } from '@skein/testkit';
import { expect, it } from 'vitest';

storeContract('memory', { open: () => memoryStore() });

function rowsOf(run: string, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    type: 'step.recorded',
    seq: i + 1,
    at: 1,
    id: `${run}-${i}`,
    node: 'a',
    activation: 1,
    key: `x#${i}`,
  }));
}

it('[S7] the memory store forgets the oldest ended runs with their children, never an unfinished one', async () => {
  const { runs } = memoryStore({ endedRowsMax: 10_000 });
  const workflow = { id: workflowId('w'), version: versionId('v') };
  const end = (run: string, more: object, status: 'completed' | 'running' = 'completed') =>
    runs.append(runId(run), 0, rowsOf(run, 4_000), {
      created: { workflow, depth: 0, ...more },
      status,
    });
  await end('child of first', { parent: { run: 'first', path: 'x' } });
  await end('first', {});
  await end('unfinished', {}, 'running');
  await end('second', {});
  await end('third', {});
  const left = (await runs.list({})).items.map(({ id }) => id);
  expect(left).toEqual(['unfinished', 'second', 'third']);
});
