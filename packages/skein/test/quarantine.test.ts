// A run that kills every server that continues it, beside one that is only slow.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveProcess, type ServedProcess } from '@skein/testkit';
import { afterEach, expect, it } from 'vitest';
import { folderWith, program, skein } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

const files = {
  'skein.config.json': { functions: ['./functions.mjs'] },
  'functions.mjs': `
    import { existsSync } from 'node:fs';
    import { setTimeout as pause } from 'node:timers/promises';
    const die = async () => {
      await pause(300);
      if (!existsSync('mended')) process.exit(9);
      return 'alive';
    };
    const slow = () => new Promise(() => {});
    export const functions = { die, slow };
  `,
  'die.json': {
    skein: 1,
    id: 'die',
    nodes: [{ id: 'f', type: 'function', config: { name: 'die' } }],
  },
  'slow.json': {
    skein: 1,
    id: 'slow',
    nodes: [{ id: 'f', type: 'function', config: { name: 'slow' } }],
  },
};

let server: ServedProcess | null = null;
let folder = '';

afterEach(async () => {
  if (server !== null && existsSync(`/proc/${server.pid}`)) await server.stop();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

const serve = async (...more: readonly string[]) => {
  server = await serveProcess([program, 'serve', '--port', '0', '--json', ...more], {
    cwd: folder,
  });
};

async function ask(place: string, method = 'GET', body?: Loose): Promise<Loose> {
  const response = await fetch(`${server?.url}/api/v1${place}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Whether the server ends by itself within this time. */
async function dies(withinMs = 30_000): Promise<boolean> {
  for (let ms = 0; ms < withinMs; ms += 100) {
    if (!existsSync(`/proc/${server?.pid}`)) return true;
    await sleep(100);
  }
  return false;
}

it('[C400][C401] a run that kills its server is quarantined, a slow one beside it is not, and it can be released', async () => {
  ({ folder } = folderWith(files));
  await serve();
  await ask('/workflows', 'POST', files['die.json']);
  await ask('/workflows', 'POST', files['slow.json']);
  const slow = (await ask('/workflows/slow/run', 'POST', {})).run_id;
  const poison = (await ask('/workflows/die/run', 'POST', {})).run_id;
  expect(await dies()).toBe(true);
  // Two more die with it: the second of them while it is tried, after the slow one.
  let starts = 0;
  for (; starts < 6; starts++) {
    const isUp = await serve().then(
      () => true,
      () => false,
    );
    if (!isUp || (await dies(15_000))) continue;
    break;
  }
  expect(starts).toBe(2);
  const listed = await ask('/runs?status=quarantined');
  expect(listed.items.map(({ id }: Loose) => id)).toEqual([poison]);
  expect(listed.items[0].quarantinedAt).toMatch(/^20\d\d-/);
  expect((await ask('/runs?status=running')).items.map(({ id }: Loose) => id)).toContain(slow);

  const there = ['--server', server?.url ?? ''];
  const shown = await skein(['runs', 'ls', '--status', 'quarantined', ...there], { cwd: folder });
  expect(shown.stdout).toContain(`${poison}  quarantined`);
  writeFileSync(path.join(folder, 'mended'), '');
  const released = await skein(['runs', 'release', poison, ...there], { cwd: folder });
  expect(released.code).toBe(0);
  for (let i = 0; i < 100; i++) {
    if ((await ask(`/runs/${poison}`)).status === 'completed') break;
    await sleep(100);
  }
  expect(await ask(`/runs/${poison}`)).toMatchObject({ status: 'completed', output: 'alive' });
});

it('[C402] `serve --no-recover` continues nothing by itself, and a cancel does not continue what it cancels', async () => {
  ({ folder } = folderWith(files));
  await serve();
  await ask('/workflows', 'POST', files['die.json']);
  const { run_id: poison } = await ask('/workflows/die/run', 'POST', {});
  expect(await dies()).toBe(true);
  await serve('--no-recover');
  const cancelled = await ask(`/runs/${poison}/cancel`, 'POST', { reason: 'it kills' });
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  await sleep(600);
  expect(existsSync(`/proc/${server?.pid}`)).toBe(true);
});
