// A run that kills every server that continues it, beside one that is only slow.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveProcess, type ServedProcess } from '@skein/testkit';
import { it } from 'vitest';
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

/** A server that may be dead, and the next one in its folder. */
class Servers {
  readonly folder: string;
  #server: ServedProcess | null = null;
  readonly #remove: () => void;

  constructor() {
    ({ folder: this.folder, remove: this.#remove } = folderWith(files));
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  get isAlive(): boolean {
    return this.#server !== null && existsSync(`/proc/${this.#server.pid}`);
  }

  async serve(...more: readonly string[]): Promise<void> {
    const command = [program, 'serve', '--port', '0', '--json', ...more];
    this.#server = await serveProcess(command, { cwd: this.folder });
  }

  async ask(place: string, method = 'GET', body?: Loose): Promise<Loose> {
    const response = await fetch(`${this.url}/api/v1${place}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return response.json();
  }

  /** Until it has ended by itself, or has put a run into quarantine. */
  async settled(): Promise<'dead' | 'quarantined' | 'alive'> {
    for (let ms = 0; ms < 30_000; ms += 100) {
      if (!this.isAlive) return 'dead';
      // It may die while it is asked.
      const listed = await this.ask('/runs?status=quarantined').catch(() => ({ items: [] }));
      if (listed.items.length > 0) return 'quarantined';
      await sleep(100);
    }
    return 'alive';
  }

  async end(): Promise<void> {
    if (this.isAlive) await this.#server?.stop();
    this.#remove();
  }
}

// Both wait for processes most of the time, so they wait together.
it.concurrent('[C400][C401] a run that kills its server is quarantined, a slow one beside it is not, and it can be released', async ({
  expect,
  onTestFinished,
}) => {
  const servers = new Servers();
  onTestFinished(() => servers.end());
  const { ask, folder } = { ask: servers.ask.bind(servers), folder: servers.folder };
  await servers.serve();
  await ask('/workflows', 'POST', files['die.json']);
  await ask('/workflows', 'POST', files['slow.json']);
  const slow = (await ask('/workflows/slow/run', 'POST', {})).run_id;
  const poison = (await ask('/workflows/die/run', 'POST', {})).run_id;
  expect(await servers.settled()).toBe('dead');
  // Two more die with it: the second of them while it is tried, after the slow one.
  let starts = 0;
  for (; starts < 6; starts++) {
    const isUp = await servers.serve().then(
      () => true,
      () => false,
    );
    if (isUp && (await servers.settled()) !== 'dead') break;
  }
  expect(starts).toBe(2);
  const listed = await ask('/runs?status=quarantined');
  expect(listed.items.map(({ id }: Loose) => id)).toEqual([poison]);
  expect(listed.items[0].quarantinedAt).toMatch(/^20\d\d-/);
  expect((await ask('/runs?status=running')).items.map(({ id }: Loose) => id)).toContain(slow);

  const there = ['--server', servers.url];
  const shown = await skein(['runs', 'ls', '--status', 'quarantined', ...there], { cwd: folder });
  expect(shown.stdout).toContain(`${poison}  quarantined`);
  // It lives on beside the quarantined run, well past the time that killed the others.
  expect(servers.isAlive).toBe(true);
  writeFileSync(path.join(folder, 'mended'), '');
  const released = await skein(['runs', 'release', poison, ...there], { cwd: folder });
  expect(released.code).toBe(0);
  for (let i = 0; i < 100; i++) {
    if ((await ask(`/runs/${poison}`)).status === 'completed') break;
    await sleep(100);
  }
  expect(await ask(`/runs/${poison}`)).toMatchObject({ status: 'completed', output: 'alive' });
});

it.concurrent('[C402] `serve --no-recover` continues nothing by itself, and a cancel does not continue what it cancels', async ({
  expect,
  onTestFinished,
}) => {
  const servers = new Servers();
  onTestFinished(() => servers.end());
  await servers.serve();
  await servers.ask('/workflows', 'POST', files['die.json']);
  const { run_id: poison } = await servers.ask('/workflows/die/run', 'POST', {});
  expect(await servers.settled()).toBe('dead');
  await servers.serve('--no-recover');
  const cancelled = await servers.ask(`/runs/${poison}/cancel`, 'POST', { reason: 'it kills' });
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  await sleep(600);
  expect(servers.isAlive).toBe(true);
});
