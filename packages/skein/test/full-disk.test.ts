// A server whose disk is full: a real one, on a small disk of its own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { serveProcess } from '@skein/testkit';
import { expect, it } from 'vitest';
import { folderWith, program } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

const functions = `
import { appendFileSync } from 'node:fs';
export const functions = {
  slow: async () => {
    appendFileSync('ledger.txt', 'called\\n');
    await new Promise((resolve) => setTimeout(resolve, 3000));
    appendFileSync('ledger.txt', 'ended\\n');
    return 'x'.repeat(200000);
  },
};
`;
const slow = {
  skein: 1,
  id: 'slow',
  nodes: [{ id: 'slow', type: 'function', config: { name: 'slow' } }],
};

it('[X425] says so soon, without a path, is not ready, and continues when there is space', async ({
  skip,
}) => {
  skip(process.getuid?.() !== 0, 'only root can mount a small disk');
  const config = { functions: ['./functions.mjs'] };
  const { folder, remove } = folderWith({
    'functions.mjs': functions,
    'skein.config.json': config,
  });
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]);
  const command = [program, 'serve', '--port', '0', '--json', '--store', `sqlite:${disk}/a.db`];
  const server = await serveProcess(command, { cwd: folder });
  const send = async (place: string, body?: Loose) => {
    const response = await fetch(`${server.url}${place}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, text: await response.text() };
  };
  try {
    await send('/api/v1/workflows', slow);
    const begun = JSON.parse((await send('/api/v1/workflows/slow/run', {})).text) as Loose;
    const filler = path.join(disk, 'filler');
    execFileSync('sh', ['-c', 'head -c 4m /dev/zero > "$0" || true', filler], { stdio: 'ignore' });
    // More than the log of the file has room for: that is reused.
    const start = () => send('/api/v1/workflows/slow/run', { input: 'x'.repeat(1_000_000) });
    const before = performance.now();
    const refused = await start();
    expect(performance.now() - before).toBeLessThan(5000);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      507,
      { error: { code: 'STORE_FULL' } },
    ]);
    await expect.poll(async () => (await send('/readyz')).status).toBe(507);
    for (const { text } of [refused, await send('/readyz')]) expect(text).not.toContain(disk);
    expect(server.stderr()).toContain(disk);
    expect((await send('/healthz')).status).toBe(200);
    // The function ends while nothing can be written.
    const ledger = () => readFileSync(path.join(folder, 'ledger.txt'), 'utf8');
    await expect.poll(ledger, { timeout: 10_000 }).toBe('called\nended\n');
    expect((await start()).status).toBe(507);
    rmSync(filler);
    await expect.poll(async () => (await send('/readyz')).status).toBe(200);
    const status = async () =>
      (JSON.parse((await send(`/api/v1/runs/${begun.run_id}`)).text) as Loose).status;
    await expect.poll(status, { timeout: 15_000 }).toBe('completed');
    expect(ledger()).toBe('called\nended\n');
  } finally {
    await server.stop();
    execFileSync('umount', [disk]);
    remove();
  }
});
