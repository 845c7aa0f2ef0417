// The command line from outside: exit codes, streams, JSON, bad input.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { endless, failing, hello, review, slow, stalled } from './flows.ts';
import { folderWith, skein } from './spawn-skein.ts';

const depth = 10_000;
const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;

const { folder, remove } = folderWith({
  'hello.json': hello,
  'review.json': review,
  'failing.json': failing,
  'endless.json': endless,
  'stalled.json': stalled,
  'slow.json': slow,
  'warned.json': {
    skein: 1,
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'lost', type: 'transform', config: { value: 1 }, unknownKey: true },
    ],
    edges: [{ from: 'start', to: 'lost' }],
  },
  'empty.json': '',
  'syntax.json': '{\n  "skein": 1,\n  "nodes": [,]\n}\n',
  'deep.json': nested,
  'deep-native.json': `{"skein":1,"nodes":[{"id":"a","type":"transform","config":{"value":${nested}}}]}`,
  'number.json': '{"skein":1,"nodes":[{"id":"a","type":"delay","config":{"ms":1e999}}]}',
  'no-dialect.json': '[1, 2, 3]',
  'dangling.json': {
    skein: 1,
    nodes: [{ id: 'a', type: 'start' }],
    edges: [
      { from: 'a', to: 'gone' },
      { from: '__proto__', to: 'a' },
    ],
  },
  'duplicate.json': {
    skein: 1,
    nodes: [
      { id: 'constructor', type: 'start' },
      { id: 'constructor', type: 'start' },
    ],
  },
  // Written as text: in an object literal `__proto__` would set the prototype.
  'prototype.json': `{"skein":1,
    "nodes":[{"id":"constructor","type":"start"},
             {"id":"__proto__","type":"transform","config":{"value":{"__proto__":"data"}}}],
    "edges":[{"from":"constructor","to":"__proto__"}]}`,
  'script.json': { replies: [{ text: 'a scripted reply' }] },
  'bad-script.json': { replies: [{ txt: 'a typing mistake' }] },
  'input.json': { name: 'file' },
  'input.txt': 'plain words',
  'bad-input.json': '{ "name": }',
  'script-tool.json': { replies: [], otherwise: 'fail' },
});
mkdirSync(path.join(folder, 'folder.json'));
afterAll(remove);

const run = (...given: readonly string[]) => skein(given, { cwd: folder });

describe('exit codes', () => {
  it.concurrent.each<readonly [string, number, readonly string[]]>([
    ['[C3] 0: the run completed', 0, ['run', 'hello.json']],
    ['[C3] 0: the run stopped', 0, ['run', 'review.json', '--answer', 'review=no']],
    ['[C3] 1: a node failed', 1, ['run', 'failing.json']],
    ['[C3] 1: the run stalled', 1, ['run', 'stalled.json', '--input', '{}']],
    ['[C3][C14] 1: --timeout cancelled it', 1, ['run', 'slow.json', '--timeout', '0.2']],
    ['[C3] 2: the definition is invalid', 2, ['run', 'dangling.json']],
    ['[C3] 2: bad usage', 2, ['run']],
    ['[C3][C13] 3: it waits and nobody can answer', 3, ['run', 'review.json']],
    ['[C3] 5: there is no such file', 5, ['run', 'missing.json']],
    ['[C3] 5: there is no such node', 5, ['run', 'hello.json', '--explain', 'nobody']],
    ['[C3][C15] 7: it reached a limit', 7, ['run', 'endless.json']],
  ])('%s', async (_title, code, given) => {
    const ended = await run(...given, '--json');
    expect(ended.code).toBe(code);
    // One document, however it ended (C2).
    const key = code === 2 || code === 5 ? 'error' : 'status';
    expect(Object.keys(parse(ended.stdout))).toContain(key);
  });

  it('[C3][C14] 130: interrupted, and the run is cancelled', async () => {
    let isSent = false;
    const ended = await skein(['run', 'slow.json'], {
      cwd: folder,
      onStderr: (text, child) => {
        if (!isSent && text.includes('sleep started')) isSent = child.kill('SIGINT');
      },
    });
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain('cancelled after');
  });

  it('[C2][C14] --timeout says so, and prints the cancelled run', async () => {
    const { stdout, stderr } = await run('run', 'slow.json', '--timeout', '0.2', '--json');
    expect(parse(stdout)).toMatchObject({ status: 'cancelled' });
    expect(stderr).toContain('--timeout');
  });
});

