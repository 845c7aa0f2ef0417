// Code in workflows, by the command as users have it: built, and started with `--disallow-code-generation-from-strings`.
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, skein } from '../spawn-skein.ts';

const flow = (config: { readonly [key: string]: string }) => ({
  skein: 1,
  id: 'flow',
  nodes: [{ id: 'a', type: 'code', config }],
});
const { folder, remove } = folderWith({
  'sum.json': flow({
    language: 'typescript',
    code: 'const rows: number[] = [1, 2, 3];\nconsole.log("adding");\nfor (let i = 0; i < 20; i++) console.log("\\u001b[2J", i);\nreturn rows.reduce((a, b) => a + b);',
  }),
  'wrong.json': flow({ code: 'const a = 1;\nconst b = ;' }),
  'loop.json': flow({ code: 'for (;;);' }),
  'buy.json': {
    skein: 1,
    id: 'buy',
    nodes: [
      {
        id: 'a',
        type: 'code',
        config: { tools: ['buy'], code: 'return tools.buy({ item: "lamp" });' },
      },
    ],
  },
  'misspelled.json': {
    skein: 1,
    id: 'misspelled',
    nodes: [{ id: 'a', type: 'code', config: { tools: ['byu'], code: 'return tools.byu({});' } }],
  },
  'buy.mjs': `export const tools = {
    buy: { description: 'Buys.', approve: true, parameters: { type: 'object' }, run: () => 1 } };`,
  'tools.config.json': { functions: ['./buy.mjs'] },
  'local.json': {
    skein: 1,
    id: 'local',
    nodes: [{ id: 'a', type: 'http', config: { url: 'http://127.0.0.1:9/' } }],
  },
  'off.config.json': { limits: { code: { enabled: false } } },
  'short.config.json': { limits: { code: { cpuMs: 20 } } },
  'bad.config.json': { limits: { code: { cpuMs: 60_000 } } },
});
afterAll(remove);

describe('skein with code', () => {
  it('[C752] runs it, and prints nothing but the result; what it wrote is part of the progress', async () => {
    const ran = await skein(['run', 'sum.json'], { cwd: folder });
    expect(ran).toMatchObject({ code: 0, stdout: '6\n' });
    expect(ran.stderr).not.toMatch(/Warning/);
    expect(ran.stderr).toMatch(/^· a wrote adding$/m);
    expect(ran.stderr).toMatch(/^· a wrote and 1 more lines?$/m);
    expect(ran.stderr).not.toContain('\u001b[2J');
  });

  it('[C1151] shows what is to be approved, when it ends waiting and by runs waits', async () => {
    const store = ['--store', 'sqlite:./waits.db', '--config', 'tools.config.json'];
    const ran = await skein(['run', 'buy.json', ...store], { cwd: folder });
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('May "a" call the tool "buy"?\n    {"item":"lamp"}\n');
    const { stdout } = await skein(['runs', 'waits', ...store], { cwd: folder });
    expect(stdout).toContain('{"item":"lamp"}');
  });

  it('[C1650] the hint of a failure is a sentence of its own', async () => {
    const given = ['run', 'misspelled.json', '--config', 'tools.config.json'];
    const { code, stderr } = await skein(given, { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('(TOOL_NOT_FOUND): Tool not found: byu. Did you mean "buy"?\n');
  });

  it('[C1152] a request that is refused says how it can be allowed', async () => {
    const { code, stderr } = await skein(['run', 'local.json'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('under "http": { "allow": [ … ] } in the configuration.\n');
  });

  it('[C750] validate names line and column of a mistake', async () => {
    const { code, stdout, stderr } = await skein(['validate', 'wrong.json'], { cwd: folder });
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/BAD_CONFIG[^]*line 2, column 11/);
    const right = await skein(['validate', 'sum.json'], { cwd: folder });
    expect(right).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Warning') });
  });

  it('[C751] the configuration bounds it, or switches it off', async () => {
    const by = (config: string, file: string) =>
      skein(['run', file, '--json', '--config', config], { cwd: folder });
    const off = await by('off.config.json', 'sum.json');
    expect(off.stdout).toContain('CODE_NOT_ALLOWED');
    expect(off.stdout).toContain('switched off');
    const short = await by('short.config.json', 'loop.json');
    expect(short.stdout).toContain('CODE_TIMEOUT');
    expect(short.stdout).toContain('20 ms');
    const bad = await by('bad.config.json', 'sum.json');
    expect(bad.code).not.toBe(0);
    expect(bad.stdout).toContain('cpuMs');
  });
});
