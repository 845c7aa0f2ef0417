// Goal: a folder of definitions is brought to a server, with nothing saved that has not changed, and nothing at all when one is wrong.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '@skein/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const flow = (id: string, value: Json = 'a') => ({
  skein: 1,
  id,
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'say', type: 'transform', config: { value } },
  ],
  edges: [{ from: 'start', to: 'say' }],
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function place(files: Readonly<Record<string, Json>>) {
  const { folder, remove } = folderWith(files);
  closing.push(remove);
  const server = await composeServer({ store: 'memory', folder, templates: [] });
  closing.unshift(() => server.close({ drainMs: 0 }));
  const { url } = await server.listen({ port: 0 });
  const deploy = async (...more: readonly string[]) => {
    const words = ['deploy', 'flows', '--server', url, ...more];
    const { code, stdout, stderr } = await callSkein(words, { cwd: folder });
    return { code, stdout, stderr };
  };
  const changes = async (...more: readonly string[]) => {
    const { stdout } = await deploy('--json', ...more);
    const { workflows } = JSON.parse(stdout) as { workflows: { id: string; change: string }[] };
    return workflows.map(({ id, change }) => `${id} ${change}`);
  };
  const listed = async () => {
    const answered = await fetch(`${url}/api/v1/workflows`);
    return ((await answered.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  const write = (name: string, json: Json) =>
    writeFileSync(path.join(folder, name), JSON.stringify(json));
  return { folder, deploy, changes, listed, write };
}

describe('skein deploy', () => {
  it('[C825] saves new and changed definitions, and leaves equal ones alone', async () => {
    const { changes, deploy, write, listed } = await place({
      'flows/a.json': flow('a'),
      'flows/deep/b.json': flow('b'),
      'flows/package.json': { name: 'x' },
      'flows/a.test.json': { workflow: 'a.json', tests: [] },
    });
    expect(await changes()).toEqual(['a new', 'b new']);
    expect(await changes()).toEqual(['a unchanged', 'b unchanged']);
    write('flows/a.json', flow('a', 'other'));
    const said = await deploy();
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(/^changed {4}a .*flows.a\.json$/m);
    expect(said.stdout).toContain('other');
    expect(said.stdout).toContain('1 workflow saved');
    expect(await changes()).toEqual(['a unchanged', 'b unchanged']);
    expect((await listed()).toSorted()).toEqual(['a', 'b']);
  });

  it('[C826] a dry run shows the same, and saves nothing', async () => {
    const { changes, deploy, listed } = await place({ 'flows/a.json': flow('a') });
    expect(await changes('--dry-run')).toEqual(['a new']);
    expect((await deploy('--dry-run')).stdout).toContain('1 workflow would be saved');
    expect(await listed()).toEqual([]);
  });

  it('[C827] one that is wrong keeps all from being saved', async () => {
    const { folder, deploy, listed, write } = await place({
      'flows/a.json': flow('a'),
      'flows/b.json': { ...flow('b'), edges: [{ from: 'start', to: 'nowhere' }] },
    });
    expect(await deploy()).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere') });
    write('flows/b.json', flow('a'));
    expect(await deploy()).toMatchObject({ code: 2, stderr: expect.stringContaining('same id') });
    expect(await listed()).toEqual([]);
    rmSync(path.join(folder, 'flows/a.json'));
    rmSync(path.join(folder, 'flows/b.json'));
    expect((await deploy()).code).toBe(2);
  });
});
