// Commands that run nothing, and the first example.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from './call-skein.ts';
import { cliFolder, parse } from './cli-files.ts';

const { folder, remove } = cliFolder();
afterAll(remove);

const run = (...given: readonly string[]) => callSkein(given, { cwd: folder });

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
      'import',
      'expr',
      'curl',
      'copy',
      'save',
      'deploy',
      'types',
      'tools',
      'mcp',
      'runs ls',
      'runs show',
      'runs tail',
      'runs explain',
      'runs diff',
      'runs resume',
      'runs fork',
      'runs replay',
      'runs retry',
      'runs cancel',
      'runs release',
      'runs answer',
      'runs waits',
      'runs link',
      'runs export',
      'runs files',
      'runs record',
      'runs case',
      'runs import',
      'serve',
      'dev',
      'worker',
      'keys create',
      'keys ls',
      'keys revoke',
      'outbox ls',
      'outbox replay',
      'destinations ls',
      'destinations set',
      'destinations test',
      'destinations rm',
      'memory ls',
      'memory get',
      'memory set',
      'memory add',
      'memory rm',
      'migrate',
      'doctor',
      'models',
      'secrets',
      'connections',
      'test',
      'eval',
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
});
