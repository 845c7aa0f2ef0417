// The library over stores that outlive it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { review } from './flows.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-stores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stores = [
  {
    name: 'sqlite',
    open: async () => ({ url: `sqlite:${path.join(folder, 'a.db')}`, drop: async () => {} }),
  },
  { name: 'postgres', open: async () => fresh('postgres') },
  { name: 'mysql', open: async () => fresh('mysql') },
] as const;

describe.each(stores)('an engine over $name', ({ open }) => {
  it('[C47] continues after it was closed where it was, and answers are taken', async ({
    skip,
  }) => {
    const store = await open();
    skip('missing' in store, 'missing' in store ? store.missing : '');
    if ('missing' in store) return;
    const first = await createEngine({ store: store.url });
    const flow = await first.workflows.save(review as object);
    const run = await first.runs.start(flow.id, { input: 'cats' });
    const waiting = await first.runs.settled(run.id);
    expect(waiting.waits).toMatchObject([{ node: 'review' }]);
    await first.close();
    const second = await createEngine({ store: store.url });
    await second.waits.answer({ run: run.id, node: 'review' }, { decision: 'approve' });
    expect(await second.runs.finished(run.id)).toMatchObject({
      status: 'completed',
      output: 'Write about cats',
    });
    expect((await second.runs.list({ status: 'completed' })).items).toHaveLength(1);
    await second.close();
    await store.drop();
  });
});

describe('an address that names no store', () => {
  it('[C47] is refused, and its password is not repeated', async () => {
    await expect(createEngine({ store: 'redis://u:secret@h/1' })).rejects.toMatchObject({
      code: 'STORE_URL',
      details: { url: 'redis://u@h/1' },
    });
    await expect(createEngine({ store: 'sqlite:' })).rejects.toMatchObject({ code: 'STORE_URL' });
  });
});

async function fresh(kind: 'postgres' | 'mysql') {
  const server = await testServer(kind);
  if ('missing' in server) return server;
  return kind === 'postgres' ? freshPostgres(server.url) : freshMysql(server.url);
}
