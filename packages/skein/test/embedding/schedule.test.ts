// Goal: a program starts workflows at times, with inputs of its own, and without a server. Method: schedules of every second, in one
// process and in two.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { hostFile } from '@skein/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngine, openStore } from '../../src/index.ts';
import { storePlaces } from '../store-places.ts';

const main = hostFile('packages/skein/test/embedding/schedule-main.ts');
const everySecond = { cron: '* * * * * *' };
const monday = { cron: '0 9 * * 1', timezone: 'Europe/Brussels' };
const echo = { skein: 1, id: 'echo', nodes: [{ id: 'start', type: 'start' }], edges: [] };
const textFolder = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) =>
      JSON.stringify(value).includes('"folder":"')
        ? { value }
        : { issues: [{ message: 'folder must be text' }] },
  },
};
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-schedule-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('engine.schedule', () => {
  it.each(['memory', 'sqlite'])(
    '[SD410] starts runs with an input of their own, on %s',
    async (kind) => {
      const store = kind === 'memory' ? kind : `sqlite:${folder}/skein.db`;
      await using engine = await createEngine({ store });
      await engine.workflows.save(echo);
      await engine.schedule('echo', everySecond, { folder: 'inbox' });
      await vi.waitFor(
        async () => expect((await engine.runs.list({})).items.length).toBeGreaterThan(1),
        { timeout: 60_000, interval: 50 },
      );
      const [first] = (await engine.runs.list({})).items;
      const run = await engine.runs.finished(first?.id ?? '');
      expect(run).toMatchObject({ status: 'completed', output: { folder: 'inbox' } });
    },
  );

  it('[SD410] without an input a run gets the time', async () => {
    await using engine = await createEngine();
    await engine.workflows.save(echo);
    await engine.schedule('echo', everySecond);
    const run = await vi.waitFor(
      async () => {
        const [first] = (await engine.runs.list({})).items;
        return engine.runs.finished(first?.id ?? '');
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(run.output).toEqual({ scheduled_at: expect.stringMatching(/^\d{4}-/) });
  });

  it('[SD411] the same call again changes nothing; another one replaces it', async () => {
    const address = `sqlite:${folder}/skein.db`;
    // The engine has the file until it is closed.
    const schedule = async (times: Parameters<typeof once>[0], input?: string) => {
      await once(times, input);
      return stored(address);
    };
    const once = async (
      times: { cron: string; timezone?: string; catchUp?: 'all' },
      input = 'a',
    ) => {
      await using engine = await createEngine({ store: address });
      await engine.workflows.save(echo);
      await engine.schedule('echo', times, input);
    };
    const first = await schedule(monday);
    expect(first).toMatchObject([{ type: 'schedule', workflow: 'echo', isActive: true }]);
    expect(await schedule(monday)).toEqual(first);
    const other = await schedule(monday, 'b');
    expect(other).toHaveLength(1);
    expect(other[0]).toMatchObject({ id: first[0]?.id, nextFireAt: first[0]?.nextFireAt });
    expect(other[0]?.config).toMatchObject({ config: { ...monday, input: 'b' } });
    const [last] = await schedule({ ...monday, catchUp: 'all' });
    expect(last?.config).toMatchObject({ config: { ...monday, catchUp: 'all', input: 'a' } });
  });

  it('[SD412] refuses times that cannot be, inputs that do not fit, and workflows that something else starts', async () => {
    await using engine = await createEngine();
    await engine.workflows.save(echo);
    await expect(engine.schedule('echo', { cron: 'often' })).rejects.toThrow(/cron/);
    await expect(engine.schedule('echo', { cron: '0 9 * * 1', timezone: 'Mars' })).rejects.toThrow(
      /time zone/,
    );
    await expect(engine.schedule('none', monday)).rejects.toMatchObject({ status: 404 });
    const flow = {
      id: 'echo',
      definition: echo,
      nodeTypes: new Map(),
      workflows: [],
      input: textFolder,
    };
    await expect(engine.schedule(flow, monday, { folder: 7 })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    const handler = engine.handler({ user: () => ({ id: 'boss', isOperator: true }) });
    const body = JSON.stringify({ trigger_type_id: 'webhook' });
    const headers = { 'content-type': 'application/json' };
    const address = 'http://localhost/api/v1/workflows/echo/trigger';
    expect((await handler(new Request(address, { method: 'PUT', body, headers }))).status).toBe(
      200,
    );
    await expect(engine.schedule('echo', monday)).rejects.toMatchObject({ code: 'TRIGGER_TAKEN' });
  });

  it('[SD413] two processes on one database fire each time once', async ({ skip }) => {
    const database = storePlaces.find(({ name }) => name === 'PostgreSQL');
    if (database === undefined) throw new Error('There is no place named PostgreSQL.');
    const place = await database.open();
    if ('missing' in place) return skip(place.missing);
    const own = mkdtempSync(path.join(tmpdir(), 'skein-two-schedules-'));
    const ledger = path.join(own, 'ledger');
    const children = [start(place.url, ledger), start(place.url, ledger)];
    try {
      await Promise.all(children.map(({ ready }) => ready));
      await vi.waitFor(() => expect(linesOf(ledger).length).toBeGreaterThan(3), {
        timeout: 120_000,
        interval: 100,
      });
    } finally {
      await Promise.all(children.map(({ stop }) => stop()));
    }
    const store = await openStore(place.url);
    const { items: runs } = await store.runs.list({ limit: 500 });
    const ticks = linesOf(ledger);
    expect(new Set(ticks).size).toBe(ticks.length);
    expect(runs).toHaveLength(ticks.length);
    await store.close();
    await place.drop();
    rmSync(own, { recursive: true, force: true });
  });
});

async function stored(address: string) {
  const store = await openStore(address);
  const { items } = await store.triggers.list({});
  await store.close();
  return items;
}

function linesOf(ledger: string): readonly string[] {
  if (!existsSync(ledger)) return [];
  return readFileSync(ledger, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function start(store: string, ledger: string) {
  const child = spawn(process.execPath, [main, store, ledger], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    void ended.then((code) => reject(new Error(`It ended with ${code}.`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  };
  return { ready, stop };
}
