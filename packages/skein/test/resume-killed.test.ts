// Goal: a run that is resumed by a process which is killed right away goes on in the next one, under its id.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { program, skein } from './spawn-skein.ts';
import { storePlaces } from './store-places.ts';

/** What the function does is in the environment of the process that calls it. */
const functions = `
export const functions = {
  first: () => 'once',
  pay: () => {
    if (process.env.MOOD === 'broken') throw new Error('the bank is away');
    if (process.env.MOOD === 'slow') return new Promise((done) => setTimeout(done, 60_000));
    return 'paid';
  },
};
`;

const flow = {
  skein: 1,
  id: 'paying',
  nodes: [
    { id: 'first', type: 'function', config: { name: 'first' } },
    { id: 'pay', type: 'function', config: { name: 'pay' } },
  ],
  edges: [{ from: 'first', to: 'pay' }],
};

describe.each(storePlaces)('skein runs resume on $name', { concurrent: true }, ({ open }) => {
  it('[C340] that is killed is followed by a process that goes on with the same run', async ({
    skip,
    expect,
  }) => {
    const place = await open();
    if ('missing' in place) return skip(place.missing);
    const cwd = mkdtempSync(path.join(tmpdir(), 'skein-resume-'));
    writeFileSync(path.join(cwd, 'functions.mjs'), functions);
    writeFileSync(path.join(cwd, 'flow.json'), JSON.stringify(flow));
    writeFileSync(
      path.join(cwd, 'skein.config.json'),
      JSON.stringify({ functions: ['./functions.mjs'] }),
    );
    const at = ['--store', place.url];
    const mood = (MOOD: string) => ({ cwd, env: { MOOD } });
    const failed = await skein(['run', 'flow.json', ...at, '--json'], mood('broken'));
    expect(failed.code).toBe(1);
    const { id } = JSON.parse(failed.stdout) as { readonly id: string };
    const given = [program, 'runs', 'resume', id, ...at];
    const child = spawn(process.execPath, given, {
      cwd,
      env: { ...process.env, MOOD: 'slow' },
      stdio: 'ignore',
    });
    const isOver = new Promise((resolve) => child.on('exit', resolve));
    const running = `select count(*) as n from skein_runs where status = 'running'`;
    await expect.poll(() => place.count(running), { timeout: 60_000, interval: 20 }).toBe(1);
    child.kill('SIGKILL');
    await isOver;
    const resumed = await skein(['runs', 'tail', id, ...at, '--json'], mood('fine'));
    expect(resumed.code).toBe(0);
    const engine = await createEngine({ store: place.url, durable: { recovers: false } });
    expect(await engine.runs.get(id)).toMatchObject({ status: 'completed', output: 'paid' });
    const rows = await engine.runs.journal(id);
    expect(rows.filter(({ type }) => type === 'run.resumed')).toHaveLength(1);
    const firsts = rows.filter((row) => row.type === 'node.completed' && row.node === 'first');
    expect(firsts).toHaveLength(1);
    await engine.close();
    await place.drop();
    rmSync(cwd, { recursive: true, force: true });
  });
});
