// What the command line takes and refuses, and its JSON.
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from './call-skein.ts';
import { cliFolder, nested, parse } from './cli-files.ts';

const { folder, remove } = cliFolder();
afterAll(remove);

const run = (...given: readonly string[]) => callSkein(given, { cwd: folder });

describe('--json', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      '[C2] run',
      ['run', 'hello.json'],
      [
        'id',
        'workflow',
        'status',
        'input',
        'output',
        'error',
        'nodes',
        'outputs',
        'waits',
        'contexts',
        'usage',
        'createdAt',
        'updatedAt',
        'seq',
      ],
    ],
    ['[C2][C18] validate', ['validate', 'hello.json'], ['valid', 'diagnostics', 'files']],
    ['[C2][C19] show', ['show', 'hello.json'], ['file', 'as', 'content']],
    [
      '[C2][C20] diff',
      ['diff', 'hello.json', 'review.json'],
      ['equal', 'workflow', 'nodes', 'edges'],
    ],
    ['[C2][C21] help', ['help'], ['name', 'version', 'commands', 'options', 'exitCodes']],
    ['[C2] --version', ['--version'], ['name', 'version']],
    ['[C2] an unknown command', ['rum'], ['error']],
    ['[C2] an unknown option', ['show', 'hello.json', '--az', 'svg'], ['error']],
  ])('%s', async (_title, given, keys) => {
    const { stdout } = await run(...given, '--json');
    expect(Object.keys(parse(stdout))).toEqual(keys);
  });

  it('[C2] errors have a code, a message and a hint', async () => {
    const { stdout } = await run('run', 'dangling.json', '--json');
    expect(parse(stdout)).toMatchObject({
      error: {
        code: 'WORKFLOW_INVALID',
        message: expect.stringContaining('"gone"'),
        hint: expect.stringContaining('skein validate'),
        details: { diagnostics: [{ code: 'EDGE_END_MISSING' }, { code: 'EDGE_END_MISSING' }] },
      },
    });
  });
});

describe('bad input', () => {
  it.each<readonly [string, number, string, RegExp]>([
    ['[C5] an empty file', 2, 'empty.json', /BAD_JSON.*:1:1/],
    ['[C5] broken JSON', 2, 'syntax.json', /BAD_JSON.*syntax\.json:3:13/],
    ['[C5] 10,000 levels', 2, 'deep.json', /TOO_DEEP/],
    ['[C5] 10,000 levels inside a definition', 2, 'deep-native.json', /TOO_DEEP/],
    ['[C5] a number beyond all bounds', 2, 'number.json', /BAD_NUMBER/],
    ['[C5] no definition', 2, 'no-dialect.json', /DIALECT_UNKNOWN/],
    ['[C5] edges to nowhere', 2, 'dangling.json', /EDGE_END_MISSING.*\n.*\n.*EDGE_END_MISSING/],
    ['[C5] an id twice', 2, 'duplicate.json', /DUPLICATE_ID/],
    ['[C5] a missing file', 5, 'missing.json', /FILE_NOT_FOUND.*"missing\.json"/],
    ['[C5] a folder', 2, 'folder.json', /FILE_UNREADABLE.*folder/],
    ['[C5] a way through a file', 5, 'hello.json/inside.json', /FILE_NOT_FOUND/],
  ])('%s: clear words, no stack trace', async (_title, code, file, words) => {
    const given = await run('run', file);
    expect(given.code).toBe(code);
    expect(given.stderr).toMatch(words);
    expect(given.stderr).not.toMatch(/^\s+at /m);
    expect(given.stdout).toBe('');
  });

  it('[C6] __proto__ and constructor are ids like any other', async () => {
    const { code, stdout } = await run('run', 'prototype.json', '--json');
    expect(code).toBe(0);
    // Compared as text: `toEqual` does not look at an own key `__proto__`.
    const { nodes, output } = parse(stdout) as { nodes: object; output: object };
    expect(Object.keys(nodes)).toEqual(['constructor', '__proto__']);
    expect(JSON.stringify(output)).toBe('{"__proto__":"data"}');
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    ['[C4] an unknown option', ['run', 'hello.json', '--jsn'], /Did you mean --json\?/],
    ['[C4] an unknown command', ['rnu', 'hello.json'], /Did you mean `skein run`\?/],
    [
      '[C4] an option without its value',
      ['run', 'hello.json', '--input', '--start'],
      /needs a value/,
    ],
    ['[C4] an option twice', ['run', 'hello.json', '--start', 'a', '--start', 'b'], /twice/],
    [
      '[C4] a value that is no choice',
      ['show', 'hello.json', '--as', 'svgg'],
      /Did you mean svg\?/,
    ],
    ['[C4] too many arguments', ['show', 'hello.json', 'review.json'], /"review\.json"/],
    ['[C4] a timeout that is none', ['run', 'hello.json', '--timeout', 'soon'], /"soon"/],
    ['[C11] an answer without node', ['run', 'hello.json', '--answer', 'yes'], /has no "="/],
    ['[C8] an input beyond all bounds', ['run', 'hello.json', '--input', '[1e999]'], /BAD_NUMBER/],
    ['[C8] an input 10,000 levels deep', ['run', 'hello.json', '--input', nested], /TOO_DEEP/],
    [
      '[C8] an input file that is no JSON',
      ['run', 'hello.json', '--input', '@bad-input.json'],
      /:1:11/,
    ],
    [
      '[C5] a script with mistakes',
      ['run', 'review.json', '--script', 'bad-script.json'],
      /SCRIPT_INVALID[^]*"txt"/,
    ],
    ['[C5] a start node that is none', ['run', 'hello.json', '--start', 'gret'], /gret/],
  ])('%s: exit 2', async (_title, given, words) => {
    const { code, stderr } = await run(...given);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });
});
