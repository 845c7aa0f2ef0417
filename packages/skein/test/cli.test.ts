// The command line as a process: exit codes, streams, stdin, how it starts and is interrupted.
import type { Json } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { cliFolder, parse } from './cli-files.ts';
import { hello } from './flows.ts';
import { skein } from './spawn-skein.ts';

const { folder, remove } = cliFolder();
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

  it('[C1650] the name of a JSON file without @ is a text, which is said', async () => {
    const { stdout, stderr } = await run('run', 'hello.json', '--json', '--input', 'input.json');
    expect(parse(stdout)).toMatchObject({ input: 'input.json' });
    expect(stderr).toContain('the content of the file is --input @input.json');
    const other = await run('run', 'hello.json', '--json', '--input', 'nothing.json');
    expect(other.stderr).not.toContain('the content of the file');
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
      '↰ editor › researcher got the answer of Archivist "202 km"',
      '↰ editor got the answer of Researcher "The Lys is 202 km long."',
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

describe('the start', () => {
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
