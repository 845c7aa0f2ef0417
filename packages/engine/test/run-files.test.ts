import { runId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { expect, it } from 'vitest';
import { storeFile } from '../src/core/files/run-files.ts';
import { ceilingsOf } from '../src/limits/ceilings.ts';

it('[X785] a file that cannot be stored fails with the reason, also when its parts cannot be dropped', async () => {
  const store = memoryStore();
  const dropped: number[] = [];
  const files = {
    ...store.files,
    put: async () => {
      throw new EngineError('STORE_UNAVAILABLE', { reason: 'away' });
    },
    drop: async (_: unknown, parts: number) => {
      dropped.push(parts);
      throw new Error('still away');
    },
  };
  const ports = { store: { ...store, files }, ceilings: ceilingsOf({}) } as Parameters<
    typeof storeFile
  >[0];
  const file = { run: runId('r'), id: 'f', name: 'n', type: 't', bytes: Buffer.from('x') };
  await expect(storeFile(ports, file)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  // The part whose fate is unknown may be there.
  expect(dropped).toEqual([1]);
});
