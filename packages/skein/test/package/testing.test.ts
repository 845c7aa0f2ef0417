// Goal: users test their workflows with the runner that they have. Method: one test, with the installed package, in each of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackage, writeFiles, type InstalledPackage } from './installed-package.ts';

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage(['vitest@5', 'jest@30']);
}, 300_000);
afterAll(() => installed?.remove());

const prepared = `
  const nodes = [
    { id: 'start', type: 'start' },
    { id: 'pause', type: 'delay', config: { ms: 86400000 } },
    { id: 'name', type: 'input', config: { prompt: 'Name?' } },
  ];
  const edges = [{ from: 'start', to: 'pause' }, { from: 'pause', to: 'name' }];
  const ask = { id: 'ask', definition: { skein: 1, id: 'ask', nodes, edges }, nodeTypes: new Map(), workflows: [] };
  const waited = async () => {
    const engine = await testEngine({ workflows: [ask] });
    const run = await engine.start(ask, null);
    await engine.advance('1d');
    await engine.crash();
    return { engine, run };
  };
`;
const withMatchers = `
  import { matchers, testEngine } from 'skein/testing';
  ${prepared}
  expect.extend(matchers);
  test('asks', async () => {
    const { engine, run } = await waited();
    await expect(run).toBeWaitingFor('name');
    await run.answer('name', 'Ada');
    await expect(run).toHaveCompleted(expect.any(String));
    await engine.close();
  });
`;

describe('[SD425] skein/testing', () => {
  it.each([
    {
      runner: 'vitest',
      file: 'in-vitest.test.mjs',
      text: `import { expect, test } from 'vitest';${withMatchers}`,
      command: 'vitest run in-vitest.test.mjs',
    },
    {
      runner: 'jest',
      file: 'in-jest.test.mjs',
      text: withMatchers,
      command: `NODE_OPTIONS=--experimental-vm-modules jest --rootDir . --testMatch '**/in-jest.test.mjs'`,
    },
    {
      runner: 'node:test',
      file: 'in-node.test.mjs',
      text: `
        import { test } from 'node:test';
        import { assertCompleted, assertWaitingFor, testEngine } from 'skein/testing';
        ${prepared}
        test('asks', async () => {
          const { engine, run } = await waited();
          await assertWaitingFor(run, 'name');
          await run.answer('name', 'Ada');
          await assertCompleted(run, 'Ada');
          await engine.close();
        });
      `,
      command: 'node --test in-node.test.mjs',
    },
  ])('works in $runner', async ({ file, text, command }) => {
    const { run, folder } = installed;
    writeFiles(folder, { [file]: text });
    const ended = await run('sh', '-c', command);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout + ended.stderr).toMatch(/1 passed|pass 1/);
  });
});
