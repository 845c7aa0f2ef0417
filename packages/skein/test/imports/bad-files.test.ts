// Goal: bad files of other products are named with what to do, and nothing of them is written. Method: the real command, on real files.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const calling = (id: string, calls: string) => ({
  id,
  name: id,
  nodes: [
    {
      id: '1',
      name: 'Start',
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1.1,
      position: [0, 0],
      parameters: {},
    },
    {
      id: '2',
      name: 'Call',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.1,
      position: [200, 0],
      parameters: { workflowId: { __rl: true, value: calls, mode: 'id' } },
    },
  ],
  connections: { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
});

const { folder, remove } = folderWith({
  'circle/a.json': calling('A1', 'B1'),
  'circle/b.json': calling('B1', 'C1'),
  'circle/c.json': calling('C1', 'A1'),
  'circle/free.json': calling('F1', 'A1'),
  'self/s.json': calling('S1', 'S1'),
});
afterAll(remove);

const skein = (...given: readonly string[]) => callSkein(given, { cwd: folder });
const written = (name: string) =>
  existsSync(path.join(folder, name)) ? readdirSync(path.join(folder, name)).toSorted() : [];

describe('bad files', () => {
  it('[C1750] workflows that call each other in a circle are errors, and only the others are written', async () => {
    const made = await skein('import', 'circle', '--out', 'out1');
    expect(made.code).toBe(2);
    expect(`${made.stdout}${made.stderr}`).toContain('call each other in a circle');
    expect(written('out1')).toEqual(['free.json']);
    const alone = await skein('import', 'self/s.json', '--out', 'out2');
    expect([alone.code, written('out2')]).toEqual([2, []]);
    expect(`${alone.stdout}${alone.stderr}`).toContain('"S1" calls itself');
    const allowed = await skein('import', 'circle', 'self', '--allow-cycles', '--out', 'out3');
    expect([allowed.code, written('out3')]).toEqual([
      0,
      ['a.json', 'b.json', 'c.json', 'free.json', 's.json'],
    ]);
  });

  it('[C1751] truncated files, wrong types, 50 MB and YAML bombs: a clear error or a valid definition, nothing half written', async () => {
    const text = JSON.stringify(calling('T1', 'X1'));
    const put = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
    put('cut.json', text.slice(0, text.length / 2));
    put('types.json', JSON.stringify({ nodes: 'no list', connections: 7, settings: [] }));
    put('large.json', `{"nodes":[],"connections":{},"pad":"${'x'.repeat(50_000_000)}"}`);
    const level = (n: number) =>
      `l${n}: &l${n} [${Array.from({ length: 9 }, () => `*l${n - 1}`).join(', ')}]\n`;
    const bomb = `l0: &l0 [a, a, a, a, a, a, a, a, a]\n${Array.from({ length: 9 }, (_, n) => level(n + 1)).join('')}app: *l9\nkind: app\n`;
    put('bomb.yml', bomb);
    for (const file of ['cut.json', 'types.json', 'large.json', 'bomb.yml']) {
      const made = await skein('import', file, '--out', 'out4', '--json');
      const [found] = JSON.parse(made.stdout).files ?? [JSON.parse(made.stdout)];
      expect([file, made.code, found.error === null]).toEqual([file, 2, false]);
      expect(found.error.hint?.length ?? found.error.details?.diagnostics?.length).toBeGreaterThan(
        0,
      );
    }
    expect(written('out4')).toEqual([]);
  });
});
