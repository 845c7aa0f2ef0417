// Goal: `skein migrate` that is killed in the middle is finished by the next one: every run moves once, and none is lost.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { describe, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { program, skein } from './spawn-skein.ts';

interface Place {
  readonly url: string;
  /** Runs that the command has ended so far. */
  readonly ended: () => Promise<number>;
  readonly drop: () => Promise<void>;
}

const stores: readonly {
  readonly name: string;
  readonly open: () => Promise<Place | { readonly missing: string }>;
}[] = [
  { name: 'SQLite', open: async () => inFile() },
  { name: 'PostgreSQL', open: () => onServer('postgres') },
  { name: 'MariaDB', open: () => onServer('mysql') },
];

const runs = 60;
const asking = (description: string) => ({
  skein: 1,
  id: 'moving',
  description,
  nodes: [
    { id: 'ask', type: 'input', config: { prompt: 'Go on?' } },
    { id: 'done', type: 'transform', config: { value: description } },
  ],
  edges: [{ from: 'ask', to: 'done' }],
});

describe.each(stores)('skein migrate on $name', { concurrent: true }, ({ open }) => {
  it('[C139] that is killed in the middle is finished by the next one', async ({
    skip,
    expect,
  }) => {
    const place = await open();
    if ('missing' in place) return skip(place.missing);
    const before = await createEngine({ store: place.url });
    await before.workflows.save(asking('first'));
    await Promise.all(
      Array.from({ length: runs }, async () => {
        const { id } = await before.runs.start('moving');
        await before.runs.settled(id);
      }),
    );
    const { version } = await before.workflows.save(asking('second'));
    await before.close();

    const given = ['migrate', '--workflow', 'moving', '--store', place.url, '--json'];
    const child = spawn(process.execPath, [program, ...given], { stdio: 'ignore' });
    const isOver = new Promise((resolve) => child.on('exit', resolve));
    await expect.poll(place.ended, { timeout: 60_000, interval: 5 }).toBeGreaterThan(3);
    child.kill('SIGKILL');
    await isOver;
    expect(await place.ended()).toBeLessThan(runs);

    expect(await skein(given)).toMatchObject({ code: 0 });
    const after = await createEngine({ store: place.url });
    const { items } = await after.runs.list({ workflow: 'moving', limit: 200 });
    const old = items.filter(({ workflow }) => workflow.version !== version);
    const moved = items.filter(({ workflow }) => workflow.version === version);
    expect(old.map(({ status }) => status)).toEqual(old.map(() => 'cancelled'));
    expect(moved.map(({ status }) => status)).toEqual(moved.map(() => 'waiting'));
    expect([old.length, moved.length]).toEqual([runs, runs]);
    const [one = { id: '' }] = moved;
    await after.waits.answer({ run: one.id }, 'yes');
    expect((await after.runs.finished(one.id)).output).toBe('second');
    await after.close();
    await place.drop();
  });
});

const cancelled = "select count(*) as n from skein_runs where status = 'cancelled'";

function inFile(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-migrate-'));
  const file = path.join(folder, 'skein.db');
  return {
    url: `sqlite:${file}`,
    async ended() {
      const raw = new DatabaseSync(file, { readOnly: true });
      const found = Number(raw.prepare(cancelled).get()?.['n']);
      raw.close();
      return found;
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function onServer(kind: 'postgres' | 'mysql'): Promise<Place | { readonly missing: string }> {
  const server = await testServer(kind);
  if ('missing' in server) return server;
  const fresh = kind === 'postgres' ? freshPostgres : freshMysql;
  const database = await fresh(server.url);
  return {
    url: database.url,
    ended: async () => Number((await database.run(cancelled))[0]?.['n']),
    drop: () => database.drop(),
  };
}