describe('streams', () => {
  it('[C1] data is on stdout, the rest on stderr, without colours', async () => {
    const { stdout, stderr } = await run('run', 'hello.json', '--input', '{"name":"Ann"}');
    expect(stdout).toBe('{\n  "text": "Hello, Ann!"\n}\n');
    expect(stderr).toContain('In-memory store');
    expect(stderr).toMatch(/start completed in \d+ ms/);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('[C1] a text is printed as it is; a failure is named on stderr, also beside JSON', async () => {
    const text = await run('run', 'review.json', '--answer', 'review=approve', '--input', 'cats');
    expect(text.stdout).toBe('Write about cats\n');
    const failed = await run('run', 'failing.json', '--json');
    expect(failed.stderr).toContain('failed TEST_FAILED');
  });

  it('[C1] a reader that goes away is no error', async () => {
    const { code, stderr } = await skein(['help', '--json'], { isDeaf: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('--json', () => {
  it.concurrent.each<readonly [string, readonly string[], readonly string[]]>([
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
  it.concurrent.each<readonly [string, number, string, RegExp]>([
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

  it.concurrent.each<readonly [string, readonly string[], RegExp]>([
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

describe('run', () => {
  it.concurrent.each<readonly [string, string, Json]>([
    ['[C8] JSON', '{"name":"Ann"}', { name: 'Ann' }],
    ['[C8] a text', 'Ann', 'Ann'],
    ['[C8] JSON of a text', '"5"', '5'],
    ['[C8] a number with a sign', '-5', -5],
    ['[C8] a JSON file', '@input.json', { name: 'file' }],
    ['[C8] a text file', '@input.txt', 'plain words'],
  ])('%s as input', async (_title, input, value) => {
    const { stdout } = await run('run', 'hello.json', '--json', '--input', input);
    expect(parse(stdout)).toMatchObject({ input: value });
  });

  it('[C5] reads the definition from stdin', async () => {
    const { code, stdout } = await skein(['run', '-'], { stdin: JSON.stringify(hello) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{\n  "text": "Hello, you!"\n}\n' });
  });

  it('[C16] takes replies from the script', async () => {
    const given = ['--script', 'script.json', '--answer', 'review=yes'];
    const { stdout } = await run('run', 'review.json', ...given);
    expect(stdout).toBe('a scripted reply\n');
  });

  it('[C16] tells of the calls of tools and subagents', async () => {
    const example = new URL('../../../examples/native/19-research-team', import.meta.url).pathname;
    const given = ['--input', 'a river', '--script', `${example}.script.json`];
    const { stderr, code } = await run('run', `${example}.json`, ...given);
    expect(code).toBe(0);
    const lines = stderr.split('\n').filter((line) => /^[·↳↰]/.test(line));
    expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
      '· editor wants researcher',
      '↳ editor asks Researcher: the river Lys',
      '· editor › researcher wants archivist',
      '↳ editor › researcher asks Archivist: Lys, length',
      '· editor › archivist wants archive-search',
      '· editor › archivist called archive-search [1 item]',
      '↰ editor › researcher has the answer of Archivist "202 km"',
      '↰ editor has the answer of Researcher "The Lys is 202 km long."',
      '· editor wants critic',
      '↳ editor asks Critic: Is 202 km right?',
      '· editor › critic wants archive-search',
      expect.stringMatching(/^· editor failed to call Critic: .*maxTurns \(1\)/),
    ]);
  });

  it('[C17] starts at another node, and explains what ran and what did not', async () => {
    const given = ['--start', 'greet', '--explain', 'start', '--explain', 'greet'];
    const human = await run('run', 'hello.json', ...given);
    const json = await run('run', 'hello.json', ...given, '--json');
    expect(human.stdout).toMatch(/"start" is skipped\.\n[^]*"greet" is completed\./);
    expect(parse(json.stdout)).toMatchObject({
      explain: [
        { node: 'start', status: 'skipped', notRun: { reason: expect.any(String) } },
        { node: 'greet', status: 'completed', activations: [{ n: 1 }] },
      ],
    });
  });

  it('[C26] prints a run whose values became too deep', async () => {
    const wrapping = {
      skein: 1,
      policy: { maxSteps: 15_000 },
      nodes: [
        { id: 'begin', type: 'function', config: { name: 'math.add', args: { a: 1, b: 2 } } },
        { id: 'wrap', type: 'transform', join: 'each', config: { value: ['${previous}'] } },
      ],
      edges: [
        { from: 'begin', to: 'wrap' },
        { from: 'wrap', to: 'wrap', loop: true },
      ],
    };
    const { code, stdout } = await skein(['run', '-', '--json'], {
      stdin: JSON.stringify(wrapping),
    });
    expect(code).toBe(1);
    expect(parse(stdout)).toMatchObject({ status: 'failed', error: { code: 'VALUE_TOO_LARGE' } });
  });
});

describe('validate, show, diff, help', () => {
  it('[C18] lists all diagnostics of all files; --strict counts warnings', async () => {
    const files = ['hello.json', 'warned.json', 'dangling.json'];
    const all = await run('validate', ...files, '--json');
    const warned = await run('validate', 'warned.json', '--json');
    const strict = await run('validate', 'warned.json', '--strict', '--json');
    expect([all.code, warned.code, strict.code]).toEqual([2, 0, 2]);
    expect(parse(all.stdout)).toMatchObject({
      valid: false,
      diagnostics: [
        {
          file: 'warned.json',
          code: 'UNKNOWN_KEY',
          severity: 'warning',
          pointer: '/nodes/1/unknownKey',
        },
        {
          file: 'dangling.json',
          code: 'EDGE_END_MISSING',
          severity: 'error',
          pointer: '/edges/0/to',
        },
        {
          file: 'dangling.json',
          code: 'EDGE_END_MISSING',
          severity: 'error',
          pointer: '/edges/1/from',
        },
      ],
      files: [{ valid: true }, { valid: true }, { valid: false }],
    });
    expect(parse(warned.stdout)).toMatchObject({ valid: true });
    expect(parse(strict.stdout)).toMatchObject({ valid: false });
  });

  it('[C19] draws as text, as Mermaid and into a file', async () => {
    const text = await run('show', 'hello.json');
    const mermaid = await run('show', 'hello.json', '--as', 'mermaid');
    const out = path.join(folder, 'hello.svg');
    const svg = await run('show', 'hello.json', '--as', 'svg', '--out', out, '--json');
    expect(text.stdout).toContain('greet');
    expect(mermaid.stdout).toMatch(/^flowchart /);
    const drawn = readFileSync(out, 'utf8');
    expect(drawn).toMatch(/^<svg /);
    expect(parse(svg.stdout)).toMatchObject({ as: 'svg', out, bytes: Buffer.byteLength(drawn) });
    const lost = await run('show', 'hello.json', '--out', path.join(folder, 'no', 'such.svg'));
    expect({ code: lost.code, stdout: lost.stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('[C20] a difference is no failure unless --exit-code asks', async () => {
    const different = await run('diff', 'hello.json', 'review.json');
    const asked = await run('diff', 'hello.json', 'review.json', '--exit-code');
    const same = await run('diff', 'hello.json', 'hello.json', '--exit-code');
    expect([different.code, asked.code, same.code]).toEqual([0, 1, 0]);
    expect(different.stdout).toContain('- node greet (transform)');
  });

  it('[C21] help says the same in words and as data', async () => {
    const { stdout } = await run('help', '--json');
    const described = parse(stdout) as { commands: { name: string; usage: string }[] };
    const names = described.commands.map(({ name }) => name);
    expect(names).toEqual([
      'run',
      'validate',
      'show',
      'diff',
      'convert',
      'tools',
      'mcp',
      'runs ls',
      'runs show',
      'runs tail',
      'runs explain',
      'runs diff',
      'runs fork',
      'runs replay',
      'runs retry',
      'runs cancel',
      'runs answer',
      'runs export',
      'runs record',
      'runs import',
      'serve',
      'worker',
      'keys create',
      'keys ls',
      'keys revoke',
      'migrate',
      'doctor',
      'models',
      'secrets',
      'test',
      'sim',
      'init',
      'templates ls',
      'start',
      'help',
    ]);
    const general = await run('help');
    const [ofRun, option] = await Promise.all([run('help', 'run'), run('run', '--help')]);
    for (const name of names) expect(general.stdout).toContain(`\n  ${name} `);
    expect(ofRun.stdout).toContain(described.commands[0]?.usage);
    expect(option.stdout).toBe(ofRun.stdout);
  });

  it('[C22] start runs an example and names three commands', async () => {
    const { code, stdout, stderr } = await run('start');
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
    expect(stderr.match(/^ {2}npx skein .*$/gm)).toHaveLength(3);
    for (const [file] of stderr.matchAll(/\S+\.json/g)) {
      expect(existsSync(path.join(folder, file))).toBe(true);
    }
    const json = await run('start', '--json');
    expect(parse(json.stdout)).toMatchObject({ status: 'completed' });
  });

  it('[C25] an old Node hands over to the packaged one, or says what it needs', async () => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`;
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    const found = await skein(['--version'], { nodeOptions });
    const again = await skein(['--version'], { nodeOptions, env: { SKEIN_HANDED_OVER: '1' } });
    expect(found).toMatchObject({ code: 0, stdout: expect.stringMatching(/^skein \d/) });
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Node 22.23'),
    });
  });
});

function parse(text: string): object {
  // Whatever it is, `expect` looks at it next.
  return JSON.parse(text) as object;
}
