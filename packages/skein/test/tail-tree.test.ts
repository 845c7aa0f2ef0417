// `skein runs tail --tree` on a run with runs below it: over a store, and over a server.
import { serveProcess } from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderWith, program, skein } from './spawn-skein.ts';

const inner = { skein: 1, nodes: [{ id: 'in', type: 'transform', config: { value: 'x' } }] };
const outer = {
  skein: 1,
  id: 'outer',
  nodes: [{ id: 'all', type: 'map', config: { items: [1, 2, 3], workflow: inner } }],
};

let folder = '';
let remove = () => {};

beforeEach(() => {
  ({ folder, remove } = folderWith({ 'outer.json': outer }));
});

afterEach(() => remove());

/** How many events each run has. */
function counted(stdout: string): readonly number[] {
  const counts = new Map<unknown, number>();
  for (const line of stdout.trim().split('\n').slice(0, -1)) {
    const { run } = JSON.parse(line) as { readonly run?: string };
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  expect(counts.has(undefined)).toBe(false);
  return [...counts.values()];
}

it('[X426] names the run of each line, over a store and over a server', async () => {
  const store = ['--store', 'sqlite:a.db'];
  const options = { cwd: folder };
  const ran = await skein(['run', 'outer.json', '--json', ...store], options);
  const { id } = JSON.parse(ran.stdout) as { readonly id: string };
  const local = await skein(['runs', 'tail', id, '--tree', '--json', ...store], options);
  expect(local.code).toBe(0);
  expect(counted(local.stdout)).toHaveLength(4);
  const text = await skein(['runs', 'tail', id, '--tree', ...store], options);
  expect(text.stderr.match(/ in completed/g)).toHaveLength(3);
  const server = await serveProcess([program, 'serve', '--port', '0', '--json', ...store], options);
  try {
    const place = ['--server', server.url];
    await skein(['save', 'outer.json', ...place], options);
    const started = await skein(['run', 'outer.json', '--json', ...place], options);
    const { id: there } = JSON.parse(started.stdout) as { readonly id: string };
    const remote = await skein(['runs', 'tail', there, '--tree', '--json', ...place], options);
    expect(counted(remote.stdout)).toHaveLength(4);
  } finally {
    await server.stop();
  }
});
