import { describe, expect, it } from 'vitest';
import { isCode, listFiles, listRooms, readSource } from './repository.ts';
import { checkSpec, citationsOf, rulesOf } from './spec.ts';

describe('every rule of a SPEC.md', () => {
  it('is cited by a test, and every citation names a rule', () => {
    const specs = listFiles('packages').filter((file) => /^packages\/[^/]+\/SPEC\.md$/.test(file));
    const folders = listRooms().map((room) => `packages/${room}/test`);
    const files = [...folders, 'packages/testkit/src', 'tools', 'bench', 'examples'].flatMap(
      listTests,
    );
    const rules = specs.map(readSource).flatMap(rulesOf);
    expect(checkSpec(rules, files.map(readSource).flatMap(citationsOf))).toEqual([]);
  });
});

describe('the check', () => {
  const cited = (text: string) =>
    citationsOf({ path: 'packages/kernel/test/a.test.ts', text }).map(({ id }) => id);

  it('reads the rules of a file', () => {
    const text =
      '# Title\n- **K1** A rule.\n**K2** Another.\n* **K3**: a third\nSee **K4**, no rule.\n';
    expect(rulesOf({ path: 'packages/kernel/SPEC.md', text })).toEqual([
      { id: 'K1', room: 'kernel' },
      { id: 'K2', room: 'kernel' },
      { id: 'K3', room: 'kernel' },
    ]);
  });

  it.each([
    ['titles', ` it('[K1][K2] a', () => {}); test("b [K3]", f); describe('[K4]', f)`, 4],
    ['titles with values', ' it(`[K1] ${name} [K2]`, f)', 2],
    ['titles of tables', ` it.each(rows)('[K1] %s', f); it.for(rows)('[K2]', f)`, 2],
    ['titles inside of tables', ` it.each([['[K1] a', 1], [{ title: '[K2] b' }]])('%s', f)`, 2],
    ['modified titles', ` describe.concurrent('[K1]', f); it.only('[K2]', f)`, 2],
    ['no comment', ` // [K1]\n it('a', f)`, 0],
    ['no text in a body', ` it('a', () => { say('see [K1]') })`, 0],
    ['no skipped test', ` it.skip('[K1]', f); it.todo('[K2]'); describe.skip('[K3]', f)`, 0],
  ])('reads %s', (_name, text, count) => {
    expect(cited(text)).toHaveLength(count);
  });

  it('finds what is missing', () => {
    const rules = [
      { id: 'K1', room: 'kernel' },
      { id: 'K2', room: 'kernel' },
      { id: 'E1', room: 'engine' },
      { id: 'E1', room: 'agents' },
    ];
    const citations = [
      { id: 'K1', file: 'packages/engine/test/a.test.ts' },
      { id: 'K2', file: 'packages/testkit/src/contracts/a.ts' },
      { id: 'E1', file: 'tools/a.test.ts' },
      { id: 'K9', file: 'packages/kernel/test/a.test.ts' },
    ];
    expect(checkSpec(rules, citations)).toEqual([
      'E1 is introduced twice: engine, agents',
      'K1 of packages/kernel/SPEC.md is cited by no test',
      'packages/kernel/test/a.test.ts cites K9, which no SPEC.md introduces',
    ]);
  });
});

function listTests(folder: string): readonly string[] {
  // This file plants citations.
  return listFiles(folder).filter((file) => isCode(file) && file !== 'tools/spec.test.ts');
}
