import { dialectNames } from '@skein/dialects';
import { afterAll, describe, expect, it } from 'vitest';
import { dialectChoices } from '../../src/cli/commands/shared-options.ts';
import { createEngine } from '../../src/index.ts';
import { hello, review } from '../flows.ts';
import { folderWith, skein } from '../spawn-skein.ts';

const unmarked = {
  nodes: [
    { id: 'a', type: 'transform', config: { value: 'from a' } },
    { id: 'b', type: 'transform', config: { value: 'from b' } },
  ],
};

const { folder, remove } = folderWith({
  'hello.json': hello,
  'review.json': review,
  'unmarked.json': unmarked,
});
afterAll(remove);

const run = (...given: readonly string[]) => skein(given, { cwd: folder });

describe('the dialect of a definition', () => {
  it('[C29] the command line offers every dialect there is', () => {
    expect(dialectNames().filter((name) => !dialectChoices.includes(name))).toEqual([]);
  });

  it('[C29] may be named for run, validate, show and diff', async () => {
    const named = ['unmarked.json', '--dialect', 'native'];
    const [bare, ran, checked, shown, compared] = await Promise.all([
      run('run', 'unmarked.json'),
      run('run', ...named, '--start', 'b', '--json'),
      run('validate', ...named, '--json'),
      run('show', ...named),
      run('diff', 'unmarked.json', 'unmarked.json', '--dialect', 'native'),
    ]);
    expect(bare.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      output: 'from b',
      workflow: { dialect: 'native' },
    });
    expect(JSON.parse(checked.stdout)).toMatchObject({
      valid: true,
      files: [{ dialect: 'native', nodes: 2 }],
    });
    expect(shown.stdout).toContain('a');
    expect(compared.code).toBe(0);
  });

  it('[C29] validate takes the node to start at', async () => {
    const [known, unknown] = await Promise.all([
      run('validate', 'hello.json', '--start', 'greet', '--json'),
      run('validate', 'hello.json', '--start', 'gret', '--json'),
    ]);
    expect(known.code).toBe(0);
    expect(unknown.code).toBe(2);
    expect(JSON.parse(unknown.stdout)).toMatchObject({ diagnostics: [{ code: 'ENTRY_MISSING' }] });
  });
});

describe('the view of a run', () => {
  it('[C29] is printed in place of the output', async () => {
    const { code, stdout, stderr } = await run('run', 'review.json', '--view', 'native');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'waiting', waits: [{ node: 'review' }] });
    expect(stderr).toContain('review waits');
    const misspelt = await run('run', 'review.json', '--view', 'sesion-graph');
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain('session-graph');
  });

  it.each(dialectNames())('[C29] %s shows any run', async (dialect) => {
    const engine = await createEngine();
    const { id } = await engine.runs.start(review as object);
    await engine.runs.settled(id);
    const waiting = await engine.runs.view(id, dialect);
    expect(JSON.parse(JSON.stringify(waiting))).toEqual(waiting);
    await engine.waits.answer({ run: id, node: 'review' }, 'yes');
    await engine.runs.finished(id);
    const done = await engine.runs.view(id, dialect);
    expect(JSON.parse(JSON.stringify(done))).toEqual(done);
    expect(done).not.toEqual(waiting);
    await engine.close();
  });
});
