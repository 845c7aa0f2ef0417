// Missed ticks of schedules that do not say themselves what happens to them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@skein/api';
import { openStore } from '@skein/stores';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../src/config/read-config.ts';
import { composeServer } from '../src/server/compose-server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-catch-up-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const greeting = { skein: 1, id: 'greeting', nodes: [{ id: 'start', type: 'start' }], edges: [] };

const hour = 3_600_000;

it.each([
  ['last', 1],
  ['none', 0],
  ['all', 3],
] as const)(
  '[X165] %s of a configuration starts %i of three missed ticks',
  async (catchUp, count) => {
    const address = `sqlite:${path.join(folder, 'skein.db')}`;
    const config = { server: { catchUp } };
    // Half an hour away from every tick: none of them is just about to fire.
    const half = new Date(Date.now() + hour / 2);
    half.setUTCSeconds(0, 0);
    const server = await composeServer({ store: address, folder, templates: [], config });
    const { url } = await server.listen({ port: 0 });
    const client = createClient({ server: url });
    await client.call('createWorkflow', { body: greeting });
    await client.call('setTrigger', {
      params: { id: 'greeting' },
      body: {
        trigger_type_id: 'schedule',
        config: { cron: `${half.getUTCMinutes()} * * * *`, timezone: 'UTC' },
      },
    });
    await server.close();

    // As if nobody had been there since three ticks ago.
    const store = await openStore(address);
    const { items } = await store.triggers.list({});
    for (const each of items) {
      await store.triggers.put({ ...each, nextFireAt: half.getTime() - 3 * hour });
    }
    await store.close();
    const later = await composeServer({ store: address, folder, templates: [], config });
    try {
      for (let i = 0; i < 4; i++) await later.fireDue();
    } finally {
      await later.close();
    }
    const kept = await openStore(address);
    expect((await kept.runs.list({})).items).toHaveLength(count);
    await kept.close();
  },
);

it('[X165] a configuration with an unknown choice is refused', () => {
  writeFileSync(
    path.join(folder, 'skein.config.json'),
    JSON.stringify({ server: { catchUp: 'everything' } }),
  );
  expect(() => readConfig({ folder, environment: {} })).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('/server/catchUp'),
    }),
  );
});
