import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hello } from '../flows.ts';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';
import { dialectRows } from './dialect-rows.ts';

const { folder, remove } = folderWith({
  'hello.json': hello,
  'broken.json': { skein: 1, nodes: [{ id: 'a', type: 'nothing' }] },
  'unmarked.json': { nodes: [{ id: 'a', type: 'join' }] },
});
afterAll(remove);

const run = (...given: readonly string[]) => callSkein(given, { cwd: folder });

describe('convert', () => {
  it('[C28] into its own dialect changes nothing', async () => {
    const { code, stdout, stderr } = await run('convert', 'hello.json', '--to', 'native');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${JSON.stringify(hello, undefined, 2)}\n`);
  });

  it('[C28] is one document with --json', async () => {
    const { code, stdout } = await run('convert', 'hello.json', '--to', 'native', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      file: 'hello.json',
      from: 'native',
      to: 'native',
      definition: hello,
      losses: [],
    });
  });

  it('[C28] writes a file as a whole, or leaves everything as it was', async () => {
    writeFileSync(path.join(folder, 'out.json'), 'before');
    const refused = await run('convert', 'broken.json', '--to', 'native', '--out', 'out.json');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('WORKFLOW_INVALID');
    expect(readFileSync(path.join(folder, 'out.json'), 'utf8')).toBe('before');
    const done = await run('convert', 'hello.json', '--to', 'native', '-o', 'out.json', '--json');
    const text = readFileSync(path.join(folder, 'out.json'), 'utf8');
    expect(JSON.parse(text)).toEqual(hello);
    expect(JSON.parse(done.stdout)).toMatchObject({ out: 'out.json', bytes: text.length });
    const nowhere = await run('convert', 'hello.json', '--to', 'native', '-o', 'no/such/file');
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain('FILE_NOT_WRITTEN');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['no target', ['convert', 'hello.json'], /--to/],
    ['an unknown target', ['convert', 'hello.json', '--to', 'natve'], /Did you mean native/],
    ['an unknown source', ['convert', 'hello.json', '--to', 'native', '--from', 'x'], /--from/],
    [
      'two sources',
      ['convert', 'hello.json', '--to', 'native', '--from', 'native', '--dialect', 'canvas'],
      /contradict/,
    ],
    ['an invalid definition', ['convert', 'broken.json', '--to', 'native'], /nothing/],
    [
      'no dialect',
      ['convert', 'unmarked.json', '--to', 'native'],
      /DIALECT_UNKNOWN|no known dialect/,
    ],
  ])('[C28] %s: exit 2', async (_, given, words) => {
    const { code, stdout, stderr } = await run(...given);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it('[C28][C29] a named dialect is not second-guessed', async () => {
    const { code, stdout } = await run(
      'convert',
      'unmarked.json',
      '--to',
      'native',
      '--from',
      'native',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ nodes: [{ id: 'a', type: 'join' }] });
  });

  it.each(dialectRows)('[C28] $dialect to a native file and back', async ({ dialect, chain }) => {
    const definition = { ...chain.definition, 'x-own': { '__proto__ ': [1, ''] } };
    const there = `${dialect}.native.json`;
    writeFileSync(path.join(folder, `${dialect}.json`), JSON.stringify(definition));
    const made = await run('convert', `${dialect}.json`, '--to', 'native', '--out', there);
    expect(made.code).toBe(0);
    const back = await run('convert', there, '--to', dialect);
    expect(back.code).toBe(0);
    expect(JSON.stringify(JSON.parse(back.stdout))).toBe(JSON.stringify(definition));
  });

  it('[C28] losses are told on stderr and in the document', async () => {
    const { code, stdout, stderr } = await run(
      'convert',
      'canvas.json',
      '--to',
      'pipeline',
      '--json',
    );
    expect(code).toBe(0);
    const { losses } = JSON.parse(stdout) as { readonly losses: readonly { code: string }[] };
    expect(losses[0]?.code).toBe('EXPORT_LOSS');
    expect(stderr).toContain('What pipeline cannot express:');
    expect(stderr).toContain('EXPORT_LOSS');
  });

  it('[C28] where nothing valid is left, nothing is written', async () => {
    const asking = {
      steps: [{ id: 'root', function: 'utils.request.request', input: { prompt: 'Who?' } }],
      paths: [],
    };
    writeFileSync(path.join(folder, 'asking.json'), JSON.stringify(asking));
    const given = ['convert', 'asking.json', '--to', 'pipeline', '--out', 'never.json', '--json'];
    const { code, stdout } = await run(...given);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'NOT_CONVERTIBLE' } });
    expect(readdirSync(folder)).not.toContain('never.json');
    const { stderr } = await run('convert', 'asking.json', '--to', 'pipeline');
    expect(stderr).toMatch(/^error NOT_CONVERTIBLE:.*warning EXPORT_LOSS at \/nodes\/0/su);
  });
});
